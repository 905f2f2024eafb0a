"""What holds on part of a stretch is paid for on that part: beside sums over small steps."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from groundrules.engine import Unit

from .playing import judge, model

#: The steps of the sums, in inches.
STEP = 0.002


def summed(length: float, factor: Callable[[float], float]) -> float:
    """The cost of a path, step by step; ``factor`` is what a unit costs so far along."""
    count = round(length / STEP)
    return sum(factor((number + 0.5) * STEP) for number in range(count)) * STEP


def left_of(edge: float) -> float:
    """The share of a disc of radius 1 about 0 that lies left of a vertical line."""
    if abs(edge) >= 1:
        return float(edge > 0)
    return 1 - (math.acos(edge) - edge * math.sqrt(1 - edge * edge)) / math.pi


@pytest.mark.parametrize("seed", range(12))
def test_a_distance_moved(seed: int) -> None:
    draw = random.Random(seed)
    start, end, limit = sorted(round(draw.uniform(0, 10), 2) for _ in range(3))
    limit = draw.choice([limit, round(draw.uniform(0, 10), 2)])
    text = f'Fen when moved over {limit}": cost x3\n'
    pieces = {"fen": ("Fen", [start, -1, end, 1])}
    cost = judge(text, pieces, [(0, 0), (10, 0)]).models[0].cost
    expected = summed(10, lambda at: 3 if start < at < end and at > limit else 1)
    assert math.isclose(cost, expected, abs_tol=4 * STEP)
    # A waypoint, and a piece that says nothing, change nothing.
    pieces["stone"] = ("Stone", [start / 2, -1, (start + end) / 2 + 0.1, 1])
    more = (
        judge(f"{text}Stone: no effect\n", pieces, [(0, 0), (round(draw.uniform(1, 9), 2), 0), (10, 0)]).models[0].cost
    )
    assert math.isclose(more, cost, abs_tol=1e-9)


@pytest.mark.parametrize("share", ["1/4", "1/2", "3/4"])
@pytest.mark.parametrize("seed", range(4))
def test_a_share_of_the_base(share: str, seed: int) -> None:
    draw = random.Random(seed)
    start = round(draw.uniform(2, 4), 2)
    end = start + round(draw.uniform(1.6, 4), 2)
    part = float(share[0]) / float(share[2])
    text = f"Bog when over {share} of base inside: cost x2\n"
    verdict = judge(text, {"bog": ("Bog", [start, -5, end, 5])}, [(0, 0), (10, 0)], mover=model(base=2))
    expected = summed(10, lambda at: 2 if left_of(end - at) - left_of(start - at) > part else 1)
    assert math.isclose(verdict.models[0].cost, expected, abs_tol=4 * STEP)


@pytest.mark.parametrize("seed", range(6))
def test_a_share_of_the_unit(seed: int) -> None:
    draw = random.Random(seed)
    places = [round(draw.uniform(-5, 0), 2) for _ in range(3)]
    start = round(draw.uniform(0, 3), 2)
    end = start + round(draw.uniform(2, 6), 2)
    unit = Unit(models=tuple(model(name, at=(place, 0)) for name, place in zip("abc", places, strict=True)))
    text = "Bog when over 1/2 of unit inside: cost x2\n"
    ends = judge(text, {"bog": ("Bog", [start, -1, end, 1])}, [(0, 0), (10, 0)], mover=unit).models
    for place, found in zip(places, ends, strict=True):

        def factor(at: float, place: float = place) -> float:
            inside = sum(start < other + at < end for other in places)
            return 2 if start < place + at < end and inside > 1.5 else 1

        assert math.isclose(float(found.cost), summed(10, factor), abs_tol=6 * STEP)


def test_a_models_own_rule() -> None:
    text = 'model\n    traits: Runner\nRunner when moved over 3": cost x2\n'
    assert judge(text, {}, [(0, 0), (8, 0)], mover=model(traits="Runner")).cost == 13
    assert judge(text, {}, [(0, 0), (2, 0)], mover=model(traits="Runner")).cost == 2


def test_an_allowance_ends_where_it_is_used_up() -> None:
    """Two inches plain, then two inches of four: the sixth inch of cost is spent at 4."""
    text = 'action Run: up to d6"\nFen when moved over 2": cost x2\n'
    verdict = judge(text, {"fen": ("Fen", [0, -1, 10, 1])}, [(0, 0), (4, 0)], dice=[4])
    assert (verdict.ends_at, verdict.cost) == ((3, 0), 4)
