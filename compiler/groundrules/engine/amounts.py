"""The numbers that an effect holds: the dice among them, and the effect once these have been thrown.

Where nothing may be thrown, in an announcement and in a preview, the dice count as what
takes the model farthest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from groundrules.engine.expressions import Env, needs, numeric
from groundrules.engine.extremes import exact, extremes
from groundrules.engine.fields import shift_of
from groundrules.engine.limits import set_limits
from groundrules.engine.occasion import Context
from groundrules.engine.play import Play
from groundrules.engine.standing import Spoken
from groundrules.ruleset import (
    Becomes,
    Binary,
    Change,
    ChangeNumber,
    ChangeRoll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Deliver,
    Dice,
    Effect,
    Expr,
    GainLose,
    Limit,
    NameArg,
    Neg,
    Num,
    Perform,
    Rate,
    StopAfter,
    Term,
    TotalOf,
    Treat,
)
from groundrules.verdict import Number

E = TypeVar("E", bound=Effect)

#: What of an effect is worked out when it takes hold, in this order.
_WORKED_OUT: dict[type, tuple[str, ...]] = {
    Deliver: ("args",), Perform: ("args",), StopAfter: ("distance",), Change: ("value", "bound"),
    ChangeNumber: ("value", "bound"), ChangeRoll: ("value",), Limit: ("value",), CostEnter: ("amount",),
    CostPlus: ("amount",), CostFloor: ("least",), CostRate: ("rate",), CostTimes: ("factor",),
    GainLose: ("states",), CountsAs: ("terrains",), Becomes: ("terrain",), Treat: ("target",),
}  # fmt: skip

#: Ends of what an expression can come to.
_LEAST, _MOST = 0, 1


def dice_in(effect: Effect) -> tuple[Dice | TotalOf, ...]:
    """The dice and rolls that must fall before an effect takes hold, in the order in which they stand."""
    names = _WORKED_OUT.get(type(effect), ())
    return tuple(need for name in names for expr in _expressions(getattr(effect, name)) for need in needs(expr))


def _expressions(held: Any) -> Iterator[Expr]:
    if isinstance(held, tuple):
        for each in held:
            yield from _expressions(each)
    elif isinstance(held, Term):
        yield from held.args
    elif held is not None:
        yield held


def with_thrown(effect: Effect, given: tuple[Number, ...]) -> Effect:
    """The effect with numbers where its dice stood."""
    thrown = iter(given)
    filled = {name: _filled(getattr(effect, name), thrown) for name in _WORKED_OUT.get(type(effect), ())}
    return replace(effect, **filled)


def _filled(held: Any, thrown: Iterator[Number]) -> Any:
    match held:
        case tuple():
            return tuple(_filled(each, thrown) for each in held)
        case Term(args=args):
            return replace(held, args=_filled(args, thrown))
        case Dice(unit=unit):
            return Num(exact(next(thrown)), unit)
        case TotalOf():
            return Num(exact(next(thrown)))
        case Binary(left=left, right=right):
            return replace(held, left=_filled(left, thrown), right=_filled(right, thrown))
        case Neg(term=term) | NameArg(term=term):
            return replace(held, term=_filled(term, thrown))
        case Rate(amount=amount):
            return replace(held, amount=_filled(amount, thrown))
    return held


def farthest(play: Play, context: Context, effect: Effect) -> Effect | None:
    """An effect with dice as it takes the model farthest; ``None`` where it has no say in how far it goes."""
    match effect:
        case CostEnter() | CostPlus() | CostFloor() | CostRate() | CostTimes():
            return _at(play, context, effect, _LEAST)
        case Limit():
            return _at(play, context, effect, _MOST)
        case ChangeRoll(op=op):
            return _at(play, context, effect, _LEAST if op == "minus" else _MOST)
        case Change(op=op) | ChangeNumber(op=op):
            ends = (_LEAST, _MOST) if op == "minus" else (_MOST, _LEAST)
            tried = [_at(play, context, effect, end) for end in ends]
            return max(tried, key=lambda each: _reach(play, context, each))
    return None


def _reach(play: Play, context: Context, effect: Change | ChangeNumber) -> Number:
    """How far the model may go with a change."""
    actor = context.actor
    before = play.extra[actor], play.tally[actor], play.caps[actor]
    play.extra[actor] = (*before[0], Spoken(context.standing, settled(effect, context, context.env(play))))
    set_limits(play, actor)
    allowance, cap = play.tally[actor].allowance, play.caps[actor]
    play.extra[actor], play.tally[actor], play.caps[actor] = before
    return min(math.inf if allowance is None else allowance, math.inf if cap is None else cap[0])


def _at(play: Play, context: Context, effect: E, end: int) -> E:
    """The effect with the least or the most of its number; what bounds it lets it be as much as can be."""
    env = context.env(play)
    ends: dict[str, Num] = {}
    for number, name in enumerate(_WORKED_OUT[type(effect)]):
        expr = getattr(effect, name)
        if expr is not None and any(True for _ in needs(expr)):
            ends[name] = Num(exact(extremes(play, expr, context, env)[_MOST if number else end]))
    return replace(effect, **ends)  # type: ignore[arg-type]  # what is worked out is replaced by numbers


def settled(effect: Effect, context: Context, env: Env) -> Effect:
    """An effect with its expressions worked out now, for as long as it lasts."""

    def number(expr: Expr) -> Num:
        return Num(exact(numeric(expr, env)))

    match effect:
        case CostTimes(factor=factor):
            return replace(effect, factor=number(factor))
        case CostFloor(least=least):
            return replace(effect, least=number(least))
        case ChangeRoll(value=value) | Limit(value=value):
            return replace(effect, value=number(value))
        case Change() | ChangeNumber():
            shift = shift_of(context.standing, effect, env)
            if isinstance(shift.value, str):
                return effect
            bound = number(effect.bound) if effect.bound is not None else None
            return replace(effect, value=number(effect.value), bound=bound)
    return effect
