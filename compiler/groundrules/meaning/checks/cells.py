"""Costs by the cell where there is no such cell."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.meaning.context import Context
from groundrules.meaning.restating import new_setting
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
        yield finding("GR270", effect.span, f"{said}, and this ruleset has no grid", help=f"declare `grid {cell}`",
                      fix=new_setting(context.units, f"grid {cell}", f"declare `grid {cell}`"))  # fmt: skip
    elif grid.cell != cell:
        written = f"per {_ONE[grid.cell]}"
        at = effect.span.text.rfind("per ")
        word = effect.span.source.span(effect.span.start + at, effect.span.end)
        yield finding("GR270", effect.span, f"{said} that the grid does not have",
                      help=f"the grid has {grid.cell}: write `{written}`",
                      fix=None if at < 0 else replace(f"write `{written}`", word, written))  # fmt: skip
