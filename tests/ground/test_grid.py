"""Squares and hexes."""

from __future__ import annotations

import math
import random
from collections import deque
from fractions import Fraction

import pytest

from groundrules.ground import Cell, Circle, Grid, Polygon, Rect, ShapeError, adjoin

SQUARES, ALTERNATE, FORBIDDEN = (Grid("squares", kind) for kind in ("equal", "alternate", "forbidden"))
HEXES = Grid("hexes")


def test_steps_go_straight_from_named_cell_to_named_cell() -> None:
    assert [step.end for step in SQUARES.steps([(0, 0), (3, 0), (3, 2)])] == [(1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]
    assert [step.length for step in SQUARES.steps([(0, 0), (3, 3)])] == [1, 1, 1]
    assert [step.is_diagonal for step in SQUARES.steps([(0, 0), (1, 1), (2, 1)])] == [True, False]
    assert [step.end for step in HEXES.steps([(0, 0), (2, 0), (0, 2)])] == [(1, 0), (2, 0), (1, 1), (0, 2)]
    assert SQUARES.steps([(4, 4)]) == ()
    assert SQUARES.steps([(4, 4), (4, 4)]) == ()


@pytest.mark.parametrize(
    ("grid", "cells", "reason"),
    [
        (SQUARES, [(0, 0), (2, 1)], r"from \[0, 0\] to \[2, 1\] is no straight line of squares"),
        (FORBIDDEN, [(0, 0), (1, 1)], "diagonals are forbidden"),
        (HEXES, [(0, 0), (1, 1)], "no straight line of hexes"),
        (SQUARES, [], "the path is empty"),
        (SQUARES, [(0, 0), (90_000, 0), (0, 0), (90_000, 0)], "more than 250,000 steps"),
    ],
)
def test_what_leads_nowhere(grid: Grid, cells: list[Cell], reason: str) -> None:
    with pytest.raises(ShapeError, match=reason):
        grid.steps(cells)


@pytest.mark.parametrize(("value", "cell"), [([3, 4], (3, 4)), ((Fraction(3), 4.0), (3, 4)), ([-1, 0], (-1, 0))])
def test_cells(value: object, cell: Cell) -> None:
    assert SQUARES.cell(value) == cell


@pytest.mark.parametrize(
    "value", [[1], [1.5, 2], ["a", 2], "ab", 3, [True, 1], [10**9, 0], None, [math.nan, 1], [math.inf, 1]]
)
def test_what_is_no_cell(value: object) -> None:
    with pytest.raises(ShapeError):
        SQUARES.cell(value)


def test_what_is_no_grid() -> None:
    with pytest.raises(ShapeError, match="squares or hexes, not of triangles"):
        Grid("triangles")
    with pytest.raises(ShapeError, match="diagonals are equal, alternate, forbidden, not sometimes"):
        Grid("squares", "sometimes")


@pytest.mark.parametrize("grid", [SQUARES, FORBIDDEN, HEXES], ids=["equal", "forbidden", "hexes"])
def test_distance_is_the_shortest_walk(grid: Grid) -> None:
    far = {(0, 0): 0}
    queue = deque(far)
    while queue:
        cell = queue.popleft()
        if far[cell] < 5:
            for other in grid.neighbours(cell):
                assert adjoin(grid, cell, other) and adjoin(grid, other, cell)
                if other not in far:
                    far[other] = far[cell] + 1
                    queue.append(other)
    for cell, steps in far.items():
        assert grid.distance((0, 0), cell) == steps
        assert grid.distance((7, -3), (7 + cell[0], cell[1] - 3)) == steps


def test_alternate_diagonals_by_walking_all_ways() -> None:
    # Cheapest walk over (cell, parity of diagonals): an ordinary search.
    best: dict[tuple[Cell, int], int] = {((0, 0), 0): 0}
    queue = deque(best)
    while queue:
        (cell, parity) = queue.popleft()
        cost = best[cell, parity]
        for other in ALTERNATE.neighbours(cell):
            diagonal = other[0] != cell[0] and other[1] != cell[1]
            state = (other, (parity + diagonal) % 2)
            price = cost + (2 if diagonal and parity else 1)
            if max(map(abs, other)) <= 6 and price < best.get(state, 99):
                best[state] = price
                queue.append(state)
    for x in range(-4, 5):
        for y in range(-4, 5):
            expected = min(best[(x, y), parity] for parity in (0, 1) if ((x, y), parity) in best)
            assert ALTERNATE.distance((0, 0), (x, y)) == expected


@pytest.mark.parametrize("grid", [SQUARES, ALTERNATE, HEXES], ids=["equal", "alternate", "hexes"])
def test_a_path_counts_the_same_however_it_is_named(grid: Grid) -> None:
    rng = random.Random(601)
    for _ in range(100):
        cells: list[Cell] = [(0, 0)]
        for _ in range(rng.randint(1, 4)):
            way, far = rng.choice(grid.neighbours((0, 0))), rng.randint(1, 4)
            cells.append((cells[-1][0] + way[0] * far, cells[-1][1] + way[1] * far))
        steps = grid.steps(cells)
        assert grid.steps([cells[0], *(step.end for step in steps)]) == steps
        assert all(adjoin(grid, step.start, step.end) for step in steps)


def test_hexes_lie_one_apart() -> None:
    x, y = (float(value) for value in HEXES.centre((2, 5)))
    for cell in HEXES.neighbours((2, 5)):
        u, v = (float(value) for value in HEXES.centre(cell))
        assert math.hypot(u - x, v - y) == pytest.approx(1)


def test_cells_of_shapes() -> None:
    assert SQUARES.covered(Rect(4, 0, 8, 2)) == {(column, row) for column in range(4, 8) for row in range(2)}
    # A centre on the edge does not lie in the shape.
    half = Fraction(1, 2)
    assert SQUARES.covered(Rect(half, half, 3 + half, 2 + half)) == {(1, 1), (2, 1)}
    l_shape = Polygon(((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)))
    assert SQUARES.covered(l_shape) == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)}
    assert HEXES.covered(Circle(0, 0, Fraction(11, 10))) == {(0, 0), *HEXES.neighbours((0, 0))}
    assert HEXES.covered(Circle(0, 0, 1)) == {(0, 0)}
    with pytest.raises(ShapeError, match="more than 250,000 cells"):
        SQUARES.covered(Rect(0, 0, 1000, 1000))
