"""What is left of a piece where other pieces lie over it: along a path, on a facing, in a shadow.

Nothing is cut out of shapes. Along a line, stretches are taken away from stretches; a shadow is
asked for between the places of the facing where it can change, of one line of sight each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from groundrules.ground.footprint import no_base
from groundrules.ground.meeting import spans_of
from groundrules.ground.numbers import EPSILON, Number, Point, divided
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.shadow import Interval, facing_inside, merged, shadow
from groundrules.ground.walk import Span


def without(spans: Iterable[Span], covers: Iterable[Span]) -> list[Span]:
    """What of some stretches does not lie under others, which are of other pieces."""
    parts = list(spans)
    for cover in covers:
        if cover.inside:
            parts = [left for part in parts for left in _less(part, cover)]
    return parts


def _less(part: Span, cover: Span) -> list[Span]:
    if cover.end.at <= part.start.at + EPSILON or cover.start.at >= part.end.at - EPSILON:
        apart = part.start != part.end or not cover.start.at - EPSILON < part.start.at < cover.end.at + EPSILON
        return [part] if apart else []
    left = []
    if cover.start.at > part.start.at + EPSILON:
        left.append(part._replace(end=cover.start, leaves=part.inside))
    if cover.end.at < part.end.at - EPSILON:
        left.append(part._replace(start=cover.end, enters=part.inside))
    return left


def line_spans(key: str, outline: Outline, start: Point, end: Point) -> list[Span]:
    """What a straight line meets of a piece."""
    path = Path((start, end))
    legs = path.legs
    return spans_of(key, outline, path, no_base(), legs, float(path.length)) if legs else []


def intervals_without(intervals: Sequence[Interval], others: Sequence[Interval]) -> list[Interval]:
    """What of some parts of a facing is in none of the others."""
    found: list[Interval] = []
    for low, high in intervals:
        for start, end in merged(others):
            if start >= high or end <= low:
                continue
            found.append((low, start))
            low = end
        found.append((low, high))
    return [(low, high) for low, high in found if high - low > EPSILON]


def shadow_without(
    outline: Outline, covers: Sequence[Outline], viewer: Point, first: Point, second: Point
) -> list[Interval]:
    """The shadow on a facing (see :func:`~groundrules.ground.shadow.shadow`) of what other pieces leave of a shape."""
    whole = shadow(outline, viewer, first, second)
    if not whole:
        return []
    breaks: set[Number] = {end for interval in whole for end in interval}
    everything = (outline, *covers)
    for each in everything:
        for interval in (*shadow(each, viewer, first, second), *facing_inside(each, first, second)):
            breaks.update(interval)
        for corner in (corner for chain in each.chains() for corner in chain):
            breaks.update(_seen_at(corner, viewer, first, second))
        for other in everything:
            if other is not each:
                for point in _crossings(each, other):
                    breaks.update(_seen_at(point, viewer, first, second))
    found: list[Interval] = []
    for low, high in whole:
        for start, end in pairwise(sorted({low, high, *(b for b in breaks if low < b < high)})):
            if end - start > EPSILON and _is_hidden(outline, covers, viewer, _along(first, second, (start + end) / 2)):
                found.append((start, end))
    return merged(found)


def _is_hidden(outline: Outline, covers: Sequence[Outline], viewer: Point, place: Point) -> bool:
    left = line_spans("", outline, viewer, place)
    for cover in covers:
        left = without(left, line_spans("", cover, viewer, place))
    return any(span.inside for span in left)


def _crossings(one: Outline, other: Outline) -> Iterable[Point]:
    """Where the straight edges of one shape come to the edge of another, and where two circles meet.

    Two curves of which one is no circle have no closed form; the shadow there changes at the ends of theirs only.
    """
    if one.curve is not None and other.curve is not None:
        yield from _of_circles(one.curve, other.curve)
    for chain in one.chains():
        edges = pairwise(chain) if one.thin else zip(chain, (*chain[1:], chain[0]), strict=True)
        for start, end in edges:
            for span in line_spans("", other, start, end):
                yield from (_along(start, end, place.t) for place in (span.start, span.end))


def _of_circles(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> list[tuple[float, float]]:
    (x, y, r, ry), (u, v, s, sy) = one, other
    apart = math.hypot(u - x, v - y)
    if r != ry or s != sy or not abs(r - s) < apart < r + s:
        return []
    far = (apart * apart + r * r - s * s) / (2 * apart)
    high = math.sqrt(max(0.0, r * r - far * far))
    dx, dy = (u - x) / apart, (v - y) / apart
    return [(x + far * dx - side * high * dy, y + far * dy + side * high * dx) for side in (1, -1)]


def _along(first: Point, second: Point, share: Number) -> Point:
    return (first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share)


def _seen_at(point: Point, viewer: Point, first: Point, second: Point) -> list[Number]:
    """Where on the facing a point is seen, as a share of it; nothing where it is not before it."""
    (px, py), (fx, fy), (sx, sy) = ((x - viewer[0], y - viewer[1]) for x, y in (point, first, second))
    a, b = fx * py - fy * px, px * sy - py * sx
    if a + b < 0:
        a, b = -a, -b
    return [divided(a, a + b)] if a > 0 and b > 0 else []
