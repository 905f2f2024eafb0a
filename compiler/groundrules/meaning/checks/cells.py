"""Costs by the cell where there is no such cell."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.context import Context
from groundrules.quantity import UNITS
from groundrules.syntax import ast_rules as ru

_ONE = {"squares": "square", "hexes": "hex", "spaces": "space"}


def check(context: Context, effect: ru.CostPlus) -> Iterator[Diagnostic]:
    """`cost +5ft per square` needs a grid of squares."""
    if effect.per is None:
        return
    grid = context.ruleset.settings.grid
    cell = UNITS.get(effect.per, effect.per)
    said = f"`per {_ONE.get(cell, cell)}` counts cells"
    if grid is None:
        yield finding("GR270", effect.span, f"{said}, and this ruleset has no grid", help=f"declare `grid {cell}`")
    elif grid.cell != cell:
        help = f"the grid has {grid.cell}: write `per {_ONE[grid.cell]}`"
        yield finding("GR270", effect.span, f"{said} that the grid does not have", help=help)
