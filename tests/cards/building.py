"""Short hands for compiled rules built by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any as Anything

from groundrules.ruleset import (
    Band,
    Dice,
    Effect,
    Expr,
    Num,
    Origin,
    Qualifiers,
    Rule,
    Subject,
    Term,
)

Q = Qualifiers
HALF = Fraction(1, 2)


def at(line: int = 1) -> Origin:
    return Origin("sample.terrain", 0, 1, line)


def n(value: int | Fraction, unit: str | None = None) -> Num:
    return Num(Fraction(value), unit)


def inches(value: int | Fraction) -> Num:
    return n(value, "inches")


def terrain(name: str, *args: Expr) -> Term:
    return Term("terrain", name, args)


def value(name: str, field: str = "Class") -> Term:
    return Term("value", name, owner="model", field=field)


ANY = Term("any terrain", "Any Terrain")
WOODS = terrain("Woods")


def rule(rule_id: str, subject: Term, *effects: Effect, when: Qualifiers | None = None, **more: Anything) -> Rule:
    via = more.pop("via", None)
    return Rule(
        id=rule_id,
        subjects=(Subject(term=subject, via=via),),
        qualifiers=when or Q(),
        effects=effects,
        origin=more.pop("origin", at()),
        **more,
    )


def band(roll: str, text: str, low: Expr | None, high: Expr | None, *effects: Effect, **more: Anything) -> Band:
    return Band(id=f"{roll} > {text}", text=text, low=low, high=high, effects=effects, origin=at(), **more)


def d6(count: Expr | None = None) -> Dice:
    return Dice(count or n(1), 6)
