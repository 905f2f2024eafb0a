"""Which boxes may be met: a grid over the table, or all boxes in turn where they are few."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, inf
from typing import TypeAlias

from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON, Box
from groundrules.ground.path import Path

#: From so many boxes on the grid is quicker than looking at each.
GRID_FROM = 200
#: A box in more cells than this is looked at always.
MAX_CELLS = 64
#: A whole path over so few cells is not followed leg by leg.
FEW_CELLS = 24
#: A question over more cells than this looks at every box.
MAX_STEPS = 4096

#: A box, made larger by the tolerance, and its number.
_Numbered: TypeAlias = tuple[float, float, float, float, int]


class BoxIndex:
    """Numbered boxes. An answer holds every box that is met.

    It depends on nothing but the boxes: no cache, no order of questions.
    """

    __slots__ = ("_boxes", "_cells", "_size", "_wide")

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._boxes: list[_Numbered] = [
            (x0 - EPSILON, y0 - EPSILON, x1 + EPSILON, y1 + EPSILON, number)
            for number, (x0, y0, x1, y1) in enumerate(boxes)
        ]
        self._cells: dict[tuple[int, int], list[_Numbered]] = {}
        self._wide: list[_Numbered] = []
        self._size = 0.0
        if len(self._boxes) >= GRID_FROM:
            self._fill()

    def _fill(self) -> None:
        sides = sorted(max(box[2] - box[0], box[3] - box[1]) for box in self._boxes)
        # Twice the usual piece: a piece lies in two cells or so, a move goes through three or four.
        self._size = size = max(2 * sides[len(sides) // 2], EPSILON * 1000)
        for box in self._boxes:
            x0, y0, x1, y1, _ = box
            columns = range(floor(x0 / size), floor(x1 / size) + 1)
            rows = range(floor(y0 / size), floor(y1 / size) + 1)
            if len(columns) * len(rows) > MAX_CELLS:
                self._wide.append(box)
                continue
            for column in columns:
                for row in rows:
                    self._cells.setdefault((column, row), []).append(box)

    def near_box(self, left: float, low: float, right: float, high: float) -> list[int]:
        """The boxes that meet this one, edges included, in ascending order."""
        boxes = self._boxes
        if self._size:
            size, cells = self._size, self._cells
            columns = range(floor(left / size), floor(right / size) + 1)
            rows = range(floor(low / size), floor(high / size) + 1)
            if len(columns) * len(rows) <= MAX_STEPS:
                nothing: tuple[_Numbered, ...] = ()
                found = {
                    n
                    for column in columns
                    for row in rows
                    for x0, y0, x1, y1, n in cells.get((column, row), nothing)
                    if x0 <= right and x1 >= left and y0 <= high and y1 >= low
                }
                boxes = self._wide
                if boxes:
                    found.update(
                        n for x0, y0, x1, y1, n in boxes if x0 <= right and x1 >= left and y0 <= high and y1 >= low
                    )
                return sorted(found)
        return [n for x0, y0, x1, y1, n in boxes if x0 <= right and x1 >= left and y0 <= high and y1 >= low]

    def near_path(self, path: Path, reach_x: float, reach_y: float) -> list[int]:
        """The boxes that may be met by a base of that reach on its way along a path, in ascending order."""
        left, low, right, high = path.box
        left, low, right, high = left - reach_x, low - reach_y, right + reach_x, high + reach_y
        size = self._size
        if not size or (right - left + size) * (high - low + size) <= FEW_CELLS * size * size:
            return self.near_box(left, low, right, high)
        found: set[int] = set()
        for leg in path.legs:
            found.update(self._near_leg(leg, reach_x, reach_y))
        return sorted(found)

    def _near_leg(self, leg: Leg, reach_x: float, reach_y: float) -> Iterable[int]:
        """The boxes that may be met on one leg: cell by cell in every column of cells under it."""
        size, cells = self._size, self._cells
        left, right = min(leg.x, leg.end_x), max(leg.x, leg.end_x)
        low, high = min(leg.y, leg.end_y), max(leg.y, leg.end_y)
        first, last = floor((left - reach_x) / size), floor((right + reach_x) / size)
        bottom, top = floor((low - reach_y) / size), floor((high + reach_y) / size)
        if last - first <= 1 or top - bottom <= 1 or last - first > MAX_STEPS or abs(leg.ux) <= EPSILON:
            return self.near_box(left - reach_x, low - reach_y, right + reach_x, high + reach_y)
        boxes = [*self._wide]
        slope = leg.uy / leg.ux
        slack = reach_y + EPSILON * (1 + abs(slope))
        for column in range(first, last + 1):
            # Where the leg is while its base is over this column.
            one = leg.y + (max(column * size - reach_x, left) - leg.x) * slope
            other = leg.y + (min((column + 1) * size + reach_x, right) - leg.x) * slope
            for row in range(floor((min(one, other) - slack) / size), floor((max(one, other) + slack) / size) + 1):
                boxes += cells.get((column, row), ())
        return [box[4] for box in boxes]

    def near_ray(self, leg: Leg) -> Iterable[int]:
        """The boxes that a straight line may pass through, each once, in no special order."""
        x, y, ux, uy, _, end_x, end_y, _, _ = leg
        left, right = (x, end_x) if x < end_x else (end_x, x)
        low, high = (y, end_y) if y < end_y else (end_y, y)
        boxes = self._on_the_way(leg) if self._size else self._boxes
        if ux < 0:
            ux, uy = -ux, -uy
        off = ux * y - uy * x
        # The line passes a box if one corner lies to its left and the opposite one to its right.
        if uy >= 0:
            found = [
                n for x0, y0, x1, y1, n in boxes
                if ux * y1 - uy * x0 >= off and ux * y0 - uy * x1 <= off
                and x0 <= right and x1 >= left and y0 <= high and y1 >= low
            ]  # fmt: skip
        else:
            found = [
                n for x0, y0, x1, y1, n in boxes
                if ux * y1 - uy * x1 >= off and ux * y0 - uy * x0 <= off
                and x0 <= right and x1 >= left and y0 <= high and y1 >= low
            ]  # fmt: skip
        return dict.fromkeys(found) if self._size else found

    def _on_the_way(self, leg: Leg) -> list[_Numbered]:
        """The boxes in the cells that a straight line goes through, from its start to its end.

        Where the line runs along the border of two cells one of them is enough: what lies
        in the other alone is not passed through.
        """
        x, y, ux, uy, _, end_x, end_y, _, _ = leg
        size, cells = self._size, self._cells
        column, row = floor(x / size), floor(y / size)
        count = abs(floor(end_x / size) - column) + abs(floor(end_y / size) - row)
        if count > MAX_STEPS:
            return self._boxes
        right, up = (1 if ux > 0 else -1), (1 if uy > 0 else -1)
        across, along = (size / abs(ux) if ux else inf), (size / abs(uy) if uy else inf)
        next_x = ((column + (ux > 0)) * size - x) / ux if ux else inf
        next_y = ((row + (uy > 0)) * size - y) / uy if uy else inf
        boxes = [*self._wide, *cells.get((column, row), ())]
        for _ in range(count):
            if next_x < next_y:
                column += right
                next_x += across
            else:
                row += up
                next_y += along
            here = cells.get((column, row))
            if here:
                boxes += here
        return boxes
