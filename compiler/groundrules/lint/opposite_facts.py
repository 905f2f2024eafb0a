"""A fact and its opposite, as two facts."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.agreed_facts import agreed, words
from groundrules.lint.context import Context
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`agreed "the gate is not open"` beside `agreed "the gate is open"`: both can be agreed, or neither."""
    plain = {words(node.text): node for node in reversed(list(agreed(context)))}
    told: set[str] = set()
    for node in agreed(context):
        other = _without_not(node, plain)
        if other is not None and node.text not in told:
            told.add(node.text)
            yield finding(
                "GR361", node.span, f"`{other.text}` is a fact of its own: both may be agreed, or neither",
                help=f'write `not agreed "{other.text}"`, and the players settle one thing',
                related=(Related(other.span, "the opposite"),),
            )  # fmt: skip


def _without_not(node: ru.Agreed, plain: dict[tuple[str, ...], ru.Agreed]) -> ru.Agreed | None:
    """The fact that this one denies, if it is there."""
    said = words(node.text)
    for number, word in enumerate(said):
        if word == "not":
            other = plain.get((*said[:number], *said[number + 1 :]))
            if other is not None:
                return other
    return None
