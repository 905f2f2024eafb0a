"""What counts as noticing a mutant."""

from __future__ import annotations

from groundrules.compare.mutants import made, mutants_of
from groundrules.compare.noticing import watch
from groundrules.meaning import Compiled, compile_ruleset
from groundrules.project.library import Library
from groundrules.scenarios.documents import Scenario, read_document
from groundrules.source import Source

RULES = 'model\n    Speed: distance\naction Move: up to Speed\nBank on drop when fall over 2": forbid drop\n'


def compiled(text: str) -> Compiled:
    return compile_ruleset(Source("rules.terrain", text), "rules", Library().load)


def scenarios(text: str) -> tuple[Scenario, ...]:
    document, found = read_document(Source("s.yaml", f"rules: rules.terrain\nscenarios:\n{text}"))
    assert document is not None and found == ()
    return document.scenarios


def noticed(rules: Compiled, text: str, change: str) -> str | None:
    assert rules.ruleset is not None
    mutant = next(each for each in mutants_of(rules, lambda source: True) if each.change == change)
    changed = made(rules, mutant)
    assert changed is not None
    watched = watch(rules.ruleset, scenarios(text))
    assert watched.failing == ()
    return watched.noticed(changed, mutant.ids)


DROP = """  - name: a drop of {drop}
    table: {{bank: {{terrain: Bank, rect: [0, -3, 4, 3]}}}}
    model: {{Speed: 12}}
    path: [[2, 0], {{drop: {drop}}}]
    expect: {{legal: {legal}{why}}}
"""
NAMED = ", why: 'Bank on drop when fall over 2\"'"


def test_a_rule_named_by_its_id_is_no_difference_in_play() -> None:
    """The mutant's rule is called otherwise, and still forbids what the scenario says it forbids."""
    rules = compiled(RULES)
    over = '`fall over 2"` becomes `fall over 1"`'
    assert noticed(rules, DROP.format(drop=3, legal="false", why=NAMED), over) is None
    assert noticed(rules, DROP.format(drop=2, legal="true", why=""), over) == "a drop of 2"


def test_a_threshold_is_noticed_at_itself_only() -> None:
    rules = compiled(RULES)
    at_least = '`fall over 2"` becomes `fall at least 2"`'
    assert noticed(rules, DROP.format(drop=3, legal="false", why=""), at_least) is None
    assert noticed(rules, DROP.format(drop="3/2", legal="true", why=""), at_least) is None
    assert noticed(rules, DROP.format(drop=2, legal="true", why=""), at_least) == "a drop of 2"


def test_ground_that_no_rule_speaks_of_any_more_still_lies_there() -> None:
    """Without `Bog` in the list nothing declares it; the scenario upon it can still be played, and notices."""
    rules = compiled(RULES + "Mud, Bog: cost x2\n")
    gone = "`Mud, Bog: cost x2` becomes `Mud: cost x2`"
    text = "  - {name: in a bog, model: {Speed: 12}, track: [2 Bog], expect: {cost: 4}}\n"
    assert noticed(rules, text, gone) == "in a bog"
    assert noticed(rules, text.replace("Bog", "Mud").replace("in a bog", "in mud"), gone) is None


def test_scenarios_that_fail_anyway_are_kept_out() -> None:
    rules = compiled(RULES)
    assert rules.ruleset is not None
    watched = watch(rules.ruleset, scenarios(DROP.format(drop=3, legal="true", why="")))
    assert watched.scenarios == () and watched.failing == ("a drop of 3",)
