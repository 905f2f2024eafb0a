"""A roll that nothing makes and nothing names."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.rolling import made
from groundrules.meaning.checks.mentions import mentioned_elsewhere
from groundrules.meaning.checks.places import as_comment


def check(context: Context) -> Iterator[Diagnostic]:
    """It stands on a card, and no rule, action or other roll leads to it."""
    done = made(context.ruleset)
    for symbol in context.meaning.table.of_kind("roll"):
        if symbol.name in done or symbol.base or mentioned_elsewhere(context.meaning, symbol):
            continue
        yield finding(
            "GR314", symbol.span, f"nothing makes `{symbol.name}`",
            help=f"make it in a rule, as in `… on enter: {symbol.name}`, or leave it out",
            fix=choice(as_comment(symbol.node)),
        )  # fmt: skip
