"""Going through a tree, by the declarations of its nodes.

What a node holds is read from its dataclass once; a new construct needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from groundrules.syntax.ast_expr import Node

N = TypeVar("N", bound=Node)


_HOLDERS: dict[type[Node], tuple[str, ...]] = {}


def _holders(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that may hold nodes, in the order of their declaration."""
    known = _HOLDERS.get(kind)
    if known is None:
        known = _HOLDERS[kind] = tuple(f.name for f in fields(kind) if f.compare and f.name != "key")
    return known


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, field by field in the order of its declaration.

    A place is no node, and neither is a number or a word; ``damaged`` lines of a file are
    places.
    """
    for name in _holders(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif type(value) is tuple:
            for each in value:
                if isinstance(each, Node):
                    yield each


def walk(node: Node) -> Iterator[Node]:
    """A node and everything inside it, parents before children, in order."""
    stack = [node]
    while stack:
        each = stack.pop()
        yield each
        stack.extend(reversed(list(children(each))))


def find(node: Node, kind: type[N]) -> Iterator[N]:
    """All nodes of one class in a tree, the root too, in order."""
    return (each for each in walk(node) if isinstance(each, kind))


def path_to(node: Node, offset: int) -> list[Node]:
    """The nodes around an offset, outermost first; empty when it lies outside the node.

    An offset right behind a node still belongs to it, unless the next one begins there.
    """
    path: list[Node] = []
    inside: Node | None = node if node.span.start <= offset <= node.span.end else None
    while inside is not None:
        path.append(inside)
        around = [each for each in children(inside) if each.span.start <= offset <= each.span.end]
        inside = max(around, key=lambda each: each.span.start, default=None)
    return path


def transform(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with ``change`` done to every node, children before their parents.

    A node none of whose children changed is kept as it is, so an unchanged tree is the
    same object.
    """
    changed: dict[str, Any] = {}
    for name in _holders(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            new: Any = transform(value, change)
            if new is not value:
                changed[name] = new
        elif type(value) is tuple and any(isinstance(each, Node) for each in value):
            new = tuple(transform(each, change) if isinstance(each, Node) else each for each in value)
            if any(a is not b for a, b in zip(new, value, strict=True)):
                changed[name] = new
    return change(replace(node, **changed) if changed else node)
