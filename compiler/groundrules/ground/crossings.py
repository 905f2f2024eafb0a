"""Where one straight leg meets the area of a piece, for a model without a base.

Everything is seen from the leg: a corner at ``along`` (distance along the leg's line) and
``aside`` (distance to its left). The corners of a ring change sides as the ring is
followed; where they do, the line crosses the ring. A corner nearer to the line than
:data:`~groundrules.ground.numbers.EPSILON` lies *on* it: the ring then crosses if it comes
from one side and goes to the other, and merely touches if it goes back. So a tangent, a
grazed corner and a run along an edge are contact, from whichever side they are seen.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Outline, Ring
from groundrules.ground.path import Leg

#: What a crossing was computed from, so that it can be computed again in fractions: kind, ring, edge or corner.
#: ``None`` is an end of the leg.
Ref: TypeAlias = tuple[int, int, int] | None
#: Start and end along the leg, whether the interiors overlap there (else contact), and the two sources.
Meeting: TypeAlias = tuple[float, float, bool, Ref, Ref]
#: A corner as seen from the leg.
Seen: TypeAlias = tuple[float, float]
#: Start and end along the line, whether inside and outside change there, and the two sources.
Cut: TypeAlias = tuple[float, float, bool, Ref, Ref]

#: Kinds of :data:`Ref`. The edge of a corner ``i`` is the one that ends there.
EDGE, CORNER, OFFSET, ROUND, SLAB, CURVE = range(6)


def seen_from(leg: Leg, ring: Ring) -> list[Seen]:
    """The corners of a ring as (along, aside) of a leg."""
    px, py, ux, uy = leg[:4]
    return [(ux * (x - px) + uy * (y - py), ux * (y - py) - uy * (x - px)) for x, y in ring]


def point_meetings(outline: Outline, leg: Leg) -> list[Meeting]:
    """The meetings of a point that moves along the leg with an area of straight edges."""
    px, py, ux, uy, length = leg[:5]
    cuts: list[Cut] = []
    for index, ring in enumerate(outline.rings):
        asides = [ux * (y - py) - uy * (x - px) for x, y in ring]
        if min(asides) > EPSILON or max(asides) < -EPSILON:
            continue
        if _is_clear(asides):
            last, (lx, ly) = asides[-1], ring[-1]
            for corner, (aside, (x, y)) in enumerate(zip(asides, ring, strict=True)):
                if (last > 0) != (aside > 0):
                    share = last / (last - aside)
                    along = ux * (lx + share * (x - lx) - px) + uy * (ly + share * (y - ly) - py)
                    ref = (EDGE, index, corner)
                    cuts.append((along, along, True, ref, ref))
                last, lx, ly = aside, x, y
        else:
            cuts += _touching_cuts(seen_from(leg, ring), index)
    return _clipped(cuts, length) if cuts else []


def inside_meetings(seen: list[list[Seen]], length: float) -> list[Meeting]:
    """Where the centre itself is inside; for models with a base, whose edges are measured elsewhere."""
    cuts: list[Cut] = []
    for index, ring in enumerate(seen):
        asides = [aside for _, aside in ring]
        if min(asides) <= EPSILON and max(asides) >= -EPSILON:
            cuts += _touching_cuts(ring, index)
    return [meeting for meeting in _clipped(cuts, length) if meeting[2]]


def _is_clear(asides: list[float]) -> bool:
    """Whether no corner lies on the line."""
    return not any(-EPSILON <= aside <= EPSILON for aside in asides)


def _touching_cuts(ring: list[Seen], index: int) -> list[Cut]:
    """The cuts of a ring of which some corner may lie on the line."""
    count = len(ring)
    first = next((i for i, (_, aside) in enumerate(ring) if abs(aside) > EPSILON), None)
    if first is None:
        return []
    cuts: list[Cut] = []
    before, last = ring[first][1] > 0, first
    run: list[int] = []
    for step in range(1, count + 1):
        i = (first + step) % count
        aside = ring[i][1]
        if -EPSILON <= aside <= EPSILON:
            run.append(i)
            continue
        after = aside > 0
        if run:
            low, high = min(run, key=lambda k: ring[k][0]), max(run, key=lambda k: ring[k][0])
            cuts.append((ring[low][0], ring[high][0], before != after, (CORNER, index, low), (CORNER, index, high)))
            run = []
        elif before != after:
            (a, s), (b, r) = ring[last], ring[i]
            along = a + (b - a) * s / (s - r)
            cuts.append((along, along, True, (EDGE, index, i), (EDGE, index, i)))
        before, last = after, i
    return cuts


def _clipped(cuts: list[Cut], length: float) -> list[Meeting]:
    """The meetings between the cuts of a line, as far as they lie on the leg."""
    cuts.sort(key=lambda cut: cut[:2])
    meetings: list[Meeting] = []
    inside = False
    gone, source = -math.inf, None
    for start, end, changes, first, last in cuts:
        if inside and start > gone:
            keep(meetings, gone, start, True, source, first, length)
        if end > start or not changes:
            keep(meetings, start, end, False, first, last, length)
        inside ^= changes
        if end >= gone:
            gone, source = end, last
    return meetings


def keep(meetings: list[Meeting], start: float, end: float, inside: bool, first: Ref, last: Ref, length: float) -> None:
    """Adds what of a meeting lies on the leg; an overlap that is only a point there is contact."""
    if end < -EPSILON or start > length + EPSILON:
        return
    if start <= EPSILON:
        start, first = 0.0, None
    if end >= length - EPSILON:
        end, last = length, None
    # What lies wholly within the tolerance of one end is that end.
    if start > length - EPSILON:
        start, first = length, None
    if end < EPSILON:
        end, last = 0.0, None
    meetings.append((start, end, inside and end - start > EPSILON, first, last))
