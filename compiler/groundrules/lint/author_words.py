"""The words that an author wrote for readers: prose, references, titles, names as they are shown, facts to agree on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from groundrules.lint.context import Context
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru
from groundrules.syntax.ast_expr import Name, Node
from groundrules.syntax.walk import walk


@dataclass(frozen=True, slots=True)
class Shown:
    """A name with the name that readers see instead, and where that one stands, quotes included."""

    name: Name
    display: str
    span: Span


def nodes(context: Context) -> Iterator[Node]:
    """Every node of every text, in order."""
    for unit in context.meaning.units:
        yield from walk(unit.file)


def words_for_readers(context: Context) -> Iterator[Span]:
    """Where words for readers stand."""
    for node in nodes(context):
        if isinstance(node, ast.Prose | ast.Cite | ast.Credit | ru.Agreed):
            yield node.span
        elif isinstance(node, ast.Header):
            yield _quoted(node, node.title)
    for shown in displays(context):
        yield shown.span


def displays(context: Context) -> Iterator[Shown]:
    """Every name that readers see under another one."""
    for node in nodes(context):
        display = getattr(node, "display", None)
        name = getattr(node, "name", None) or getattr(getattr(node, "ref", None), "name", None)
        if isinstance(display, str) and isinstance(name, Name):
            yield Shown(name, display, _quoted(node, display, name.span.end))


def _quoted(node: Node, text: str, begin: int | None = None) -> Span:
    """Where a text in quotes stands in a node, behind ``begin``; the node where it is written otherwise."""
    source = node.span.source
    at = source.text.find(f'"{text}"', node.span.start if begin is None else begin, node.span.end)
    return source.span(at, at + len(text) + 2) if at >= 0 else node.span
