"""Outcomes and states that are declared and that no rule names."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding
from groundrules.meaning.checks.mentions import mentioned_elsewhere
from groundrules.meaning.checks.places import as_comment
from groundrules.meaning.context import Context
from groundrules.meaning.symbols import Symbol
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """`without` and `when` count as naming; a ruleset that is built on may be used elsewhere."""
    for symbol in context.table.of_kind("outcome", "state"):
        if symbol.implied or symbol.base or symbol.key in context.suspects or symbol.key in context.broken:
            continue
        if not mentioned_elsewhere(context, symbol):
            way = f"on enter: {symbol.name}" if symbol.kind == "outcome" else f"on enter: gain {symbol.name}"
            yield finding(
                "GR265", symbol.span, f"`{symbol.name}` is declared and no rule names it",
                help=f"name it in a rule, as in `… {way}`, or leave it out, as a comment if you like",
                fix=choice(_left_out(symbol)),
            )  # fmt: skip


def _left_out(symbol: Symbol) -> Fix | None:
    """The declaration as a comment: it is there again when a rule names it."""
    node = symbol.node
    return as_comment(node) if isinstance(node, ast.Outcome | ast.State) else None
