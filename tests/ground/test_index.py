"""The grid finds whatever looking at every box finds."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from groundrules.ground import Path
from groundrules.ground.index import GRID_FROM, BoxIndex
from groundrules.ground.measuring import straight
from groundrules.ground.numbers import Box

from .situations import rounds


def boxes(rng: random.Random, count: int, size: float) -> list[Box]:
    found: list[Box] = []
    for _ in range(count):
        x, y = rng.uniform(0, size), rng.uniform(0, size)
        # Now and then a very long one, as a river is.
        w, h = (rng.uniform(0, size), 1.0) if rng.random() < 0.02 else (rng.uniform(0, 6), rng.uniform(0, 6))
        found.append((x, y, x + w, y + h))
    return found


def meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def distance(box: Box, a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether a segment meets a box (it is cut to it)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, way = a[axis], b[axis] - a[axis]
        if way == 0:
            if not box[axis] <= start <= box[axis + 2]:
                return False
            continue
        ends = sorted(((box[axis] - start) / way, (box[axis + 2] - start) / way))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low <= high


@pytest.mark.parametrize("count", [GRID_FROM - 1, GRID_FROM, 900])
def test_boxes_paths_and_lines(count: int) -> None:
    rng = random.Random(701 + count)
    size = 60.0
    table = boxes(rng, count, size)
    index = BoxIndex(table)
    for _ in rounds(120):
        x, y = rng.uniform(-5, size), rng.uniform(-5, size)
        box = (x, y, x + rng.uniform(0, 20), y + rng.uniform(0, 20))
        assert index.near_box(*box) == [i for i, other in enumerate(table) if meet(box, other)]
        # Long legs and short ones, slanted and along the axes.
        points = [(x, y)]
        for _ in range(rng.randint(1, 4)):
            far, angle = rng.choice([2.0, 30.0]), rng.choice([0.0, math.pi / 2, rng.uniform(0, math.tau)])
            points.append((points[-1][0] + far * math.cos(angle), points[-1][1] + far * math.sin(angle)))
        reach = rng.choice([0.0, 0.5, 3.0])
        near = index.near_path(Path(tuple(points)), reach, reach)
        assert near == sorted(set(near))
        grown = [(b[0] - reach, b[1] - reach, b[2] + reach, b[3] + reach) for b in table]
        legs = list(itertools.pairwise(points))
        assert {i for i, b in enumerate(grown) if any(distance(b, *leg) for leg in legs)} <= set(near)
        ray = list(index.near_ray(straight(points[0], points[-1])))
        assert len(ray) == len(set(ray))
        assert {i for i, b in enumerate(table) if distance(b, points[0], points[-1])} <= set(ray)


def test_one_enormous_box_among_many_small_ones() -> None:
    table: list[Box] = [(i, 0, i + 0.5, 1) for i in range(400)]
    table.append((-50_000, -50_000, 50_000, 50_000))
    index = BoxIndex(table)
    assert index.near_box(10.1, 0, 10.2, 1) == [10, 400]
    assert index.near_path(Path(((10.1, 0.5), (10.2, 0.5))), 0, 0) == [10, 400]
    assert set(index.near_ray(straight((10.1, 0.5), (10.2, 0.5)))) == {10, 400}
    # A question over the whole table is answered too, and not cell by cell.
    assert len(index.near_path(Path(((-90_000, -90_000), (90_000, 90_000))), 0, 0)) >= 1
    assert len(index.near_box(-90_000, -90_000, 90_000, 90_000)) == 401
