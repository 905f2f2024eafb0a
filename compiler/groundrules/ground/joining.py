"""The meetings of one piece, leg by leg and edge by edge, put together to its spans."""

from __future__ import annotations

from typing import TypeAlias

from groundrules.ground.numbers import EPSILON
from groundrules.ground.walls import Spot

#: Start and end on the path, and whether the interiors overlap.
Part: TypeAlias = tuple[Spot, Spot, bool]


def join(parts: list[Part]) -> list[Part]:
    """The parts of one piece in order: overlaps merged, contacts only where there is no overlap.

    Overlaps that follow each other within the tolerance are one: passing through a corner
    of the piece, or through the seam of two of its edges, is not leaving it.
    """
    if len(parts) == 1:
        return parts
    inside: list[Part] = []
    for part in sorted((p for p in parts if p[2]), key=_order):
        if inside and part[0][0] <= inside[-1][1][0] + EPSILON:
            last = inside[-1]
            inside[-1] = (_better(last[0], part[0]), _farther(last[1], part[1]), True)
        else:
            inside.append(part)
    contacts: list[Part] = []
    for part in sorted((p for p in parts if not p[2]), key=_order):
        if contacts and part[0][0] <= contacts[-1][1][0] + EPSILON:
            last = contacts[-1]
            contacts[-1] = (last[0], _farther(last[1], part[1]), False)
        else:
            contacts.append(part)
    touching = [piece for contact in contacts for piece in _outside(contact, inside)]
    return sorted([*inside, *touching], key=_order)


def _order(part: Part) -> tuple[float, float]:
    return part[0][0], part[1][0]


def _rank(spot: Spot) -> int:
    """Which source is the most exact: an end of a leg, a straight edge, anything round."""
    return -1 if spot[3] is None else spot[3][0]


def _better(kept: Spot, other: Spot) -> Spot:
    return other if abs(other[0] - kept[0]) <= EPSILON and _rank(other) < _rank(kept) else kept


def _farther(kept: Spot, other: Spot) -> Spot:
    if abs(other[0] - kept[0]) <= EPSILON:
        return _better(kept, other)
    return other if other[0] > kept[0] else kept


def _outside(contact: Part, inside: list[Part]) -> list[Part]:
    """What of a contact is not part of an overlap, or its edge."""
    pieces: list[Part] = []
    start, end, _ = contact
    for first, last, _ in inside:
        if last[0] < start[0] - EPSILON:
            continue
        if first[0] > end[0] + EPSILON:
            break
        if first[0] > start[0] + EPSILON:
            pieces.append((start, first, False))
        if last[0] >= end[0] - EPSILON:
            return pieces
        start = last
    pieces.append((start, end, False))
    return pieces
