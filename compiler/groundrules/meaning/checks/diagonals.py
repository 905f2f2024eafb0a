"""Diagonals of cells that have none."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.meaning.context import Context
from groundrules.quantity import UNITS
from groundrules.syntax import ast


def check(context: Context, grid: ast.Grid) -> Iterator[Diagnostic]:
    """Hexes and spaces have no diagonals."""
    if grid.diagonals is None or UNITS.get(grid.cell, grid.cell) == "squares":
        return
    source, end = grid.span.source, grid.span.end
    before, word, _ = grid.span.text.partition("diagonals")
    if word:
        cut = source.span(grid.span.start + len(before.rstrip()), end)
        yield finding(
            "GR271", source.span(grid.span.start + len(before), end), f"{grid.cell} have no diagonals",
            help=f"write `grid {grid.cell}`", fix=replace("leave the diagonals out", cut, ""),
        )  # fmt: skip
