"""Compiled data made anew with something put in place: ids below an id, parameters by values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from groundrules import ruleset as rs
from groundrules.ruleset import Effect, Expr

T = TypeVar("T")


def renamed_effects(old: str, new: str, effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects with the ids of their branches below ``new``, the second of the same numbered."""
    return _effects(old, new, effects, {})


def _effects(old: str, new: str, effects: Iterable[Effect], seen: dict[str, int]) -> tuple[Effect, ...]:
    made: list[Effect] = []
    for effect in effects:
        if isinstance(effect, rs.Perform) and effect.handlers:
            handlers = []
            for handler in effect.handlers:
                id = _below(old, new, handler.id, seen)
                handlers.append(replace(handler, id=id, effects=_effects(handler.id, id, handler.effects, seen)))
            effect = replace(effect, handlers=tuple(handlers))
        elif isinstance(effect, rs.Choose | rs.Conditional):
            id = _below(old, new, effect.id, seen)
            effect = replace(effect, id=id, effects=_effects(effect.id, id, effect.effects, seen))
        made.append(effect)
    return tuple(made)


def _below(old: str, new: str, id: str, seen: dict[str, int]) -> str:
    made = new + id[len(old) :]
    key = made.replace(" ", "")
    seen[key] = seen.get(key, 0) + 1
    return made if seen[key] == 1 else f"{made}~{seen[key]}"


def substituted(node: T, values: Mapping[str, Expr]) -> T:
    """A tree of compiled data with its parameters replaced by values."""
    return node if not values else _substituted(node, values)


def _substituted(node: Any, values: Mapping[str, Expr]) -> Any:
    if isinstance(node, rs.Param):
        return values.get(node.name, node)
    if isinstance(node, rs.Term) and node.kind == "parameter":
        value = values.get(node.name)
        if isinstance(value, rs.Param):
            return replace(node, name=value.name)
        return value.term if isinstance(value, rs.NameArg) else node
    if isinstance(node, tuple):
        made = tuple(_substituted(each, values) for each in node)
        return made if any(new is not old for new, old in zip(made, node, strict=True)) else node
    if is_dataclass(node) and not isinstance(node, type | rs.Origin):
        changes = {
            each.name: new
            for each in fields(node)
            if (new := _substituted(old := getattr(node, each.name), values)) is not old
        }
        return replace(node, **changes) if changes else node
    return node
