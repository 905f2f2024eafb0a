"""One thing changed in one node of the tree: what an operator makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from groundrules.syntax import ast, ast_rules as ru
from groundrules.syntax.ast_expr import Node
from groundrules.syntax.walk import find

N = TypeVar("N", bound=Node)


@dataclass(frozen=True, slots=True)
class Variant:
    """A node in place of another; ``gone`` is what it lacks, where something was only left out."""

    node: Node
    gone: Node | str | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """What the files of a ruleset declare and an operator may put in another's place."""

    covers: tuple[str, ...] = ()


def names_of(files: Iterable[ast.File]) -> Names:
    """The names that some files declare, in order."""
    return Names(tuple(cover.name.text for file in files for cover in find(file, ast.Cover)))


def changed(node: Node, **fields: Any) -> Node:
    """The node with some fields changed."""
    return replace(node, **fields)


def less_each(node: Node, field: str, least: int = 1) -> Iterator[Variant]:
    """The node less each entry of a list, as long as ``least`` entries stay."""
    entries = getattr(node, field)
    if not isinstance(entries, tuple) or len(entries) <= least:
        return
    for at, entry in enumerate(entries):
        yield Variant(changed(node, **{field: (*entries[:at], *entries[at + 1 :])}), entry)


def with_entry(entries: tuple[N, ...], at: int, entry: N) -> tuple[N, ...]:
    """The list with another entry at a place."""
    return (*entries[:at], entry, *entries[at + 1 :])


def other_word(node: Node, field: str, others: dict[str, str]) -> Iterator[Variant]:
    """The node with the word of a field changed for the one that stands for it."""
    other = others.get(getattr(node, field))
    if other is not None:
        yield Variant(changed(node, **{field: other}))


def no_effect(node: Node) -> ru.NoEffect:
    """``no effect``, said where a node stood."""
    return ru.NoEffect(span=node.span)
