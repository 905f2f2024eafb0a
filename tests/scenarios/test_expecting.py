"""A scenario fails when anything it states does not come true, and says what came instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.testing import test_file as play_file

HEAD = """rules: |
  roll Leap: 2d6
      2-6  Fall: end activation
      7+   Landing

  Mud: cost x2
  Gap on enter: Leap
  state Wet
  state Cold
  Ford on enter: gain Wet and Cold
  model
      Armour: number, optional
  cover Soft: target Armour -1, shooter Armour +1
  Wood when between: cover Soft
scenarios:
"""
#: Four inches of mud after two bare ones: 2 + 2 x 4.
MUD = "  - {name: mud, track: [2 Open, 4 Mud], expect: {%s}}\n"
FORD = "  - {name: ford, track: [2 Ford], expect: {%s}}\n"
LOOK = """  - name: look
    table: {w: {terrain: Wood, rect: [4, -1, 5, %s]}}
    models: {a: {at: [0, 0], Armour: 4}, b: {at: [9, 0], Armour: 4}}
    sight: {from: a, to: b}
    expect: {%s}
"""
GAP = "  - {name: gap, track: [3 Open, 2 Gap], dice: [%s], expect: {%s}}\n"
ODDS = "  - {name: gap, track: [3 Open, 2 Gap], odds: {%s}}\n"


def played(text: str, folder: Path) -> tuple[int, int, str]:
    path = folder / "x.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    tested = play_file(path, "x.yaml")
    assert tested is not None
    told = "\n".join([*tested.findings, *(line for each in tested.scenarios for line in each.lines)])
    return tested.passed, tested.failed, told


@pytest.mark.parametrize(
    "text",
    [
        MUD % "cost: 10, moved: 6, legal: true, rolls: [], outcomes: []",
        MUD % "cost: 10.0000001, ends_at: [6, 0], activation: continues",
        MUD % "left: none",
        GAP % ("3, 4", "rolls: [{roll: Leap, dice: [3, 4], outcome: Landing}], ends_at: [5, 0]"),
        GAP % ("3, 4", "rolls: [{piece: gap, outcome: Landing}], states: []"),
        LOOK % (1, "cover: Soft, changes: [target Armour -1, shooter Armour +1]"),
        LOOK % ("-0.5", "cover: none, changes: []"),
        FORD % "states: [Wet, Cold]",
        FORD % "states: [Cold, Wet]",
        FORD % "states: {model: [Wet, Cold]}",
        GAP % ("1, 2", "ends_at: [3, 0], activation: ended, moved: 3, cost: 3"),
        ODDS % "Fall: 5/12, Landing: 7/12, Leap: 1",
        ODDS % "Fall: {0: 7/12, 1: 5/12}, LeapFall: 5/12",
    ],
)
def test_what_is_true_passes(text: str, tmp_path: Path) -> None:
    assert played(text, tmp_path) == (1, 0, "")


@pytest.mark.parametrize(
    ("text", "expected", "actual"),
    [
        (MUD % "cost: 9", "cost: expected 9", "got 10"),
        (MUD % "legal: false", "legal: expected false", "got true"),
        (MUD % "ends_at: [5, 0]", "ends_at: expected [5, 0]", "got [6, 0]"),
        (MUD % "rolls: [{roll: Leap}]", "rolls: expected [{roll: Leap}]", "got []"),
        (MUD % "why: mud", "why: expected mud", "got nothing speaks against the move"),
        (GAP % ("3, 4, 5", "legal: true"), "dice: expected no dice left over", "got nobody asked for 5"),
        (GAP % ("3, 4", "rolls: [{outcome: Fall}]"), "outcome: Fall", "outcome: Landing"),
        (GAP % ("1, 2", "activation: continues"), "activation: expected continues", "got ended"),
        (GAP % ("3, 4", "rolls: [{piece: mud}]"), "piece: mud", "roll: Leap"),
        (LOOK % (1, "changes: [target Armour -2]"), "changes: expected [target Armour -2]", "target Armour -1"),
        (GAP % ("3, 4", "changes: []"), "changes: expected []", "got nobody looked"),
        (FORD % "states: [Wet]", "states: expected [Wet]", "got {model: [Wet, Cold]}"),
        (FORD % "states: {model: []}", "states: expected {model: []}", "got {model: [Wet, Cold]}"),
        (ODDS % "Fall: 6/12", "odds Fall: expected 6/12", "got 5/12"),
        (ODDS % "Fall: {1: 5/12}", "odds Fall: expected", "got {0: 7/12, 1: 5/12}"),
    ],
)
def test_what_is_not_true_fails_and_says_so(text: str, expected: str, actual: str, tmp_path: Path) -> None:
    passed, failed, told = played(text, tmp_path)
    assert (passed, failed) == (0, 1)
    assert expected in told and actual in told


def test_too_few_dice_fail_and_name_the_roll(tmp_path: Path) -> None:
    passed, failed, told = played(GAP % ("3", "legal: true"), tmp_path)
    assert (passed, failed) == (0, 1)
    assert "Leap asks for 2 dice of 6 sides" in told


def test_steps_carry_on_from_where_the_last_one_ended(tmp_path: Path) -> None:
    text = """  - name: two steps
    table: {bog: {terrain: Mud, rect: [4, -1, 8, 1]}}
    path: [[0, 0], [3, 0]]
    expect: {cost: 3}
    then:
      - path: [[3, 0], [6, 0]]
        expect: {cost: 5, ends_at: [6, 0]}
"""
    assert played(text, tmp_path) == (1, 0, "")


def test_a_case_is_laid_over_its_scenario(tmp_path: Path) -> None:
    text = """  - name: strips
    track: [2 Open, 4 Mud]
    expect: {moved: 6, cost: 10}
    cases:
      - {name: as it is}
      - {name: longer, track: [4 Open, 4 Mud], expect: {moved: 8, cost: 12}}
      - {name: wrong, expect: {cost: 11}}
"""
    passed, failed, told = played(text, tmp_path)
    assert (passed, failed) == (2, 1)
    assert "cost: expected 11" in told
