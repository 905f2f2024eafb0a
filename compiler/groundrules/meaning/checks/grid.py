"""Costs by the cell, and diagonals, where there is no such cell."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.meaning.context import Context
from groundrules.quantity import UNITS
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru
from groundrules.syntax.walk import find


def cells(context: Context) -> Iterator[Diagnostic]:
    """`cost +5ft per square` needs a grid of squares."""
    grid = context.ruleset.settings.grid
    for unit in context.units:
        for effect in find(unit.file, ru.CostPlus):
            if effect.per is None:
                continue
            cell = UNITS.get(effect.per, effect.per)
            if grid is None:
                message = f"`per {_one(cell)}` counts cells, and this ruleset has no grid"
                help = f"declare `grid {cell}`"
            elif grid.cell != cell:
                message = f"`per {_one(cell)}` counts cells that the grid does not have"
                help = f"the grid has {grid.cell}: write `per {_one(grid.cell)}`"
            else:
                continue
            yield finding("GR270", effect.span, message, help=help)


def _one(cells: str) -> str:
    return {"squares": "square", "hexes": "hex", "spaces": "space"}.get(cells, cells)


def diagonals(context: Context) -> Iterator[Diagnostic]:
    """Hexes and spaces have no diagonals."""
    for unit in context.units:
        for grid in find(unit.file, ast.Grid):
            if grid.diagonals is None or UNITS.get(grid.cell, grid.cell) == "squares":
                continue
            before, word, _ = grid.span.text.partition("diagonals")
            if not word:
                continue
            said = Span(unit.source, grid.span.start + len(before), grid.span.end)
            cut = Span(unit.source, grid.span.start + len(before.rstrip()), grid.span.end)
            yield finding(
                "GR271", said, f"{grid.cell} have no diagonals",
                help=f"write `grid {grid.cell}`", fix=replace("leave the diagonals out", cut, ""),
            )  # fmt: skip
