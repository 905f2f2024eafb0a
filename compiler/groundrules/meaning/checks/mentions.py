"""Where names are spoken of besides their own declaration."""

from __future__ import annotations

from groundrules.meaning.context import Context
from groundrules.meaning.symbols import Symbol
from groundrules.source import Span


def mentioned_elsewhere(context: Context, symbol: Symbol) -> bool:
    """Whether a name stands anywhere but in the item that declares it."""
    home = declaring(symbol)
    return any(
        span.source is not home.source or not home.start <= span.start < max(home.end, home.start + 1)
        for span in context.table.uses.get(symbol.key, ())
    )


def declaring(symbol: Symbol) -> Span:
    """The item, or the row of a table, in which a name is declared."""
    return symbol.home or symbol.span
