"""Tracks cell by cell, and models that are in a state before they move."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from groundrules.project.testing import test_file as play_file
from groundrules.scenarios.telling import amount

HEXES = """rules: |
  distance hexes
  grid hexes
  overlap worst
  model
      Movement: distance
      Class: Foot, Tracked
  action Move: up to Movement
  state Bogged until end of turn: forbid Move
  roll Bog Roll: d6
      1: gain Bogged
      2+: no effect
  Wood for Foot: cost x2
  River for Foot: cost all
  River for Tracked: cost 2 to enter
  Rough on enter for Tracked: Bog Roll
  Road: replaces Wood
  Road when whole move: Movement +2
scenarios:
"""
SQUARES = """rules: |
  distance feet
  grid 5ft squares
  Rubble: cost x2
scenarios:
"""


def failures(head: str, scenario: str, folder: Path) -> str:
    path = folder / "x.yaml"
    path.write_text(head + "  - {name: x, " + scenario + "}\n", encoding="utf-8")
    tested = play_file(path, "x.yaml")
    assert tested is not None
    return "\n".join([*tested.findings, *(line for each in tested.scenarios for line in each.lines)])


@pytest.mark.parametrize(
    "scenario",
    [
        # One hex of bare ground, two of wood at two each: 1 + 4; the river takes what is left of 6.
        "model: {Movement: 6, Class: Foot}, track: [1 Open, 2 Wood, 1 River], expect: {moved: 4, cost: 6, left: 0}",
        # One hex, then a hex of river that costs two more.
        "model: {Movement: 6, Class: Tracked}, track: [1 Open, 1 River], expect: {cost: 4, ends_at: [2, 0]}",
        "model: {Movement: 6, Class: Tracked}, track: [1 Rough], dice: [1], expect: {rolls: [{dice: [1]}]}",
        # The whole move lies on road: two hexes more than one.
        "model: {Movement: 1, Class: Foot}, track: [3 Road], expect: {legal: true, allowance: 3}",
        "model: {Movement: 2, Class: Foot}, track: [1 Open, 1 Road], expect: {allowance: 2}",
        # Road on the same piece, and on a piece of its own, silences the wood.
        "model: {Movement: 2, Class: Foot}, track: [2 Wood and Road], expect: {cost: 2}",
        "model: {Movement: 2, Class: Foot}, table: {a: {terrain: Wood, cells: [[1, 0]]}, b: {terrain: Road, cells: "
        "[[1, 0]]}}, path: [[0, 0], [1, 0]], expect: {cost: 1}",
        # States that the model states.
        "model: {Movement: 2, Class: Foot, states: [Bogged]}, track: [1 Open], expect: {legal: false}",
        "models: {a: {Movement: 2, Class: Foot, states: Bogged}}, model: a, track: [1 Open], expect: {legal: false}",
        "models: {a: {Movement: 2, Class: Foot, states: Bogged}, b: {Movement: 2, Class: Foot}}, model: b, "
        "track: [1 Open], expect: {legal: true}",
    ],
)
def test_hexes_by_hand(scenario: str, tmp_path: Path) -> None:
    assert failures(HEXES, scenario, tmp_path) == ""


def test_a_track_that_no_table_has_room_for_is_told_at_its_strip(tmp_path: Path) -> None:
    said = failures(HEXES, "model: {Movement: 2, Class: Foot}, track: [60000 Open, 60000 Open]", tmp_path)
    assert "GR404" in said and "the track is longer than 99,999" in said


def test_one_hex_is_a_hex() -> None:
    told = [amount(value, "hexes") for value in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2))]
    assert told == ["0 hexes", "½ hex", "1 hex", "1½ hexes"]


def test_squares_of_five_feet_by_hand(tmp_path: Path) -> None:
    assert failures(SQUARES, "track: [5 Open, 10 Rubble], expect: {moved: 15, cost: 25}", tmp_path) == ""
    told = failures(SQUARES, "track: [5 Open, 7 Rubble]", tmp_path)
    assert "`7 Rubble` is no whole number of squares" in told
    assert "so many times 5 long" in told


def test_a_ban_is_told_by_the_line_that_says_it(tmp_path: Path) -> None:
    head = "rules: |\n  Crag: cost x2\n  Crag: forbid enter\nscenarios:\n"
    told = failures(head, "track: [2 Crag], expect: {legal: true}", tmp_path)
    assert "`Crag` forbids to enter crag" in told and "`Crag~" not in told


def test_a_rectangle_of_width_and_height_is_told_what_its_numbers_are(tmp_path: Path) -> None:
    head = "rules: |\n  Mud: cost x2\ntable:\n  bog: {terrain: Mud, rect: [4, 0, 4, 4]}\nscenarios:\n"
    told = failures(head, "path: [[0, 0], [1, 0]]", tmp_path)
    assert "two corners, `[x0, y0, x1, y1]`, not a width and a height" in told


def test_a_story_leaves_out_upright_steps_that_nobody_takes(tmp_path: Path) -> None:
    head = (
        "rules: |\n  model\n      Class: Foot, Wheels, Hover\n  Mud: cost x2\n  Any Terrain on climb: stop\n"
        "  Mud on enter for Wheels, Hover: stop\nscenarios:\n"
    )
    told = failures(head, "model: {Class: Foot}, track: [2 Mud], expect: {cost: 1}", tmp_path)
    assert "on climb" not in told
    assert told.count("model Class is Foot") == 1


def test_models_of_a_unit_without_names_are_told_how_to_get_them(tmp_path: Path) -> None:
    head = "rules: |\n  Mud: cost x2\nscenarios:\n"
    told = failures(head, "unit: [{at: [0, 0]}, {at: [1, 0]}], path: [[0, 0], [2, 0]], expect: {cost: 2}", tmp_path)
    assert "the models of a unit need names; write `{models: {a: {…}, b: {…}}}`" in told
    named = "unit: {models: {a: {at: [0, 0]}, b: {at: [1, 0]}}}, path: [[0, 0], [2, 0]], expect: {cost: 2}"
    assert failures(head, named, tmp_path) == ""
