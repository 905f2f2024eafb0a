"""What a change of the rules changes in play: mutants that scenarios should notice, and the differences of two rulesets."""
