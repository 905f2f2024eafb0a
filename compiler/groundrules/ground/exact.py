"""From a crossing decided in floats to the fraction it stands for.

A :data:`~groundrules.ground.crossings.Ref` says what a crossing was computed from. Where
path, piece and base were given exactly, the same equation is solved here in fractions; of
its solutions the one next to the float is meant. Where none is rational the float stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.ground.crossings import CORNER, CURVE, EDGE, OFFSET, ROUND, SLAB, Ref
from groundrules.ground.footprint import Footprint, halved
from groundrules.ground.numbers import EPSILON, Number, Point, absolute, divided, root
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.shapes import Circle, Ellipse


def exact_share(ref: Ref, near: float, path: Path, leg: int, outline: Outline, base: Footprint) -> Number:
    """The share of the leg at which it happens: a Fraction near ``near``, or ``near`` itself."""
    if ref is None or not (path.exact and outline.exact):
        return near
    if base.is_point and ref[0] in (EDGE, CORNER):
        return _straight(ref, path, leg, outline)
    if not base.exact:
        return near
    tolerance = max(EPSILON / path.size(leg), 1e-12) * 10
    best: Number = near
    for share in _solutions(ref, path.points[leg], path.points[leg + 1], outline, base):
        if not isinstance(share, float) and abs(share - near) <= tolerance:
            tolerance, best = abs(float(share) - near), share
    return best


def _straight(ref: tuple[int, int, int], path: Path, leg: int, outline: Outline) -> Fraction:
    """Where the leg meets an edge or passes a corner, in whole numbers."""
    kind, ring, index = ref
    scale, rings = outline.whole()
    down, points = path.whole()
    (px, py), (qx, qy) = points[leg : leg + 2]
    px, py, qx, qy = px * scale, py * scale, qx * scale, qy * scale
    dx, dy = qx - px, qy - py
    bx, by = (value * down for value in rings[ring][index])
    if kind == CORNER:
        return Fraction((bx - px) * dx + (by - py) * dy, dx * dx + dy * dy)
    ax, ay = (value * down for value in rings[ring][index - 1])
    ex, ey = bx - ax, by - ay
    return Fraction((ax - px) * ey - (ay - py) * ex, dx * ey - dy * ex)


def _solutions(
    ref: tuple[int, int, int], start: Point, stop: Point, outline: Outline, base: Footprint
) -> Iterator[Number]:
    """Every share of the leg at which the equation behind the source holds."""
    kind, ring, index = ref
    (px, py), (dx, dy) = start, (stop[0] - start[0], stop[1] - start[1])
    if kind == CURVE:
        yield from _curve(px, py, dx, dy, outline, base)
        return
    chain = outline.chains()[ring]
    (ax, ay), (bx, by) = chain[index - 1], chain[index]
    ex, ey = bx - ax, by - ay
    if kind == CORNER:
        yield divided((bx - px) * dx + (by - py) * dy, dx * dx + dy * dy)
    elif kind == ROUND:
        yield from _roots(px - bx, py - by, dx, dy, halved(base.width))
    elif kind == OFFSET:
        size = root(ex * ex + ey * ey) * halved(base.width)
        for off in (size, -size):
            yield from _linear(ex * dy - ey * dx, off - ex * (py - ay) + ey * (px - ax))
    elif kind == SLAB:
        w, d = halved(base.width), halved(base.depth)
        yield from (s for x in (ax, bx) for off in (w, -w) for s in _linear(dx, x + off - px))
        yield from (s for y in (ay, by) for off in (d, -d) for s in _linear(dy, y + off - py))
        reach = w * absolute(ey) + d * absolute(ex)
        for off in (reach, -reach):
            yield from _linear(ex * dy - ey * dx, off - ex * (py - ay) + ey * (px - ax))


def _curve(px: Number, py: Number, dx: Number, dy: Number, outline: Outline, base: Footprint) -> Iterator[Number]:
    shape = outline.shape
    if isinstance(shape, Ellipse) and base.is_point:
        yield from _roots(
            divided(px - shape.x, shape.rx),
            divided(py - shape.y, shape.ry),
            divided(dx, shape.rx),
            divided(dy, shape.ry),
            1,
        )
    if not isinstance(shape, Circle):
        return
    qx, qy = px - shape.x, py - shape.y
    if base.is_point or base.is_round:
        yield from _roots(qx, qy, dx, dy, shape.r + halved(base.width))
        return
    w, d = halved(base.width), halved(base.depth)
    for sign in (1, -1):
        yield from _linear(dx, sign * (shape.r + w) - qx)
        yield from _linear(dy, sign * (shape.r + d) - qy)
        for other in (1, -1):
            yield from _roots(qx + sign * w, qy + other * d, dx, dy, shape.r)


def _roots(qx: Number, qy: Number, dx: Number, dy: Number, radius: Number) -> Iterator[Number]:
    """The shares at which (q + share * d) is at that distance from the origin; the nearest one of a tangent."""
    square = dx * dx + dy * dy
    middle = -(qx * dx + qy * dy)
    inner = middle * middle - square * (qx * qx + qy * qy - radius * radius)
    if inner < 0:
        yield divided(middle, square)
        return
    half = root(inner)
    yield divided(middle - half, square)
    yield divided(middle + half, square)


def _linear(factor: Number, value: Number) -> Iterator[Number]:
    if factor:
        yield divided(value, factor)
