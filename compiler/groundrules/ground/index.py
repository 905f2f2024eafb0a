"""Which boxes may be met: a grid over the table, or all boxes in turn where they are few."""

from __future__ import annotations

import math
from collections.abc import Iterable

from groundrules.ground.numbers import EPSILON, Box
from groundrules.ground.path import Leg

#: From so many boxes on the grid is quicker than looking at each.
GRID_FROM = 200
#: A box in more cells than this is looked at always.
MAX_CELLS = 64
#: A leg through more cells than this looks at every box.
MAX_STEPS = 4096


class BoxIndex:
    """Numbered boxes. Answers come in ascending order and hold every box that is met; some may be missed by a hair.

    The answer depends on nothing but the boxes: no cache, no order of questions.
    """

    __slots__ = ("_boxes", "_cells", "_size", "_wide")

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._boxes = [(x0 - EPSILON, y0 - EPSILON, x1 + EPSILON, y1 + EPSILON) for x0, y0, x1, y1 in boxes]
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._wide: list[int] = []
        self._size = 0.0
        if len(self._boxes) >= GRID_FROM:
            self._fill()

    def _fill(self) -> None:
        sides = sorted(max(box[2] - box[0], box[3] - box[1]) for box in self._boxes)
        self._size = size = max(sides[len(sides) // 2], EPSILON * 1000)
        for number, (x0, y0, x1, y1) in enumerate(self._boxes):
            columns = range(math.floor(x0 / size), math.floor(x1 / size) + 1)
            rows = range(math.floor(y0 / size), math.floor(y1 / size) + 1)
            if len(columns) * len(rows) > MAX_CELLS:
                self._wide.append(number)
                continue
            for column in columns:
                for row in rows:
                    self._cells.setdefault((column, row), []).append(number)

    def near_box(self, x0: float, y0: float, x1: float, y1: float) -> list[int]:
        """The boxes that meet this one, edges included."""
        boxes = self._boxes
        if not self._size:
            return [i for i, box in enumerate(boxes) if box[0] <= x1 and box[2] >= x0 and box[1] <= y1 and box[3] >= y0]
        numbers: Iterable[int] = range(len(boxes))
        size = self._size
        columns = range(math.floor(x0 / size), math.floor(x1 / size) + 1)
        rows = range(math.floor(y0 / size), math.floor(y1 / size) + 1)
        if len(columns) * len(rows) <= MAX_STEPS:
            found = set(self._wide)
            for column in columns:
                for row in rows:
                    found.update(self._cells.get((column, row), ()))
            numbers = sorted(found)
        return [
            i for i in numbers if boxes[i][0] <= x1 and boxes[i][2] >= x0 and boxes[i][1] <= y1 and boxes[i][3] >= y0
        ]

    def near_legs(self, legs: Iterable[Leg], reach_x: float, reach_y: float) -> list[int]:
        """The boxes that may be met by a base of that reach on its way along the legs."""
        if not self._size:
            legs = list(legs)
            return self.near_box(
                min([leg.x0 for leg in legs]) - reach_x,
                min([leg.y0 for leg in legs]) - reach_y,
                max([leg.x1 for leg in legs]) + reach_x,
                max([leg.y1 for leg in legs]) + reach_y,
            )
        found = set(self._wide)
        size, cells = self._size, self._cells
        for leg in legs:
            first, last = math.floor((leg.x0 - reach_x) / size), math.floor((leg.x1 + reach_x) / size)
            low, high = math.floor((leg.y0 - reach_y) / size), math.floor((leg.y1 + reach_y) / size)
            if (last - first + 1) * (high - low + 1) > MAX_STEPS:
                found.update(self.near_box(leg.x0 - reach_x, leg.y0 - reach_y, leg.x1 + reach_x, leg.y1 + reach_y))
                continue
            narrow = last - first > 2 and high - low > 2
            for column in range(first, last + 1):
                if narrow:
                    low, high = self._rows(leg, column, reach_x, reach_y)
                for row in range(low, high + 1):
                    here = cells.get((column, row))
                    if here:
                        found.update(here)
        return sorted(found)

    def _rows(self, leg: Leg, column: int, reach_x: float, reach_y: float) -> tuple[int, int]:
        """The rows that a leg passes through while it is over one column of cells."""
        size = self._size
        left = max(column * size - reach_x, leg.x0)
        right = min((column + 1) * size + reach_x, leg.x1)
        ends = [leg.y + (x - leg.x) / leg.ux * leg.uy for x in (left, right)] if leg.ux else [leg.y0, leg.y1]
        slack = reach_y + EPSILON + abs(leg.uy) * EPSILON
        return math.floor((min(ends) - slack) / size), math.floor((max(ends) + slack) / size)
