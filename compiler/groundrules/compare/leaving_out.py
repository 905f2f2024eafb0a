"""Operators that leave something out: a qualifier, one of several, an effect, a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.compare.variants import Names, Variant, changed, less_each, no_effect
from groundrules.syntax import ast, ast_rules as ru
from groundrules.syntax.ast_expr import Node

#: What has qualifiers, and needs none.
_QUALIFIED = (ast.Rule, ast.Clause, ast.Handler, ast.Option, ast.Band)
#: What has effects of its own.
_ACTING = (ast.Rule, ast.Clause, ast.Handler, ast.Option, ast.Band, ast.State, ast.Cover, ast.Outcome)

#: Lists of which each entry can go as long as one stays.
_LISTS: dict[type, tuple[str, ...]] = {
    ru.On: ("events",),
    ru.In: ("terrains",),
    ru.During: ("actions",),
    ru.For: ("names",),
    ru.Except: ("names",),
    ru.ExceptDuring: ("actions",),
    ru.Once: ("scopes",),
    ru.Both: ("terms",),
    ru.Either: ("terms",),
    ru.Permit: ("what",),
    ru.GainLose: ("states",),
    ru.CountsAs: ("terrains",),
    ru.Ground: ("terrains",),
    ru.Pass: ("rolls",),
    ru.Reroll: ("rolls",),
    ru.Replaces: ("terrains",),
    ast.Group: ("members",),
    ast.Rule: ("subjects",),
}
#: Lists of which each entry can go, the last one too.
_FREE: dict[type, tuple[str, ...]] = {
    ru.Ground: ("excepts",),
    ru.Perform: ("without",),
    ru.Ignore: ("events",),
    ast.Number: ("lines",),
}
#: Words that can go.
_WORDS: dict[type, tuple[tuple[str, object], ...]] = {
    ru.Permit: (("always", False),),
    ru.Ignore: (("moving", False),),
    ru.Change: (("bound", None),),
    ru.BlockSight: (("beyond", None),),
    ru.CostPlus: (("per", None),),
    ast.Allowance: (("minimum", None),),
    ast.Action: (("allowance", None),),
}


def qualifier(node: Node, names: Names) -> Iterator[Variant]:
    """A qualifier is left out."""
    if isinstance(node, _QUALIFIED):
        # A line of a block is nothing without either side.
        yield from less_each(node, "qualifiers", 0 if not isinstance(node, ast.Clause) or node.effects else 1)


def one_of_several(node: Node, names: Names) -> Iterator[Variant]:
    """One of several is left out: an event, a name, a condition, a scope, a member."""
    for field in _LISTS.get(type(node), ()):
        for variant in less_each(node, field):
            told = isinstance(node, (ru.Both, ru.Either, ast.Group))
            yield Variant(_alone(variant.node), variant.gone if told else None)
    for field in _FREE.get(type(node), ()):
        for variant in less_each(node, field, 0):
            if not isinstance(variant.gone, ast.Prose):
                yield variant if isinstance(node, ast.Number) else Variant(variant.node)


def _alone(node: Node) -> Node:
    """A condition of one term is that term."""
    return node.terms[0] if isinstance(node, (ru.Both, ru.Either)) and len(node.terms) == 1 else node


def words(node: Node, names: Names) -> Iterator[Variant]:
    """A closer word is left out: `always`, `while moving`, a bound, a minimum."""
    for field, without in _WORDS.get(type(node), ()):
        if getattr(node, field) not in (None, without):
            yield Variant(changed(node, **{field: without}))


def effect(node: Node, names: Names) -> Iterator[Variant]:
    """An effect is left out."""
    if not isinstance(node, _ACTING):
        return
    if len(node.effects) == 1 and isinstance(node.effects[0], ru.NoEffect):
        return
    declared = isinstance(node, (ast.State, ast.Cover, ast.Outcome))
    for variant in less_each(node, "effects", 0):
        empty = not variant.node.effects and not declared  # type: ignore[attr-defined]  # one of _ACTING
        yield Variant(replace(node, effects=(no_effect(node),)), variant.gone) if empty else variant


def removal(node: Node, names: Names) -> Iterator[Variant]:
    """A `remove` is left out: the rule of the base is back."""
    if isinstance(node, ast.File):
        for at, item in enumerate(node.items):
            if isinstance(item, ast.Remove):
                yield Variant(replace(node, items=(*node.items[:at], *node.items[at + 1 :])), item)
