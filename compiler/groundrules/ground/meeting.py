"""One piece against one path: the meetings of every leg, joined, as spans."""

from __future__ import annotations

from groundrules.ground.crossings import Meeting, point_meetings
from groundrules.ground.curves import curve_meetings
from groundrules.ground.exact import exact_share
from groundrules.ground.footprint import Footprint, no_base
from groundrules.ground.joining import Part, join
from groundrules.ground.numbers import EPSILON, Number, Point
from groundrules.ground.outline import Outline
from groundrules.ground.path import Leg, Path, Place
from groundrules.ground.standing import Lies, how_lies
from groundrules.ground.sweep import rect_meetings, round_meetings
from groundrules.ground.walk import Span
from groundrules.ground.walls import Spot, wall_meetings


def spans_of(key: str, outline: Outline, path: Path, base: Footprint, near: list[Leg], total: float) -> list[Span]:
    """The spans of one piece: ``near`` are the legs that may meet it, each of some length; ``total`` is the path's."""
    parts = _parts(outline, near, base, total)
    if not parts:
        return []
    spans: list[Span] = []
    for first, last, inside in join(parts):
        start = _place(first, path, outline, base)
        end = start if last is first else _place(last, path, outline, base)
        enters = leaves = inside
        if inside and first[0] <= EPSILON:
            enters = _only_touches(outline, path.points[0], base)
        if inside and last[0] >= total - EPSILON:
            leaves = _only_touches(outline, path.points[-1], base)
        spans.append(Span(key, inside, start, end, enters, leaves, outline.thin))
    return spans


def passes_through(outline: Outline, path: Path, legs: list[Leg]) -> bool:
    """Whether a point on the path goes into the piece and out of it, and neither end of the path lies in it."""
    parts = _parts(outline, legs, no_base(), legs[-1].start + legs[-1].length)
    if not any(inside for _, _, inside in parts):
        return False
    ends = (path.points[0], path.points[-1])
    return outline.thin or all(_only_touches(outline, end, no_base()) for end in ends)


def _only_touches(outline: Outline, point: Point, base: Footprint) -> bool:
    return how_lies(outline, float(point[0]), float(point[1]), base) is not Lies.IN


def _place(spot: Spot, path: Path, outline: Outline, base: Footprint) -> Place:
    _, leg, along, ref = spot
    length = path.legs[leg].length
    if ref is None:
        return path.vertex(leg + 1) if along > length / 2 else path.vertex(leg)
    share: Number = along / length
    if path.exact and outline.exact:
        share = exact_share(ref, along / length, path, leg, outline, base)
    return path.place(leg, share)


def _parts(outline: Outline, near: list[Leg], base: Footprint, total: float) -> list[Part]:
    """The meetings of one piece with every leg that may meet it."""
    if outline.thin and base.is_point:
        parts: list[Part] = []
        for first, last, crosses in wall_meetings(outline, near, total):
            if not crosses or first != last:
                parts.append((first, last, False))
            if crosses:
                parts.append((last, last, True))
        return parts
    parts = []
    for leg in near:
        start, index = leg.start, leg.number
        for low, high, inside, source, target in _meetings(outline, leg, base):
            parts.append(((start + low, index, low, source), (start + high, index, high, target), inside))
    return parts


def _meetings(outline: Outline, leg: Leg, base: Footprint) -> list[Meeting]:
    if outline.curve is not None:
        return curve_meetings(outline.curve, leg, base)
    if base.is_point:
        return point_meetings(outline, leg)
    return round_meetings(outline, leg, base.radius) if base.is_round else rect_meetings(outline, leg, base)
