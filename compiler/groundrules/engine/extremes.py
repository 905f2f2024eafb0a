"""The least and the most that an expression can come to, whatever its dice show.

What is announced is judged before any die: a path is illegal only where no dice can allow
it, so that the most counts of what helps and the least of what hinders.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from groundrules.engine.expressions import Env, argument, combine, needs, numeric
from groundrules.engine.falling import changed_total, is_each, keeping, modifiers
from groundrules.engine.gathering import dice_wanted
from groundrules.engine.occasion import Context
from groundrules.engine.play import Play
from groundrules.ruleset import Binary, ChangeRoll, Dice, Expr, MoreDice, Neg, Num, Pass, Rate, TotalOf
from groundrules.verdict import Number

#: The least and the most.
Span: TypeAlias = tuple[Number, Number]


def extremes(play: Play, expr: Expr, context: Context, env: Env, first: Span | None = None) -> Span:
    """The least and the most of an expression; ``first``: of its first dice, where the roll says which are kept.

    Each die stands in an expression once, so that the ends of its parts are the ends of the whole.
    """
    wanted = tuple(needs(expr))
    if not wanted:
        value = numeric(expr, env)
        return (value, value)
    match expr:
        case Dice():
            return first if first is not None else _of_dice(dice_wanted(expr, context, play), expr.sides)
        case TotalOf(roll=name, args=args):
            bind = tuple(Num(exact(extremes(play, arg, context, env)[1])) if any(needs(arg)) else arg for arg in args)
            return _of_roll(play, name, bind, context, env)
        case Neg(term=term):
            low, high = extremes(play, term, context, env, first)
            return (-high, -low)
        case Binary(op=op, left=left, right=right):
            of_left = extremes(play, left, context, env, first)
            of_right = extremes(play, right, context, env, None if any(needs(left)) else first)
            ends = [combine(op, one, other) for one in of_left for other in of_right]
            return (min(ends), max(ends))
        case Rate(amount=amount):
            ends = [numeric(replace(expr, amount=Num(exact(end))), env)
                    for end in extremes(play, amount, context, env, first)]  # fmt: skip
            return (min(ends), max(ends))
    raise TypeError(f"no dice can stand in {expr!r}")


def _of_dice(count: int, sides: int) -> Span:
    return (Fraction(count), Fraction(count * sides))


def _of_roll(play: Play, name: str, args: tuple[Expr, ...], context: Context, env: Env) -> Span:
    """The total of a roll with all that changes it now; a passed one is not made and comes to nothing."""
    roll = play.stage.book.roll(name)
    if roll is None:
        return (Fraction(0), Fraction(0))
    inner = context.making(name, tuple(zip(roll.params, (argument(arg, env) for arg in args), strict=False)))
    changing = modifiers(play, roll, inner)
    if any(isinstance(each.effect, Pass) for each in changing):
        return (Fraction(0), Fraction(0))
    first = None
    need = next(needs(roll.total), None)
    if isinstance(need, Dice):
        stated = dice_wanted(need, inner, play)
        more = sum(each.effect.count for each in changing if isinstance(each.effect, MoreDice))
        count = max(0, stated + more) if is_each(roll) else stated + abs(more)
        kept = keeping(roll, stated, count, more)
        first = _of_dice(count if kept is None else kept[0], need.sides)
    low, high = extremes(play, roll.total, inner, inner.env(play), first)
    for each in changing:
        if isinstance(each.effect, ChangeRoll):
            by = inner.numeric(play, each.effect.value)
            low, high = sorted((changed_total(low, each.effect, by), changed_total(high, each.effect, by)))
    return (low, high)


def exact(value: Number) -> Fraction:
    """A number as rules can hold it."""
    return value if isinstance(value, Fraction) else Fraction(value).limit_denominator(10**12)
