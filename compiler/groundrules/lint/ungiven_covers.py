"""A grade of cover that nothing gives."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import inside
from groundrules.ruleset import GiveCover


def check(context: Context) -> Iterator[Diagnostic]:
    """`cover Hard`, and no terrain gives it: the sheet explains what never happens."""
    given = {effect.grade for rule in context.ruleset.rules for effect in inside(rule, GiveCover)}
    for cover in context.ruleset.covers:
        symbol = context.meaning.table.get(cover.name)
        if cover.name not in given and symbol is not None:
            yield finding(
                "GR355", symbol.span, f"no rule gives `cover {cover.name}`",
                help=f"give it, as in `Wall when between: cover {cover.name}`, or leave the grade out",
            )  # fmt: skip
