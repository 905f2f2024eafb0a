"""From a crossing decided in floats to the fraction it stands for.

A :data:`~groundrules.ground.crossings.Ref` says what a crossing was computed from. Where
path, piece and base were given exactly, the same equation is solved here in whole numbers,
all of them on one grid; of its solutions the one next to the float is meant. Where none is
rational the float stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

from groundrules.ground.crossings import CORNER, EDGE, OFFSET, ROUND, SLAB, Ref
from groundrules.ground.footprint import Footprint
from groundrules.ground.numbers import EPSILON, Number
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.shapes import Ellipse

#: A share of the leg: what is above the line and what below it.
_Share: TypeAlias = tuple[int, int]


def exact_share(ref: Ref, near: float, path: Path, leg: int, outline: Outline, base: Footprint) -> Number:
    """The share of the leg at which it happens: a Fraction near ``near``, or ``near`` itself."""
    if ref is None or not (path.exact and outline.exact and base.exact):
        return near
    fine, points = path.whole()
    coarse, rings = outline.whole()
    finest, wide, deep = base.whole()
    # Everything on the grid whose scale is the product of the three.
    of_path, of_shape, of_base = coarse * finest, fine * finest, fine * coarse
    (px, py), (qx, qy) = points[leg], points[leg + 1]
    start = px * of_path, py * of_path
    step = (qx - px) * of_path, (qy - py) * of_path
    half = wide * of_base, deep * of_base
    if outline.curve is not None:
        shares = _on_curve(start, step, [(x * of_shape, y * of_shape) for x, y in rings[0]], half, outline, base)
    else:
        kind, ring, corner = ref
        tail, head = rings[ring][corner - 1], rings[ring][corner]
        edge = (tail[0] * of_shape, tail[1] * of_shape), (head[0] * of_shape, head[1] * of_shape)
        shares = _on_edge(kind, start, step, edge, half)
    tolerance = 10 * max(EPSILON / path.size(leg), 1e-12)
    try:
        best = min(((abs(above / below - near), above, below) for above, below in shares), default=None)
    except OverflowError:  # a solution so far away that no float holds it
        return near
    return near if best is None or best[0] > tolerance else Fraction(best[1], best[2])


def _on_edge(
    kind: int, start: tuple[int, int], step: tuple[int, int], edge: tuple[tuple[int, int], tuple[int, int]],
    half: tuple[int, int],
) -> Iterator[_Share]:  # fmt: skip
    """Every share of the leg at which the equation behind the source holds."""
    (px, py), (dx, dy), ((ax, ay), (bx, by)) = start, step, edge
    ex, ey = bx - ax, by - ay
    if kind == CORNER:
        yield (bx - px) * dx + (by - py) * dy, dx * dx + dy * dy
    elif kind == ROUND:
        yield from _roots(px - bx, py - by, dx, dy, half[0])
    elif kind == EDGE:
        yield from _beside(start, step, edge, 0)
    elif kind == OFFSET:
        square = ex * ex + ey * ey
        size = isqrt(square)
        if size * size == square:
            yield from _beside(start, step, edge, half[0] * size)
    elif kind == SLAB:
        if dx:
            yield from ((x + off - px, dx) for x in (ax, bx) for off in (half[0], -half[0]))
        if dy:
            yield from ((y + off - py, dy) for y in (ay, by) for off in (half[1], -half[1]))
        yield from _beside(start, step, edge, half[0] * abs(ey) + half[1] * abs(ex))


def _beside(
    start: tuple[int, int], step: tuple[int, int], edge: tuple[tuple[int, int], tuple[int, int]], off: int
) -> Iterator[_Share]:
    """Where the line of the leg is so far from the line of the edge, on either side, in units of the edge's length."""
    (px, py), (dx, dy), ((ax, ay), (bx, by)) = start, step, edge
    ex, ey = bx - ax, by - ay
    slope = ex * dy - ey * dx
    if slope:
        across = ey * (px - ax) - ex * (py - ay)
        yield across + off, slope
        if off:
            yield across - off, slope


def _on_curve(
    start: tuple[int, int], step: tuple[int, int], frame: list[tuple[int, int]], half: tuple[int, int],
    outline: Outline, base: Footprint,
) -> Iterator[_Share]:  # fmt: skip
    """The same for a circle or an ellipse; ``frame`` is its centre and its half-axes."""
    (cx, cy), (rx, ry) = frame
    qx, qy, (dx, dy), (w, d) = start[0] - cx, start[1] - cy, step, half
    if isinstance(outline.shape, Ellipse):
        if base.is_point:
            yield from _roots(qx * ry, qy * rx, dx * ry, dy * rx, rx * ry)
        return
    if base.kind != "rect":
        yield from _roots(qx, qy, dx, dy, rx + w)
        return
    for sign in (1, -1):
        if dx:
            yield sign * (rx + w) - qx, dx
        if dy:
            yield sign * (rx + d) - qy, dy
        for other in (1, -1):
            yield from _roots(qx + sign * w, qy + other * d, dx, dy, rx)


def _roots(qx: int, qy: int, dx: int, dy: int, radius: int) -> Iterator[_Share]:
    """The shares at which (q + share * d) is at that distance from the origin; the nearest one of a tangent."""
    square = dx * dx + dy * dy
    middle = -(qx * dx + qy * dy)
    inner = middle * middle - square * (qx * qx + qy * qy - radius * radius)
    if inner <= 0:
        yield middle, square
        return
    half = isqrt(inner)
    if half * half == inner:
        yield middle - half, square
        yield middle + half, square
