"""Ground that replaces other ground: in moves, in looks, in decisions."""

from __future__ import annotations

import pytest

from groundrules.engine import decide, ground_for, profile_for
from groundrules.engine.profile import Spot

from .playing import events, judge, model, named, outcomes, rules, see

GROUND = "overlap worst\nWood: cost x2\nBog: cost +1\nRoad: replaces Wood\n"
BOTH = {"p": ("Wood+Bog", (2, -1, 8, 1)), "r": ("Road", (4, -1, 6, 1))}
ACROSS = [(0, 0), (10, 0)]


def test_a_piece_of_which_a_part_is_replaced_is_entered_once() -> None:
    text = GROUND + "outcome Hit\nAny Terrain on contact, enter, leave, cross: Hit\n"
    found = judge(text, BOTH, ACROSS)
    assert events(found) == [
        "contact p", "enter p", "contact r", "enter r", "leave r", "cross r", "leave p", "cross p",
    ]  # fmt: skip
    assert outcomes(found) == ["Hit"] * 8
    # Wood and bog cost (1 + 0) x 2 and 1 + 1, the worst of which is 2; bog alone costs 2 as well.
    assert found.cost == 2 + 6 * 2 + 2


def test_what_is_replaced_is_left_and_entered_for_its_own_rules() -> None:
    text = GROUND + "outcome Out\noutcome In\nWood on leave: Out\nWood on enter: In\n"
    found = judge(text, BOTH, ACROSS)
    assert outcomes(found) == ["In", "Out", "In", "Out"]
    alone = judge(text, {**BOTH, "p": ("Wood", (2, -1, 8, 1))}, ACROSS)
    assert outcomes(alone) == ["In", "Out", "In", "Out"]


def test_prices_of_a_parted_piece_are_paid_once() -> None:
    text = 'overlap worst\nAny Terrain: cost 1" to enter\nWood, Bog: no effect\nRoad: replaces Wood\n'
    laid = {"p": ("Wood+Bog", (2, -1, 8, 1)), "r": ("Road", (4, -1, 12, 1))}
    assert judge(text, laid, ACROSS).cost == 10 + 2


def test_starts_and_ends_of_a_parted_piece_happen_once() -> None:
    text = GROUND + "outcome Hit\nAny Terrain on activate, start, end: Hit\n"
    found = judge(text, BOTH, [(7, 0), (3, 0)])
    assert [each for each in events(found) if each.split()[0] in ("activate", "start", "end")] == [
        "activate p", "start p", "end p",
    ]  # fmt: skip
    assert len(outcomes(found)) == 3


def test_changes_of_a_parted_piece_count_once() -> None:
    text = "model\n    Armour: number\noutcome Hit(N)\nAny Terrain: Armour +1\nWood, Bog: no effect\n" + (
        "Road: replaces Wood\nBog on leave: Hit(Armour)\n"
    )
    laid = {"p": ("Wood+Bog", (2, -1, 8, 1)), "r": ("Road", (9, -1, 12, 1))}
    assert outcomes(judge(text, laid, ACROSS, mover=model(Armour=1))) == ["Hit(2)"]


SIGHT = "cover Soft\nWood: cover Soft, block sight\nRoad: replaces Wood\n"
V, T = model("v", at=(0, 0), base=1), model("t", at=(20, 0), base=1)


@pytest.mark.parametrize(
    ("laid", "sight"),
    [
        ({"wood": ("Wood", (4, -3, 16, 3))}, "blocked"),
        ({"wood": ("Wood", (4, -3, 16, 3)), "road": ("Road", (-10, -1, 30, 1))}, "clear"),
        ({"wood": ("Wood", (4, -3, 16, 3)), "road": ("Road", (5, -1, 15, 1))}, "blocked"),
        ({"wood": ("Wood", (4, -3, 16, 3)), "road": ("Road", (-10, 1, 30, 2))}, "blocked"),
        ({"both": ("Wood+Road", (4, -3, 16, 3))}, "clear"),
    ],
)
def test_sight_along_a_road_through_a_wood(laid: dict[str, tuple[str, tuple[int, ...]]], sight: str) -> None:
    there = see(SIGHT, laid, V, T)
    assert (there.sight, see(SIGHT, laid, T, V).sight) == (sight, sight)
    assert there.blocked_by == (("wood",) if sight == "blocked" else ())


def test_cover_is_not_given_by_what_is_replaced() -> None:
    laid = {"wood": ("Wood", (4, -3, 16, 3)), "road": ("Road", (-10, -1, 30, 1))}
    assert see(SIGHT, laid, V, model("t", at=(10, 0), base=1)).cover is None
    assert see(SIGHT, laid, V, model("t", at=(10, 2), base=1)).cover == "Soft"
    assert see(SIGHT, {"both": ("Wood+Road", (4, -3, 16, 3))}, V, model("t", at=(10, 0), base=1)).cover is None
    hidden = "cover Soft\nWood when over 1/2 of facing obscured by Wood: cover Soft\nRoad: replaces Wood\n"
    assert see(hidden, {"wood": laid["wood"]}, V, T).cover == "Soft"
    assert see(hidden, laid, V, T).cover is None


def test_a_decision_heeds_what_is_replaced() -> None:
    made = rules(GROUND)
    nobody = profile_for(made, model())
    both = decide(made, nobody, "Move", ground_for(made, "Wood", "Road"))
    assert (both.cost, [each.name for each in both.terrains]) == (1, ["Road"])
    apart = decide(made, nobody, "Move", (Spot((named("Wood"),)), Spot((named("Road"),))))
    assert (apart.cost, [each.name for each in apart.terrains]) == (1, ["Road"])
    assert decide(made, nobody, "Move", ground_for(made, "Wood", "Road", "Bog")).cost == 2
    assert decide(made, nobody, "Move", ground_for(made, "Wood")).cost == 2
