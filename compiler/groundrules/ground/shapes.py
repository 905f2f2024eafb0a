"""The shapes of terrain pieces.

Every shape is sound once it exists: building one raises
:class:`~groundrules.ground.numbers.ShapeError` with the reason in words (empty, no area,
self-crossing, a hole outside, not finite). Coordinates stay exact where they were given
exactly. A :class:`Line` and a :class:`MultiLine` have no area; all others have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from groundrules.ground.numbers import (
    EPSILON,
    Box,
    Number,
    Point,
    ShapeError,
    length,
    number,
    plain,
    point,
)
from groundrules.ground.soundness import against_line, against_parts, against_polygon
from groundrules.limits import CORNERS


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with sides along the axes; any two opposite corners, kept as lower left and upper right."""

    x0: Number
    y0: Number
    x1: Number
    y1: Number

    def __post_init__(self) -> None:
        xs = sorted((number(self.x0, "x0"), number(self.x1, "x1")))
        ys = sorted((number(self.y0, "y0"), number(self.y1, "y1")))
        if xs[1] - xs[0] <= EPSILON or ys[1] - ys[0] <= EPSILON:
            raise ShapeError("the rectangle has no area")
        for name, value in zip(("x0", "y0", "x1", "y1"), (xs[0], ys[0], xs[1], ys[1]), strict=True):
            object.__setattr__(self, name, value)

    @property
    def corners(self) -> tuple[Point, ...]:
        """The four corners, counter-clockwise from the lower left."""
        return (self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse along the axes: its centre and its two half-axes."""

    x: Number
    y: Number
    rx: Number
    ry: Number

    def __post_init__(self) -> None:
        for name, what in (("x", "x of the centre"), ("y", "y of the centre"), ("rx", "rx"), ("ry", "ry")):
            object.__setattr__(self, name, number(getattr(self, name), what))
        for name in ("rx", "ry"):
            if getattr(self, name) <= EPSILON:
                raise ShapeError(f"the ellipse has no area: {name} is {plain(getattr(self, name))}")


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle: its centre and its radius."""

    x: Number
    y: Number
    r: Number

    def __post_init__(self) -> None:
        for name, what in (("x", "x of the centre"), ("y", "y of the centre"), ("r", "the radius")):
            object.__setattr__(self, name, number(getattr(self, name), what))
        if self.r <= EPSILON:
            raise ShapeError(f"the circle has no area: its radius is {plain(self.r)}")


@dataclass(frozen=True, slots=True)
class Polygon:
    """An outline and the holes in it; rings go either way round, the first corner may come again as the last."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "outer", _ring(self.outer, "the outline"))
        holes = tuple(_ring(hole, f"hole {i}") for i, hole in enumerate(self.holes, 1))
        object.__setattr__(self, "holes", holes)
        _limit(self.rings)
        _refuse(against_polygon(self.outer, self.holes))

    @property
    def rings(self) -> tuple[tuple[Point, ...], ...]:
        """The outline, then the holes."""
        return (self.outer, *self.holes)


@dataclass(frozen=True, slots=True)
class Line:
    """A wall, a hedge, a river of no width: a chain of straight pieces; closed where it ends as it began."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _chain(self.points, "the line"))
        _refuse(against_line(self.points))

    @property
    def is_closed(self) -> bool:
        """Whether the line comes back to where it began."""
        return self.points[0] == self.points[-1]


@dataclass(frozen=True, slots=True)
class MultiPolygon:
    """Several polygons that are one piece; they may touch and not overlap."""

    parts: tuple[Polygon, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        if not self.parts:
            raise ShapeError("the shape is empty")
        _limit([ring for part in self.parts for ring in part.rings])
        _refuse(against_parts([part.rings for part in self.parts]))


@dataclass(frozen=True, slots=True)
class MultiLine:
    """Several lines that are one piece."""

    parts: tuple[Line, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        if not self.parts:
            raise ShapeError("the shape is empty")
        _limit([part.points for part in self.parts])


#: Whatever a piece can look like.
Shape: TypeAlias = Rect | Circle | Ellipse | Polygon | Line | MultiPolygon | MultiLine


def is_line(shape: Shape) -> bool:
    """Whether the shape has no area."""
    return isinstance(shape, (Line, MultiLine))


def rings_of(shape: Rect | Polygon | MultiPolygon) -> tuple[tuple[Point, ...], ...]:
    """Every ring of a shape with straight edges; inside is what lies in an odd number of them."""
    if isinstance(shape, Rect):
        return (shape.corners,)
    if isinstance(shape, Polygon):
        return shape.rings
    return tuple(ring for part in shape.parts for ring in part.rings)


def lines_of(shape: Line | MultiLine) -> tuple[tuple[Point, ...], ...]:
    """Every chain of a shape without area."""
    return (shape.points,) if isinstance(shape, Line) else tuple(part.points for part in shape.parts)


def points_of(shape: Shape) -> tuple[Point, ...]:
    """Points whose box is the box of the shape."""
    if isinstance(shape, Circle):
        return (shape.x - shape.r, shape.y - shape.r), (shape.x + shape.r, shape.y + shape.r)
    if isinstance(shape, Ellipse):
        return (shape.x - shape.rx, shape.y - shape.ry), (shape.x + shape.rx, shape.y + shape.ry)
    chains = lines_of(shape) if isinstance(shape, (Line, MultiLine)) else rings_of(shape)
    return tuple(corner for chain in chains for corner in chain)


def box_of(shape: Shape) -> Box:
    """The smallest box along the axes round the shape."""
    points = points_of(shape)
    xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _refuse(reasons: list[str]) -> None:
    if reasons:
        raise ShapeError("; ".join(reasons[:3]))


def _limit(chains: Sequence[Sequence[Point]]) -> None:
    if sum(map(len, chains)) > CORNERS:
        raise ShapeError(f"the shape has more than {CORNERS:,} points")


def _points(value: object, what: str) -> list[Point]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ShapeError(f"{what} is not a list of points")
    if len(value) > CORNERS:
        raise ShapeError(f"{what} has more than {CORNERS:,} points")
    points = [point(pair, f"point {i} of {what}") for i, pair in enumerate(value, 1)]
    # A point given twice in a row is no edge.
    return [here for i, here in enumerate(points) if i == 0 or here != points[i - 1]]


def _chain(value: object, what: str) -> tuple[Point, ...]:
    points = _points(value, what)
    if all(length(x - points[0][0], y - points[0][1]) <= EPSILON for x, y in points):
        raise ShapeError(f"{what} needs two different points" if points else f"{what} is empty")
    return tuple(points)


def _ring(value: object, what: str) -> tuple[Point, ...]:
    points = _points(value, what)
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if not points:
        raise ShapeError(f"{what} is empty")
    if len(points) < 3:
        raise ShapeError(f"{what} needs three different points")
    return tuple(points)
