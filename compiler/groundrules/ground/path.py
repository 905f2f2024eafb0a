"""The way of a model: straight legs from point to point, and upright steps on them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from groundrules.ground.numbers import LIMIT, Number, Point, ShapeError, divided, is_exact, lattice, number, point


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


class Leg(NamedTuple):
    """One leg in floats: start, direction (unit), length, box, distance of its start, number."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    x0: float
    y0: float
    x1: float
    y1: float
    start: float
    number: int


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
    _legs: tuple[Leg, ...] = field(init=False, repr=False, compare=False)
    _lengths: tuple[Number, ...] = field(init=False, repr=False, compare=False)
    _starts: tuple[Number, ...] = field(init=False, repr=False, compare=False)
    exact: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        points = tuple(self.points)
        if not points:
            raise ShapeError("the path is empty")
        flat = [value for pair in points for value in pair]
        if not all(type(v) is float or type(v) is int or type(v) is Fraction for v in flat) or len(flat) % 2:
            points = tuple(point(pair, f"point {i} of the path") for i, pair in enumerate(points, 1))
            flat = [value for pair in points for value in pair]
        if not (max(flat) <= LIMIT and min(flat) >= -LIMIT):  # also false for what is not a number
            for i, pair in enumerate(points, 1):
                point(pair, f"point {i} of the path")
        exact = is_exact(flat)
        write = object.__setattr__
        write(self, "points", points)
        write(self, "marks", tuple(self.marks))
        write(self, "exact", exact)
        if exact:
            legs, lengths = _exact_legs(points)
        else:
            legs, lengths = _float_legs(points)
        starts: list[Number] = [0]
        for size in lengths:
            starts.append(starts[-1] + size)
        write(self, "_legs", legs)
        write(self, "_lengths", lengths)
        write(self, "_starts", tuple(starts))

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs in floats."""
        return self._legs

    @property
    def lengths(self) -> tuple[Number, ...]:
        """The length of each leg: exact where it is rational and the points are exact."""
        return self._lengths

    @property
    def length(self) -> Number:
        """The length of the whole path; upright steps add nothing."""
        return self._starts[-1]

    @property
    def start(self) -> Place:
        """Where the path begins."""
        return Place(0, 0, 0)

    @property
    def end(self) -> Place:
        """Where the path ends."""
        return self.vertex(len(self._legs))

    def vertex(self, index: int) -> Place:
        """The place of a point of the path, counted from 0; points that repeat are one place."""
        while index and not self._lengths[index - 1]:
            index -= 1
        return Place(self._starts[index], index - 1, 1) if index else self.start

    def place(self, leg: int, t: Number) -> Place:
        """The place at a share of a leg."""
        if t == 0:
            return self.vertex(leg)
        return self.vertex(leg + 1) if t == 1 else Place(self._starts[leg] + t * self._lengths[leg], leg, t)

    def place_at(self, distance: Number) -> Place:
        """The place so far along; a distance outside the path is its start or its end."""
        if distance <= 0 or not self._legs:
            return self.start
        for leg, size in enumerate(self._lengths):
            gone = distance - self._starts[leg]
            if size and gone <= size:
                return self.place(leg, _share(gone, size))
        return self.end

    def point_at(self, place: Place) -> Point:
        """The coordinates of a place, exact where its ``t`` and the points are."""
        if place.leg >= len(self._legs):
            return self.points[-1]
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
        return tuple(sum((m.lift for m in self.marks if m.after <= leg), start=0) for leg in range(len(self._legs)))


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


def _float_legs(points: tuple[Point, ...]) -> tuple[tuple[Leg, ...], tuple[Number, ...]]:
    legs: list[Leg] = []
    lengths: list[Number] = []
    start = 0.0
    hypot = math.hypot
    pairs = [(float(x), float(y)) for x, y in points]
    x, y = pairs[0]
    for count, (bx, by) in enumerate(pairs[1:]):
        dx, dy = bx - x, by - y
        size = hypot(dx, dy)
        legs.append(_leg(x, y, dx, dy, size, bx, by, start, count))
        lengths.append(size)
        start += size
        x, y = bx, by
    return tuple(legs), tuple(lengths)


def _exact_legs(points: tuple[Point, ...]) -> tuple[tuple[Leg, ...], tuple[Number, ...]]:
    scale, nodes = lattice(points)
    legs: list[Leg] = []
    lengths: list[Number] = []
    start = 0.0
    ax, ay = nodes[0]
    x, y = ax / scale, ay / scale
    for count, (bx, by) in enumerate(nodes[1:]):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        whole = math.isqrt(square)
        size = whole / scale if whole * whole == square else math.sqrt(square / (scale * scale))
        nx, ny = bx / scale, by / scale
        # The difference is taken before it is rounded: short legs keep their direction.
        legs.append(_leg(x, y, dx / scale, dy / scale, size, nx, ny, start, count))
        lengths.append(Fraction(whole, scale) if whole * whole == square else size)
        start += size
        ax, ay, x, y = bx, by, nx, ny
    return tuple(legs), tuple(lengths)


def _leg(x: float, y: float, dx: float, dy: float, size: float, bx: float, by: float, start: float, number: int) -> Leg:
    ux, uy = (dx / size, dy / size) if size else (0.0, 0.0)
    x0, x1 = (x, bx) if x < bx else (bx, x)
    y0, y1 = (y, by) if y < by else (by, y)
    return Leg(x, y, ux, uy, size, x0, y0, x1, y1, start, number)
