"""The names of a ruleset: one namespace, each name once, with what it stands for.

Names compare by :func:`~groundrules.syntax.ast_expr.name_key`. Names of bands are no
symbols: they belong to their roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex
from groundrules.syntax.ast_expr import name_key

SymbolKind = Literal[
    "terrain", "trait", "value", "state", "action", "option", "outcome", "roll", "number", "cover", "group", "field"
]
Owner = Literal["model", "piece", "game"]

#: The key of the one name that the language itself gives to terrain.
ANY_TERRAIN = "AnyTerrain"

#: What a rule can be about, besides terrain.
OF_MODELS: frozenset[str] = frozenset({"trait", "value", "state", "action", "option"})

_KIND_WORDS = {
    "terrain": "a terrain", "trait": "a trait", "state": "a state", "action": "an action", "option": "an option",
    "outcome": "an outcome", "roll": "a roll", "number": "a number", "cover": "a grade of cover", "group": "a group",
    "field": "a field", "value": "a value",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A field as one of a model's, a piece's or the game's facts, with its declaration."""

    owner: Owner
    field: str
    node: ast.Field


@dataclass(slots=True)
class Symbol:
    """One declared name.

    ``places``: for a field, every block that declares it; for a value, every field that
    holds it. ``members``: for a group, the keys of its members in full once
    :mod:`groundrules.meaning.grouping` has run. ``kinds``: for a group, the kinds of its
    members. ``implied``: an outcome that is used without a declaration. ``home``: the item, or the
    row of a table, that declares it.
    """

    kind: SymbolKind
    name: str
    span: Span
    node: ex.Node
    params: tuple[str, ...] = ()
    display: str | None = None
    places: list[Place] = field(default_factory=list)
    members: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    implied: bool = False
    base: bool = False
    home: Span | None = None
    #: What the name is compared by.
    key: str = field(init=False)

    def __post_init__(self) -> None:
        self.key = name_key(self.name)

    @property
    def one_kind(self) -> str:
        """The kind; of a group the one of its members, if they have one."""
        return next(iter(self.kinds)) if self.kind == "group" and len(self.kinds) == 1 else self.kind

    @property
    def described(self) -> str:
        """The kind in words, with its article: ``a trait``, ``a value of `Class```."""
        if self.kind == "value" and self.places:
            return f"a value of `{self.places[0].field}`"
        if self.kind == "group" and len(self.kinds) == 1:
            inner = _KIND_WORDS[next(iter(self.kinds))].split(" ", 1)[1]
            return f"a group of {inner}s" if inner != "grade of cover" else "a group of grades of cover"
        return _KIND_WORDS[self.kind]


@dataclass(slots=True)
class SymbolTable:
    """All symbols by key, and where each name is used."""

    symbols: dict[str, Symbol] = field(default_factory=dict)
    uses: dict[str, list[Span]] = field(default_factory=dict)

    def get(self, name: str) -> Symbol | None:
        """The symbol of a name in any spelling."""
        return self.symbols.get(name_key(name))

    def of_kind(self, *kinds: str) -> Iterator[Symbol]:
        """The symbols of some kinds, in the order of their declarations."""
        return (symbol for symbol in self.symbols.values() if symbol.kind in kinds)

    def use(self, key: str, span: Span) -> None:
        """Remember that a name is used here."""
        self.uses.setdefault(key, []).append(span)

    def used(self, key: str) -> bool:
        """Whether anything but its own declaration names it."""
        return bool(self.uses.get(key))

    def members(self, symbol: Symbol) -> list[Symbol]:
        """The symbol itself, or, of a group, all its members."""
        if symbol.kind != "group":
            return [symbol]
        return [self.symbols[key] for key in symbol.members if key in self.symbols]


def kind_words(kinds: Iterable[str]) -> str:
    """Kinds as a list in words: ``a trait, a state or a value``."""
    words = [_KIND_WORDS[kind] for kind in kinds]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
