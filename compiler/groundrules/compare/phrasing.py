"""Parts of the tree in the language's words, as short as they can be understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru, printer
from groundrules.syntax.ast_expr import Node

_EFFECTS = get_args(ru.Effect)
_QUALIFIERS = get_args(ru.Qualifier)
_CONDITIONS = get_args(ru.Condition)
_LINES = (*get_args(ast.Item), *get_args(ast.Line), ast.Band, ast.Adjust)


def phrase(node: Node) -> str | None:
    """A node as it is written; ``None`` for one that says nothing by itself, such as a number."""
    if isinstance(node, _EFFECTS):
        return printer.effect_text(node)
    if isinstance(node, _CONDITIONS):
        return printer.condition_text(node)
    if isinstance(node, _QUALIFIERS):
        return printer.qualifier_text(node)
    if isinstance(node, ast.Cell):
        return printer.cell_text(node)
    if isinstance(node, _LINES):
        return next(iter(printer.lines_of(node))).text
    return None


def gone_phrase(gone: Node | str) -> str:
    """Something left out: a word, a name, or what :func:`phrase` says of it."""
    if isinstance(gone, str):
        return gone
    if isinstance(gone, ex.Name):
        return gone.text
    if isinstance(gone, (ex.Ref, ex.Owned)):
        return printer.ref_text(gone)
    return phrase(gone) or gone.span.text


def lines_that_differ(old: Node, new: Node) -> tuple[list[str], list[str]]:
    """The lines in which two spellings of an item differ, where they have as many lines."""
    pairs = zip(printer.lines_of(old), printer.lines_of(new), strict=True)
    differing = [(one.text, other.text) for one, other in pairs if one.text != other.text]
    return [one for one, _ in differing], [other for _, other in differing]


def listed(texts: Sequence[str]) -> str:
    """The texts in backticks, parted by commas."""
    return ", ".join(f"`{text}`" for text in texts)
