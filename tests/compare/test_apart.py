"""Situations that tell rulesets apart: each passes under the one and fails under the other, whatever was changed."""

from __future__ import annotations

import pytest

from groundrules.compare.apart import Searching, read_one
from groundrules.compare.changes import changes_of
from groundrules.meaning import compile_ruleset
from groundrules.project.library import Library
from groundrules.ruleset import Ruleset
from groundrules.scenarios.running import run_scenario
from groundrules.source import Source

HEAD = """overlap worst
model
    Speed: distance
    Height: Low < High
    Skill: number
action Move: up to Speed
action March: 2 moves, each up to Speed
outcome Hit
cover Soft
state Dazed until end of turn: cost +1
number Test Dice by Height: Low 1, High 2
roll Bog Test: Test Dice d6
    each 1: Hit
roll Leap: 2d6 keep 1 highest
    1-3: stop
    4+: no effect
"""


def rules(text: str, head: str = HEAD) -> Ruleset:
    compiled = compile_ruleset(Source("rules.terrain", head + text), "rules", Library().load)
    assert compiled.ruleset is not None, [each.message for each in compiled.diagnostics]
    return compiled.ruleset


GRADE = "cover Light: shooter Skill -1\nHedge when between: cover Light\n"
PAIRS = [
    ("a factor", "Mud: cost x2\n", "Mud: cost x3\n"),
    ("a threshold", 'Mud on drop when fall at least 3": Hit\n', 'Mud on drop when fall over 3": Hit\n'),
    ("once, seen by two pieces", "Mud on enter once per move: Hit\n", "Mud on enter: Hit\n"),
    ("once, seen in a second action", "Mud on enter once per move: Hit\n", "Mud on enter once per turn: Hit\n"),
    ("a cover", "Wood when behind: cover Soft\n", "Wood when inside: cover Soft\n"),
    ("an event", "Mud on enter: Hit\n", "Mud on leave: Hit\n"),
    ("a rule that is gone", "Mud on enter: Hit\nBog: cost x2\n", "Mud on enter: Hit\nBog: no effect\n"),
    ("what a cover changes", GRADE, GRADE.replace("Skill -1", "Skill -2")),
    ("what a cover changes, more or less", GRADE, GRADE.replace("Skill -1", "Skill +1")),
    ("what a cover changes, gone", GRADE, GRADE.replace(": shooter Skill -1", "")),
    ("what a look changes", "Wood when behind: shooter Skill -1\n", "Wood when behind: shooter Skill -2\n"),
    ("an outcome that there was not", "Mud on enter: no effect\n", "Mud on enter: Hit\n"),
    ("a state", "Mud on enter: gain Dazed\n", "Mud on enter: no effect\n"),
]


@pytest.mark.parametrize(("old", "new"), [(old, new) for _, old, new in PAIRS], ids=[name for name, _, _ in PAIRS])
def test_a_situation_passes_before_and_fails_after(old: str, new: str) -> None:
    before, after = rules(old), rules(new)
    found = Searching(before).against(after, [each.id for each in changes_of(before, after)], "apart")
    assert found is not None
    scenario = read_one(found.text)
    assert scenario is not None and scenario.name == "apart"
    assert run_scenario(before, scenario).passed
    assert not run_scenario(after, scenario).passed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Low 1, High 2", "Low 1, High 3"),  # seen by a high model alone
        ("keep 1 highest", "keep 1 lowest"),
        ("2 moves, each", "3 moves, each"),
    ],
)
def test_declarations_are_told_apart_too(one: str, other: str) -> None:
    text = "Mud on enter: Bog Test\nGap on jump: Leap\n"
    before, after = rules(text), rules(text, HEAD.replace(one, other))
    found = Searching(before).against(after, [], "apart")
    assert found is not None
    scenario = read_one(found.text)
    assert scenario is not None
    assert run_scenario(before, scenario).passed and not run_scenario(after, scenario).passed


def test_nothing_is_found_where_nothing_differs() -> None:
    before, after = rules("Mud: cost x2\n"), rules("Mud:\n    > Other words.\n    cost x2\n")
    assert all(each.words for each in changes_of(before, after))
    assert Searching(before, plays=40).against(after, ["Mud"], "apart") is None


def test_changes_by_kind() -> None:
    before = rules("Mud: cost x2\nBog on enter for Low: Hit\nWire: forbid enter\n")
    after = rules("Mud: cost x3\nBog on enter for High: Hit\nHedge: forbid enter\n")
    told = {(each.how, each.kind, each.id, each.was) for each in changes_of(before, after)}
    assert told == {
        ("changed", "rule", "Mud", None),
        ("changed", "rule", "Bog on enter for High", "Bog on enter for Low"),
        ("added", "rule", "Hedge", None),
        ("removed", "rule", "Wire", None),
        ("added", "terrain", "Hedge", None),
        ("removed", "terrain", "Wire", None),
    }
