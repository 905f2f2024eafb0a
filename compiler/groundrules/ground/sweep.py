"""Where a base that moves along a straight leg meets a piece with straight edges.

The base overlaps the piece where its centre is inside, or where the base reaches over an
edge. Reaching over one edge is a matter of closed form: for a round base the centre lies in
the edge's capsule (two offset lines and two end circles), for a rectangular one between
three pairs of parallel lines (the Minkowski sum of the edge and the base). Nothing is
buffered and nothing is sampled.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from operator import itemgetter
from typing import TypeAlias

from groundrules.ground.crossings import CORNER, OFFSET, ROUND, SLAB, Cut, Meeting, Ref, clipped, keep, ring_cuts
from groundrules.ground.footprint import Footprint
from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Node, Outline

_NEVER = 1e-12
_ENDS = itemgetter(0, 1)
#: Start and end on the leg's line, where the interiors overlap, and the two sources.
_Stretch: TypeAlias = tuple[float, float, Ref, Ref]


def round_meetings(outline: Outline, leg: Leg, radius: float) -> list[Meeting]:
    """The meetings of a round base that moves along the leg."""
    px, py, ux, uy, length, _, _, _, _ = leg
    reach, near = radius + EPSILON, radius - EPSILON
    far = length + reach
    off = ux * py - uy * px
    thin = outline.thin
    meetings: list[Meeting] = []
    within: list[_Stretch] = []
    cuts: list[Cut] = []
    for index, ring in enumerate(outline.rings):
        asides = [ux * y - uy * x - off for x, y in ring]
        low, high = min(asides), max(asides)
        if low > reach or high < -reach:
            continue
        alongs = [ux * (x - px) + uy * (y - py) for x, y in ring]
        if not thin and low <= EPSILON and high >= -EPSILON:
            cuts += ring_cuts(alongs, asides, index)
        if min(alongs) > far or max(alongs) < -reach:
            continue
        s = asides[-1]
        for corner, r in enumerate(asides):
            if s > reach:
                if r > reach:
                    s = r
                    continue
            elif s < -reach and r < -reach:
                s = r
                continue
            a, b = alongs[corner - 1], alongs[corner]
            if -near < r < near and -reach <= b <= far:
                # The circle round the corner; nearer to its edge than the tolerance is on it, and only touches.
                chord = sqrt((radius - r) * (radius + r))
                source = (ROUND, index, corner)
                within.append((b - chord, b + chord, source, source))
            if (a >= -reach or b >= -reach) and (a <= far or b <= far) and (corner or not thin):
                _beside_edge(meetings, within, a, s, b, r, radius, length, index, corner, len(ring))
            s = r
    if cuts:
        within += [(m[0], m[1], m[3], m[4]) for m in clipped(cuts, length) if m[2]]
    if within:
        for start, end, first, last in _united(within):
            keep(meetings, start, end, True, first, last, length)
    return meetings


def _united(stretches: list[_Stretch]) -> list[_Stretch]:
    """Stretches of the leg's line, those that meet made one; at one place the straighter source counts."""
    if len(stretches) == 1:
        return stretches
    stretches.sort(key=_ENDS)
    found: list[_Stretch] = []
    start, end, first, last = stretches[0]
    for low, high, source, target in stretches:
        if low > end + EPSILON:
            found.append((start, end, first, last))
            start, end, first, last = low, high, source, target
            continue
        if low - start <= EPSILON and _is_straighter(source, first):
            first = source
        if high > end + EPSILON:
            end, last = high, target
        elif high >= end - EPSILON:
            end = max(end, high)
            if _is_straighter(target, last):
                last = target
    found.append((start, end, first, last))
    return found


def _is_straighter(one: Ref, other: Ref) -> bool:
    return other is not None and (one is None or one[0] < other[0])


def _beside_edge(
    meetings: list[Meeting], within: list[_Stretch],
    a: float, s: float, b: float, r: float,
    radius: float, length: float,
    index: int, corner: int, count: int,
) -> None:  # fmt: skip
    """Adds where the leg's line is beside the edge from (a, s) to (b, r), nearer to it than the radius."""
    near = radius - EPSILON
    if (s >= near and r >= near) or (s <= -near and r <= -near):
        _touching_edge(meetings, a, s, b, r, radius, length, index, corner, count)
        return
    along, aside = b - a, r - s
    size = hypot(along, aside)
    if size <= _NEVER:
        return
    along, aside = along / size, aside / size
    start, end = -inf, inf
    # The foot of the perpendicular lies on the edge.
    if along > _NEVER or along < -_NEVER:
        start = a + aside * s / along
        end = start + size / along
        if start > end:
            start, end = end, start
    elif not 0 <= -aside * s <= size:
        return
    # The distance to the edge's line is under the radius.
    if aside > _NEVER or aside < -_NEVER:
        middle, half = a - along * s / aside, abs(radius / aside)
        if middle - half > start:
            start = middle - half
        if middle + half < end:
            end = middle + half
    elif abs(s) >= radius:
        return
    if start < end and end >= -EPSILON and start <= length + EPSILON:
        source = (OFFSET, index, corner)
        within.append((start, end, source, source))


def _touching_edge(
    meetings: list[Meeting],
    a: float, s: float, b: float, r: float,
    radius: float, length: float,
    index: int, corner: int, count: int,
) -> None:  # fmt: skip
    """Adds the contact with an edge that the line passes at the very distance of the base's edge, or farther off."""
    before = (corner - 1) % count
    touching = [
        (along, (CORNER, index, i))
        for along, aside, i in ((a, s, before), (b, r, corner))
        if abs(abs(aside) - radius) <= EPSILON
    ]
    if touching:
        (low, first), (high, last) = min(touching), max(touching)
        keep(meetings, low, high, False, first, last, length)


def rect_meetings(outline: Outline, leg: Leg, base: Footprint) -> list[Meeting]:
    """The meetings of a rectangular base that moves along the leg, keeping its facing."""
    px, py, ux, uy, length, _, _, _, _ = leg
    cos, sin = base.turn
    way = vx, vy = cos * ux + sin * uy, cos * uy - sin * ux
    half_w, half_d = base.half[0] + EPSILON, base.half[1] + EPSILON
    left, right = min(0.0, vx * length) - half_w, max(0.0, vx * length) + half_w
    low, high = min(0.0, vy * length) - half_d, max(0.0, vy * length) + half_d
    meetings: list[Meeting] = []
    cuts: list[Cut] = []
    for index, ring in enumerate(outline.rings):
        if not outline.thin:
            asides = [ux * (y - py) - uy * (x - px) for x, y in ring]
            if min(asides) <= EPSILON and max(asides) >= -EPSILON:
                cuts += ring_cuts([ux * (x - px) + uy * (y - py) for x, y in ring], asides, index)
        # The corners as the base sees them from its start: its width is the x of this frame.
        seen = [(cos * (x - px) + sin * (y - py), cos * (y - py) - sin * (x - px)) for x, y in ring]
        tail = seen[-1]
        (ax, ay) = tail
        for corner, head in enumerate(seen):
            bx, by = head
            if (
                (ax >= left or bx >= left)
                and (ax <= right or bx <= right)
                and (ay >= low or by >= low)
                and (ay <= high or by <= high)
                and (corner or not outline.thin)
            ):
                _slabs(meetings, tail, head, way, base.half, length, (SLAB, index, corner))
            tail, ax, ay = head, bx, by
    if cuts:
        meetings += [meeting for meeting in clipped(cuts, length) if meeting[2]]
    return meetings


def _slabs(
    meetings: list[Meeting],
    tail: Node, head: Node, way: Node, half: Node,
    length: float, ref: Ref,
) -> None:  # fmt: skip
    """Adds where the base reaches over one edge: inside three pairs of parallel lines at once."""
    (ax, ay), (bx, by) = tail, head
    vx, vy = way
    ex, ey = bx - ax, by - ay
    size = hypot(ex, ey)
    if size == 0:
        return
    nx, ny = -ey / size, ex / size
    reach = half[0] * abs(nx) + half[1] * abs(ny)
    aside = ax * nx + ay * ny
    low, high, touching = -EPSILON, length + EPSILON, False
    for lower, upper, speed in (
        (min(ax, bx) - half[0], max(ax, bx) + half[0], vx),
        (min(ay, by) - half[1], max(ay, by) + half[1], vy),
        (aside - reach, aside + reach, vx * nx + vy * ny),
    ):
        if abs(speed) * length <= EPSILON:
            # The leg runs along this pair of lines: beside it, on one of them, or between them.
            if lower > EPSILON or upper < -EPSILON:
                return
            touching = touching or lower >= -EPSILON or upper <= EPSILON
            continue
        start, end = (lower / speed, upper / speed) if speed > 0 else (upper / speed, lower / speed)
        if start > low:
            low = start
        if end < high:
            high = end
        if low > high + EPSILON:
            return
    overlaps = not touching and high - low > EPSILON
    keep(meetings, min(low, high), max(low, high), overlaps, ref, ref, length)
