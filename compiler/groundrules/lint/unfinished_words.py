"""Words for readers that are not written yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.author_words import words_for_readers
from groundrules.lint.context import Context

_UNFINISHED = re.compile(r"\b(?:TODO|TBD|FIXME|XXX)\b|\?\?\?+|\blorem ipsum\b", re.IGNORECASE)


def check(context: Context) -> Iterator[Diagnostic]:
    """`> TODO: what the fire does`: the note to oneself stands on the card that is handed out."""
    if not any(_UNFINISHED.search(unit.source.text) for unit in context.meaning.units):
        return
    for span in words_for_readers(context):
        for found in _UNFINISHED.finditer(span.text):
            place = span.source.span(span.start + found.start(), span.start + found.end())
            yield finding(
                "GR350", place, f"`{found[0]}` is a note to yourself, and players read it",
                help="write what belongs there, or put the note behind a `#`, where nobody reads it",
            )  # fmt: skip
