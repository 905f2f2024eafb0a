"""Paths: lengths, places, parts, upright steps."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from groundrules.ground import Mark, Path, Place, ShapeError, mark, path

F = Fraction


def test_lengths_are_exact_where_they_are_rational() -> None:
    way = path((0, 0), (3, 4), (3, F(1, 3)), (4, F(4, 3)), (9, F(40, 3)))
    assert way.lengths[:2] == (5, F(11, 3))
    assert way.lengths[2] == pytest.approx(math.sqrt(2))
    assert way.lengths[3] == 13
    assert [type(size) for size in way.lengths] == [Fraction, Fraction, float, Fraction]
    assert isinstance(path((0, 0), (3, 4)).length, Fraction)
    assert isinstance(path((0, 0.0), (3, 4)).length, float)


def test_places() -> None:
    way = path((0, 0), (4, 0), (4, 3))
    assert way.start == Place(0, 0, 0)
    assert way.vertex(1) == Place(4, 0, 1)
    assert way.end == Place(7, 1, 1)
    assert way.place_at(2) == Place(2, 0, F(1, 2))
    assert way.place_at(4) == Place(4, 0, 1)
    assert way.place_at(5) == Place(5, 1, F(1, 3))
    assert way.place_at(-1) == way.start
    assert way.place_at(99) == way.end
    assert [way.point_at(way.place_at(d)) for d in (0, 2, 4, 5, 7)] == [(0, 0), (2, 0), (4, 0), (4, 1), (4, 3)]
    slanted = path((0, 0), (1, 1))
    x, y = slanted.point_at(slanted.place_at(math.sqrt(2) / 2))
    assert (float(x), float(y)) == pytest.approx((0.5, 0.5))


def test_points_that_repeat_are_one_place() -> None:
    way = path((0, 0), (0, 0), (2, 0), (2, 0), (2, 5))
    assert way.length == 7
    assert way.vertex(1) == way.start
    assert way.vertex(3) == way.vertex(2) == Place(2, 1, 1)
    still = path((1, 1), (1, 1))
    assert (still.length, still.start, still.end) == (0, Place(0, 0, 0), Place(0, 0, 0))
    assert path((1, 1)).point_at(path((1, 1)).end) == (1, 1)


def test_parts_add_up_and_keep_their_upright_steps() -> None:
    rng = random.Random(503)
    for _ in range(200):
        points = [(F(rng.randint(0, 9)), F(rng.randint(0, 9))) for _ in range(rng.randint(2, 5))]
        marks = tuple(Mark(rng.randint(0, len(points) - 1), rng.choice(["climb", "drop"]), i + 1) for i in range(2))
        way = Path(tuple(points), marks)
        cut = way.place(rng.randrange(len(points) - 1), F(rng.randint(0, 4), 4))
        first, second = way.part(way.start, cut), way.part(cut, way.end)
        assert float(first.length) + float(second.length) == pytest.approx(float(way.length))
        assert (first.points[0], second.points[-1]) == (way.points[0], way.points[-1])
        assert first.points[-1] == second.points[0] == way.point_at(cut)
        for part in (first, second):
            assert all(0 <= m.after < len(part.points) for m in part.marks)
        assert {m.height for m in (*first.marks, *second.marks)} == {m.height for m in marks}


def test_upright_steps() -> None:
    way = path((0, 0), (4, 0), (8, 0), marks=(mark(1, "climb", F(3, 2)), mark(1, "jump", 3), mark(2, "drop", 1)))
    assert way.length == 8
    assert [m.lift for m in way.marks] == [F(3, 2), 0, -1]
    assert way.lifts() == (0, F(3, 2))
    with pytest.raises(ShapeError, match="the height of the climb is under 0"):
        mark(1, "climb", -1)


def test_the_same_path_elsewhere() -> None:
    way = path((0, 0), (4, 0), marks=(mark(1, "climb", 1),))
    assert way.shifted(F(1, 2), -1) == path((F(1, 2), -1), (F(9, 2), -1), marks=(mark(1, "climb", 1),))


def test_a_path_that_an_author_writes_ends_at_the_limit() -> None:
    with pytest.raises(ShapeError, match="x of point 2 of the path lies beyond 100,000"):
        path((0, 0), (100_001, 0))


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ((), "the path is empty"),
        (((0, 0), (1,)), "point 2 of the path is not a pair"),
        (((0, 0), (1, math.nan)), "y of point 2 of the path is not a finite number"),
        (((0, 0), (math.inf, 1)), "x of point 2 of the path is not a finite number"),
        (((0, 0), (-math.inf, 1)), "x of point 2 of the path is not a finite number"),
        (((math.nan, 0), (5, 1), (7, 1)), "x of point 1 of the path is not a finite number"),
        (((0, 0), (1, "2")), "y of point 2 of the path is not a number"),
        (((0, 0), (True, 2)), "x of point 2 of the path is not a number"),
        (((0, 0), (500_000, 2)), "x of point 2 of the path lies beyond 100,000"),
        (((0, 0), "ab"), "point 2 of the path is not a pair"),
    ],
)
def test_what_is_no_path(points: tuple[object, ...], reason: str) -> None:
    with pytest.raises(ShapeError, match=reason):
        Path(points)  # type: ignore[arg-type]  # what an author might write
