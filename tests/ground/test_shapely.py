"""The ground against a library of the field, within the error of its buffers."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
import shapely
from shapely.geometry import LineString, MultiPolygon as Several, Polygon as Area

from groundrules.ground import Circle, Ellipse, Footprint, Path, Piece, Scene, Shape, no_base, rect_base, round_base
from groundrules.ground.outline import Outline
from groundrules.ground.shapes import MultiPolygon, Polygon, Rect

from . import situations
from .situations import rounds


def area_of(shape: Shape) -> shapely.Geometry:
    if isinstance(shape, MultiPolygon):
        return Several([area_of(part) for part in shape.parts])
    rings = [[(float(x), float(y)) for x, y in ring] for ring in Outline(shape).chains()]
    if isinstance(shape, Polygon):
        return Area(rings[0], rings[1:])
    return Area(rings[0])


def line_of(path: Path) -> LineString:
    return LineString([(float(x), float(y)) for x, y in path.points])


def length_in(shape: Shape, path: Path, base: Footprint) -> float:
    return float(Scene([Piece("piece", shape)]).walk(path, base).length_in("piece"))


def length_along_legs(path: Path, area: shapely.Geometry) -> float:
    """Leg by leg, since a path that crosses itself is united by the library."""
    points = [(float(x), float(y)) for x, y in path.points]
    legs = [LineString(pair) for pair in pairwise(points) if pair[0] != pair[1]]
    return math.fsum(leg.intersection(area).length for leg in legs)


def test_points() -> None:
    rng = random.Random(307)
    for _ in rounds(400):
        shape = situations.area(rng, coarse=False)
        path = situations.path(rng, coarse=False)
        expected = length_along_legs(path, area_of(shape))
        assert length_in(shape, path, no_base()) == pytest.approx(expected, abs=1e-7), (shape, path)


def test_round_bases_within_the_error_of_a_buffer() -> None:
    rng = random.Random(311)
    for _ in rounds(150):
        shape, path = situations.area(rng, coarse=False), situations.path(rng, coarse=False)
        radius = rng.uniform(0.2, 1.5)
        ours = length_in(shape, path, round_base(2 * radius))
        # A polygon in the circle and one round it: the truth lies between the two buffers.
        segments = 64
        inner = area_of(shape).buffer(radius * 0.999999, quad_segs=segments)
        outer = area_of(shape).buffer(radius / math.cos(math.pi / (4 * segments)) * 1.000001, quad_segs=segments)
        assert length_along_legs(path, inner) - 1e-7 <= ours <= length_along_legs(path, outer) + 1e-7, (shape, path)


def test_rectangular_bases_are_sums_of_minkowski() -> None:
    rng = random.Random(313)
    for _ in rounds(100):
        shape, path = situations.area(rng, coarse=False), situations.path(rng, coarse=False)
        base = rect_base(rng.uniform(0.3, 3), rng.uniform(0.3, 3), rng.choice([0, 15, 45, 90, 133]))
        corners = [(float(x), float(y)) for x, y in base.corners((0, 0))]
        # The hull of every edge moved to the corners of the base, and the area itself.
        parts = [area_of(shape)]
        for ring in Outline(shape).rings:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                moved = [(x - u, y - v) for x, y in (a, b) for u, v in corners]
                parts.append(shapely.MultiPoint(moved).convex_hull)
        grown = shapely.union_all(parts)
        assert length_in(shape, path, base) == pytest.approx(length_along_legs(path, grown), abs=1e-6), (shape, path)


def ngon(shape: Circle | Ellipse, count: int, scale: float = 1.0) -> Area:
    rx, ry = (float(shape.r),) * 2 if isinstance(shape, Circle) else (float(shape.rx), float(shape.ry))
    angles = [math.tau * i / count for i in range(count)]
    x, y = float(shape.x), float(shape.y)
    return Area([(x + scale * rx * math.cos(a), y + scale * ry * math.sin(a)) for a in angles])


@pytest.mark.parametrize("kind", ["point", "round", "rect", "turned"])
def test_curves_lie_between_two_polygons(kind: str) -> None:
    rng = random.Random(317)
    count = 180
    for i in rounds(60):
        x, y = rng.uniform(0, 12), rng.uniform(0, 12)
        shape = Circle(x, y, rng.uniform(0.5, 4)) if i % 2 else Ellipse(x, y, rng.uniform(0.5, 4), rng.uniform(0.5, 4))
        path = situations.path(rng, coarse=False)
        radius = rng.uniform(0.2, 1.5)
        bases = {
            "point": no_base(),
            "round": round_base(2 * radius),
            "rect": rect_base(2 * radius, radius),
            "turned": rect_base(2 * radius, radius, 31),
        }
        base = bases[kind]
        inner, outer = ngon(shape, count), ngon(shape, count, 1 / math.cos(math.pi / count))
        if kind == "round":
            inner = inner.buffer(radius * 0.999999, quad_segs=64)
            outer = outer.buffer(radius / math.cos(math.pi / 256) * 1.000001, quad_segs=64)
        elif kind != "point":
            corners = [(float(u), float(v)) for u, v in base.corners((0, 0))]
            inner, outer = (
                shapely.MultiPoint(
                    [(px - u, py - v) for px, py in area.exterior.coords for u, v in corners]
                ).convex_hull
                for area in (inner, outer)
            )
        ours = length_in(shape, path, base)
        low, high = length_along_legs(path, inner), length_along_legs(path, outer)
        assert low - 1e-7 <= ours <= high + 1e-7, (shape, path, base)


def test_shares_of_a_base() -> None:
    rng = random.Random(331)
    for i in rounds(120):
        shape: Shape = situations.area(rng, coarse=False)
        if i % 3 == 0:
            x, y = rng.uniform(0, 12), rng.uniform(0, 12)
            shape = Circle(x, y, 2) if i % 2 else Ellipse(x, y, rng.uniform(1, 4), rng.uniform(1, 4))
        ground = Scene([Piece("piece", shape)])
        area = ngon(shape, 4000) if isinstance(shape, (Circle, Ellipse)) else area_of(shape)
        at = (rng.uniform(0, 12), rng.uniform(0, 12))
        for base in (round_base(3), rect_base(2, 3), rect_base(2, 3, 40)):
            if base.is_round:
                under = shapely.Point(at).buffer(1.5, quad_segs=1000)
            else:
                under = Area([(float(x), float(y)) for x, y in base.corners(at)])
            expected = area.intersection(under).area / float(base.area)
            assert float(ground.covered("piece", at, base)) == pytest.approx(expected, abs=2e-6), (shape, at, base)


def test_shares_on_straight_edges_are_fractions() -> None:
    ground = Scene([Piece("half", Rect(0, 0, 4, 4))])
    assert ground.covered("half", (4, 2), rect_base(1, 2)) == Fraction(1, 2)
    assert ground.covered("half", (4, 4), rect_base(1, 2)) == Fraction(1, 4)
    assert ground.covered("half", (2, 2), rect_base(1, 2)) == 1
    assert ground.covered("half", (9, 9), rect_base(1, 2)) == 0
    assert float(ground.covered("half", (4, 2), round_base(1))) == pytest.approx(0.5, abs=1e-12)
    assert ground.covered("half", (2, 2), no_base()) == 1
    assert ground.covered("half", (4, 2), no_base()) == 0


def test_overlaps() -> None:
    rng = random.Random(337)
    met = 0
    for i in rounds(300):
        shapes: list[Shape] = []
        for _ in range(2):
            if rng.random() < 0.35:
                x, y = rng.uniform(0, 12), rng.uniform(0, 12)
                shapes.append(Circle(x, y, 1.5) if i % 2 else Ellipse(x, y, rng.uniform(0.5, 3), rng.uniform(0.5, 3)))
            else:
                shapes.append(situations.area(rng, coarse=False))
        areas = [ngon(s, 2000) if isinstance(s, (Circle, Ellipse)) else area_of(s) for s in shapes]
        shared = areas[0].intersection(areas[1]).area
        if 0 < shared < 1e-3:
            continue
        ground = Scene(Piece(f"p{n}", shape) for n, shape in enumerate(shapes))
        assert ground.overlapping() == ((("p0", "p1"),) if shared else ()), shapes
        met += shared > 0
    assert met > 60
