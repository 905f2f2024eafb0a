"""The drawing of a move shows each cost where it arises, and all of them together are the cost of the move."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from groundrules.project import bundled
from groundrules.project.playing import load
from groundrules.scenarios.picture import picture
from groundrules.scenarios.picture_costs import marks_of, place_on
from groundrules.scenarios.running import run_scenario

RULES = """\
rules: |
  Rock on climb: cost 2" per 1" of rise
  Rock on drop: cost 1" per 1" of fall
  Fen: cost x2
  Fen on enter: cost 3" to enter
table:
  rock: {terrain: Rock, rect: [4, -2, 6, 2]}
scenarios:
  - {name: it, %s}
"""
OVER = "path: [[0, 0], [4, 0], {climb: 3}, [6, 0], {drop: 3}, [8, 0]]"


def drawn(folder: Path, scenario: str) -> tuple[list[tuple[float, float, float]], str]:
    path = folder / "s.yaml"
    path.write_text(RULES % scenario, encoding="utf-8")
    play = load(path, "s.yaml")
    assert play is not None and play.document is not None and play.ruleset is not None
    result = run_scenario(play.ruleset, play.document.scenarios[0])
    assert result.passed, result.mismatches
    verdict = result.steps[0].verdict
    assert verdict is not None
    return [(mark.at, mark.before, mark.after) for mark in marks_of(verdict)], picture(play.ruleset, result)


@pytest.mark.parametrize(
    ("scenario", "marks", "labels"),
    [
        # 4 on the flat, 3 up at 2 each, 2 on the rock, 3 down at 1 each, 2 on the flat.
        (f"{OVER}, expect: {{cost: 17}}", [(0, 0, 0), (4, 4, 10), (6, 12, 15), (8, 17, 17)], ["+6", "+3"]),
        # 1 on the flat, 3 at the edge, 4 of fen at 2 each, 1 on the flat.
        (
            "track: [1 Open, 4 Fen, 1 Open], expect: {cost: 13}",
            [(0, 0, 0), (1, 1, 4), (5, 12, 12), (6, 13, 13)],
            ["×2", "+3"],
        ),
        ("path: [[0, 0], [4, 0], {climb: 1}], expect: {cost: 6}", [(0, 0, 0), (4, 4, 6)], ["+2"]),
        ("track: [3 Open], expect: {cost: 3}", [(0, 0, 0), (3, 3, 3)], []),
    ],
)  # fmt: skip
def test_a_cost_stands_where_it_arises(
    scenario: str, marks: list[tuple[float, float, float]], labels: list[str], tmp_path: Path
) -> None:
    found, svg = drawn(tmp_path, scenario)
    assert found == marks
    assert re.findall(r">([×+][^<]*)<", svg) == labels


def test_the_place_at_a_distance() -> None:
    way = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]
    assert [place_on(way, at) for at in (0, 4, 5.5, 7)] == [(0, 0), (4, 0), (4, 1.5), (4, 3)]


@pytest.mark.parametrize("name", bundled.names())
def test_what_is_drawn_is_what_the_move_costs(name: str) -> None:
    """Of every scenario that comes with the program: costs never fall, and the last is that of the move."""
    seen = 0
    for path in sorted((bundled.folder() / name).glob("scenarios/*.yaml")):
        play = load(path, path.name)
        assert play is not None and play.document is not None and play.ruleset is not None
        for scenario in play.document.scenarios[:40]:
            for step in run_scenario(play.ruleset, scenario).steps:
                if step.verdict is None or step.verdict.legs > 1 or not step.verdict.models:
                    continue
                marks, seen = marks_of(step.verdict), seen + 1
                assert all(mark.before <= mark.after + 1e-6 for mark in marks), scenario.name
                assert all(one.after <= other.before + 1e-6 for one, other in pairwise(marks)), scenario.name
                assert marks[-1].after == pytest.approx(float(step.verdict.models[0].cost), abs=1e-6), scenario.name
    assert seen > 0
