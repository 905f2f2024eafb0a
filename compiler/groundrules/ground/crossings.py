"""Where one straight leg meets the area of a piece, for a model without a base.

Everything is seen from the leg: a corner at ``along`` (distance along the leg's line) and
``aside`` (distance to its left). The corners of a ring change sides as the ring is
followed; where they do, the line crosses the ring. A corner nearer to the line than
:data:`~groundrules.ground.numbers.EPSILON` lies *on* it: the ring then crosses if it comes
from one side and goes to the other, and merely touches if it goes back. So a tangent, a
grazed corner and a run along an edge are contact, from whichever side they are seen.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TypeAlias

from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Outline

#: What a crossing was computed from, so that it can be computed again in fractions: kind, ring, edge or corner.
#: ``None`` is an end of the leg.
Ref: TypeAlias = tuple[int, int, int] | None
#: Start and end along the leg, whether the interiors overlap there (else contact), and the two sources.
Meeting: TypeAlias = tuple[float, float, bool, Ref, Ref]
#: Start and end along the line, whether inside and outside change there, and the two sources.
Cut: TypeAlias = tuple[float, float, bool, Ref, Ref]

#: Kinds of :data:`Ref`. The edge of a corner ``i`` is the one that ends there.
EDGE, CORNER, OFFSET, ROUND, SLAB, CURVE = range(6)
_START_AND_END = itemgetter(0, 1)


def point_meetings(outline: Outline, leg: Leg) -> list[Meeting]:
    """The meetings of a point that moves along the leg with an area of straight edges."""
    px, py, ux, uy, length, _, _, _, _ = leg
    cuts: list[Cut] = []
    off = ux * py - uy * px
    low, high = off - EPSILON, off + EPSILON
    for index, ring in enumerate(outline.rings):
        asides = [ux * y - uy * x for x, y in ring]
        if min(asides) > high or max(asides) < low:
            continue
        left = asides[-1] > off
        found = []
        for corner, r in enumerate(asides):
            if r > high if left else r < low:
                continue
            s = asides[corner - 1]
            if low <= r <= high or low <= s <= high:
                asides = [aside - off for aside in asides]
                found = _touching_cuts([ux * (x - px) + uy * (y - py) for x, y in ring], asides, index)
                break
            left = not left
            (tx, ty), (hx, hy) = ring[corner - 1], ring[corner]
            share = (s - off) / (s - r)
            along = ux * (tx + (hx - tx) * share - px) + uy * (ty + (hy - ty) * share - py)
            ref = (EDGE, index, corner)
            found.append((along, along, True, ref, ref))
        cuts += found
    return clipped(cuts, length) if cuts else []


def ring_cuts(alongs: list[float], asides: list[float], index: int) -> list[Cut]:
    """Where the line of a leg meets a ring whose corners are so far along it and so far to its left."""
    if min(map(abs, asides)) <= EPSILON:
        return _touching_cuts(alongs, asides, index)
    cuts: list[Cut] = []
    tail, s = alongs[-1], asides[-1]
    left = s > 0
    for corner, r in enumerate(asides):
        if (r > 0) is not left:
            left = not left
            along = tail + (alongs[corner] - tail) * s / (s - r)
            ref = (EDGE, index, corner)
            cuts.append((along, along, True, ref, ref))
        tail, s = alongs[corner], r
    return cuts


def _touching_cuts(alongs: list[float], asides: list[float], index: int) -> list[Cut]:
    """The cuts of a ring of which some corner lies on the line."""
    count = len(asides)
    first = next((i for i, aside in enumerate(asides) if abs(aside) > EPSILON), None)
    if first is None:
        return []
    cuts: list[Cut] = []
    before, last = asides[first] > 0, first
    run: list[int] = []
    for step in range(1, count + 1):
        i = (first + step) % count
        if -EPSILON <= asides[i] <= EPSILON:
            run.append(i)
            continue
        after = asides[i] > 0
        if run:
            low, high = min(run, key=alongs.__getitem__), max(run, key=alongs.__getitem__)
            cuts.append((alongs[low], alongs[high], before != after, (CORNER, index, low), (CORNER, index, high)))
            run = []
        elif before != after:
            s, r = asides[last], asides[i]
            along = alongs[last] + (alongs[i] - alongs[last]) * s / (s - r)
            cuts.append((along, along, True, (EDGE, index, i), (EDGE, index, i)))
        before, last = after, i
    return cuts


def clipped(cuts: list[Cut], length: float) -> list[Meeting]:
    """The meetings between the cuts of a line, as far as they lie on the leg."""
    meetings: list[Meeting] = []
    if len(cuts) == 2 and cuts[0][2] and cuts[1][2]:
        # In and out: by far the most frequent.
        one, other = cuts if cuts[0][0] <= cuts[1][0] else (cuts[1], cuts[0])
        if one[0] == one[1] and other[0] == other[1]:
            keep(meetings, one[0], other[0], True, one[3], other[3], length)
            return meetings
    cuts.sort(key=_START_AND_END)
    inside = False
    # What lies before the leg is of no interest; that something ends at its very start is.
    gone, source = -2 * EPSILON, None
    for start, end, changes, first, last in cuts:
        if inside and start > gone:
            keep(meetings, gone, start, True, source, first, length)
        if end > start or not changes:
            keep(meetings, start, end, False, first, last, length)
        inside = inside is not changes
        if end >= gone:
            gone, source = end, last
    return meetings


def keep(meetings: list[Meeting], start: float, end: float, inside: bool, first: Ref, last: Ref, length: float) -> None:
    """Adds what of a meeting lies on the leg; an overlap that is only a point there is contact."""
    if end < -EPSILON or start > length + EPSILON:
        return
    if start <= EPSILON:
        start, first = 0.0, None
    elif start > length - EPSILON:
        start, first = length, None
    if end >= length - EPSILON:
        end, last = length, None
    elif end < EPSILON:
        end, last = 0.0, None
    meetings.append((start, end, inside and end - start > EPSILON, first, last))
