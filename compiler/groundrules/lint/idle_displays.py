"""A name for readers that is the name itself."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, take_away
from groundrules.lint.author_words import displays
from groundrules.lint.context import Context


def check(context: Context) -> Iterator[Diagnostic]:
    """`outcome Hit "Hit"`: readers would see that name without it, and a later change of one leaves the other."""
    for shown in displays(context):
        if shown.display == shown.name.text:
            yield finding(
                "GR352", shown.span, f"readers see `{shown.display}` without this, too",
                help="take it away",
                fix=take_away(f'take `"{shown.display}"` away', shown.span),
            )  # fmt: skip
