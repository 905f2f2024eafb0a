"""All pieces of a table, made ready once; every question about ground goes here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundrules.ground.bands import ALL_HEIGHTS, Band
from groundrules.ground.crossings import Meeting, point_meetings
from groundrules.ground.curves import curve_meetings
from groundrules.ground.exact import exact_share
from groundrules.ground.footprint import Footprint, no_base
from groundrules.ground.index import BoxIndex
from groundrules.ground.joining import Part, join
from groundrules.ground.numbers import EPSILON, Number, Point
from groundrules.ground.outline import Outline
from groundrules.ground.path import Leg, Path, Place
from groundrules.ground.shapes import Shape
from groundrules.ground.standing import Lies, how_lies
from groundrules.ground.sweep import rect_meetings, round_meetings
from groundrules.ground.walk import Span, Walk, ordered
from groundrules.ground.walls import Spot, wall_meetings

_NO_BASE = no_base()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as the ground knows it: its key, its shape, the heights it takes up."""

    key: str
    shape: Shape
    band: Band = ALL_HEIGHTS


class Scene:
    """The pieces of a table, indexed once and never changed.

    Keys must differ (:class:`ValueError`). Neither the order of the pieces nor pieces far
    away change any answer.
    """

    __slots__ = ("_bands", "_index", "_numbers", "_outlines", "_pieces")

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = tuple(sorted(pieces, key=lambda piece: piece.key))
        self._numbers = {piece.key: number for number, piece in enumerate(self._pieces)}
        if len(self._numbers) < len(self._pieces):
            keys = [piece.key for piece in self._pieces]
            raise ValueError(f"two pieces are called {next(key for key in keys if keys.count(key) > 1)}")
        self._outlines = tuple(Outline(piece.shape) for piece in self._pieces)
        self._bands = tuple(None if piece.band == ALL_HEIGHTS else piece.band for piece in self._pieces)
        self._index = BoxIndex(outline.box for outline in self._outlines)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, by key."""
        return self._pieces

    def piece(self, key: str) -> Piece:
        """The piece of that key; :class:`KeyError` where there is none."""
        return self._pieces[self._numbers[key]]

    def outline(self, key: str) -> Outline:
        """The prepared shape of that key; :class:`KeyError` where there is none."""
        return self._outlines[self._numbers[key]]

    def at(self, point: Point, base: Footprint = _NO_BASE, band: Band | None = None) -> dict[str, Lies]:
        """Every piece that a model standing there is in or touches, by key.

        ``band`` is the model's own height band; without one it meets every height.
        """
        x, y = float(point[0]), float(point[1])
        reach_x, reach_y = base.reach
        found: dict[str, Lies] = {}
        for number in self._index.near_box(x - reach_x, y - reach_y, x + reach_x, y + reach_y):
            if self._meets(number, band):
                lies = how_lies(self._outlines[number], x, y, base)
                if lies:
                    found[self._pieces[number].key] = lies
        return found

    def walk(self, path: Path, base: Footprint = _NO_BASE, band: Band | None = None) -> Walk:
        """Everything that the path meets on its way.

        ``band`` is the model's height band at the start; climbs and drops on the path move
        it. A path of no length meets what the model stands in or touches.
        """
        legs = [leg for leg in path.legs if leg.length > EPSILON]
        if not legs:
            return Walk(path, base, self._standing_still(path, base, band))
        lifted = [band.lifted(by) for by in path.lifts()] if band is not None else None
        reach_x, reach_y = base.reach
        wide, high = reach_x + EPSILON, reach_y + EPSILON
        spans: list[Span] = []
        for number in self._index.near_legs(legs, reach_x, reach_y):
            outline = self._outlines[number]
            x0, y0, x1, y1 = outline.box
            x0, y0, x1, y1 = x0 - wide, y0 - high, x1 + wide, y1 + high
            near = [leg for leg in legs if leg[7] >= x0 and leg[5] <= x1 and leg[8] >= y0 and leg[6] <= y1]
            own = self._bands[number]
            if own is not None and lifted is not None:
                near = [leg for leg in near if own.meets(lifted[leg.number])]
            if near:
                parts = _parts(outline, near, legs, base)
                if parts:
                    spans += self._spans(number, join(parts), path, base)
        return Walk(path, base, ordered(spans))

    def _meets(self, number: int, band: Band | None) -> bool:
        own = self._bands[number]
        return own is None or band is None or own.meets(band)

    def _standing_still(self, path: Path, base: Footprint, band: Band | None) -> tuple[Span, ...]:
        here = path.start
        found = self.at(path.points[0], base, band)
        return tuple(
            Span(key, lies is Lies.IN, here, here, False, False, self.outline(key).thin) for key, lies in found.items()
        )

    def _spans(self, number: int, parts: Sequence[Part], path: Path, base: Footprint) -> list[Span]:
        """The parts of one piece as spans, their places exact where they can be."""
        outline, key = self._outlines[number], self._pieces[number].key
        total = float(path.length)
        spans: list[Span] = []
        for first, last, inside in parts:
            start = _place(first, path, outline, base)
            end = start if last is first else _place(last, path, outline, base)
            enters = leaves = inside
            if inside and first[0] <= EPSILON:
                enters = self._only_touches(outline, path.points[0], base)
            if inside and last[0] >= total - EPSILON:
                leaves = self._only_touches(outline, path.points[-1], base)
            spans.append(Span(key, inside, start, end, enters, leaves, outline.thin))
        return spans

    @staticmethod
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


def _parts(outline: Outline, near: list[Leg], legs: list[Leg], base: Footprint) -> list[Part]:
    """The meetings of one piece with every leg that may meet it."""
    if outline.thin and base.is_point:
        total = legs[-1].start + legs[-1].length
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
