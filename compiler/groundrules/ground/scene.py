"""All pieces of a table, made ready once; every question about ground goes here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from groundrules.ground.bands import ALL_HEIGHTS, Band
from groundrules.ground.cover import covered, overlap
from groundrules.ground.footprint import Footprint, no_base
from groundrules.ground.index import BoxIndex
from groundrules.ground.measuring import straight
from groundrules.ground.meeting import goes_through, spans_of
from groundrules.ground.numbers import EPSILON, Box, Number, Point, ShapeError
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.shapes import Shape
from groundrules.ground.sight import Look
from groundrules.ground.standing import Lies, how_lies
from groundrules.ground.walk import Span, Walk, ordered
from groundrules.limits import CROSSINGS

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
        Raises :class:`~groundrules.ground.numbers.ShapeError` for more than :data:`~groundrules.limits.CROSSINGS`.
        """
        reach_x, reach_y = base.reach
        numbers = self._index.near_path(path, reach_x, reach_y)
        if not numbers:
            return Walk(path, base, ())
        total = path.total
        if total <= EPSILON:
            return Walk(path, base, self._standing_still(path, base, band))
        lifted = [band.lifted(by) for by in path.lifts()] if band is not None else None
        wide, high = reach_x + EPSILON, reach_y + EPSILON
        spans: list[Span] = []
        for number in numbers:
            outline = self._outlines[number]
            x0, y0, x1, y1 = outline.box
            near = path.legs_near(x0 - wide, y0 - high, x1 + wide, y1 + high)
            own = self._bands[number]
            if own is not None and lifted is not None:
                near = [leg for leg in near if own.meets(lifted[leg.number])]
            if near:
                spans += spans_of(self._pieces[number].key, outline, path, base, near, total)
                if len(spans) > CROSSINGS:
                    raise ShapeError(f"it meets pieces on more than {CROSSINGS:,} stretches")
        return Walk(path, base, ordered(spans) if spans else ())

    def covered(self, key: str, at: Point, base: Footprint) -> Number:
        """The share of a base standing there that lies in a piece; see :func:`~groundrules.ground.cover.covered`."""
        return covered(self.outline(key), at, base)

    def overlapping(self) -> tuple[tuple[str, str], ...]:
        """Every two pieces that share ground and some height, by key."""
        found = []
        for number, (outline, piece) in enumerate(zip(self._outlines, self._pieces, strict=True)):
            for other in self._index.near_box(*outline.box):
                fellow = self._pieces[other]
                if other > number and piece.band.meets(fellow.band) and overlap(outline, self._outlines[other]):
                    found.append((piece.key, fellow.key))
        return tuple(found)

    def near_box(self, box: Box, band: Band | None = None) -> tuple[str, ...]:
        """The keys of all pieces whose boxes meet this one, at the heights of ``band``."""
        return tuple(self._pieces[number].key for number in self._index.near_box(*box) if self._meets(number, band))

    def look(
        self,
        viewer: Point,
        target: Point,
        viewer_base: Footprint = _NO_BASE,
        target_base: Footprint = _NO_BASE,
        band: Band | None = None,
        touching: tuple[Footprint, Footprint] | None = None,
    ) -> Look:
        """What a model at ``viewer`` sees of one at ``target``, past the pieces at the heights of ``band``.

        ``touching``: what of either touches ground, where that is not the whole base.
        """
        touching = touching if touching is not None else (viewer_base, target_base)
        return Look(self, viewer, viewer_base, target, target_base, band, touching)

    def through(self, viewer: Point, target: Point, band: Band | None = None) -> tuple[str, ...]:
        """The pieces that the straight line between two points passes through, by key.

        Pieces that hold one of the points are not among them, nor are pieces that the line
        only touches. The same both ways.
        """
        leg = straight(viewer, target)
        if leg.length <= EPSILON:
            return ()
        found = [
            self._pieces[number].key
            for number in self._index.near_ray(leg)
            if goes_through(self._outlines[number], leg, viewer, target) and self._meets(number, band)
        ]
        return tuple(sorted(found))

    def is_clear(self, viewer: Point, target: Point, band: Band | None = None) -> bool:
        """Whether :meth:`through` finds no piece; quicker, since one piece is enough to know."""
        leg = straight(viewer, target)
        if leg.length <= EPSILON:
            return True
        for number in self._index.near_ray(leg):
            if goes_through(self._outlines[number], leg, viewer, target) and self._meets(number, band):
                return False
        return True

    def _meets(self, number: int, band: Band | None) -> bool:
        own = self._bands[number]
        return own is None or band is None or own.meets(band)

    def _standing_still(self, path: Path, base: Footprint, band: Band | None) -> tuple[Span, ...]:
        here = path.start
        found = self.at(path.points[0], base, band)
        return tuple(
            Span(key, lies is Lies.IN, here, here, False, False, self.outline(key).thin) for key, lies in found.items()
        )
