"""``expect: {states: …}``: the states in which models are afterwards, all of them, in any order."""

from __future__ import annotations

import pytest

from groundrules.meaning import compile_ruleset
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import Result, run_scenario
from groundrules.source import Source

RULES = """\
model
    traits: Tough
state Prone
state Hurt(N)
state Shaken until end of turn
Mire on enter except Tough: gain Prone, gain Shaken
Spring on enter: lose Prone
"""
UNIT = "unit: {models: {a: {at: [0, 0]}, b: {at: [0, 5], traits: [Tough]}}}, path: [[0, 0], [6, 0]]"
TABLE = "table: {mire: {terrain: Mire, rect: [2, -9, 4, 9]}}"


def played(scenario: str) -> Result:
    rules = Source("rules.terrain", RULES)
    ruleset = compile_ruleset(rules, "rules", lambda name, source: pytest.fail(name)).ruleset
    document, found = read_document(Source("s.yaml", f"rules: rules\nscenarios:\n  - {{name: it, {scenario}}}\n"))
    assert ruleset is not None and document is not None and not found
    return run_scenario(ruleset, document.scenarios[0])


@pytest.mark.parametrize(
    ("scenario", "right", "wrong"),
    [
        ("track: [2 Open]", ["[]"], ["[Prone]"]),
        ("track: [2 Mire]", ["[Prone, Shaken]", "[Shaken, Prone]"], ["[Prone]", "[]", "[Prone, Shaken, Hurt(1)]"]),
        ("track: [2 Mire], model: {traits: [Tough]}", ["[]"], ["[Prone, Shaken]"]),
        ("track: [2 Mire, 2 Spring]", ["[Shaken]"], ["[Prone, Shaken]", "[]"]),
        ("track: [2 Open], given: {states: [Hurt(2)]}", ["[Hurt(2)]"], ["[Hurt(1)]", "[]", "[Hurt]"]),
        (
            f"{UNIT}, {TABLE}",
            ["{a: [Prone, Shaken], b: []}", "{a: [Shaken, Prone]}"],
            ["[]", "{b: [Prone]}", "{c: []}"],
        ),
        (f"{UNIT}, table: {{}}", ["[]"], ["[Prone]"]),
    ],
)
def test_all_states_of_whoever_moved(scenario: str, right: list[str], wrong: list[str]) -> None:
    for states in right:
        assert played(f"{scenario}, expect: {{states: {states}}}").passed, states
    for states in wrong:
        (step,) = played(f"{scenario}, expect: {{states: {states}}}").steps
        assert [each.key for each in step.mismatches] == ["states"], states


def test_states_end_with_what_they_last_for() -> None:
    then = "then: [{turn: next, path: [[2, 0], [3, 0]], expect: {states: [Prone]}}]"
    assert played(f"track: [2 Mire], expect: {{states: [Prone, Shaken]}}, {then}").passed


def test_a_state_that_nothing_declares_is_told() -> None:
    (found,) = played("track: [2 Mire], expect: {states: [Pron]}").findings
    assert (found.code, found.help) == ("GR405", "did you mean `Prone`?")


def test_what_a_look_has_is_no_state() -> None:
    result = played("models: {a: {at: [0, 0]}, b: {at: [5, 0]}}, sight: {from: a, to: b}, expect: {states: []}")
    assert [each.actual for step in result.steps for each in step.mismatches] == ["no move was made"]
