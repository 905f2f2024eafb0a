"""A small word twice in a row."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.lint.author_words import words_for_readers
from groundrules.lint.context import Context

#: Words that no sentence has twice in a row; `that that` and `had had` can be meant.
_SMALL = "the|a|an|of|to|on|and|or|it|for|with|at|by|be|as|from|this|may|must|not|its|their|which|are|was"
_DOUBLED = re.compile(rf"\b({_SMALL})([ \t]+)(\1)\b", re.IGNORECASE)


def check(context: Context) -> Iterator[Diagnostic]:
    """`> Reeds and the the mud`: seen by every player, and by its author last."""
    if not any(_DOUBLED.search(unit.source.text) for unit in context.meaning.units):
        return
    for span in words_for_readers(context):
        for found in _DOUBLED.finditer(span.text):
            second = span.source.span(span.start + found.start(3), span.start + found.end(3))
            gap = span.source.span(span.start + found.start(2), second.end)
            yield finding(
                "GR351", second, f"`{found[3]}` stands here twice", help="take one away",
                fix=replace(f"take one `{found[3]}` away", gap, ""),
            )  # fmt: skip
