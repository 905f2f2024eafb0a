"""One piece against one path: the meetings of every leg, joined, as spans."""

from __future__ import annotations

from groundrules.ground.crossings import Meeting, point_meetings
from groundrules.ground.curves import curve_meetings
from groundrules.ground.exact import exact_share
from groundrules.ground.footprint import Footprint, no_base
from groundrules.ground.joining import Part, Spot, join
from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON, Point
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path, Place
from groundrules.ground.standing import Lies, how_lies
from groundrules.ground.sweep import rect_meetings, round_meetings
from groundrules.ground.walk import Span
from groundrules.ground.walls import wall_parts

_NO_BASE = no_base()
_new = tuple.__new__


def spans_of(key: str, outline: Outline, path: Path, base: Footprint, near: list[Leg], total: float) -> list[Span]:
    """The spans of one piece: ``near`` are the legs that may meet it, each of some length; ``total`` is the path's."""
    parts = _parts(outline, near, base, total)
    if not parts:
        return []
    spans: list[Span] = []
    thin = outline.thin
    for low, high, inside, first, last in join(parts):
        start = _place(first, path, outline, base)
        end = start if last is first else _place(last, path, outline, base)
        enters = leaves = inside
        if inside and low <= EPSILON:
            enters = _only_touches(outline, path.points[0], base)
        if inside and high >= total - EPSILON:
            leaves = _only_touches(outline, path.points[-1], base)
        spans.append(_new(Span, (key, inside, start, end, enters, leaves, thin)))
    return spans


def goes_through(outline: Outline, leg: Leg, start: Point, end: Point) -> bool:
    """Whether a point on its way along one leg goes into the piece and out of it, neither end lying in it."""
    if outline.thin:
        return any(part[2] for part in wall_parts(outline, [leg], leg.length))
    meetings = point_meetings(outline, leg) if outline.curve is None else _meetings(outline, leg, _NO_BASE)
    inside = [meeting for meeting in meetings if meeting[2]]
    if not inside:
        return False
    if inside[0][0] <= EPSILON and not _only_touches(outline, start, _NO_BASE):
        return False
    return inside[-1][1] < leg.length - EPSILON or _only_touches(outline, end, _NO_BASE)


def _only_touches(outline: Outline, point: Point, base: Footprint) -> bool:
    return how_lies(outline, float(point[0]), float(point[1]), base) is not Lies.IN


def _place(spot: Spot, path: Path, outline: Outline, base: Footprint) -> Place:
    """The place of a spot, exact where it can be."""
    at, leg, along, ref = spot
    if ref is None:
        return path.vertex(leg + 1 if along else leg)
    length = path.size(leg)
    if path.exact and outline.exact:
        return path.place(leg, exact_share(ref, along / length, path, leg, outline, base))
    return _new(Place, (at, leg, along / length))


def _parts(outline: Outline, near: list[Leg], base: Footprint, total: float) -> list[Part]:
    """The meetings of one piece with every leg that may meet it."""
    if outline.thin and base.is_point:
        return wall_parts(outline, near, total)
    parts: list[Part] = []
    kind = base.kind if outline.curve is None else "curve"
    radius = base.radius
    for leg in near:
        if kind == "point":
            meetings = point_meetings(outline, leg)
        elif kind == "round":
            meetings = round_meetings(outline, leg, radius)
        else:
            meetings = _meetings(outline, leg, base)
        if meetings:
            start, number = leg.start, leg.number
            for low, high, inside, first, last in meetings:
                a, b = start + low, start + high
                parts.append((a, b, inside, (a, number, low, first), (b, number, high, last)))
    return parts


def _meetings(outline: Outline, leg: Leg, base: Footprint) -> list[Meeting]:
    if outline.curve is not None:
        return curve_meetings(outline.curve, leg, base)
    kind = base.kind
    if kind == "point":
        return point_meetings(outline, leg)
    return round_meetings(outline, leg, base.radius) if kind == "round" else rect_meetings(outline, leg, base)
