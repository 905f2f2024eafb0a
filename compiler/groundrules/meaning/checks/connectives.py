"""`and` beside `or` without brackets: which belongs together is not for us to guess."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Edit, Fix, finding
from groundrules.meaning.context import Context
from groundrules.source import Span
from groundrules.syntax import ast_rules as ru


def check(context: Context, either: ru.Either) -> Iterator[Diagnostic]:
    """The fix puts the brackets where the language reads them: round what `and` joins."""
    joined = [term for term in either.terms if isinstance(term, ru.Both)]
    if joined:
        edits = tuple(edit for term in joined for edit in _brackets(term.span))
        example = " ".join(f"({joined[0].span.text})".split())
        yield finding(
            "GR264", either.span, "`and` beside `or` can be read in two ways",
            help=f"put brackets round what belongs together, as in `{example}`",
            fix=Fix("put brackets round what `and` joins", edits, choice=True),
        )  # fmt: skip


def _brackets(span: Span) -> Iterator[Edit]:
    yield Edit(span.source.span(span.start, span.start), "(")
    yield Edit(span.source.span(span.end, span.end), ")")
