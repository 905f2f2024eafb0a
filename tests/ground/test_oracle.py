"""The ground against the oracle, on thousands of situations."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from groundrules.ground import Footprint, Line, MultiLine, Path, Piece, Scene, Shape, no_base, rect_base, round_base
from groundrules.ground.outline import Outline

from . import oracle, situations
from .situations import rounds

#: Two answers nearer than this are equal: the tolerance of one decision, and rounding.
CLOSE = 4e-9
#: Round bases: bisection finds the edge of an overlap to 1e-9 and the bottom of a tangent to a millionth.
ROUND = (1e-8, 1e-5)


def found(shape: Shape, path: Path, base: Footprint) -> tuple[list[oracle.Interval], list[oracle.Interval]]:
    spans = Scene([Piece("piece", shape)]).walk(path, base).spans
    inside = [(float(s.start.at), float(s.end.at)) for s in spans if s.inside]
    return inside, [(float(s.start.at), float(s.end.at)) for s in spans if not s.inside]


def chains_of(shape: Shape) -> list[list[oracle.Point]]:
    return [[oracle.exact(*corner) for corner in chain] for chain in Outline(shape).chains()]


def points_of(path: Path) -> list[oracle.Point]:
    return [oracle.exact(*point) for point in path.points]


def assert_same(
    ours: tuple[list[oracle.Interval], list[oracle.Interval]],
    theirs: tuple[list[oracle.Interval], list[oracle.Interval]],
    about: str,
    close: tuple[float, float] = (CLOSE, CLOSE),
) -> None:
    for mine, other, near in zip(ours, theirs, close, strict=True):
        same = len(mine) == len(other) and all(
            abs(a - c) <= near and abs(b - d) <= near for (a, b), (c, d) in zip(mine, other, strict=True)
        )
        assert same, f"{about}\n  found    {ours}\n  expected {theirs}"


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_a_point_on_its_path(coarse: bool) -> None:
    rng = random.Random(11 + coarse)
    for _ in rounds(550):
        shape = situations.area(rng, coarse)
        path = situations.path(rng, coarse, shape)
        expected = oracle.point_and_area(points_of(path), chains_of(shape))
        assert_same(found(shape, path, no_base()), expected, f"{shape}\n{path}")


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_crossings_of_straight_edges_are_fractions(coarse: bool) -> None:
    rng = random.Random(23 + coarse)
    for _ in rounds(200):
        shape = situations.area(rng, coarse)
        path = situations.path(rng, coarse, shape)
        sides = oracle.edges(chains_of(shape))
        points = points_of(path)
        for span in Scene([Piece("piece", shape)]).walk(path).spans:
            for place in (span.start, span.end):
                assert isinstance(place.t, (int, Fraction))
                leg = points[place.leg : place.leg + 2]
                assert leg[0] == leg[1] or place.t in oracle.cuts(leg[0], leg[1], sides)


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_a_round_base(coarse: bool) -> None:
    rng = random.Random(31 + coarse)
    for _ in rounds(90):
        shape = situations.area(rng, coarse)
        path = situations.path(rng, coarse, shape)
        diameter = Fraction(rng.randint(1, 6)) if coarse else Fraction(rng.randint(100, 4000), 1000)
        expected = oracle.disc_and_edges(points_of(path), chains_of(shape), float(diameter) / 2)
        assert_same(found(shape, path, round_base(diameter)), expected, f"{shape}\n{path}\n{diameter}", ROUND)


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
@pytest.mark.parametrize("facing", [0, 90, 30, 117])
def test_a_rectangular_base(coarse: bool, facing: int) -> None:
    rng = random.Random(47 + coarse + facing)
    for _ in rounds(60):
        shape = situations.area(rng, coarse)
        path = situations.path(rng, coarse, shape)
        width, depth = (Fraction(rng.randint(1, 4)) if coarse else Fraction(rng.randint(100, 4000), 1000) for _ in "wd")
        base = rect_base(width, depth, facing)
        corners = [oracle.exact(*corner) for corner in base.corners((0, 0))]
        expected = oracle.box_and_edges(points_of(path), chains_of(shape), corners)
        assert_same(found(shape, path, base), expected, f"{shape}\n{path}\n{base}")


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_bases_and_walls(coarse: bool) -> None:
    rng = random.Random(59 + coarse)
    for _ in rounds(70):
        shape = situations.lines(rng, coarse)
        path = situations.path(rng, coarse, shape)
        size = Fraction(rng.randint(1, 3))
        expected = oracle.disc_and_edges(points_of(path), chains_of(shape), float(size) / 2, closed=False)
        assert_same(found(shape, path, round_base(size)), expected, f"{shape}\n{path}\n{size}", ROUND)
        base = rect_base(size, 2 * size)
        corners = [oracle.exact(*corner) for corner in base.corners((0, 0))]
        expected = oracle.box_and_edges(points_of(path), chains_of(shape), corners, closed=False)
        assert_same(found(shape, path, base), expected, f"{shape}\n{path}\n{base}")


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_a_point_and_a_wall(coarse: bool) -> None:
    rng = random.Random(67 + coarse)
    crossed = touched = 0
    for _ in rounds(550):
        shape: Line | MultiLine = situations.wall(rng, coarse)
        path = situations.path(rng, coarse, shape)
        points, (chain,) = points_of(path), chains_of(shape)
        _, touches = oracle.tidy([], wall_touches(points, chain))
        expected = [end for start, end in touches if oracle.crosses_wall(points, chain, start, end)]
        inside, contact = found(shape, path, no_base())
        about = f"{shape}\n{path}\n  touches {touches}"
        assert [a for a, b in inside if a == b] == [a for a, _ in inside], about
        assert_same((inside, []), ([(end, end) for end in expected], []), about)
        lone = [(a, b) for a, b in touches if (b not in expected) or b - a > oracle.NEAR]
        assert_same((contact, []), (lone, []), about)
        crossed += len(expected)
        touched += len(lone)
    assert crossed > 180
    assert touched > (60 if coarse else -1)


def wall_touches(points: list[oracle.Point], chain: list[oracle.Point]) -> list[oracle.Interval]:
    """Where the path is on the chain at all."""
    sides = oracle.edges([chain], closed=False)
    found: list[oracle.Interval] = []
    start = 0.0
    for (p, q), size in zip(itertools.pairwise(points), oracle.sizes(points), strict=True):
        if size:
            shares = oracle.cuts(p, q, sides)
            for low, high in [*zip(shares, shares, strict=True), *itertools.pairwise(shares)]:
                middle = oracle.at(p, q, (low + high) / 2)
                if any(oracle.on_segment(middle, a, b) for a, b in sides):
                    found.append((start + float(low) * size, start + float(high) * size))
        start += size
    return found
