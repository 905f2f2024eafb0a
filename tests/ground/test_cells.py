"""The outline of cells: against the union that shapely makes, and cell by cell."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
import shapely

from groundrules.ground import (
    Circle,
    Grid,
    Lies,
    Line,
    Piece,
    Rect,
    Scene,
    base_of_cell,
    round_base,
    scaled,
    shape_of_cells,
)
from groundrules.ground.cover import covered
from groundrules.ground.grid import Cell
from groundrules.ground.outline import Outline
from groundrules.ground.shapes import MultiLine, MultiPolygon, Polygon, Shape

GRIDS = [Grid("squares"), Grid("hexes")]
SIZES = [Fraction(1), Fraction(5), Fraction(1, 3)]


def drawn(rng: random.Random) -> set[Cell]:
    """Clumps, rings with gaps, chequers: whatever half of a small field makes."""
    wide = rng.randint(1, 6)
    return {(q, r) for q in range(wide) for r in range(wide) if rng.random() < 0.6} or {(0, 0)}


def cell_ring(grid: Grid, cell: Cell) -> list[tuple[float, float]]:
    """The corners of one cell, written down from what a regular hex and a unit square are."""
    x, y = map(float, grid.centre(cell))
    if not grid.is_hexes:
        return [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
    angles = [math.radians(30 + 60 * n) for n in range(6)]
    return [(x + math.cos(a) / math.sqrt(3), y + math.sin(a) / math.sqrt(3)) for a in angles]


def as_shapely(shape: Shape) -> shapely.Geometry:
    parts = shape.parts if isinstance(shape, MultiPolygon) else (shape,)
    rings = [[[(float(x), float(y)) for x, y in ring] for ring in part.rings] for part in parts]  # type: ignore[union-attr]  # all are polygons
    return shapely.union_all([shapely.Polygon(outer, holes) for outer, *holes in rings])


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.kind)
@pytest.mark.parametrize("seed", range(16))
def test_the_outline_is_the_union_of_the_cells(grid: Grid, seed: int) -> None:
    rng = random.Random(seed)
    cells, size = drawn(rng), rng.choice(SIZES)
    shape = shape_of_cells(grid, cells, size)
    hoped = shapely.union_all([shapely.Polygon(cell_ring(grid, cell)) for cell in cells], grid_size=1e-9)
    hoped = shapely.transform(hoped, lambda points: points * float(size))
    assert as_shapely(shape).symmetric_difference(hoped).area < 1e-6
    outline = Outline(shape)
    for q in range(-1, 8):
        for r in range(-1, 8):
            x, y = grid.centre((q, r))
            at = x * size, y * size
            # The share of the cell's own disc or square is all or nothing.
            assert covered(outline, at, base_of_cell(grid, size)) == pytest.approx(float((q, r) in cells), abs=1e-9)


def test_no_edge_runs_between_cells_side_by_side() -> None:
    shape = shape_of_cells(Grid("squares"), [(0, 0), (1, 0), (2, 0)], Fraction(5))
    assert isinstance(shape, Polygon)
    assert set(shape.outer) == {(0, 0), (15, 0), (15, 5), (0, 5)}


def test_a_ring_that_is_closed_by_a_corner_alone_has_a_hole() -> None:
    ring = [(q, r) for q in range(3) for r in range(3) if (q, r) not in ((1, 1), (0, 0))]
    shape = shape_of_cells(Grid("squares"), ring)
    # The gap at (0, 0) and the hole at (1, 1) touch in (1, 1), and are not one.
    assert isinstance(shape, Polygon)
    assert [set(hole) for hole in shape.holes] == [{(1, 1), (2, 1), (2, 2), (1, 2)}]


@pytest.mark.parametrize(
    "shape",
    [
        Rect(1, 2, 3, 4),
        Circle(1, 2, 3),
        Line(((0, 0), (3, 1))),
        MultiLine((Line(((0, 0), (3, 1))), Line(((5, 5), (6, 6))))),
        Polygon(((0, 0), (6, 0), (6, 6), (0, 6)), (((1, 1), (2, 1), (2, 2)),)),
        MultiPolygon((Polygon(((0, 0), (1, 0), (1, 1))), Polygon(((3, 3), (4, 3), (4, 4))))),
    ],
)
def test_scaling_keeps_who_lies_in_it(shape: Shape) -> None:
    rng = random.Random(7)
    one, large = Scene([Piece("it", shape)]), Scene([Piece("it", scaled(shape, Fraction(5)))])
    for _ in range(60):
        x, y = Fraction(rng.randint(-2, 14), 2), Fraction(rng.randint(-2, 14), 2)
        assert one.at((x, y)).get("it", Lies.APART) is large.at((5 * x, 5 * y)).get("it", Lies.APART)


@pytest.mark.parametrize("turn", range(0, 360, 15))
@pytest.mark.parametrize(("apart", "share"), [(1, 0), (-1, 1)])
def test_a_disc_that_touches_an_edge_in_its_middle_lies_in_it_all_or_not_at_all(
    turn: int, apart: int, share: int
) -> None:
    angle, radius = math.radians(turn), 1 / 6
    ux, uy = math.cos(angle), math.sin(angle)
    # An edge of length 2/3 through (3, 3), and the square on its one side.
    corners = [(along / 3, off) for along, off in ((-1, 0), (1, 0), (1, -2), (-1, -2))]
    square = Polygon(tuple((3 + a * ux - o * uy, 3 + a * uy + o * ux) for a, o in corners))
    at = (3 - apart * radius * uy, 3 + apart * radius * ux)
    assert covered(Outline(square), at, round_base(2 * radius)) == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("radius", [Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(2, 5)])
def test_a_disc_against_a_wall_is_not_in_it(radius: Fraction) -> None:
    for wall in (Rect(-1, radius, 1, 2), Rect(-1, -radius, 1, -3), Rect(radius, -1, 2, 1), Rect(-radius, -1, -4, 1)):
        assert covered(Outline(wall), (0, 0), round_base(2 * radius)) == pytest.approx(0, abs=1e-12)
