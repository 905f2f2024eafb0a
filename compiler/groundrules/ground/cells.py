"""The outline of a set of cells: what a piece on a grid looks like to whoever looks across it.

Cells side by side are one ground: no edge runs between them, so that a line of sight along a
seam is inside. Squares that meet only at a corner are parts that touch there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from groundrules.ground.footprint import Footprint, rect_base, round_base
from groundrules.ground.grid import Cell, Grid
from groundrules.ground.numbers import Point
from groundrules.ground.shapes import Circle, Ellipse, Line, MultiLine, MultiPolygon, Polygon, Rect, Shape

#: A corner on a lattice fine enough for all corners of all cells.
_Node = tuple[int, int]
_Ring = list[_Node]

_SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
_HEX = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
#: The lattice of hexes: half a cell across, and a sixth of √3 cells up.
_HEX_UP = math.sqrt(3) / 6


def shape_of_cells(grid: Grid, cells: Iterable[Cell], size: Fraction = Fraction(1)) -> Shape:
    """The ground that these cells cover, in the unit of ``size``, the length of a cell.

    Coordinates are exact for squares. Raises :class:`~groundrules.ground.numbers.ShapeError`
    for no cells at all, and for an outline of more than :data:`~groundrules.limits.CORNERS`.
    """
    parts = []
    for group in _groups(grid, set(cells)):
        rings = [_straightened(ring) for ring in _rings(grid, group)]
        outer = next(ring for ring in rings if _turns_left(ring))
        holes = [ring for ring in rings if ring is not outer]
        parts.append(Polygon(_points(grid, outer, size), tuple(_points(grid, hole, size) for hole in holes)))
    return parts[0] if len(parts) == 1 else MultiPolygon(tuple(parts))


def base_of_cell(grid: Grid, size: Fraction = Fraction(1)) -> Footprint:
    """What a model that fills its cell reaches: the square, or the disc that touches all six sides."""
    return round_base(size) if grid.is_hexes else rect_base(size, size)


def _groups(grid: Grid, cells: set[Cell]) -> Iterator[set[Cell]]:
    """The cells parted into those that hang together by their sides."""
    sides = grid if grid.is_hexes else Grid("squares", "forbidden")
    left = set(cells)
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            found = [each for each in sides.neighbours(edge.pop()) if each in left]
            left.difference_update(found)
            group.update(found)
            edge += found
        yield group


def _corners(grid: Grid, cell: Cell) -> list[_Node]:
    """Counter-clockwise, so that the cell lies left of each side."""
    q, r = cell
    if grid.is_hexes:
        return [(2 * q + r + x, 3 * r + y) for x, y in _HEX]
    return [(q + x, r + y) for x, y in _SQUARE]


def _rings(grid: Grid, cells: set[Cell]) -> Iterator[_Ring]:
    """The edges that only one of the cells has, put together.

    Where four of them meet in one corner the way goes on to the right: the cells hang together
    elsewhere, so the gaps on the two sides of that corner are two, each with a ring of its own.
    """
    edges: set[tuple[_Node, _Node]] = set()
    for cell in cells:
        corners = _corners(grid, cell)
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (end, start) in edges:
                edges.remove((end, start))
            else:
                edges.add((start, end))
    onward: dict[_Node, list[_Node]] = {}
    for start, end in edges:
        onward.setdefault(start, []).append(end)
    while onward:
        first = next(iter(onward))
        ring, here = [first], onward[first].pop()
        while here != first:
            ways = onward[here]
            ways.sort(key=lambda end: _left(ring[-1], here, end))
            ring.append(here)
            here = ways.pop(0)
        yield ring
        onward = {start: ends for start, ends in onward.items() if ends}


def _left(before: _Node, here: _Node, after: _Node) -> int:
    """Over nothing where the way turns left, under nothing where it turns right."""
    return (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])


def _straightened(ring: _Ring) -> _Ring:
    around = zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True)
    return [here for before, here, after in around if _left(before, here, after)]


def _turns_left(ring: _Ring) -> bool:
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs) > 0


def _points(grid: Grid, ring: _Ring, size: Fraction) -> tuple[Point, ...]:
    if grid.is_hexes:
        return tuple((x * size / 2, y * _HEX_UP * float(size)) for x, y in ring)
    return tuple((x * size, y * size) for x, y in ring)


def scaled(shape: Shape, size: Fraction) -> Shape:
    """The same shape, every coordinate times ``size``."""
    if size == 1:
        return shape
    if isinstance(shape, Rect):
        return Rect(*(each * size for each in (shape.x0, shape.y0, shape.x1, shape.y1)))
    if isinstance(shape, Circle):
        return Circle(shape.x * size, shape.y * size, shape.r * size)
    if isinstance(shape, Ellipse):
        return Ellipse(shape.x * size, shape.y * size, shape.rx * size, shape.ry * size)
    if isinstance(shape, Line):
        return Line(_by(shape.points, size))
    if isinstance(shape, MultiLine):
        return MultiLine(tuple(Line(_by(part.points, size)) for part in shape.parts))
    if isinstance(shape, Polygon):
        return Polygon(_by(shape.outer, size), tuple(_by(hole, size) for hole in shape.holes))
    parts = [Polygon(_by(part.outer, size), tuple(_by(hole, size) for hole in part.holes)) for part in shape.parts]
    return MultiPolygon(tuple(parts))


def _by(points: Iterable[Point], size: Fraction) -> tuple[Point, ...]:
    return tuple((x * size, y * size) for x, y in points)
