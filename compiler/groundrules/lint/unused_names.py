"""A number or a group that is declared and never named."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.meaning.checks.mentions import mentioned_elsewhere
from groundrules.meaning.checks.places import as_comment


def check(context: Context) -> Iterator[Diagnostic]:
    """What nothing names changes nothing: a rule was forgotten, or the line is left over."""
    for symbol in context.meaning.table.of_kind("number", "group"):
        if symbol.base or mentioned_elsewhere(context.meaning, symbol):
            continue
        yield finding(
            "GR315", symbol.span, f"no rule names `{symbol.name}`",
            help="name it in a rule, or leave it out, as a comment if you like",
            fix=choice(as_comment(symbol.node)),
        )  # fmt: skip
