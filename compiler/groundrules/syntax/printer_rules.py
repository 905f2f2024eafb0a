"""Qualifiers, conditions and effects back to text: both sides of a rule's colon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from groundrules.quantity import plain
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.printer_expr import (
    SUM,
    args_text,
    expr_text,
    factor_text,
    names_text,
    quoted,
    ref_text,
    refs_text,
    signed_text,
    target_text,
    unit_word,
)

# ---- left of the colon


def qualifiers_text(qualifiers: Iterable[ru.Qualifier]) -> str:
    """Qualifiers in plain order, parted by blanks: ``on enter, start for Vehicle``."""
    return " ".join(qualifier_text(each) for each in ru.in_plain_order(qualifiers))


def qualifier_text(qualifier: ru.Qualifier) -> str:
    """One qualifier."""
    return _QUALIFIERS[type(qualifier)](qualifier)


def subjects_text(subjects: Sequence[ast.Subject], *, displays: bool = True) -> str:
    """Subjects parted by commas, with or without the names they are shown under."""
    return ", ".join(_subject(subject, displays) for subject in subjects)


def _subject(subject: ast.Subject, displays: bool) -> str:
    display = f" {quoted(subject.display)}" if displays and subject.display is not None else ""
    return f"{subject.name.text}{args_text(subject.args)}{display}"


def left_text(subjects: Sequence[ast.Subject], qualifiers: Sequence[ru.Qualifier]) -> str:
    """The left side of a rule without display names: ``Dangerous on enter, start``."""
    return joined(subjects_text(subjects, displays=False), qualifiers_text(qualifiers))


def joined(*parts: str) -> str:
    """The parts that are not empty, parted by blanks."""
    return " ".join(part for part in parts if part)


_QUALIFIERS: dict[type, Callable[[Any], str]] = {
    ru.On: lambda q: f"on {', '.join(q.events)}",
    ru.In: lambda q: f"in {refs_text(q.terrains, ', ')}",
    ru.During: lambda q: f"during {names_text(q.actions)}",
    ru.For: lambda q: f"for {names_text(q.names)}",
    ru.ForUnit: lambda q: "for unit",
    ru.Except: lambda q: f"except {names_text(q.names)}",
    ru.ExceptDuring: lambda q: f"except during {names_text(q.actions)}",
    ru.When: lambda q: f"when {condition_text(q.condition)}",
    ru.Once: lambda q: f"once {' '.join(f'per {scope}' for scope in q.scopes)}",
    ru.Together: lambda q: "together",
}

# ---- conditions

_ALTERNATIVES, _ALL, _ONE = 0, 1, 2
_OPERATORS = {"ge": "at least", "le": "at most", "gt": "over", "lt": "under", "eq": "is", "ne": "is not"}


def condition_text(condition: ru.Condition, level: int = _ALTERNATIVES) -> str:
    """A condition as the language writes it."""
    return _CONDITIONS[type(condition)](condition, level)


def _either(condition: ru.Either, level: int) -> str:
    text = " or ".join(condition_text(term, _ALL) for term in condition.terms)
    return f"({text})" if level > _ALTERNATIVES else text


def _both(condition: ru.Both, level: int) -> str:
    text = " and ".join(condition_text(term, _ONE) for term in condition.terms)
    return f"({text})" if level > _ALL else text


def _share(condition: ru.Share, level: int) -> str:
    by = f" by {ref_text(condition.by)}" if condition.by is not None else ""
    return f"{_quantifier(condition.quantifier)} of {condition.of} {condition.where}{by}"


def _quantifier(quantifier: ru.Quantifier) -> str:
    number = quantifier.number
    return quantifier.kind if number is None else f"{quantifier.kind} {plain(number.value, number.unit)}"


def _compare(condition: ru.Compare, level: int) -> str:
    return f"{expr_text(condition.left)} {_OPERATORS[condition.op]} {expr_text(condition.right)}"


_CONDITIONS: dict[type, Callable[[Any, int], str]] = {
    ru.Either: _either,
    ru.Both: _both,
    ru.Not: lambda c, level: f"not {condition_text(c.term, _ONE)}",
    ru.Bracket: lambda c, level: f"({condition_text(c.term)})",
    ru.Fact: lambda c, level: c.kind,
    ru.Agreed: lambda c, level: f"agreed {quoted(c.text)}",
    ru.Named: lambda c, level: ref_text(c.name),
    ru.Share: _share,
    ru.Compare: _compare,
}

# ---- right of the colon

_LIMITS = {"cap": "at most", "floor": "at least", "allowance": "up to"}


def effects_text(effects: Sequence[ru.Effect]) -> str:
    """Effects parted by commas."""
    return ", ".join(map(effect_text, effects))


def effect_text(effect: ru.Effect) -> str:
    """One effect."""
    return _EFFECTS[type(effect)](effect)


def _cost_plus(effect: ru.CostPlus) -> str:
    amount = effect.amount
    text = signed_text("-", amount.term) if isinstance(amount, ex.Neg) else signed_text("+", amount)
    per = f" per {unit_word(effect.per)}" if effect.per is not None else ""
    return f"cost {text}{per}"


def _permit(effect: ru.Permit) -> str:
    what = " and ".join(each.text if isinstance(each, ex.Name) else each for each in effect.what)
    return joined(effect.verb, what, "always" if effect.always else "")


def _change(effect: ru.Change) -> str:
    target, value = target_text(effect.target), effect.value
    if effect.op == "half" or value is None:
        return f"half {target}"
    if effect.op == "times":
        return f"{target} {factor_text(value)}"
    if effect.op in ("set", "own"):
        return f"{target} {'becomes' if effect.op == 'set' else 'is'} {expr_text(value)}"
    down = effect.op == "minus"
    bound = f" {'down' if down else 'up'} to {expr_text(effect.bound)}" if effect.bound is not None else ""
    return f"{target} {signed_text('-' if down else '+', value, SUM)}{bound}"


def _more_dice(effect: ru.MoreDice) -> str:
    number = abs(effect.count)
    sign = "-" if effect.count < 0 else "+"
    return f"{target_text(effect.roll)} {sign}{number} {'die' if number == 1 else 'dice'}"


def _ground(ground: ru.Ground) -> str:
    excepts = f"except {refs_text(ground.excepts, ' and ')}" if ground.excepts else ""
    return joined(refs_text(ground.terrains, " and "), excepts)


def _ignore(effect: ru.Ignore) -> str:
    events = f"on {' and '.join(effect.events)}" if effect.events else ""
    return joined("ignore", _ground(effect.ground), "while moving" if effect.moving else "", events)


def _pass(effect: ru.Pass) -> str:
    band = f"as {effect.band.text}" if effect.band is not None else ""
    return joined("pass", names_text(effect.rolls, " and "), band)


def _reroll(effect: ru.Reroll) -> str:
    if isinstance(effect.what, ex.Name):
        what = effect.what.text
    else:
        low, high = effect.what
        what = str(low) if low == high else f"{low}-{high}"
    return f"reroll {what} in {names_text(effect.rolls, ' and ')}"


def _perform(effect: ru.Perform) -> str:
    without = f"without {names_text(effect.without, ' and ')}" if effect.without else ""
    return joined(ref_text(effect.ref), without)


_EFFECTS: dict[type, Callable[[Any], str]] = {
    ru.CostTimes: lambda e: f"cost {factor_text(e.factor)}",
    ru.CostPlus: _cost_plus,
    ru.CostFloor: lambda e: f"cost at least {expr_text(e.least)}",
    ru.CostEnter: lambda e: f"cost {expr_text(e.amount)} to enter",
    ru.CostRate: lambda e: f"cost {expr_text(e.rate)}",
    ru.CostAll: lambda e: "cost all",
    ru.Permit: _permit,
    ru.Halt: lambda e: e.kind,
    ru.StopAfter: lambda e: f"stop after {expr_text(e.distance)}",
    ru.Limit: lambda e: f"{_LIMITS[e.kind]} {expr_text(e.value)}",
    ru.Change: _change,
    ru.MoreDice: _more_dice,
    ru.GainLose: lambda e: f"{e.verb} {refs_text(e.states, ' and ')}",
    ru.GiveCover: lambda e: f"cover {ref_text(e.grade)}",
    ru.BlockSight: lambda e: f"block sight beyond {expr_text(e.beyond)}" if e.beyond is not None else "block sight",
    ru.CountsAs: lambda e: f"counts as {refs_text(e.terrains, ' and ')}",
    ru.Inherits: lambda e: f"as {ref_text(e.base)}",
    ru.Treat: lambda e: f"treat {_ground(e.ground)} as {ref_text(e.target)}",
    ru.Ignore: _ignore,
    ru.Pass: _pass,
    ru.Reroll: _reroll,
    ru.Replaces: lambda e: f"replaces {refs_text(e.terrains, ' and ')}",
    ru.Becomes: lambda e: f"becomes {ref_text(e.terrain)}",
    ru.NoEffect: lambda e: "no effect",
    ru.Perform: _perform,
}
