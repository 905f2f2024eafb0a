"""The shadow that a shape throws on a facing, as shares of that facing.

A line of sight runs from the viewer to a place of the facing, ``u`` of the way from its
first end to its second. It is hidden where it passes through the inside of the shape (or
across a line). The triangle of viewer and facing has two coordinates in which all of this
is division: ``a`` and ``b``, nothing on the two lines to the ends, ``u = a / (a + b)``, and
``a + b`` grows from nothing at the viewer to the whole at the facing. Every edge of the
shape that lies in the triangle hides what is behind it. Exact where the numbers are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from groundrules.ground.footprint import no_base
from groundrules.ground.meeting import spans_of
from groundrules.ground.numbers import EPSILON, Number, Point, divided, is_exact, lattice
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.standing import segment_distance

#: From u to u, both between 0 and 1.
Interval = tuple[Number, Number]


def shadow(outline: Outline, viewer: Point, first: Point, second: Point) -> list[Interval]:
    """The parts of the facing from ``first`` to ``second`` that the shape hides, in order, apart from each other.

    What of the facing lies inside the shape is hidden. A facing seen edge-on shows nothing
    and has no shadow.
    """
    if outline.curve is not None:
        return merged(_round_shadow(outline.curve, viewer, first, second))
    return merged([*_edge_shadows(outline, viewer, first, second), *facing_inside(outline, first, second)])


def facing_inside(outline: Outline, first: Point, second: Point) -> list[Interval]:
    """The parts of the facing that lie inside the shape."""
    if outline.thin:
        return []
    path = Path((first, second))
    legs = path.legs
    spans = spans_of("", outline, path, no_base(), legs, float(path.length)) if legs else []
    return [(span.start.t, span.end.t) for span in spans if span.inside]


def merged(intervals: Sequence[Interval]) -> list[Interval]:
    """Intervals in order; what overlaps or adjoins is one, what is shorter than the tolerance is none."""
    found: list[Interval] = []
    for low, high in sorted(intervals):
        if found and low <= found[-1][1] + EPSILON:
            if high > found[-1][1]:
                found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return [(low, high) for low, high in found if high - low > EPSILON]


def measure(intervals: Sequence[Interval]) -> Number:
    """How much of the facing separate intervals make up."""
    return sum((high - low for low, high in intervals), start=0)


def _edge_shadows(outline: Outline, viewer: Point, first: Point, second: Point) -> list[Interval]:
    chains = outline.chains()
    flat = [viewer, first, second, *(corner for chain in chains for corner in chain)]
    if is_exact(value for pair in flat for value in pair):
        nodes: Sequence[Point] = lattice(flat)[1]
    else:
        nodes = [(float(x), float(y)) for x, y in flat]
    (vx, vy), (fx, fy), (sx, sy) = nodes[:3]
    fx, fy, sx, sy = fx - vx, fy - vy, sx - vx, sy - vy
    whole = fx * sy - fy * sx
    if whole < 0:
        # Seen from the other side: the same with the ends exchanged.
        return [(1 - high, 1 - low) for low, high in _edge_shadows(outline, viewer, second, first)]
    breadth = math.hypot(float(sx - fx), float(sy - fy))
    if not breadth or abs(float(whole)) <= EPSILON * breadth * breadth:
        return []
    # How near to the facing counts as on it, as a share of the way from the viewer.
    on_it = 1 - EPSILON / (math.dist((float(viewer[0]), float(viewer[1])), _middle(first, second)) + EPSILON)
    walk = iter(nodes[3:])
    found: list[Interval] = []
    for chain in chains:
        seen = []
        for _ in chain:
            x, y = next(walk)
            seen.append((fx * (y - vy) - fy * (x - vx), (x - vx) * sy - (y - vy) * sx))
        pairs = pairwise(seen) if outline.thin else zip([seen[-1], *seen], seen, strict=False)
        for tail, head in pairs:
            interval = _behind_edge(tail, head, whole, on_it)
            if interval is not None:
                found.append(interval)
    return found


def _middle(first: Point, second: Point) -> tuple[float, float]:
    return (float(first[0]) + float(second[0])) / 2, (float(first[1]) + float(second[1])) / 2


def _behind_edge(tail: Point, head: Point, whole: Number, on_it: float) -> Interval | None:
    """What an edge hides of the facing; nothing where it points at the viewer or lies on the facing."""
    (a, b), (c, d) = tail, head
    if a * d == b * c or (float(a + b) >= float(whole) * on_it and float(c + d) >= float(whole) * on_it):
        return None
    low: Number = 0
    high: Number = 1
    # Inside the triangle: a >= 0, b >= 0, a + b <= whole.
    for here, there in ((a, c), (b, d), (whole - a - b, whole - c - d)):
        if here < 0 and there < 0:
            return None
        if here < 0:
            low = max(low, divided(here, here - there))
        elif there < 0:
            high = min(high, divided(here, here - there))
    if low >= high:
        return None
    ends = []
    for share in (low, high):
        x, y = a + share * (c - a), b + share * (d - b)
        if x + y <= 0:
            return None
        ends.append(divided(x, x + y))
    return min(ends), max(ends)


def _round_shadow(
    curve: tuple[float, float, float, float], viewer: Point, first: Point, second: Point
) -> list[Interval]:
    """The shadow of an ellipse, seen in the frame in which it is the unit circle; shares stay the same there."""
    cx, cy, rx, ry = curve
    (vx, vy), (fx, fy), (sx, sy) = (((float(x) - cx) / rx, (float(y) - cy) / ry) for x, y in (viewer, first, second))
    ex, ey = sx - fx, sy - fy
    cuts = {0.0, 1.0}
    square = ex * ex + ey * ey
    if not square or abs(ex * (vy - fy) - ey * (vx - fx)) <= EPSILON * square:
        return []
    # Where the facing goes into the circle and out of it.
    middle = -(fx * ex + fy * ey) / square
    inner = middle * middle - (fx * fx + fy * fy - 1) / square
    if inner > 0:
        cuts |= {middle - math.sqrt(inner), middle + math.sqrt(inner)}
    # Where the tangents from the viewer reach the facing.
    far = math.hypot(vx, vy)
    if far > 1:
        towards, half = math.atan2(-vy, -vx), math.asin(1 / far)
        for angle in (towards - half, towards + half):
            ux, uy = math.cos(angle), math.sin(angle)
            across = ux * ey - uy * ex
            if across:
                cuts.add((ux * (vy - fy) - uy * (vx - fx)) / across)
    inside = sorted(cut for cut in cuts if 0 <= cut <= 1)
    found: list[Interval] = []
    for low, high in pairwise(inside):
        u = (low + high) / 2
        if segment_distance((vx, vy), (fx + u * ex, fy + u * ey), 0.0, 0.0) < 1 - EPSILON:
            found.append((low, high))
    return found
