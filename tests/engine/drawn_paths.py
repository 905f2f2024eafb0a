"""Drawn legs: steps on the table or on a grid, upright steps among them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from groundrules.engine import Upright


def drawn_leg(
    random: Random, start: Any, steps: int, upright: float, grid: bool, point: Callable[[], Any]
) -> tuple[Any, ...]:
    """A leg of so many steps from a start; ``upright`` is the share of climbs, jumps and drops."""
    leg: list[Any] = [start]
    for _ in range(steps):
        if random.random() < upright:
            leg.append(Upright(random.choice(("climb", "jump", "drop")), Fraction(random.randint(1, 4))))
        elif grid:
            x, y = next(step for step in reversed(leg) if isinstance(step, tuple))
            dx, dy = random.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
            count = random.randint(1, 4)
            leg.append((x + dx * count, y + dy * count))
        else:
            leg.append(point())
    return tuple(leg)
