"""Where along a move its cost arises: stretch by stretch, and at single places such as the foot of a climb."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from groundrules.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Mark:
    """A distance along the path, and the cost so far: on reaching it, and after what happened there."""

    at: float
    before: float
    after: float


def marks_of(verdict: Verdict) -> list[Mark]:
    """Each place where the cost of a unit may change, in order.

    A line of the trace with a length tells the cost at its end. One without tells the cost
    after something that happened at one place, such as a climb: what that cost is the
    difference to what the way there costs, on bare ground its length.
    """
    first = verdict.models[0].model if verdict.models else None
    ends: dict[float, float] = {}
    happened: dict[float, float] = {}
    for line in verdict.trace:
        if line.model != first or line.at is None or line.cost is None:
            continue
        if line.length is not None:
            ends[float(line.at) + float(line.length)] = float(line.cost)
            happened.setdefault(float(line.at), 0.0)
        else:
            happened[float(line.at)] = max(happened.get(float(line.at), 0.0), float(line.cost))
    for model in verdict.models[:1]:
        if float(model.moved) not in happened:
            ends.setdefault(float(model.moved), float(model.cost))
        ends = {at: cost for at, cost in ends.items() if at <= float(model.moved) + 1e-9}
        happened = {at: cost for at, cost in happened.items() if at <= float(model.moved) + 1e-9}
    marks = [Mark(0.0, 0.0, happened.pop(0.0, 0.0))]
    for at in sorted({*ends, *happened} - {0.0}):
        before = ends.get(at, marks[-1].after + at - marks[-1].at)
        after = happened.get(at, 0.0)
        if at not in ends and 0.0 < after < before:  # a grid may count fewer cells than the way is long
            before = after
        marks.append(Mark(at, before, max(before, after)))
    for model in verdict.models[:1]:  # what rounding adds is paid at the end
        marks[-1] = Mark(marks[-1].at, min(marks[-1].before, float(model.cost)), float(model.cost))
    return marks


def place_on(path: list[tuple[float, float]], at: float) -> tuple[float, float]:
    """The place on the path at a distance from its beginning."""
    for a, b in pairwise(path):
        length = math.dist(a, b)
        if at <= length + 1e-9:
            share = at / length if length > 0 else 0.0
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        at -= length
    return path[-1]
