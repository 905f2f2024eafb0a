"""A trait that no rule names."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """`traits: Flying`, and nothing that flies is treated otherwise: the rule was forgotten, or the trait."""
    for symbol in context.meaning.table.of_kind("trait"):
        if not context.meaning.table.used(symbol.key):
            yield finding(
                "GR354", symbol.span, f"no rule names the trait `{symbol.name}`",
                help=f"say what it does, as in `{symbol.name}: ignore …`, or leave it out",
            )  # fmt: skip
