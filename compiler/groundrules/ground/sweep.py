"""Where a base that moves along a straight leg meets a piece with straight edges.

The base overlaps the piece where its centre is inside, or where the base reaches over an
edge. Reaching over one edge is a matter of closed form: for a round base the centre lies in
the edge's capsule (two offset lines and two end circles), for a rectangular one between
three pairs of parallel lines (the Minkowski sum of the edge and the base). Nothing is
buffered and nothing is sampled.
"""

from __future__ import annotations

import math

from groundrules.ground.crossings import (
    CORNER,
    OFFSET,
    ROUND,
    SLAB,
    Meeting,
    Ref,
    Seen,
    inside_meetings,
    keep,
    seen_from,
)
from groundrules.ground.footprint import Footprint
from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Outline
from groundrules.ground.path import Leg

_NEVER = 1e-12


def round_meetings(outline: Outline, leg: Leg, radius: float) -> list[Meeting]:
    """The meetings of a round base that moves along the leg."""
    length = leg[4]
    reach = radius + EPSILON
    far = length + reach
    seen = [seen_from(leg, ring) for ring in outline.rings]
    meetings = [] if outline.thin else inside_meetings(seen, length)
    for index, ring in enumerate(seen):
        start = 1 if outline.thin else 0
        a, s = ring[start - 1]
        for corner in range(start, len(ring)):
            b, r = ring[corner]
            if not (
                (s > reach and r > reach)
                or (s < -reach and r < -reach)
                or (a < -reach and b < -reach)
                or (a > far and b > far)
            ):
                _capsule(meetings, a, s, b, r, radius, length, index, corner, len(ring))
            a, s = b, r
    return meetings


def _capsule(
    meetings: list[Meeting],
    a: float, s: float, b: float, r: float,
    radius: float, length: float,
    index: int, corner: int, count: int,
) -> None:  # fmt: skip
    """Adds where the leg's line lies in the capsule of the edge from (a, s) to (b, r)."""
    before = (corner - 1) % count
    if (s > 0) == (r > 0) and min(abs(s), abs(r)) >= radius - EPSILON:
        # The line passes at the very distance of the base's edge, or farther off.
        touching = [(along, (CORNER, index, i)) for along, aside, i in ((a, s, before), (b, r, corner))
                    if abs(abs(aside) - radius) <= EPSILON]  # fmt: skip
        if touching:
            keep(meetings, min(touching)[0], max(touching)[0], False, min(touching)[1], max(touching)[1], length)
        return
    lows: list[tuple[float, Ref]] = []
    highs: list[tuple[float, Ref]] = []
    for along, aside, i in ((a, s, before), (b, r, corner)):
        if abs(aside) < radius:
            chord = math.sqrt((radius - aside) * (radius + aside))
            lows.append((along - chord, (ROUND, index, i)))
            highs.append((along + chord, (ROUND, index, i)))
    straight = _between_the_offsets(a, s, b, r, radius)
    if straight is not None:
        lows.append((straight[0], (OFFSET, index, corner)))
        highs.append((straight[1], (OFFSET, index, corner)))
    if lows:
        (low, first), (high, last) = min(lows, key=_first), max(highs, key=_first)
        keep(meetings, low, high, True, first, last, length)


def _first(end: tuple[float, Ref]) -> float:
    return end[0]


def _between_the_offsets(a: float, s: float, b: float, r: float, radius: float) -> tuple[float, float] | None:
    """Where the line lies in the rectangle of all that is beside the edge and nearer than the radius."""
    along, aside = b - a, r - s
    size = math.hypot(along, aside)
    if size == 0:
        return None
    along, aside = along / size, aside / size
    low, high = -math.inf, math.inf
    # The foot of the perpendicular lies on the edge.
    if abs(along) > _NEVER:
        ends = (a + aside * s / along, a + (size + aside * s) / along)
        low, high = min(ends), max(ends)
    elif not 0 <= -aside * s <= size:
        return None
    # The distance to the edge's line is under the radius.
    if abs(aside) > _NEVER:
        ends = (a - (along * s + radius) / aside, a - (along * s - radius) / aside)
        low, high = max(low, min(ends)), min(high, max(ends))
    elif abs(s) >= radius:
        return None
    return (low, high) if low < high else None


def rect_meetings(outline: Outline, leg: Leg, base: Footprint) -> list[Meeting]:
    """The meetings of a rectangular base that moves along the leg, keeping its facing."""
    px, py, ux, uy, length = leg[:5]
    half_w, half_d = base.half
    cos, sin = base.turn
    vx, vy = cos * ux + sin * uy, cos * uy - sin * ux
    meetings: list[Meeting] = []
    if not outline.thin:
        meetings += inside_meetings([seen_from(leg, ring) for ring in outline.rings], length)
    for index, ring in enumerate(outline.rings):
        # The corners as the base sees them from its start: its width is the x of this frame.
        seen = [(cos * (x - px) + sin * (y - py), cos * (y - py) - sin * (x - px)) for x, y in ring]
        start = 1 if outline.thin else 0
        tail = seen[start - 1]
        for corner in range(start, len(seen)):
            head = seen[corner]
            _slabs(meetings, tail, head, (vx, vy), (half_w, half_d), length, (SLAB, index, corner))
            tail = head
    return meetings


def _slabs(
    meetings: list[Meeting],
    tail: Seen, head: Seen, way: Seen, half: Seen,
    length: float, ref: Ref,
) -> None:  # fmt: skip
    """Adds where the base reaches over one edge: inside three pairs of parallel lines at once."""
    (ax, ay), (bx, by) = tail, head
    vx, vy = way
    ex, ey = bx - ax, by - ay
    size = math.hypot(ex, ey)
    if size == 0:
        return
    nx, ny = -ey / size, ex / size
    reach = half[0] * abs(nx) + half[1] * abs(ny)
    aside = ax * nx + ay * ny
    low, high, touching = -math.inf, math.inf, False
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
        ends = (lower / speed, upper / speed) if speed > 0 else (upper / speed, lower / speed)
        low, high = max(low, ends[0]), min(high, ends[1])
    if low <= high + EPSILON:
        overlaps = not touching and high - low > EPSILON
        keep(meetings, min(low, high), max(low, high), overlaps, ref, ref, length)
