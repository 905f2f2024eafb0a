"""How a base that stands somewhere lies to a piece: apart, touching, or in it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import IntEnum
from itertools import pairwise

from groundrules.ground.curves import distance_to
from groundrules.ground.footprint import Footprint
from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Node, Outline, Ring


class Lies(IntEnum):
    """In ascending closeness; ``IN`` means that the interiors overlap."""

    APART = 0
    TOUCHING = 1
    IN = 2


def how_lies(outline: Outline, x: float, y: float, base: Footprint) -> Lies:
    """How a base with its centre there lies to the piece; the edge belongs to ``TOUCHING``."""
    if outline.curve is not None:
        return _by_gap(_gap_to_curve(outline, x, y, base))
    if base.kind == "rect":
        return _rect_lies(outline, x, y, base)
    radius = base.radius
    gap = _gap_to_edges(outline, x, y, radius + EPSILON)
    if gap < radius - EPSILON:
        return Lies.IN
    if gap > EPSILON and not outline.thin and rings_hold(outline.rings, x, y):
        return Lies.IN
    return Lies.TOUCHING if gap <= radius + EPSILON else Lies.APART


def _gap_to_edges(outline: Outline, x: float, y: float, reach: float) -> float:
    """The distance from a place to the nearest edge; infinite where none is within reach."""
    left, right, low, high = x - reach, x + reach, y - reach, y + reach
    gap = math.inf
    for ring in outline.rings:
        tail = ring[0] if outline.thin else ring[-1]
        ax, ay = tail
        for head in ring:
            bx, by = head
            if (
                (ax >= left or bx >= left)
                and (ax <= right or bx <= right)
                and (ay >= low or by >= low)
                and (ay <= high or by <= high)
            ):
                gap = min(gap, segment_distance(tail, head, x, y))
            tail, ax, ay = head, bx, by
    return gap


def rings_hold(rings: Iterable[Ring], x: float, y: float) -> bool:
    """Whether a place that is on no edge lies inside the rings (an odd number of them)."""
    inside = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
            ax, ay = bx, by
    return inside


def edges_of(rings: Iterable[Ring], thin: bool = False) -> list[tuple[Node, Node]]:
    """Every edge of closed rings, or of chains where ``thin``."""
    if thin:
        return [edge for chain in rings for edge in pairwise(chain)]
    return [edge for ring in rings for edge in zip((ring[-1], *ring), ring, strict=False)]


def edge_distance(rings: Iterable[Ring], x: float, y: float, thin: bool = False) -> float:
    """The distance from a place to the nearest edge, from inside or outside."""
    return min(segment_distance(a, b, x, y) for a, b in edges_of(rings, thin))


def segment_distance(a: Node, b: Node, x: float, y: float) -> float:
    """The distance from a place to a straight edge."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    share = ((x - a[0]) * ex + (y - a[1]) * ey) / square if square else 0.0
    share = 0.0 if share < 0 else 1.0 if share > 1 else share
    return math.hypot(x - a[0] - share * ex, y - a[1] - share * ey)


def _by_gap(gap: float) -> Lies:
    return Lies.APART if gap > EPSILON else Lies.TOUCHING if gap >= -EPSILON else Lies.IN


def _gap_to_curve(outline: Outline, x: float, y: float, base: Footprint) -> float:
    """How far base and curve are apart; under 0 where they overlap (then only the sign counts)."""
    assert outline.curve is not None
    cx, cy, rx, ry = outline.curve
    if base.kind == "rect":
        return _rect_to_curve(outline.curve, x, y, base)
    if rx == ry:
        return math.hypot(x - cx, y - cy) - rx - base.radius
    gap, _, _ = distance_to(outline.curve, x, y)
    if gap or not base.is_point:
        return gap - base.radius
    # Inside: how far, measured along the ray from the centre scaled to the narrower axis.
    return (math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * min(rx, ry)


def _rect_to_curve(curve: tuple[float, float, float, float], x: float, y: float, base: Footprint) -> float:
    cx, cy, rx, ry = curve
    corners = [(float(px), float(py)) for px, py in base.corners((x, y))]
    # The nearest place of the base in the frame in which the curve is the unit circle.
    unit = [((px - cx) / rx, (py - cy) / ry) for px, py in corners]
    edges = list(zip(unit, unit[1:] + unit[:1], strict=True))
    if all((b[0] - a[0]) * -a[1] - (b[1] - a[1]) * -a[0] >= 0 for a, b in edges):
        return -min(rx, ry)
    nearest = min(segment_distance(a, b, 0.0, 0.0) for a, b in edges)
    return (nearest - 1) * min(rx, ry)


def _rect_lies(outline: Outline, x: float, y: float, base: Footprint) -> Lies:
    half_w, half_d = base.half
    cos, sin = base.turn
    closest = math.inf
    for (ax, ay), (bx, by) in edges_of(outline.rings, outline.thin):
        tail = (cos * (ax - x) + sin * (ay - y), cos * (ay - y) - sin * (ax - x))
        head = (cos * (bx - x) + sin * (by - y), cos * (by - y) - sin * (bx - x))
        closest = min(closest, _separation(tail, head, half_w, half_d))
    if closest < -EPSILON:
        return Lies.IN
    if not outline.thin and rings_hold(outline.rings, x, y):
        return Lies.IN
    return Lies.TOUCHING if closest <= EPSILON else Lies.APART


def _separation(tail: Node, head: Node, half_w: float, half_d: float) -> float:
    """How far an edge is from a base along the axes round its centre, at the axis that parts them most."""
    (ax, ay), (bx, by) = tail, head
    apart = max(min(ax, bx) - half_w, -max(ax, bx) - half_w, min(ay, by) - half_d, -max(ay, by) - half_d)
    size = math.hypot(bx - ax, by - ay)
    if size:
        nx, ny = (ay - by) / size, (bx - ax) / size
        apart = max(apart, abs(ax * nx + ay * ny) - half_w * abs(nx) - half_d * abs(ny))
    return apart
