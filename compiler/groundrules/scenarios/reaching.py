"""Which rolls are made where: in an expression, by an effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from groundrules.ruleset import Effect, Perform, TotalOf


def rolls_in(part: object) -> Iterator[str]:
    """The rolls whose total an expression (or anything that holds expressions) reads."""
    return (each.roll for each in leaves_in(part) if isinstance(each, TotalOf))


def rolls_of_effect(effect: Effect) -> Iterator[str]:
    """The rolls that an effect makes, itself or in its numbers."""
    if isinstance(effect, Perform):
        yield effect.roll
        yield from rolls_in(effect.args)
    elif not hasattr(effect, "effects"):
        yield from rolls_in(effect)


def leaves_in(part: object) -> Iterator[object]:
    """Every record inside an expression, itself included."""
    if isinstance(part, tuple):
        for each in part:
            yield from leaves_in(each)
    elif is_dataclass(part):
        yield part
        for each in fields(part):
            yield from leaves_in(getattr(part, each.name))
