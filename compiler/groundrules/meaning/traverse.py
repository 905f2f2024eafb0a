"""Going through compiled rules, by the declarations of their records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, TypeVar

from groundrules.ruleset import Choose, Conditional, Effect, Handler, Origin, Perform, Rule

T = TypeVar("T")

#: What holds no records.
_PLAIN = {str, int, bool, Fraction, type(None)}
_HOLDERS: dict[type, tuple[str, ...]] = {}


def _holders(kind: type) -> tuple[str, ...]:
    known = _HOLDERS.get(kind)
    if known is None:
        known = _HOLDERS[kind] = tuple(each.name for each in fields(kind) if each.name != "origin")
    return known


def parts(thing: object) -> Iterator[object]:
    """A record and every record inside it, parents first; tuples are gone through, origins left out."""
    stack: list[Any] = [thing]
    while stack:
        each = stack.pop()
        if type(each) is tuple:
            stack.extend(reversed(each))
        elif is_dataclass(each) and not isinstance(each, Origin):
            yield each
            for name in reversed(_holders(type(each))):
                value = getattr(each, name)
                kind = type(value)
                if kind not in _PLAIN and (kind is tuple or is_dataclass(value)):
                    stack.append(value)


def inside(thing: object, kind: type[T]) -> Iterator[T]:
    """Every record of one class in a record, itself included."""
    return (each for each in parts(thing) if isinstance(each, kind))


def spoken(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Effects and those below them: of choices, of further conditions; not what a roll brings."""
    for effect in effects:
        yield effect
        if isinstance(effect, Choose | Conditional):
            yield from spoken(effect.effects)


def brought(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Effects and all below them, handlers of rolls included."""
    for effect in effects:
        yield effect
        if isinstance(effect, Choose | Conditional):
            yield from brought(effect.effects)
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from brought(handler.effects)


def handlers_of(effects: tuple[Effect, ...]) -> Iterator[Handler]:
    """The handlers of all rolls that effects make."""
    for effect in brought(effects):
        if isinstance(effect, Perform):
            yield from effect.handlers


def on_ground(rule: Rule) -> bool:
    """Whether a rule is a terrain's: about ground, not about what a model is or does."""
    return any(
        subject.term.kind in ("terrain", "any terrain")
        or (subject.term.kind == "value" and subject.term.owner == "piece")
        for subject in rule.subjects
    )
