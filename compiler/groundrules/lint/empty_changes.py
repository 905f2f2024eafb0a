"""A change by nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import constant
from groundrules.lint.mending import place_of, without_effect
from groundrules.ruleset import Change, ChangeNumber, ChangeRoll, CostEnter, CostFloor, CostPlus, Effect, Limit
from groundrules.syntax import ast_rules as ru

_FORMS: dict[type, type[ru.Effect]] = {
    Change: ru.Change, ChangeNumber: ru.Change, ChangeRoll: ru.Change, CostPlus: ru.CostPlus, CostEnter: ru.CostEnter,
    CostFloor: ru.CostFloor, Limit: ru.Limit,
}  # fmt: skip


def check(context: Context) -> Iterator[Diagnostic]:
    """`Speed +0`, `Armour x1`, `at least 0`: it reads as if it did something."""
    for said in context.said:
        form = _FORMS.get(type(said.effect))
        if said.rule is not None and form is not None and _by_nothing(said.effect):
            place = place_of(context.meaning, said.rule, said.effect, form)
            yield finding(
                "GR331", place, "this changes nothing",
                help="write the number that is meant, or leave it out",
                fix=choice(without_effect(context.meaning, said.rule, said.effect)),
            )  # fmt: skip


def _by_nothing(effect: Effect) -> bool:
    match effect:
        case Change(op=op, value=value) | ChangeNumber(op=op, value=value) | ChangeRoll(op=op, value=value):
            return op in ("times", "plus", "minus") and constant(value) == (1 if op == "times" else 0)
        case CostPlus(amount=amount) | CostEnter(amount=amount):
            return constant(amount) == 0
        case CostFloor(least=least):
            return constant(least) == 0
        case Limit(limit="floor", value=value):
            return constant(value) == 0
    return False
