"""The tree that parsing makes, before it becomes an AST.

Its shape is the grammar's: ``data`` names the rule or the alternative, ``children`` are
trees and tokens. It reads like Lark's own trees, so that either can be turned into an AST.
"""

from __future__ import annotations

from groundrules.syntax.tokens import Token


class Tree:
    """A node: ``start_pos`` and ``end_pos`` are offsets of its first and behind its last token."""

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Tree | Token], start_pos: int, end_pos: int) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos

    @property
    def meta(self) -> Tree:
        """Where Lark keeps the place of a tree."""
        return self

    @property
    def empty(self) -> bool:
        """Whether the node stands for no character at all."""
        return self.start_pos >= self.end_pos

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r})"


def shape(tree: Tree | Token) -> object:
    """The tree as nested tuples of names and words, without places: equal for equal trees."""
    if isinstance(tree, Token):
        return (tree.type, str(tree))
    return (tree.data, *(shape(child) for child in tree.children))
