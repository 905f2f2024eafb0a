"""Where a point crosses a line: a wall, a hedge, a river of no width.

A line has two sides and no inside. The path *crosses* it where it comes to the line from
one side and leaves it to the other, be it at one point or after a run along it (then at
the end of the run). Coming and going on the same side, going round an end, beginning or
ending on the line is contact. Corners of the path and of the line change nothing in that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from groundrules.ground.crossings import CORNER, EDGE, Ref
from groundrules.ground.joining import Part, Spot
from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON
from groundrules.ground.outline import Node, Outline, Ring

_SAME = 1e-6


@dataclass(slots=True)
class _Touch:
    """A stretch of the path on the line; ``low`` and ``high`` count edges of the line, shares included."""

    start: Spot
    end: Spot
    first: float
    last: float

    @property
    def low(self) -> float:
        return min(self.first, self.last)

    @property
    def high(self) -> float:
        return max(self.first, self.last)


def wall_parts(outline: Outline, legs: list[Leg], total: float) -> list[Part]:
    """The meetings of a point that walks the legs (of some length each) with a shape of lines.

    A crossing is an overlap without length; a run that ends in one is contact besides.
    """
    parts: list[Part] = []
    for index, chain in enumerate(outline.rings):
        touches = [touch for leg in legs for touch in _touches(leg, chain, index)]
        touches.sort(key=lambda touch: (touch.start[0], touch.end[0]))
        closed = chain[0] == chain[-1]
        for group in _grouped(touches, len(chain) - 1 if closed else 0):
            start, end = group.start, group.end
            crosses = _crosses(group, chain, legs, total)
            if not crosses or start != end:
                parts.append((start[0], end[0], False, start, end))
            if crosses:
                parts.append((end[0], end[0], True, end, end))
    return parts


def _touches(leg: Leg, chain: Ring, index: int) -> list[_Touch]:
    """Where one leg touches each edge of a chain."""
    found: list[_Touch] = []
    px, py, ux, uy, length = leg[:5]
    seen = [(ux * (x - px) + uy * (y - py), ux * (y - py) - uy * (x - px)) for x, y in chain]
    for i in range(1, len(seen)):
        (a, s), (b, r) = seen[i - 1], seen[i]
        s, r = (0.0 if abs(s) <= EPSILON else s), (0.0 if abs(r) <= EPSILON else r)
        if (s > 0 and r > 0) or (s < 0 and r < 0):
            continue
        if s == r == 0:
            ends = sorted(((a, i - 1.0, (CORNER, index, i - 1)), (b, float(i), (CORNER, index, i))))
            size = ends[1][0] - ends[0][0]
            low, high = max(ends[0][0], 0.0), min(ends[1][0], length)
            if high < low - EPSILON or size == 0:
                continue
            high = max(low, high)
            spots = []
            for along in (low, high):
                position = ends[0][1] + (along - ends[0][0]) / size * (ends[1][1] - ends[0][1])
                ref = next((end[2] for end in ends if along == end[0]), None)
                spots.append((_spot(leg, along, ref), _snapped(position)))
            found.append(_Touch(spots[0][0], spots[1][0], spots[0][1], spots[1][1]))
        else:
            share = s / (s - r)
            along = a + (b - a) * share
            if -EPSILON <= along <= length + EPSILON:
                ref = (CORNER, index, i) if r == 0 else (CORNER, index, i - 1) if s == 0 else (EDGE, index, i)
                spot = _spot(leg, along, ref)
                position = _snapped(i - 1 + share)
                found.append(_Touch(spot, spot, position, position))
    return found


def _spot(leg: Leg, along: float, ref: Ref) -> Spot:
    if along <= EPSILON:
        return leg.start, leg.number, 0.0, None
    if along >= leg.length - EPSILON:
        return leg.start + leg.length, leg.number, leg.length, None
    return leg.start + along, leg.number, along, ref


def _snapped(position: float) -> float:
    near = round(position)
    return float(near) if abs(position - near) <= EPSILON else position


def _grouped(touches: list[_Touch], around: int) -> list[_Touch]:
    """Touches that follow each other on the path and on the line, as one."""
    groups: list[_Touch] = []
    for touch in touches:
        for group in groups:
            if touch.start[0] <= group.end[0] + EPSILON and _adjoin(group, touch, around):
                group.end, group.last = max((group.end, group.last), (touch.end, touch.last), key=lambda e: e[0][0])
                break
        else:
            groups.append(touch)
    return groups


def _adjoin(one: _Touch, other: _Touch, around: int) -> bool:
    def near(shift: float) -> bool:
        return one.low <= other.high + shift + _SAME and other.low + shift <= one.high + _SAME

    return near(0) or (around > 0 and (near(around) or near(-around)))


def _crosses(touch: _Touch, chain: Ring, legs: list[Leg], total: float) -> bool:
    if touch.start[0] <= EPSILON or touch.end[0] >= total - EPSILON:
        return False
    closed = chain[0] == chain[-1]
    count = len(chain) - 1
    if not closed and (touch.low <= 0 or touch.high >= count):
        return False
    before = _leg_through(legs, touch.start[0] - 2 * EPSILON)
    after = _leg_through(legs, touch.end[0] + 2 * EPSILON)
    if before is None or after is None:
        return False
    came_from = _is_left((-before.ux, -before.uy), chain, touch.first, closed)
    goes_to = _is_left((after.ux, after.uy), chain, touch.last, closed)
    return came_from != goes_to


def _leg_through(legs: list[Leg], distance: float) -> Leg | None:
    """The leg on which the path is after so much; none where it is at another height then."""
    return next((leg for leg in legs if leg.start <= distance <= leg.start + leg.length), None)


def _is_left(way: Node, chain: Ring, position: float, closed: bool) -> bool:
    """Whether a direction at a place of the line points to the line's left."""
    count = len(chain) - 1
    edge = math.floor(position)
    if position == edge:
        if closed:
            edge %= count
        here, ahead = chain[edge], chain[edge + 1]
        behind = chain[edge - 1] if edge else chain[count - 1]
    else:
        here, ahead = chain[edge], chain[edge + 1]
        behind = (2 * here[0] - ahead[0], 2 * here[1] - ahead[1])
    forward = math.atan2(ahead[1] - here[1], ahead[0] - here[0])
    back = (math.atan2(behind[1] - here[1], behind[0] - here[0]) - forward) % math.tau
    return (math.atan2(way[1], way[0]) - forward) % math.tau < back
