"""Costs that would give movement back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, put_behind
from groundrules.meaning.checks.places import effect_place, shown
from groundrules.meaning.context import Context
from groundrules.meaning.facts import linear
from groundrules.meaning.traverse import spoken
from groundrules.ruleset import CostEnter, CostFloor, CostPlus, CostTimes, Effect, Expr, Rule
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`cost -2` where nothing costs more and no floor holds; a price of entering under zero."""
    rules = [(rule, effect) for rule in context.ruleset.rules for effect in spoken(rule.effects)]
    floor = any(isinstance(effect, CostFloor) for _, effect in rules)
    more = max((_constant(e.amount) or Fraction(0) for _, e in rules if isinstance(e, CostPlus)), default=Fraction(0))
    for rule, effect in rules:
        if rule.id not in context.broken and _below_nothing(effect, more, floor):
            yield finding(
                "GR273", effect_place(context, rule, ru.CostPlus, ru.CostTimes, ru.CostEnter),
                f"moving here would give back more than it costs, by `{shown(rule)}`",
                help="write a smaller number, or a floor beside it: `cost at least 1`",
                fix=choice(_floor(context, rule, effect)),
            )  # fmt: skip


def _below_nothing(effect: Effect, more: Fraction, floor: bool) -> bool:
    match effect:
        case CostPlus(amount=amount):
            value = _constant(amount)
            return value is not None and not floor and value < -1 - max(more, Fraction(0))
        case CostTimes(factor=amount) | CostEnter(amount=amount) | CostFloor(least=amount):
            value = _constant(amount)
            return value is not None and value < 0
    return False


def _floor(context: Context, rule: Rule, effect: Effect) -> Fix | None:
    """The floor beside what a stretch costs less."""
    node = context.nodes.get(rule.id)
    written = [each for each in getattr(node, "effects", ()) if isinstance(each, ru.CostPlus)]
    if not isinstance(effect, CostPlus) or len(written) != 1:
        return None
    return put_behind("write `cost at least 1` beside it", written[0].span, ", cost at least 1")


def _constant(expr: Expr) -> Fraction | None:
    total, constant = linear(expr)
    return None if total else constant
