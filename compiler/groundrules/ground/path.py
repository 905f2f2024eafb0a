"""The way of a model: straight legs from point to point, and upright steps on them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from groundrules.ground.measuring import Leg, Measured, Whole, measure, measure_exactly
from groundrules.ground.numbers import EPSILON, Box, Number, Point, ShapeError, divided, lattice, number, point
from groundrules.limits import COORDINATE

_KINDS = {int, float, Fraction}
_FLOAT = {float}
# A path that an author writes ends at COORDINATE; a base that stands there reaches over it.
_FAR = 4 * COORDINATE
_new = tuple.__new__
_write = object.__setattr__


class Place(NamedTuple):
    """A place on a path; a named tuple, since a walk makes many.

    ``at`` is the distance from the start, ``leg`` the leg it lies on (from 0) and ``t``
    the share of that leg gone (0 to 1). ``t`` is a Fraction wherever it is rational and
    the coordinates were exact; ``at`` as well, as long as all legs so far have rational
    lengths. A point between two legs is the end of the first.
    """

    at: Number
    leg: int
    t: Number


@dataclass(frozen=True, slots=True)
class Mark:
    """An upright step: after how many legs, of which kind (``climb``, ``jump``, ``drop``), how high.

    It has no length along the path. ``lift`` is what it adds to the height of the model.
    """

    after: int
    kind: str
    height: Number

    @property
    def lift(self) -> Number:
        """The change of height: up for a climb, down for a drop, none for a jump across."""
        return {"climb": self.height, "drop": -self.height}.get(self.kind, 0)


@dataclass(frozen=True, slots=True)
class Path:
    """Points walked through in order; one point is a model that stays where it is.

    Raises :class:`~groundrules.ground.numbers.ShapeError` for an empty path and for
    numbers that are none. Points that repeat make legs of no length, which are kept.
    """

    points: tuple[Point, ...]
    marks: tuple[Mark, ...] = ()
    box: Box = field(init=False, repr=False, compare=False)
    # The points in floats, and in whole numbers where they are exact.
    _plain: tuple[tuple[float, ...], tuple[float, ...]] = field(init=False, repr=False, compare=False)
    _whole: Whole | None = field(init=False, repr=False, compare=False)
    # Measured when first asked for: a move that meets nothing is never measured leg by leg.
    _kept: Measured | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        points = self.points
        try:
            all_x, all_y = zip(*points, strict=True)
        except (TypeError, ValueError):
            points = _checked(points)
            all_x, all_y = zip(*points, strict=True)
        kinds = {*map(type, all_x), *map(type, all_y)}
        if not kinds <= _KINDS or type(points) is not tuple:
            points = _checked(points)
            all_x, all_y = zip(*points, strict=True)
            kinds = {*map(type, all_x), *map(type, all_y)}
        if points is not self.points:
            _write(self, "points", points)
        whole = None
        if float in kinds:
            xs, ys = (all_x, all_y) if kinds == _FLOAT else (tuple(map(float, all_x)), tuple(map(float, all_y)))
            total = sum(xs) + sum(ys)
        else:
            scale, nodes = whole = lattice(points)
            far = _FAR * scale
            if not all([-far <= x <= far and -far <= y <= far for x, y in nodes]):
                _checked(points)
            xs, ys, total = tuple([x / scale for x, _ in nodes]), tuple([y / scale for _, y in nodes]), 0.0
        left, low, right, high = box = min(xs), min(ys), max(xs), max(ys)
        if total - total != 0 or left < -_FAR or low < -_FAR or right > _FAR or high > _FAR:
            _checked(points)
        _write(self, "box", box)
        _write(self, "_plain", (xs, ys))
        _write(self, "_whole", whole)
        _write(self, "_kept", None)

    @property
    def exact(self) -> bool:
        """Whether no coordinate is a float."""
        return self._whole is not None

    @property
    def _measured(self) -> Measured:
        kept = self._kept
        if kept is None:
            xs, ys = self._plain
            kept = measure(xs, ys) if self._whole is None else measure_exactly(xs, ys, self._whole)
            _write(self, "_kept", kept)
        return kept

    def whole(self) -> Whole:
        """The points on a grid of whole numbers; only of an exact path."""
        assert self._whole is not None
        return self._whole

    def size(self, number: int) -> float:
        """The length of one leg in a float."""
        return self._measured.sizes[number]

    def legs_near(self, x0: float, y0: float, x1: float, y1: float) -> list[Leg]:
        """The legs of some length whose boxes meet this one."""
        xs, ys, dxs, dys, sizes, gone, _, _ = self._measured
        near = []
        x, y = xs[0], ys[0]
        for count, size in enumerate(sizes):
            end_x, end_y = xs[count + 1], ys[count + 1]
            if (
                (x >= x0 or end_x >= x0)
                and (x <= x1 or end_x <= x1)
                and (y >= y0 or end_y >= y0)
                and (y <= y1 or end_y <= y1)
                and size > EPSILON
            ):
                # Made for every leg of every move: this is the quick way to a named tuple.
                leg = (x, y, dxs[count] / size, dys[count] / size, size, end_x, end_y, gone[count], count)
                near.append(_new(Leg, leg))
            x, y = end_x, end_y
        return near

    @property
    def legs(self) -> list[Leg]:
        """The legs of some length, in floats."""
        return self.legs_near(*self.box)

    @property
    def total(self) -> float:
        """The length of the whole path, in a float."""
        return self._measured.gone[-1]

    @property
    def lengths(self) -> tuple[Number, ...]:
        """The length of each leg: exact where it is rational and the points are exact."""
        return tuple(self._measured.lengths)

    @property
    def length(self) -> Number:
        """The length of the whole path; upright steps add nothing."""
        return self._measured.starts[-1]

    @property
    def start(self) -> Place:
        """Where the path begins."""
        return Place(0, 0, 0)

    @property
    def end(self) -> Place:
        """Where the path ends."""
        return self.vertex(len(self.points) - 1)

    def vertex(self, index: int) -> Place:
        """The place of a point of the path, counted from 0; points that repeat are one place."""
        *_, lengths, starts = self._measured
        while index and not lengths[index - 1]:
            index -= 1
        return Place(starts[index], index - 1, 1) if index else self.start

    def place(self, leg: int, t: Number) -> Place:
        """The place at a share of a leg."""
        if t == 0:
            return self.vertex(leg)
        if t == 1:
            return self.vertex(leg + 1)
        *_, lengths, starts = self._measured
        return Place(starts[leg] + t * lengths[leg], leg, t)

    def place_at(self, distance: Number) -> Place:
        """The place so far along; a distance outside the path is its start or its end."""
        *_, lengths, starts = self._measured
        if distance <= 0:
            return self.start
        for leg in range(max(bisect_left(starts, distance) - 2, 0), len(lengths)):
            gone, size = distance - starts[leg], lengths[leg]
            if size and gone <= size:
                return self.place(leg, _share(gone, size))
        return self.end

    def point_at(self, place: Place) -> Point:
        """The coordinates of a place, exact where its ``t`` and the points are."""
        if len(self.points) == 1:
            return self.points[0]
        (ax, ay), (bx, by) = self.points[place.leg], self.points[place.leg + 1]
        t = place.t
        if t == 0:
            return ax, ay
        return (bx, by) if t == 1 else (ax + t * (bx - ax), ay + t * (by - ay))

    def part(self, start: Place, end: Place) -> Path:
        """The path from one place to another, with the upright steps between them."""
        between = range(start.leg + 1, end.leg + 1)
        inner = [self.points[i] for i in between]
        points = [self.point_at(start), *inner, self.point_at(end)]
        first = 1 if start.t == 1 else 0
        if first and len(points) > 2:
            points.pop(1)
        shift = start.leg + first
        last = end.leg + (1 if end.t == 1 else 0)
        marks = tuple(Mark(m.after - shift, m.kind, m.height) for m in self.marks if shift <= m.after <= last)
        return Path(tuple(points), marks)

    def shifted(self, dx: Number, dy: Number) -> Path:
        """The same path, begun elsewhere: every model of a unit walks it."""
        return Path(tuple((x + dx, y + dy) for x, y in self.points), self.marks)

    def lifts(self) -> tuple[Number, ...]:
        """How much higher than at the start the model is on each leg."""
        return tuple(
            sum((m.lift for m in self.marks if m.after <= leg), start=0) for leg in range(len(self.points) - 1)
        )


def path(*points: object, marks: tuple[Mark, ...] = ()) -> Path:
    """A path through these points."""
    return Path(tuple(point(pair, f"point {i} of the path") for i, pair in enumerate(points, 1)), marks)


def mark(after: int, kind: str, height: object) -> Mark:
    """An upright step; :class:`~groundrules.ground.numbers.ShapeError` for a height that is none."""
    high = number(height, f"the height of the {kind}")
    if high < 0:
        raise ShapeError(f"the height of the {kind} is under 0")
    return Mark(after, kind, high)


def _share(part: Number, whole: Number) -> Number:
    share = divided(part, whole)
    return min(1.0, share) if isinstance(share, float) else share


def _checked(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The points as the table keeps them; an error in words for what is none."""
    if not points:
        raise ShapeError("the path is empty")
    return tuple(point(pair, f"point {i} of the path") for i, pair in enumerate(points, 1))
