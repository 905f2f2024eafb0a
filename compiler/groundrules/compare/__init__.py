"""What a change of the rules changes in play: mutants that scenarios should notice, and differences of rulesets."""
