"""Terse ways to write down an expected tree: nodes without places."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from groundrules.quantity import Quantity
from groundrules.source import Source, Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

N = TypeVar("N", bound=ex.Node)
NOWHERE = Span(Source("<expected>", ""), 0, 0)


def node(kind: type[N], /, **values: Any) -> N:
    """A node of some class, of no place."""
    return kind(span=NOWHERE, **values)


def name(text: str) -> ex.Name:
    return node(ex.Name, text=text)


def names(*texts: str) -> tuple[ex.Name, ...]:
    return tuple(map(name, texts))


def ref(text: str, *args: ex.Expr) -> ex.Ref:
    return node(ex.Ref, name=name(text), args=args)


def refs(*texts: str) -> tuple[ex.Ref, ...]:
    return tuple(map(ref, texts))


def quantity(value: str | int, unit: str | None = None) -> Quantity:
    return Quantity(Fraction(value), unit)


def num(value: str | int, unit: str | None = None) -> ex.Num:
    return node(ex.Num, quantity=quantity(value, unit))


def owned(owner: str, text: str) -> ex.Owned:
    return node(ex.Owned, owner=owner, name=name(text))


def measure(kind: str) -> ex.Measure:
    return node(ex.Measure, kind=kind)


def read(what: str) -> ex.Read:
    return node(ex.Read, what=what)


def binary(op: str, left: ex.Expr, right: ex.Expr) -> ex.Binary:
    return node(ex.Binary, op=op, left=left, right=right)


def add(left: ex.Expr, right: ex.Expr) -> ex.Binary:
    return binary("add", left, right)


def sub(left: ex.Expr, right: ex.Expr) -> ex.Binary:
    return binary("sub", left, right)


def mul(left: ex.Expr, right: ex.Expr) -> ex.Binary:
    return binary("mul", left, right)


def div(left: ex.Expr, right: ex.Expr) -> ex.Binary:
    return binary("div", left, right)


def neg(term: ex.Expr) -> ex.Neg:
    return node(ex.Neg, term=term)


def half(term: ex.Expr) -> ex.Half:
    return node(ex.Half, term=term)


def dice(count: int | str, sides: int, unit: str | None = None) -> ex.Dice:
    return node(ex.Dice, count=name(count) if isinstance(count, str) else count, sides=sides, unit=unit)


def rate(amount: ex.Expr, per: Quantity, of: str, whole: str | None = None) -> ex.Rate:
    return node(ex.Rate, amount=amount, per=per, whole=whole, measure=of)


# ---- rules


def perform(text: str, *args: ex.Expr, without: tuple[str, ...] = ()) -> ru.Perform:
    return node(ru.Perform, ref=ref(text, *args), without=names(*without))


def halt(kind: str) -> ru.Halt:
    return node(ru.Halt, kind=kind)


def change(target: str | ex.Owned, op: str, value: ex.Expr | None = None, bound: ex.Expr | None = None) -> ru.Change:
    to = name(target) if isinstance(target, str) else target
    return node(ru.Change, target=to, op=op, value=value, bound=bound)


def limit(kind: str, value: ex.Expr) -> ru.Limit:
    return node(ru.Limit, kind=kind, value=value)


def ground(*terrains: str, excepts: tuple[str, ...] = ()) -> ru.Ground:
    return node(ru.Ground, terrains=refs(*terrains), excepts=refs(*excepts))


def fact(kind: str) -> ru.Fact:
    return node(ru.Fact, kind=kind)


def when(condition: ru.Condition) -> ru.When:
    return node(ru.When, condition=condition)


def on(*events: str) -> ru.On:
    return node(ru.On, events=events)


def for_(*texts: str) -> ru.For:
    return node(ru.For, names=names(*texts))


def named(text: str, *params: str, display: str | None = None) -> ast.Named:
    return node(ast.Named, name=name(text), params=names(*params), display=display)


def subject(text: str, *args: ex.Expr, display: str | None = None) -> ast.Subject:
    return node(ast.Subject, name=name(text), args=args, display=display)


def prose(text: str) -> ast.Prose:
    return node(ast.Prose, text=text)
