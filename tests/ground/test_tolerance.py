"""Floats that are a hair off decide nothing; what is exact is told exactly."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from groundrules.ground import (
    Circle,
    Ellipse,
    Footprint,
    Lies,
    Line,
    Number,
    Path,
    Piece,
    Polygon,
    Rect,
    Scene,
    Shape,
    is_line,
    no_base,
    path,
    rect_base,
    round_base,
)

from . import situations
from .situations import rounds
from .test_invariants import assert_alike, drawn, turned

F = Fraction
BASES = [no_base(), round_base(1), rect_base(1, 2), rect_base(1, 2, 30)]


def scene(**shapes: Shape) -> Scene:
    return Scene(Piece(key, shape) for key, shape in shapes.items())


@pytest.mark.parametrize("base", BASES, ids=[base.kind + str(base.facing) for base in BASES])
def test_who_was_stopped_at_an_edge_enters_when_he_goes_on(base: Footprint) -> None:
    rng = random.Random(801)
    stopped = 0
    for _ in rounds(150):
        shape = drawn(rng, coarse=False)
        if is_line(shape) and base.is_point:
            continue
        ground = scene(piece=shape)
        way = situations.path(rng, coarse=False)
        entries = [event for event in ground.walk(way, base).events() if event.kind == "enter"]
        if not entries or float(entries[0].place.at) < 1e-6:
            continue
        # The place as a float, as whoever keeps only a distance would have it.
        stop = way.place_at(float(entries[0].place.at))
        before, after = way.part(way.start, stop), way.part(stop, way.end)
        first = [event.kind for event in ground.walk(before, base).events()]
        assert "enter" not in first and "end" not in first, (shape, way)
        assert ground.at(before.points[-1], base) == {"piece": Lies.TOUCHING}
        goes_on = ground.walk(after, base).events()
        assert [event.kind for event in goes_on[:2]] == ["contact", "enter"], (shape, way)
        assert float(goes_on[1].place.at) == pytest.approx(0, abs=1e-8)
        stopped += 1
    assert stopped > 30


def test_a_hair_is_nothing() -> None:
    square = scene(mud=Rect(0, 0, 1, 1))
    hair = 1e-12
    for y in (1 + hair, 1 - hair, 0.1 + 0.2 + 0.7):
        assert [(s.inside, float(s.length)) for s in square.walk(path((-1, y), (2, y))).spans] == [(False, 1.0)]
    for spot in ((1 + hair, 0.5), (1 - hair, 0.5), (0.5, hair), (hair, hair)):
        assert square.at(spot) == {"mud": Lies.TOUCHING}
    pond = scene(pond=Circle(0, 0, 1))
    for y in (1 + hair, 1 - hair):
        assert [span.inside for span in pond.walk(path((-2, y), (2, y))).spans] == [False]
        assert [span.inside for span in pond.walk(path((-2, y + 0.5), (2, y + 0.5)), round_base(1)).spans] == [False]
    # A gap of a hair is no gap, and a sliver of a hair is no entry.
    notched = scene(mud=Polygon(((0, 0), (2, 0), (2, 2), (1, 1), (0, 2))))
    assert len(notched.walk(path((0, 1 + hair), (2, 1 + hair))).spans) == 1
    assert [s.inside for s in square.walk(path((-1, 0), (hair, 0.5), (-1, 1))).spans] == [False]


def test_many_tiny_legs_are_one_long_one() -> None:
    rng = random.Random(809)
    for _ in rounds(25):
        shape = drawn(rng, coarse=False)
        ground = scene(piece=shape)
        a, b = ((rng.uniform(-2, 14), rng.uniform(-2, 14)) for _ in "ab")
        count = 400
        points = tuple((a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count + 1))
        for base in BASES[:3]:
            assert_alike(ground.walk(Path((a, b)), base).spans, ground.walk(Path(points), base).spans, (shape, a, b))


def test_far_from_the_origin() -> None:
    rng = random.Random(811)
    for _ in rounds(60):
        shape, way = drawn(rng, coarse=True), situations.path(rng, coarse=True)

        def away(point: tuple[Number, Number]) -> tuple[Number, Number]:
            return point[0] + 90_000, point[1] - 90_000

        for base in BASES[:3]:
            here = scene(piece=shape).walk(way, base)
            there = scene(piece=turned(shape, away)).walk(Path(tuple(away(point) for point in way.points)), base)
            assert_alike(here.spans, there.spans, (shape, way, base))


@pytest.mark.parametrize(
    ("shape", "base", "start", "end"),
    [
        (Rect(4, 0, 8, 2), no_base(), 4, 8),
        (Rect(4, 0, 8, 2), round_base(1), F(7, 2), F(17, 2)),
        (Rect(4, 0, 8, 2), round_base(F(1, 3)), F(23, 6), F(49, 6)),
        (Rect(4, 0, 8, 2), rect_base(1, 2), F(7, 2), F(17, 2)),
        (Rect(4, 0, 8, 2), rect_base(1, 2, 90), 3, 9),
        (Circle(6, 1, 2), no_base(), 4, 8),
        (Circle(6, 1, 2), round_base(1), F(7, 2), F(17, 2)),
        (Circle(6, 1, 2), rect_base(1, 2), F(7, 2), F(17, 2)),
        (Circle(6, 4, 5), no_base(), 2, 10),  # three, four, five
        (Circle(6, 4, 4), round_base(2), 2, 10),
        (Circle(6, 5, 5), rect_base(2, 2), 1, 11),  # the corner of the base comes first
        (Ellipse(6, 1, 2, 1), no_base(), 4, 8),
        (Ellipse(6, F(9, 5), 5, 1), no_base(), 3, 9),
        (Line(((6, -3), (6, 3))), round_base(1), F(11, 2), F(13, 2)),
        (Line(((6, 2), (6, 9))), round_base(F(5, 2)), F(21, 4), F(27, 4)),  # round its end
        (Polygon(((4, 1), (8, -2), (8, 4))), no_base(), 4, 8),
        (Polygon(((3, -3), (6, 1), (3, 5))), no_base(), 3, 6),
        (Polygon(((3, -3), (6, 1), (3, 5))), round_base(1), F(5, 2), F(13, 2)),
    ],
)
def test_what_is_rational_is_a_fraction(shape: Shape, base: Footprint, start: Number, end: Number) -> None:
    (span,) = scene(piece=shape).walk(path((0, 1), (12, 1)), base).spans
    assert (span.start.at, span.end.at) == (start, end)
    assert (span.start.t, span.end.t) == (start / F(12), end / F(12))
    for value in (span.start.at, span.end.at, span.start.t, span.end.t):
        assert isinstance(value, (int, Fraction))


def test_a_slanted_leg_keeps_the_share_exact() -> None:
    (span,) = scene(mud=Rect(1, 0, 2, 9)).walk(path((0, 0), (3, 2))).spans
    assert (span.start.t, span.end.t) == (F(1, 3), F(2, 3))
    assert float(span.start.at) == pytest.approx(math.sqrt(13) / 3)
    way = path((0, 0), (3, 2))
    assert way.point_at(span.start) == (1, F(2, 3))


def test_ties_are_one_place() -> None:
    # Three ways to come to x = 4, one of them rounded.
    ground = scene(a=Rect(4, 0, 6, 2), b=Circle(F(9, 2), 1, F(1, 2)), c=Line(((4, -5), (4, 5))), d=Rect(2, 0, 4, 2))
    spans = ground.walk(path((0, 1), (3, 1), (9, 1))).spans
    at_four = {place for span in spans for place in (span.start, span.end) if abs(float(place.at) - 4) < 1e-6}
    assert len(at_four) == 1
    events = [(e.kind, e.key) for e in ground.walk(path((0, 1), (3, 1), (9, 1))).events() if e.place in at_four]
    assert events == [
        ("leave", "d"), ("contact", "a"), ("contact", "b"), ("contact", "c"),
        ("enter", "a"), ("enter", "b"), ("enter", "c"), ("leave", "c"), ("cross", "c"), ("cross", "d"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("points", "crossed"),
    [
        (((0, 0), (8, 0)), [4]),
        (((0, 0), (4, 0), (8, 0)), [4]),  # a corner of the path on the line
        (((0, 0), (4, 0), (0, 2)), []),  # touched and gone back
        (((0, 0), (4, 0), (4, 2), (8, 2)), [6]),  # along it and over, at the end of the run
        (((0, 0), (4, 0), (4, 2), (0, 2)), []),  # along it and back
        (((0, 0), (4, 0)), []),  # ended on it
        (((4, 0), (8, 0)), []),  # begun on it
        (((0, 5), (8, 5)), []),  # over its very end
        (((0, 0), (4, 0), (4, 7), (8, 7)), []),  # along it and past its end
        (((0, 7), (8, 7)), None),
    ],
)
def test_crossing_a_line(points: tuple[tuple[int, int], ...], crossed: list[int] | None) -> None:
    spans = scene(wall=Line(((4, -5), (4, 5)))).walk(path(*points)).spans
    assert [s.start.at for s in spans if s.inside] == (crossed or [])
    assert bool(spans) == (crossed is not None)
    assert all(s.length == 0 and s.enters and s.leaves for s in spans if s.inside)


def test_crossing_a_line_at_its_corner() -> None:
    bent = scene(wall=Line(((0, 0), (4, 4), (8, 0))))
    assert [s.inside for s in bent.walk(path((4, 0), (4, 9))).spans] == [True]
    assert [s.inside for s in bent.walk(path((0, 4), (8, 4))).spans] == [False]
    closed = scene(wall=Line(((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))))
    assert [float(s.start.at) for s in closed.walk(path((-1, -1), (5, 5))).spans if s.inside] == pytest.approx(
        [math.sqrt(2), 5 * math.sqrt(2)]
    )
    assert [s.inside for s in closed.walk(path((-1, 1), (1, -1))).spans] == [False]


@pytest.mark.parametrize("triple", [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)])
def test_a_round_base_that_passes_a_corner_at_its_radius_only_touches(triple: tuple[int, int, int]) -> None:
    """The distance is rational, so that it is known to be the very radius; every direction, both ways."""
    a, b, c = triple
    corner = (Fraction(3), Fraction(2))
    for dx, dy in {(sx * x, sy * y) for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)}:
        way = Fraction(dx, c), Fraction(dy, c)
        for radius in (Fraction(1), Fraction(1, 2), Fraction(63, 100)):
            # The way passes the corner on its right, and the square lies behind the corner.
            aside = -way[1] * radius, way[0] * radius
            far = corner[0] + (1 if aside[0] > 0 else -1), corner[1] + (1 if aside[1] > 0 else -1)
            (x0, x1), (y0, y1) = sorted((corner[0], far[0])), sorted((corner[1], far[1]))
            scene = Scene([Piece("square", Rect(x0, y0, x1, y1))])
            middle = corner[0] - aside[0], corner[1] - aside[1]
            ends = [(middle[0] + k * way[0], middle[1] + k * way[1]) for k in (Fraction(-7, 3), Fraction(7, 3))]
            for points in (ends, ends[::-1]):
                (span,) = scene.walk(path(*points), round_base(2 * radius)).spans
                assert (span.inside, span.start == span.end) == (False, True), (way, radius)
