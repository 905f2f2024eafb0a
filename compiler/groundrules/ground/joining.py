"""The meetings of one piece, leg by leg and edge by edge, put together to its spans."""

from __future__ import annotations

from operator import itemgetter
from typing import TypeAlias

from groundrules.ground.crossings import Ref
from groundrules.ground.numbers import EPSILON

#: A place on the path: distance from its start, leg, distance along the leg, source.
Spot: TypeAlias = tuple[float, int, float, Ref]
#: Distance of start and end, whether the interiors overlap, and the two places.
Part: TypeAlias = tuple[float, float, bool, Spot, Spot]

_BY_DISTANCE = itemgetter(0, 1)


def join(parts: list[Part]) -> list[Part]:
    """The parts of one piece in order: overlaps merged, contacts only where there is no overlap.

    Overlaps that follow each other within the tolerance are one: passing through a corner
    of the piece, or through the seam of two of its edges, is not leaving it.
    """
    if len(parts) == 1:
        return parts
    parts.sort(key=_BY_DISTANCE)
    inside = _merged([part for part in parts if part[2]])
    if (
        len(inside) == 1
        and inside[0][0] <= parts[0][0] + EPSILON
        and inside[0][1] >= max([p[1] for p in parts]) - EPSILON
    ):
        return inside
    contacts = _merged([part for part in parts if not part[2]])
    touching = [piece for contact in contacts for piece in _outside(contact, inside)]
    return sorted([*inside, *touching], key=_BY_DISTANCE)


def _merged(parts: list[Part]) -> list[Part]:
    """Parts in order, those that meet made one."""
    found: list[Part] = []
    for part in parts:
        if not found or part[0] > found[-1][1] + EPSILON:
            found.append(part)
            continue
        start, end, inside, first, last = found[-1]
        if part[0] - start <= EPSILON:
            first = _better(first, part[3])
        if part[1] > end + EPSILON:
            last = part[4]
        elif part[1] >= end - EPSILON:
            last = _better(last, part[4])
        found[-1] = (start, max(end, part[1]), inside, first, last)
    return found


def _better(kept: Spot, other: Spot) -> Spot:
    """Of two names for one place the more exact: an end of a leg, a straight edge, anything round."""
    if kept[3] is None:
        return kept
    return other if other[3] is None or other[3][0] < kept[3][0] else kept


def _outside(contact: Part, inside: list[Part]) -> list[Part]:
    """What of a contact is not part of an overlap, or its edge."""
    pieces: list[Part] = []
    start, end, _, first, last = contact
    for low, high, _, entry, exit_ in inside:
        if high < start - EPSILON:
            continue
        if low > end + EPSILON:
            break
        if low > start + EPSILON:
            pieces.append((start, low, False, first, entry))
        if high >= end - EPSILON:
            return pieces
        start, first = high, exit_
    pieces.append((start, end, False, first, last))
    return pieces
