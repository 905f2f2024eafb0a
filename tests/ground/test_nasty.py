"""Numbers at the edge of what floats can hold: an answer or a refusal in words, never anything else."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from groundrules.ground import (
    Circle,
    Ellipse,
    Footprint,
    Grid,
    Line,
    Number,
    Path,
    Piece,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    ShapeError,
    no_base,
    rect_base,
    round_base,
)

from .situations import rounds

NUMBERS: list[Number] = [
    0, 1, 2, 3, -1, -0.0, 0.1, 1 / 3, Fraction(1, 3), 1e-9, 1e-10, 9e-10, 1.1e-9, 1e-12, 5e-324, 2.2e-308, 1e-160,
    99_999.999, 100_000, -100_000, 1 + 1e-9, 1 - 1e-10, 2 + 1e-15, Fraction(1, 10**40), 1 + Fraction(1, 10**30),
    Fraction(10**400 + 1, 10**400), Fraction(1, 10**400), 3.0000000001, 1e-5,
]  # fmt: skip


def some(rng: random.Random) -> Number:
    return rng.choice(NUMBERS) if rng.random() < 0.7 else rng.randint(-4, 4)


def spot(rng: random.Random) -> Point:
    return some(rng), some(rng)


def shape(rng: random.Random) -> Shape:
    kind = rng.randrange(5)
    if kind == 0:
        return Rect(some(rng), some(rng), some(rng), some(rng))
    if kind == 1:
        return Circle(some(rng), some(rng), some(rng))
    if kind == 2:
        return Ellipse(some(rng), some(rng), some(rng), some(rng))
    points = tuple(spot(rng) for _ in range(rng.randint(2, 5)))
    return Line(points) if kind == 3 else Polygon(points)


def base(rng: random.Random) -> Footprint:
    kind = rng.randrange(3)
    if kind == 0:
        return no_base()
    if kind == 1:
        return round_base(some(rng))
    return rect_base(some(rng), some(rng), rng.choice([0, 90, 30, 1e-9, 359.999, Fraction(1, 3)]))


def test_nothing_else_than_answers_and_refusals() -> None:
    rng = random.Random(901)
    answered = refused = 0
    for _ in rounds(4000):
        try:
            ground = Scene([Piece("piece", shape(rng))])
            foot, way = base(rng), Path(tuple(spot(rng) for _ in range(rng.randint(1, 4))))
        except ShapeError as error:
            assert str(error) and "\n" not in str(error)
            refused += 1
            continue
        walk = ground.walk(way, foot)
        for span in walk.spans:
            assert all(math.isfinite(place.at) and 0 <= place.t <= 1 for place in (span.start, span.end))
            assert 0 <= span.start.at <= span.end.at <= float(way.length) * (1 + 1e-12) + 1e-12
        for stretch in walk.stretches():
            assert stretch.length >= 0
        walk.events()
        assert set(ground.at(way.points[0], foot)) <= {"piece"}
        assert 0 <= ground.covered("piece", way.points[0], foot) <= 1
        look = ground.look(way.points[0], way.points[-1], no_base(), foot)
        assert -1e-9 <= look.hidden(["piece"]) <= 1 + 1e-9
        assert -1e-9 <= look.inside("piece") <= 1 + 1e-9
        for fact in (look.depth("piece"), look.width("piece"), look.blocks("piece"), look.is_behind("piece")):
            assert math.isfinite(fact)
        assert ground.is_clear(way.points[0], way.points[-1]) == (not ground.through(way.points[0], way.points[-1]))
        answered += 1
    assert answered > 500
    assert refused > 500


@pytest.mark.parametrize("value", NUMBERS)
def test_cells_of_shapes_of_any_size(value: Number) -> None:
    for grid in (Grid("squares"), Grid("hexes")):
        try:
            assert grid.covered(Rect(0, 0, value, 1)) is not None
        except ShapeError as error:
            assert str(error)
