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
from groundrules.ground.standing import how_lies, rings_hold, segment_distance

#: From u to u, both between 0 and 1.
Interval = tuple[Number, Number]


def shadow(outline: Outline, viewer: Point, first: Point, second: Point) -> list[Interval]:
    """The parts of the facing from ``first`` to ``second`` that the shape hides, in order, apart from each other.

    What of the facing lies inside the shape is hidden. A facing seen edge-on shows nothing
    and has no shadow.
    """
    if outline.curve is not None:
        return merged(_round_shadow(outline.curve, viewer, first, second))
    hidden, breaks = _edge_shadows(outline, viewer, first, second)
    x, y = float(viewer[0]), float(viewer[1])
    if breaks is not None and not outline.thin and how_lies(outline, x, y, no_base()):
        # Who stands in it or at its edge may look through its inside without meeting an edge.
        hidden += _unbroken(outline, viewer, first, second, merged(hidden), breaks)
    return merged(hidden)


def _unbroken(
    outline: Outline, viewer: Point, first: Point, second: Point, hidden: list[Interval], breaks: list[Number]
) -> list[Interval]:
    """The parts between shadows where the lines of sight stay inside all the way: one of them tells for all."""
    ends = sorted({0, 1, *breaks, *(end for interval in hidden for end in interval)})
    found: list[Interval] = []
    for low, high in pairwise(ends):
        u = (low + high) / 2
        if high - low <= EPSILON or any(start <= u <= end for start, end in hidden):
            continue
        x, y = (float(a + (b - a) * u + v) / 2 for a, b, v in zip(first, second, viewer, strict=True))
        if rings_hold(outline.rings, x, y):
            found.append((low, high))
    return found


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


def _edge_shadows(
    outline: Outline, viewer: Point, first: Point, second: Point
) -> tuple[list[Interval], list[Number] | None]:
    """What the edges hide one by one, and where edges point at the viewer; ``None`` for a facing seen edge-on."""
    chains = outline.chains()
    flat = [viewer, first, second, *(corner for chain in chains for corner in chain)]
    scale = 1
    if is_exact(value for pair in flat for value in pair):
        scale, grid = lattice(flat)
        nodes: Sequence[Point] = grid
    else:
        nodes = [(float(x), float(y)) for x, y in flat]
    vx, vy = nodes[0]
    (fx, fy), (sx, sy), *corners = ((x - vx, y - vy) for x, y in nodes[1:])
    whole = fx * sy - fy * sx
    flipped = whole < 0
    if flipped:
        whole, fx, fy, sx, sy = -whole, sx, sy, fx, fy
    breadth = math.hypot(float(sx - fx), float(sy - fy))
    hair = EPSILON * scale
    if float(whole) <= hair * breadth:
        return [], None
    # From here on the facing is reached: nearer to it than the tolerance is on it.
    on_it = 1 - hair * breadth / float(whole)
    walk = iter(corners)
    hidden: list[Interval] = []
    breaks: list[Number] = []
    for chain in chains:
        seen = [(fx * y - fy * x, x * sy - y * sx, float(x), float(y)) for x, y in (next(walk) for _ in chain)]
        pairs = pairwise(seen) if outline.thin else zip([seen[-1], *seen], seen, strict=False)
        for (a, b, x, y), (c, d, u, v) in pairs:
            if abs(x * v - y * u) <= hair * math.hypot(u - x, v - y):
                breaks += [divided(p, p + q) for p, q in ((a, b), (c, d)) if p >= 0 and q >= 0 and p + q > 0]
                continue
            interval = _behind_edge((a, b), (c, d), whole, on_it)
            if interval is not None:
                hidden.append(interval)
    if flipped:
        return [(1 - high, 1 - low) for low, high in hidden], [1 - u for u in breaks]
    return hidden, breaks


def _behind_edge(tail: Point, head: Point, whole: Number, on_it: float) -> Interval | None:
    """What an edge hides of the facing; nothing where it lies on the facing."""
    (a, b), (c, d) = tail, head
    if float(a + b) >= float(whole) * on_it and float(c + d) >= float(whole) * on_it:
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
    if far > 1 - EPSILON:
        towards, half = math.atan2(-vy, -vx), math.asin(min(1.0, 1 / far))
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
