"""Rules in a few words, as traces and reasons show them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from groundrules.quantity import plain
from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Becomes,
    Binary,
    BlockSight,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Compare,
    Condition,
    CostAll,
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
    FieldOf,
    GainLose,
    GiveCover,
    Ground,
    Halt,
    Ignore,
    Is,
    Limit,
    Measure,
    MoreDice,
    MoveLies,
    NameArg,
    Neg,
    NoEffect,
    Not,
    Num,
    NumberOf,
    Param,
    Pass,
    Perform,
    Permit,
    Rate,
    Read,
    Replaces,
    Reroll,
    Rule,
    Share,
    Stands,
    StopAfter,
    Term,
    TotalOf,
    Treat,
    ValueOf,
)
from groundrules.verdict import Number

_OPS = {"ge": "at least", "le": "at most", "gt": "over", "lt": "under", "eq": "is", "ne": "is not"}
_SIGNS = {"add": "+", "sub": "-", "mul": "x", "div": "/"}
_CHANGES = {"times": "x", "plus": "+", "minus": "-"}


def number_words(value: Number) -> str:
    """A number as people write it; a float to six digits."""
    return str(value) if isinstance(value, Fraction) else f"{value:.6g}"


def called(rule: Rule) -> str:
    """A rule as its line begins: its id without the number that tells lines of one beginning apart."""
    return rule.id.partition("~")[0]


def names_words(terms: Iterable[Term], joint: str = " or ") -> str:
    """Names one after the other."""
    return joint.join(term_words(term) for term in terms)


def term_words(term: Term) -> str:
    """A name with its brackets."""
    inner = ", ".join(expr_words(arg) for arg in term.args)
    return f"{term.name}({inner})" if inner else term.name


def expr_words(expr: Expr) -> str:
    """An expression as the language writes it."""
    match expr:
        case Num(value=value, unit=unit):
            return plain(value, unit) if value >= 0 else f"-{plain(-value, unit)}"
        case FieldOf(owner=owner, field=name):
            return name if owner == "model" else f"{owner} {name}"
        case ValueOf(value=name) | NumberOf(name=name) | Param(name=name) | TotalOf(roll=name):
            return name
        case NameArg(term=term):
            return term_words(term)
        case Dice(count=count, sides=sides):
            counted = expr_words(count)
            return f"{'' if counted == '1' else counted}{' ' if isinstance(count, NumberOf) else ''}d{sides}"
        case Measure(measure=kind):
            return kind
        case Read(what=what):
            return what
        case Binary(op=op, left=left, right=right):
            return f"{expr_words(left)} {_SIGNS[op]} {expr_words(right)}"
        case Neg(term=term_):
            return f"-{expr_words(term_)}"
        case Rate(amount=amount, per=per, measure=kind, whole=whole, unit=unit):
            step = plain(per, unit)
            stepped = {"full": f"full {step}", "part": f"{step} or part"}.get(whole or "", step)
            return f"{expr_words(amount)} per {stepped} of {kind}"
    raise TypeError(f"no such expression: {expr!r}")


def condition_words(condition: Condition) -> str:
    """A condition as the language writes it."""
    match condition:
        case All(terms=terms):
            return " and ".join(_bracketed(term, Any) for term in terms)
        case Any(terms=terms):
            return " or ".join(_bracketed(term, All) for term in terms)
        case Not(term=term):
            return f"not {_bracketed(term, (All, Any))}"
        case Is(term=term, owner=owner):
            return term_words(term) if owner == "model" else f"{owner} {term_words(term)}"
        case MoveLies(part=part):
            return "whole move" if part == "whole" else "part of move"
        case Stands(where=where):
            return where
        case Agreed(text=text):
            return f'agreed "{text}"'
        case Share(quantity=quantity, of=of, where=where, number=number, by=by):
            size = f" {number}" if number is not None else ""
            obscured = f" by {names_words(by, ' and ')}" if by else ""
            return f"{quantity}{size} of {of} {where}{obscured}"
        case Compare(op=op, left=left, right=right):
            return f"{expr_words(left)} {_OPS[op]} {expr_words(right)}"
    raise TypeError(f"no such condition: {condition!r}")


def _bracketed(term: Condition, kinds: type | tuple[type, ...]) -> str:
    words = condition_words(term)
    return f"({words})" if isinstance(term, kinds) else words


def _ground_words(ground: Ground) -> str:
    without = f" except {names_words(ground.excepts, ' and ')}" if ground.excepts else ""
    return names_words(ground.terrains, " and ") + without


def _signed(verb: str, expr: Expr) -> str:
    if isinstance(expr, Num) and expr.value < 0:
        return f"{verb} {expr_words(expr)}"
    if isinstance(expr, Neg):
        return f"{verb} -{expr_words(expr.term)}"
    return f"{verb} +{expr_words(expr)}"


def effect_words(effect: Effect) -> str:
    """An effect as the language writes it."""
    match effect:
        case CostTimes(factor=factor):
            return f"cost x{expr_words(factor)}"
        case CostPlus(amount=amount, per=per):
            return _signed("cost", amount) + (f" per {per}" if per else "")
        case CostFloor(least=least):
            return f"cost at least {expr_words(least)}"
        case CostEnter(amount=amount):
            return f"cost {expr_words(amount)} to enter"
        case CostRate(rate=rate):
            return f"cost {expr_words(rate)}"
        case CostAll():
            return "cost all"
        case Permit(verb=verb, events=events, actions=actions, always=always):
            return f"{verb} {' and '.join((*events, *actions))}{' always' if always else ''}"
        case Halt(halt=halt):
            return halt
        case StopAfter(distance=distance):
            return f"stop after {expr_words(distance)}"
        case Limit(limit=limit, value=value):
            return f"{ {'cap': 'at most', 'floor': 'at least', 'allowance': 'up to'}[limit] } {expr_words(value)}"
        case Change() | ChangeNumber():
            return _change_words(effect)
        case ChangeRoll(roll=roll, op=op, value=value):
            return f"{roll} {_CHANGES[op]}{expr_words(value)}"
        case MoreDice(roll=roll, count=count):
            return f"{roll} {count:+d} {'die' if abs(count) == 1 else 'dice'}"
        case GainLose(verb=verb, states=states):
            return f"{verb} {names_words(states, ' and ')}"
        case GiveCover(grade=grade):
            return f"cover {grade}"
        case BlockSight(beyond=beyond):
            return "block sight" + (f" beyond {expr_words(beyond)}" if beyond is not None else "")
        case CountsAs(terrains=terrains):
            return f"counts as {names_words(terrains, ' and ')}"
        case Treat(ground=ground, target=target):
            return f"treat {_ground_words(ground)} as {term_words(target)}"
        case Ignore(ground=ground, moving=moving, events=events):
            when = " while moving" if moving else f" on {' and '.join(events)}" if events else ""
            return f"ignore {_ground_words(ground)}{when}"
        case Pass(rolls=rolls, band=band):
            return f"pass {' and '.join(rolls)}" + (f" as {band}" if band else "")
        case Reroll(rolls=rolls, low=low, high=high, band=band):
            what = band or (str(low) if low == high else f"{low}-{high}")
            return f"reroll {what} in {' and '.join(rolls)}"
        case Replaces(terrains=terrains):
            return f"replaces {names_words(terrains, ' and ')}"
        case Becomes(terrain=terrain):
            return f"becomes {term_words(terrain)}"
        case NoEffect():
            return "no effect"
        case Perform(roll=roll, args=args):
            return roll + _brackets(args)
        case Deliver(outcome=outcome, args=args, without=without):
            return outcome + _brackets(args) + (f" without {' and '.join(without)}" if without else "")
        case Choose(option=option):
            return f"option {option}"
    return "further conditions"


def _brackets(args: tuple[Expr, ...]) -> str:
    return f"({', '.join(expr_words(arg) for arg in args)})" if args else ""


def _change_words(effect: Change | ChangeNumber) -> str:
    whose = f"{effect.owner} " if isinstance(effect, Change) and effect.owner != "model" else ""
    name = whose + (effect.field if isinstance(effect, Change) else effect.name)
    if effect.op in ("set", "own"):
        return f"{name} {'becomes' if effect.op == 'set' else 'is'} {expr_words(effect.value)}"
    bound = ""
    if effect.bound is not None:
        bound = f" {'up to' if effect.op == 'plus' else 'down to'} {expr_words(effect.bound)}"
    return f"{name} {_CHANGES[effect.op]}{expr_words(effect.value)}{bound}"
