"""What ground costs: every form of cost, and every policy where ground overlaps.

Expected numbers are worked out by hand from the lengths given.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from .playing import judge, model

ACROSS = [(0, 1), (10, 1)]
TWO = {"mud": ("Mud", (2, 0, 6, 2)), "wire": ("Wire", (4, 0, 8, 2))}


@pytest.mark.parametrize(
    ("policy", "cost"),
    # 2 bare, 2 of x2, 2 of both, 2 of x3, 2 bare: 2 + 4 + both + 6 + 2.
    [("worst", 14 + 2 * 3), ("multiply", 14 + 2 * 6), ("add", 14 + 2 * 4)],
)
def test_two_factors_where_ground_overlaps(policy: str, cost: int) -> None:
    assert judge(f"overlap {policy}\nMud: cost x2\nWire: cost x3\n", TWO, ACROSS).cost == cost


@pytest.mark.parametrize(
    ("policy", "both"),
    # Mud (1+1)x2, Wire (1+2)x1. worst: 4; multiply: (1+1+2)x2; add: 1+1+2+(2-1).
    [("worst", 4), ("multiply", 8), ("add", 5)],
)
def test_extras_and_factors_where_ground_overlaps(policy: str, both: int) -> None:
    text = f"overlap {policy}\nMud: cost x2, cost +1\nWire: cost +2\n"
    assert judge(text, TWO, [(4, 1), (6, 1)]).cost == 2 * both


@pytest.mark.parametrize(("policy", "each"), [("worst", 4), ("multiply", 4), ("add", 3)])
def test_the_same_ground_twice_counts_once(policy: str, each: int) -> None:
    # (1 + 1) x2, or 1 + 1 + (2 - 1).
    pieces = {"a": ("Mud", (2, 0, 6, 2)), "b": ("Mud", (4, 0, 8, 2))}
    assert judge(f"overlap {policy}\nMud: cost x2, cost +1\n", pieces, ACROSS).cost == 4 + 6 * each


def test_one_piece_that_is_both_costs_as_two_that_overlap() -> None:
    text = "overlap multiply\nMud: cost x2\nWire: cost x3\n"
    assert judge(text, {"bog": ("Mud+Wire", (2, 0, 6, 2))}, ACROSS).cost == 6 + 4 * 6


def test_a_floor_comes_last() -> None:
    text = "overlap add\nRoad: cost -1\nMud: cost +1\nWood: cost at least 2\n"
    assert judge(text, {"road": ("Road", (0, 0, 4, 2))}, ACROSS).cost == 6
    assert judge(text, {"road": ("Road+Wood", (0, 0, 4, 2))}, ACROSS).cost == 6 + 8


def test_entry_is_paid_once_each_time_and_never_multiplied() -> None:
    text = 'Mud: cost x2, cost 2" to enter\n'
    pieces = {"mud": ("Mud", (4, 0, 8, 2))}
    assert judge(text, pieces, [(0, 1), (12, 1)]).cost == 8 + 8 + 2
    assert judge(text, pieces, [(0, 1), (5, 1), (3, 1), (12, 1)]).cost == (4 + 1 + 1 + 4) + 2 * (1 + 1 + 4) + 2 * 2
    assert judge(text, pieces, [(6, 1), (12, 1)]).cost == 4 + 4


def test_what_has_no_width_is_paid_for_by_entering() -> None:
    text = 'Wall: cost 2" to enter, cost x3\n'
    assert judge(text, {"wall": ("Wall", ((5, 0), (5, 2)))}, ACROSS).cost == 12
    assert judge(text, {"wall": ("Wall", ((0, 1), (10, 1)))}, ACROSS).cost == 10


def test_a_model_that_pays_more_everywhere() -> None:
    text = "overlap multiply\nmodel\n    traits: Slow, Lame\nMud: cost x2\nSlow: cost +1\nLame: cost x3\n"
    mud = {"mud": ("Mud", (0, 0, 4, 2))}
    assert judge(text, mud, ACROSS, mover=model(traits="Slow")).cost == 4 * 4 + 6 * 2
    assert judge(text, mud, ACROSS, mover=model(traits="Lame")).cost == 4 * 6 + 6 * 3
    assert judge(text, mud, ACROSS, mover=model(traits="Lame+Slow")).cost == 4 * 2 * 6 + 6 * 2 * 3


def test_a_models_factor_of_a_ground_wins_over_the_grounds_own() -> None:
    text = "model\n    traits: Ranger\nMud: cost x3\nRanger in Mud: cost x1\n"
    assert judge(text, {"mud": ("Mud", (0, 0, 4, 2))}, ACROSS, mover=model(traits="Ranger")).cost == 10
    assert judge(text, {"mud": ("Mud", (0, 0, 4, 2))}, ACROSS).cost == 18


def test_a_discount_with_a_floor() -> None:
    text = "model\n    traits: Ranger\nWood: cost +1\nRanger in Wood: cost -1, cost at least 1\n"
    assert judge(text, {"wood": ("Wood", (0, 0, 4, 2))}, ACROSS, mover=model(traits="Ranger")).cost == 10


def test_cost_all_uses_up_what_is_left_whatever_multiplies_it() -> None:
    text = "overlap multiply\nmodel\n    Speed: distance\naction Move: up to Speed\nBog: cost all\nMud: cost x2\n"
    bog = {"bog": ("Bog+Mud", (4, 0, 8, 2))}
    inside = judge(text, bog, [(0, 1), (6, 1)], mover=model(Speed=12))
    assert (inside.legal, inside.cost, inside.left) == (True, 12, 0)
    beyond = judge(text, bog, ACROSS, mover=model(Speed=12))
    assert (beyond.legal, beyond.why[0].kind) == (False, "allowance")
    assert beyond.farthest is not None and beyond.farthest.at == 8


def test_cost_by_a_measure() -> None:
    text = 'Rock on climb: cost 2" per 1" of rise\n'
    rock = {"rock": ("Rock", (4, 0, 8, 2))}
    assert judge(text, rock, [(0, 1), (4, 1), ("climb", 3), (6, 1)]).cost == 6 + 6
    stepped = 'Rock on climb: cost 2" per 1" or part of rise\n'
    assert judge(stepped, rock, [(4, 1), ("climb", "2.5"), (6, 1)]).cost == 2 + 6
    full = 'Rock on climb: cost 2" per full 1" of rise\n'
    assert judge(full, rock, [(4, 1), ("climb", "2.5"), (6, 1)]).cost == 2 + 4


def test_a_bare_table_has_no_any_terrain() -> None:
    text = 'Mud: cost x2\nAny Terrain on climb: cost 1" per 1" of rise\n'
    assert judge(text, {}, [(0, 1), ("climb", 3), (4, 1)]).cost == 4
    assert judge(text, {"mud": ("Mud", (9, 9, 10, 10))}, [(0, 1), ("climb", 3), (4, 1)]).cost == 4


@pytest.mark.parametrize(("direction", "legs"), [("up", 9), ("down", 6), ("nearest", 6)])
def test_rounding_by_the_move(direction: str, legs: int) -> None:
    # Three legs of 1.1 in x2 ground: 2.2 each.
    text = f"round {direction} per move\nmodel\n    Speed: distance\naction March: 3 moves up to Speed\nMud: cost x2\n"
    mud = {"mud": ("Mud", (0, 0, 20, 2))}
    moves = [[(1 + i * Fraction(11, 10), 1), (1 + (i + 1) * Fraction(11, 10), 1)] for i in range(3)]
    assert judge(text, mud, moves=moves, mover=model(Speed=9)).cost == legs


def test_rounding_by_the_activation() -> None:
    text = "round up per activation\nmodel\n    Speed: distance\naction March: 3 moves up to Speed\nMud: cost x2\n"
    mud = {"mud": ("Mud", (0, 0, 20, 2))}
    moves = [[(1 + i * Fraction(11, 10), 1), (1 + (i + 1) * Fraction(11, 10), 1)] for i in range(3)]
    assert judge(text, mud, moves=moves, mover=model(Speed=9)).cost == 7


def test_rounding_does_not_round_a_whole_number_away() -> None:
    text = "round up per move\nMud: cost x2\n"
    # Twice three times a tenth is six tenths of a unit ten times over: exactly 6.
    assert judge(text, {"mud": ("Mud", (0, 0, 20, 2))}, [(1, 1), (4, 1)]).cost == 6


def test_a_named_ground_is_narrower_than_any() -> None:
    text = "overlap multiply\nAny Terrain: cost x2\nMud: cost x3\nRock: cost +0\n"
    assert judge(text, {"mud": ("Mud", (0, 0, 10, 2))}, ACROSS).cost == 30
    assert judge(text, {"rock": ("Rock", (0, 0, 10, 2))}, ACROSS).cost == 20
