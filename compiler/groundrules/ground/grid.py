"""Squares and hexes: cells, steps between them, what a step counts, which cells a shape covers.

A square ``(column, row)`` is the unit square from ``(column, row)`` to ``(column + 1, row + 1)``,
so ``rect: [4, 0, 8, 2]`` covers columns 4 to 7 of rows 0 and 1. A hex is axial ``(q, r)``; its
centre lies at ``(q + r / 2, r * √3 / 2)``, one unit from those of its six neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from groundrules.ground.footprint import no_base
from groundrules.ground.numbers import Point, ShapeError
from groundrules.ground.outline import Outline
from groundrules.ground.shapes import Shape
from groundrules.ground.standing import Lies, how_lies
from groundrules.limits import CELLS, COORDINATE

#: A cell: column and row of a square, or axial q and r of a hex.
Cell: TypeAlias = tuple[int, int]

#: What diagonal steps of squares may count: as one; as one and two by turns; not be taken at all.
DIAGONALS = ("equal", "alternate", "forbidden")

_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_HEX_ROW = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the cell left, the cell entered, what the step counts in cells."""

    start: Cell
    end: Cell
    length: int

    @property
    def is_diagonal(self) -> bool:
        """Whether both column and row of a square change."""
        return self.start[0] != self.end[0] and self.start[1] != self.end[1]


@dataclass(frozen=True, slots=True)
class Grid:
    """``kind`` is ``squares`` or ``hexes``; ``diagonals`` one of :data:`DIAGONALS`, for squares only."""

    kind: str
    diagonals: str = "equal"

    def __post_init__(self) -> None:
        if self.kind not in ("squares", "hexes"):
            raise ShapeError(f"a grid is of squares or hexes, not of {self.kind}")
        if self.diagonals not in DIAGONALS:
            raise ShapeError(f"diagonals are {', '.join(DIAGONALS)}, not {self.diagonals}")

    @property
    def is_hexes(self) -> bool:
        """Whether the cells are hexes."""
        return self.kind == "hexes"

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells one step away."""
        q, r = cell
        return tuple((q + dq, r + dr) for dq, dr in self._ways)

    @property
    def _ways(self) -> tuple[Cell, ...]:
        if self.is_hexes:
            return _HEX
        return _STRAIGHT if self.diagonals == "forbidden" else (*_STRAIGHT, *_DIAGONAL)

    def cell(self, value: object, what: str = "a cell") -> Cell:
        """A pair of whole numbers as a cell; :class:`~groundrules.ground.numbers.ShapeError` for anything else."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            raise ShapeError(f"{what} is not a pair [{'q, r' if self.is_hexes else 'column, row'}]")
        whole: list[int] = []
        for part in value:
            if isinstance(part, bool) or not isinstance(part, (int, Fraction, float)) or part != part // 1:
                raise ShapeError(f"{what} is not a pair of whole numbers")
            if not -COORDINATE <= part <= COORDINATE:
                raise ShapeError(f"{what} lies beyond {COORDINATE:,}")
            whole.append(int(part))
        return whole[0], whole[1]

    def steps(self, cells: Sequence[Cell]) -> tuple[Step, ...]:
        """The steps of a path through these cells, those in between included.

        From one named cell to the next the path runs straight: along a row, a column, a
        diagonal, or one of the three lines of hexes; whatever else must name the cells in
        between. With ``alternate`` every second diagonal of the whole path counts two, so
        a stop on the way changes nothing. Raises
        :class:`~groundrules.ground.numbers.ShapeError` where no straight line leads on.
        """
        if not cells:
            raise ShapeError("the path is empty")
        found: list[Step] = []
        diagonals = 0
        here = cells[0]
        for there in cells[1:]:
            way, count = self._line(here, there)
            if len(found) + count > CELLS:
                raise ShapeError(f"the path has more than {CELLS:,} steps")
            diagonal = not self.is_hexes and way[0] != 0 and way[1] != 0
            for _ in range(count):
                following = here[0] + way[0], here[1] + way[1]
                diagonals += diagonal
                twice = diagonal and self.diagonals == "alternate" and diagonals % 2 == 0
                found.append(Step(here, following, 2 if twice else 1))
                here = following
        return tuple(found)

    def _line(self, start: Cell, end: Cell) -> tuple[Cell, int]:
        dx, dy = end[0] - start[0], end[1] - start[1]
        if dx == dy == 0:
            return (0, 0), 0
        count = max(abs(dx), abs(dy))
        way = dx // count, dy // count
        if (way[0] * count, way[1] * count) == (dx, dy) and way in self._ways:
            return way, count
        name = "hexes" if self.is_hexes else "squares"
        if not self.is_hexes and abs(dx) == abs(dy):
            raise ShapeError(f"from {list(start)} to {list(end)} is a diagonal step, and diagonals are forbidden")
        raise ShapeError(f"from {list(start)} to {list(end)} is no straight line of {name}: name those in between")

    def distance(self, start: Cell, end: Cell) -> int:
        """The fewest cells that steps from one to the other count."""
        dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
        if self.is_hexes:
            return max(dx, dy, abs(end[0] - start[0] + end[1] - start[1]))
        if self.diagonals == "forbidden":
            return dx + dy
        few = min(dx, dy)
        return max(dx, dy) + (few // 2 if self.diagonals == "alternate" else 0)

    def centre(self, cell: Cell) -> Point:
        """Where the centre of a cell lies."""
        q, r = cell
        if self.is_hexes:
            return (q + Fraction(r, 2), r * _HEX_ROW)
        return Fraction(2 * q + 1, 2), Fraction(2 * r + 1, 2)

    def covered(self, shape: Shape) -> frozenset[Cell]:
        """The cells whose centre lies in the shape; a centre on its edge does not."""
        outline = Outline(shape)
        x0, y0, x1, y1 = outline.box
        if (x1 - x0 + 2) * (y1 - y0 + 2) > CELLS:
            raise ShapeError(f"the shape covers more than {CELLS:,} cells")
        found: set[Cell] = set()
        for cell in self._cells_of_box(x0, y0, x1, y1):
            x, y = self.centre(cell)
            if how_lies(outline, float(x), float(y), no_base()) is Lies.IN:
                found.add(cell)
        return frozenset(found)

    def _cells_of_box(self, x0: float, y0: float, x1: float, y1: float) -> Iterable[Cell]:
        if not self.is_hexes:
            for row in range(math.floor(y0), math.ceil(y1) + 1):
                for column in range(math.floor(x0), math.ceil(x1) + 1):
                    yield column, row
            return
        for r in range(math.floor(y0 / _HEX_ROW), math.ceil(y1 / _HEX_ROW) + 1):
            for q in range(math.floor(x0 - r / 2), math.ceil(x1 - r / 2) + 1):
                yield q, r


def adjoin(grid: Grid, one: Cell, other: Cell) -> bool:
    """Whether one step leads from one cell to the other."""
    return other in grid.neighbours(one)
