"""Where a track begins and ends: it comes into its first strip, and ends in its last one."""

from __future__ import annotations

from fractions import Fraction

import pytest

import groundrules as gr

RULES = """\
action Move
outcome Reached
outcome Left
Mud: cost x2
Mire: forbid end
Camp on end: Reached
Ditch on cross: Left
"""
HEXES = f"distance hexes\ngrid hexes\n{RULES}"


@pytest.mark.parametrize("head", [RULES, HEXES])
@pytest.mark.parametrize(
    ("strips", "legal", "cost", "outcomes"),
    [
        ("2 Mud", True, 4, []),
        ("1 Open, 2 Mud", True, 5, []),
        ("1 Open, 2 Mire", False, 3, []),
        ("1 Open, 2 Mire, 1 Open", True, 4, []),
        ("1 Open, 2 Camp", True, 3, ["Reached"]),
        ("1 Camp, 1 Open", True, 2, []),
        ("1 Ditch, 1 Open", True, 2, ["Left"]),
        ("1 Open, 1 Ditch", True, 2, []),
    ],
)
def test_a_track_ends_in_its_last_strip(head: str, strips: str, legal: bool, cost: int, outcomes: list[str]) -> None:
    rules, found = gr.check(head)
    assert rules is not None, found
    verdict = rules.adjudicate_track(strips)
    assert verdict.legal is legal
    if legal:
        assert (verdict.cost, [each.outcome for each in verdict.outcomes]) == (Fraction(cost), outcomes)


@pytest.mark.parametrize("strips", ["4 Mud", "1 Open, 3 Mud", "1/2 Mud, 3 Open, 1/2 Mud"])
def test_its_length_is_that_of_its_strips(strips: str) -> None:
    rules, _ = gr.check(RULES)
    assert rules is not None
    assert rules.adjudicate_track(strips).moved == 4


@pytest.mark.parametrize("head", [RULES, HEXES])
@pytest.mark.parametrize("strips", ["100001 Open", "60000 Open, 60000 Open", "100000 Mud", "999999999 Mud"])
def test_a_track_that_no_table_has_room_for(head: str, strips: str) -> None:
    rules, found = gr.check(head)
    assert rules is not None, found
    with pytest.raises(gr.Refusal, match="the track is longer than 99,999") as refused:
        rules.adjudicate_track(strips)
    assert refused.value.kind == "table"


def test_a_strip_of_more_cells_than_a_piece_may_have() -> None:
    rules, found = gr.check(HEXES)
    assert rules is not None, found
    with pytest.raises(gr.Refusal, match="`50000 Mud` covers more than 250,000 cells"):
        rules.adjudicate_track("50000 Mud")
