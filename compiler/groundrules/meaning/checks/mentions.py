"""Where names are spoken of besides their own declaration."""

from __future__ import annotations

from groundrules.meaning.context import Context
from groundrules.meaning.symbols import Symbol
from groundrules.source import Span
from groundrules.syntax import ast


def mentioned_elsewhere(context: Context, symbol: Symbol) -> bool:
    """Whether a name stands anywhere but in the item that declares it."""
    home = declaring(context, symbol)
    return any(
        span.source is not home.source or not home.start <= span.start < max(home.end, home.start + 1)
        for span in context.table.uses.get(symbol.key, ())
    )


def declaring(context: Context, symbol: Symbol) -> Span:
    """The item, or the row of a table, in which a name is declared."""
    for unit in context.units:
        if unit.source is not symbol.span.source:
            continue
        for item in unit.file.items:
            if not item.span.start <= symbol.span.start < max(item.span.end, item.span.start + 1):
                continue
            table = item.item if isinstance(item, ast.Override) else item
            if isinstance(table, ast.Table):
                for row in table.rows:
                    if row.span.start <= symbol.span.start <= row.span.end:
                        return row.span
            return item.span
    return symbol.span
