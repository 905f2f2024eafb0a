"""Rules of a model that speak of ground by `except` or `when`: asked of the ground that it is in at the time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundrules.engine import decide, ground_for, profile_for

from .playing import judge, model, outcomes, reasons, rules, see

HEAD = (
    "overlap worst\nmodel\n    traits: Cart, Wagon\npiece\n    Height: distance, optional\noutcome Hit\ncover Soft\n"
    "Road: no effect\nWood: no effect\n"
)
ROAD = {"road": ("Road", (2, -1, 8, 1))}
#: Two inches in the open, four on the road.
INTO = [(0, 0), (6, 0)]
CART = model(traits="Cart")
VIEWER = model("viewer", at=(0, 0))


@pytest.mark.parametrize(
    ("rule", "cost"),
    [
        ("Cart except Road: cost +1", 2 * 2 + 4),
        ("Cart when not Road: cost +1", 2 * 2 + 4),
        ("Cart when not Any Terrain: cost x3", 2 * 3 + 4),
        ("Cart when Road: cost +1", 2 + 4 * 2),
        ("Cart when inside: cost +1", 2 + 4 * 2),
        ("Cart when none of base inside: cost +1", 2 * 2 + 4),
        ('Cart when piece Height at least 2": cost x2', 6),
        ('Cart when piece Height at most 1": cost x2', 2 + 4 * 2),
        ('Cart when Road and piece Height over 1": cost x2', 6),
        ("Cart when Wood or not Road: cost x2", 2 * 2 + 4),
    ],
)
def test_a_stretch_is_asked_for_its_ground(rule: str, cost: int) -> None:
    laid = {"road": ("Road", (2, -1, 8, 1), {"Height": "1"})}
    text = f"{HEAD}{rule}\n"
    assert judge(text, laid, INTO, mover=CART).cost == cost
    there = judge(text, laid, INTO, mover=CART).cost
    back = judge(text, laid, INTO[::-1], mover=CART).cost
    assert there == back


def test_ground_that_overlaps_is_asked_together() -> None:
    both = {**ROAD, "wood": ("Wood", (0, -1, 5, 1))}
    assert judge(HEAD + "Cart except Road: cost +1\n", both, INTO, mover=CART).cost == 2 * 2 + 4
    assert judge(HEAD + "Cart when Wood and Road: cost +1\n", both, INTO, mover=CART).cost == 6, "no piece is both"
    assert judge(HEAD + "Cart on end except Wood: Hit\n", both, [(0, 0), (4, 0)], mover=CART).outcomes == ()


@pytest.mark.parametrize(
    ("rule", "to", "hits"),
    [
        ("Cart on end except Road: Hit", 6, 0),
        ("Cart on end except Road: Hit", 10, 1),
        ("Cart on end when Road: Hit", 6, 1),
        ("Cart on end when Road: Hit", 10, 0),
        ("Cart on end when not inside: Hit", 6, 0),
        ("Cart on end when not inside: Hit", 10, 1),
        ("Cart on end when touching: Hit", 2, 1),
        ("Cart on start when Road: Hit", 6, 0),
        ("Cart on enter except Road: Hit", 6, 0),
        ("Cart on enter when Road: Hit", 6, 1),
        ("Cart on activate except Road: Hit", 6, 1),
    ],
)
def test_an_event_is_asked_for_the_ground_where_it_happens(rule: str, to: int, hits: int) -> None:
    found = judge(f"{HEAD}{rule}\n", ROAD, [(0, 0), (to, 0)], mover=CART)
    assert outcomes(found) == ["Hit"] * hits


def test_what_is_forbidden_there_is_forbidden_there_only() -> None:
    text = HEAD + "Cart except Road: forbid end\n"
    assert judge(text, ROAD, INTO, mover=CART).legal
    assert [kind for kind, *_ in reasons(judge(text, ROAD, [(0, 0), (10, 0)], mover=CART))] == ["rule"]


def test_ground_counts_as_what_it_is_to_the_model() -> None:
    text = (
        HEAD
        + "Trail: counts as Road\n"
        + "Cart except Road: cost +1\nWagon: treat Wood as Road\nWagon except Road: cost +1\n"
    )
    assert judge(text, {"t": ("Trail", (2, -1, 8, 1))}, INTO, mover=CART).cost == 2 * 2 + 4
    assert judge(text, {"w": ("Wood", (2, -1, 8, 1))}, INTO, mover=model(traits="Wagon")).cost == 2 * 2 + 4


def test_a_look_is_asked_for_the_ground_of_the_target() -> None:
    wood = {"wood": ("Wood", (8, -3, 12, 3))}
    text = HEAD + "Cart when Wood: cover Soft\n"
    assert see(text, wood, VIEWER, model("target", at=(10, 0), traits="Cart")).cover == "Soft"
    assert see(text, wood, VIEWER, model("target", at=(20, 0), traits="Cart")).cover is None
    behind = HEAD + "Cart when Wood and behind: cover Soft\n"
    assert see(behind, wood, VIEWER, model("target", at=(20, 0), base=1, traits="Cart")).cover == "Soft"
    assert see(behind, wood, VIEWER, model("target", at=(5, 0), base=1, traits="Cart")).cover is None


def test_a_decision_knows_the_ground() -> None:
    made = rules(HEAD + "Cart except Road: cost +1\n" + 'Cart when moved over 3" and Wood: cost x5\n')
    cart = profile_for(made, CART)
    assert decide(made, cart, "Move", ground_for(made)).cost == 2
    assert decide(made, cart, "Move", ground_for(made, "Road")).cost == 1
    assert decide(made, cart, "Move", ground_for(made, "Road")).depends == ()
    wood = decide(made, cart, "Move", ground_for(made, "Wood"))
    assert (wood.cost, len(wood.depends)) == (Fraction(2), 1)


LAID = {"road": ("Road", (2, -1, 8, 1)), "wood": ("Wood", (4, -1, 12, 1))}


def test_what_is_ignored_on_some_ground_costs_off_it() -> None:
    text = HEAD.replace("Wood: no effect", "Wood: cost x2") + "Cart when Road: ignore Wood\n"
    # Of the ten inches only the last two are wood off the road.
    assert judge(text, LAID, [(0, 0), (10, 0)], mover=CART).cost == 8 + 2 * 2


def test_fields_and_bands_are_asked_where_the_model_is() -> None:
    text = (
        "model\n    traits: Cart\n    Armour: number\noutcome Hit(N)\nRoad, Wood: no effect\n"
        "Cart when Road: Armour +2\nroll Test: d6\n    1-3 Bad when Road: Hit(Armour)\n"
        "    1-3 Poor when not Road: Hit(9)\n"
        "    4+ Good\nCart on end: Test\n"
    )
    cart = model(traits="Cart", Armour=1)
    assert outcomes(judge(text, LAID, [(0, 0), (6, 0)], mover=cart, dice=[2])) == ["Hit(3)"]
    assert outcomes(judge(text, LAID, [(0, 0), (10, 0)], mover=cart, dice=[2])) == ["Hit(9)"]
