"""Looks on squares and hexes: a piece hides and shelters with the cells that it covers."""

from __future__ import annotations

import math
import random

import pytest

from groundrules.engine import Model, Named, Piece, Table, look
from groundrules.ground import Grid, Line
from groundrules.ground.grid import Cell
from groundrules.verdict import Sight

from .playing import model, rules

WOOD = "cover Soft\nWood when inside: cover Soft\nWood when between: cover Soft\nWood: block sight\n"


def see(text: str, cells: list[Cell], start: Cell, end: Cell) -> Sight:
    wood = Piece(name="wood", terrains=(Named("Wood"),), cells=tuple(cells))
    return look(rules(text), Table((wood,)), model("a", start), model("b", end))


@pytest.mark.parametrize(
    "grid", ["grid squares\ndistance squares\n", 'grid 1" hexes\n', "grid 5ft squares\ndistance feet\n"]
)
def test_between_inside_and_beside(grid: str) -> None:
    through = see(grid + WOOD, [(2, 0), (3, 0)], (0, 0), (6, 0))
    assert (through.sight, through.cover, through.obscured) == ("blocked", "Soft", 1)
    inside = see(grid + WOOD, [(5, 0), (6, 0)], (0, 0), (6, 0))
    assert (inside.sight, inside.cover) == ("clear", "Soft")
    beside = see(grid + WOOD, [(2, 2), (3, 2)], (0, 0), (6, 0))
    assert (beside.sight, beside.cover, beside.obscured) == ("clear", None, 0)


@pytest.mark.parametrize("kind", ["squares", "hexes"])
def test_what_lies_between_is_what_the_line_of_centres_meets(kind: str) -> None:
    rng = random.Random(5)
    grid = Grid(kind)
    text = f"grid {kind}\ndistance {kind}\n{WOOD}"
    for _ in range(60):
        start, end = (rng.randint(0, 6), rng.randint(0, 6)), (rng.randint(0, 6), rng.randint(0, 6))
        cells = [(q, r) for q in range(7) for r in range(7) if rng.random() < 0.12]
        cells = [each for each in cells if each not in (start, end)] or [(9, 9)]
        assert (see(text, cells, start, end).sight == "blocked") is _meets(grid, set(cells), start, end), (start, cells)


def _meets(grid: Grid, cells: set[Cell], start: Cell, end: Cell) -> bool:
    """Whether one of many points of the line lies in these cells: in the nearest, or on the seam of two of them."""
    (ax, ay), (bx, by) = (tuple(map(float, grid.centre(each))) for each in (start, end))
    field = {(q, r): tuple(map(float, grid.centre((q, r)))) for q in range(-1, 8) for r in range(-1, 8)}
    for n in range(1, 300):
        x, y = ax + (bx - ax) * n / 300, ay + (by - ay) * n / 300
        fars = {cell: _far(grid, x - cx, y - cy) for cell, (cx, cy) in field.items()}
        nearest = min(fars.values())
        if all(cell in cells for cell, far in fars.items() if far <= nearest + 1e-9):
            return True
    return False


def _far(grid: Grid, dx: float, dy: float) -> float:
    return math.hypot(dx, dy) if grid.is_hexes else max(abs(dx), abs(dy))


def test_depth_is_in_the_unit_of_the_rules() -> None:
    text = "grid 5ft squares\ndistance feet\nWood: block sight beyond 10ft\n"
    wood = [(2, 0), (3, 0), (4, 0), (5, 0)]
    # To the centre of the second square it is one square and a half, 7½ ft; of the third, 12½ ft.
    assert see(text, wood, (0, 0), (3, 0)).sight == "clear"
    assert see(text, wood, (0, 0), (4, 0)).sight == "blocked"


@pytest.mark.parametrize(("kind", "end", "far"), [("squares", (4, 3), 4), ("hexes", (2, 2), 4), ("hexes", (-3, 3), 3)])
def test_distance_counts_cells(kind: str, end: Cell, far: int) -> None:
    for bound, cover in ((far, "Soft"), (far - 1, None)):
        text = f"grid {kind}\ndistance {kind}\ncover Soft\nWood: no effect\n" + (
            f"Any Terrain when distance at most {bound} and between: cover Soft\n"
        )
        middle: Cell = {(4, 3): (2, 2), (2, 2): (1, 1), (-3, 3): (-1, 1)}[end]
        assert see(text, [middle], (0, 0), end).cover == cover


@pytest.mark.parametrize("kind", ["squares", "hexes"])
def test_a_model_touches_the_cells_beside_its_own(kind: str) -> None:
    text = f"grid {kind}\ndistance {kind}\ncover Hard\nWood when touching and between: cover Hard\n"
    assert see(text, [(4, 0)], (0, 0), (5, 0)).cover == "Hard"
    assert see(text, [(3, 0)], (0, 0), (5, 0)).cover is None


def test_a_wall_between_two_cells() -> None:
    text = "grid 5ft squares\ndistance feet\ncover Hard\nWood when touching and between: cover Hard\n"
    wall = Piece(name="wall", terrains=(Named("Wood"),), shape=Line(((5, -2), (5, 3))))
    a, near, far = model("a", (0, 0)), model("b", (5, 0)), model("c", (7, 0))

    def cover(viewer: Model, target: Model) -> str | None:
        return look(rules(text), Table((wall,)), viewer, target).cover

    assert (cover(a, near), cover(a, far), cover(far, near)) == ("Hard", None, None)
