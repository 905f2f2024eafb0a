"""Arithmetic of rules, worked out in a surrounding: exact, in the ruleset's unit.

Dice never fall here. Where an expression holds dice or the total of another roll, they
are made before (:func:`needs`) and handed in, in the order in which they stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from groundrules.engine.profile import Profile, Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import FieldValue, Named
from groundrules.ruleset import (
    Agreed,
    Binary,
    Dice,
    Expr,
    FieldOf,
    Measure,
    MeasureKind,
    MoveLies,
    NameArg,
    Neg,
    Num,
    NumberOf,
    Param,
    Rate,
    Read,
    Share,
    Stands,
    TotalOf,
    ValueOf,
)
from groundrules.verdict import Number

if TYPE_CHECKING:
    from groundrules.engine.book import Rulebook

#: What an operand can be: a number, the name of a value, a name with brackets.
Value = Number | str | Named
#: Parameters of the subject, roll or outcome that is being evaluated.
Bind = tuple[tuple[str, Value], ...]


class Facts(Protocol):
    """What only the table, the move or the players can say. ``ground``: the rule's own terrain."""

    def measure(self, kind: MeasureKind) -> Number: ...
    def agreed(self, fact: Agreed) -> bool: ...
    def stands(self, stands: Stands, ground: Named | None) -> bool: ...
    def share(self, share: Share, ground: Named | None) -> bool: ...
    def lies(self, lies: MoveLies, ground: Named | None, unit: bool) -> bool: ...
    def grounds(self, anywhere: bool) -> Iterable[tuple[Spot, Facts]]:
        """The pieces that the model is in, each with its facts; ``anywhere``: all that there are around."""
        ...


class Undecided(Exception):
    """The answer hangs on a fact, and no facts were given."""


class Unstated(Refusal):
    """An optional field is not stated: a comparison with it does not hold, and nothing else can be worked out."""


#: Reads a changed value of a model's, piece's … field; see :mod:`groundrules.engine.fields`.
Reader = Callable[[str, str], FieldValue | float | None]


@dataclass(slots=True)
class Env:
    """The surrounding in which a condition or an expression is worked out.

    ``reads`` collects what was read, for the reasons why a rule kept still. ``given``
    hands in dice and totals of rolls. ``changed`` reads changed fields; without it the
    stated ones are read.
    """

    book: Rulebook
    profile: Profile
    spot: Spot | None = None
    bind: Bind = ()
    ground: Named | None = None
    facts: Facts | None = None
    shooter: Profile | None = None
    target: Profile | None = None
    action: str | None = None
    result: Number | None = None
    natural: tuple[int, ...] = ()
    given: Iterator[Number] | None = None
    changed: Reader | None = None
    changed_number: Callable[[str], Number | None] | None = None
    rule: str | None = None
    who: str = "the model"
    unit: bool = False
    reads: list[tuple[str, str]] | None = field(default=None)

    def owner(self, owner: str) -> Profile:
        """The model that a field is read of."""
        if owner == "shooter" and self.shooter is not None:
            return self.shooter
        if owner == "target" and self.target is not None:
            return self.target
        return self.profile

    def read(self, what: str, value: object) -> None:
        """Notes what was read."""
        if self.reads is not None:
            self.reads.append((what, shown(value)))


def shown(value: object) -> str:
    """A value as traces show it."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Named):
        return value.name
    return str(value)


def stated(env: Env, owner: str, name: str) -> FieldValue:
    """What is stated of a field, or, with a reader of changed ones, what came of it.

    Raises :class:`Unstated` for an optional field and :class:`Refusal` for another that is missing.
    """
    value: FieldValue | float | None = env.changed(owner, name) if env.changed is not None else None
    if value is None:
        if owner == "piece":
            if env.spot is None and env.facts is None:
                raise Undecided  # which piece, an event will tell
            value = piece_field(env.book, env.spot, name) if env.spot is not None else None
        elif owner == "game":
            value = env.profile.of_game(name)
        else:
            value = env.owner(owner).field(name)
    if value is None:
        schema = env.book.fields.get((_kind(owner), name))
        env.read(f"{owner} {name}", "nothing")
        whose = {"piece": "the piece", "game": "the game"}.get(owner, env.who)
        rule = f", and the answer of `{env.rule}` hangs on it" if env.rule else ""
        optional = (schema is not None and schema.optional) or (owner == "piece" and env.spot is None)
        help = f"state `{name}`"
        if owner == "game" and schema is not None:
            value_of = schema.values[0].name if schema.values else 1
            help += f", as in `given: {{game: {{{name}: {value_of}}}}}`"
        raise (Unstated if optional else Refusal)("field", f"{whose} does not state `{name}`{rule}", help)
    env.read(f"{owner} {name}", value)
    return value  # type: ignore[return-value]  # a changed value may be a float where a root was one


def _kind(owner: str) -> str:
    return "model" if owner in ("shooter", "target") else owner


def piece_field(book: Rulebook, spot: Spot, name: str) -> FieldValue | None:
    """What a piece states; else the value that pieces of its kind have (``Forest: Height is 7``)."""
    value = spot.field(name)
    if value is not None:
        return value
    from groundrules.engine.fields import kind_value

    return kind_value(book, spot, name)


def evaluate(expr: Expr, env: Env) -> Value:
    """The value of an expression."""
    match expr:
        case Num(value=value):
            return value
        case FieldOf(owner=owner, field=name):
            found = stated(env, owner, name)
            return Fraction(found) if isinstance(found, (int, bool)) else found
        case ValueOf(value=name):
            return name
        case NumberOf(name=name):
            return number_of(name, env)
        case Param(name=name):
            return _parameter(name, env)
        case NameArg(term=term):
            if term.kind == "parameter":
                return _parameter(term.name, env)
            return Named(term.name, tuple(argument(arg, env) for arg in term.args)) if term.args else term.name
        case Dice() | TotalOf():
            if env.given is None:
                raise Undecided
            return next(env.given)
        case Measure(measure=kind):
            if env.facts is None:
                raise Undecided
            measured = env.facts.measure(kind)
            env.read(kind, measured)
            return measured
        case Read(what="result"):
            if env.result is None:
                raise Undecided
            return env.result
        case Read():
            return Fraction(sum(env.natural))
        case Binary(op=op, left=left, right=right):
            return combine(op, numeric(left, env), numeric(right, env))
        case Neg(term=term):
            return -numeric(term, env)
        case Rate():
            return rate(expr, env)
    raise TypeError(f"no such expression: {expr!r}")


def numeric(expr: Expr, env: Env) -> Number:
    """The value of an expression that must be a number."""
    value = evaluate(expr, env)
    if isinstance(value, (Fraction, float)):
        return value
    raise Refusal("number", f"`{shown(value)}` is not a number", None)


def argument(expr: Expr, env: Env) -> Fraction | str:
    """The value of an expression that stands in brackets."""
    value = evaluate(expr, env)
    if isinstance(value, float):
        return Fraction(value).limit_denominator(10**9)
    return value.name if isinstance(value, Named) else value


def _parameter(name: str, env: Env) -> Value:
    for key, value in env.bind:
        if key == name:
            return value
    raise Refusal("number", f"nothing was given for `{name}`" + (f" in `{env.rule}`" if env.rule else ""))


def combine(op: str, left: Number, right: Number) -> Number:
    """What two numbers come to."""
    if op == "add":
        return left + right
    if op == "sub":
        return left - right
    if op == "mul":
        return left * right
    if right == 0:
        raise Refusal("number", "a division by 0")
    return left / right


def rate(expr: Rate, env: Env) -> Number:
    """``amount`` for every ``per`` of the measure, in full steps, begun steps, or in proportion."""
    if env.facts is None:
        raise Undecided
    measured = env.facts.measure(expr.measure)
    env.read(expr.measure, measured)
    steps: Number = measured / expr.per
    if expr.whole == "full":
        steps = Fraction(math.floor(steps + (1e-9 if isinstance(steps, float) else 0)))
    elif expr.whole == "part":
        steps = Fraction(math.ceil(steps - (1e-9 if isinstance(steps, float) else 0)))
    return numeric(expr.amount, env) * steps


def number_of(name: str, env: Env) -> Number:
    """A quantity declared by ``number``: its value for this model, then its adjustments, then changes."""
    from groundrules.engine.numbers import declared_number

    if env.changed_number is not None:
        value = env.changed_number(name)
        if value is not None:
            env.read(name, value)
            return value
    value = declared_number(name, env)
    env.read(name, value)
    return value


def needs(expr: Expr) -> Iterator[Dice | TotalOf]:
    """The dice and totals of rolls in an expression, in the order in which they are handed in."""
    match expr:
        case Dice() | TotalOf():
            yield expr
        case Binary(left=left, right=right):
            yield from needs(left)
            yield from needs(right)
        case Neg(term=term):
            yield from needs(term)
        case Rate(amount=amount):
            yield from needs(amount)
