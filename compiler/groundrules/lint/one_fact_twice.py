"""One fact in two spellings."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding, replace
from groundrules.lint.agreed_facts import agreed, words
from groundrules.lint.context import Context
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`agreed "the gate is open"` and `agreed "The gate is open."`: the players are asked twice."""
    first: dict[tuple[str, ...], ru.Agreed] = {}
    for node in agreed(context):
        other = first.setdefault(words(node.text), node)
        if other.text != node.text:
            quoted = node.span.text.find(f'"{node.text}"')
            start = node.span.start + quoted + 1
            place = node.span.source.span(start, start + len(node.text)) if quoted >= 0 else node.span
            yield finding(
                "GR360", node.span, "the same fact is written in two ways, and counts as two",
                help=f'write `agreed "{other.text}"` in both places', related=(Related(other.span, "the other way"),),
                fix=replace("write it as in the other place", place, other.text) if quoted >= 0 else None,
            )  # fmt: skip
