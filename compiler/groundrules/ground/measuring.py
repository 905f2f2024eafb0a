"""A path in numbers: its legs in floats, and their lengths exactly where that can be."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import hypot, isqrt, sqrt
from operator import sub
from typing import NamedTuple, TypeAlias

from groundrules.ground.numbers import Number, Point

#: Points on a grid of whole numbers, and the scale of that grid; see :func:`~groundrules.ground.numbers.lattice`.
Whole: TypeAlias = tuple[int, list[tuple[int, int]]]

_new = tuple.__new__


class Leg(NamedTuple):
    """One leg in floats: start, direction (unit), length, end, distance of its start, number."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    end_x: float
    end_y: float
    start: float
    number: int


class Measured(NamedTuple):
    """Points, steps and lengths of the legs, distances of the points; the last two exactly where they are rational."""

    xs: Sequence[float]
    ys: Sequence[float]
    dxs: list[float]
    dys: list[float]
    sizes: list[float]
    gone: list[float]
    lengths: Sequence[Number]
    starts: Sequence[Number]


def straight(start: Point, end: Point) -> Leg:
    """One leg in floats, for questions that need no path."""
    x, y, end_x, end_y = float(start[0]), float(start[1]), float(end[0]), float(end[1])
    dx, dy = end_x - x, end_y - y
    size = hypot(dx, dy)
    scale = size or 1.0
    return _new(Leg, (x, y, dx / scale, dy / scale, size, end_x, end_y, 0.0, 0))


def measure(xs: Sequence[float], ys: Sequence[float]) -> Measured:
    """A path whose points were given in floats."""
    dxs, dys = list(map(sub, xs[1:], xs)), list(map(sub, ys[1:], ys))
    sizes = list(map(hypot, dxs, dys))
    gone = list(accumulate(sizes, initial=0.0))
    return _new(Measured, (xs, ys, dxs, dys, sizes, gone, sizes, gone))


def measure_exactly(xs: Sequence[float], ys: Sequence[float], whole: Whole) -> Measured:
    """A path whose points were given exactly.

    A length is a Fraction where it is rational; a distance where all lengths up to it are.
    """
    scale, nodes = whole
    lengths: list[Number] = []
    sizes: list[float] = []
    # A difference is taken before it is rounded: short legs keep their direction.
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(nodes)]
    exactly = 0
    so_far: int | None = 0
    starts: list[Number] = [0]
    for dx, dy in steps:
        square = dx * dx + dy * dy
        root = isqrt(square)
        if root * root == square:
            lengths.append(Fraction(root, scale))
            sizes.append(root / scale)
            if so_far is not None:
                so_far += root
                starts.append(Fraction(so_far, scale))
                exactly += 1
        else:
            so_far = None
            sizes.append(sqrt(square / (scale * scale)))
            lengths.append(sizes[-1])
    gone = list(accumulate(sizes, initial=0.0))
    starts += gone[exactly + 1 :]
    dxs, dys = [dx / scale for dx, _ in steps], [dy / scale for _, dy in steps]
    return Measured(xs, ys, dxs, dys, sizes, gone, lengths, starts)
