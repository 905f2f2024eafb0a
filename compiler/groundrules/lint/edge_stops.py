"""Ground whose rule stops everybody at its edge, and which has rules for those inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.meaning.checks.places import effect_place, left_side, shown
from groundrules.meaning.traverse import inside
from groundrules.ruleset import (
    CostAll,
    CostFloor,
    CostPlus,
    CostTimes,
    Halt,
    Ignore,
    Permit,
    Qualifiers,
    Rule,
    Ruleset,
    Treat,
)
from groundrules.syntax import ast_rules as ru

_HALTS = ("stop", "end move", "end activation")
_COSTS = CostTimes | CostPlus | CostFloor | CostAll


def check(context: Context) -> Iterator[Diagnostic]:
    """`Mire on enter: stop` and `Mire: cost x2`: who enters stops at the edge, the next time again, and is never in."""
    if _is_let_in(context.ruleset):
        return
    for rule in context.ruleset.rules:
        if not _stops_everybody(rule):
            continue
        other = next((each for each in context.ruleset.rules if _is_for_those_inside(each, rule)), None)
        if other is not None:
            yield finding(
                "GR362", effect_place(context.meaning, rule, ru.Halt),
                f"`{shown(rule)}` stops a model at the edge, the next time again: nobody gets in",
                help="write `forbid enter` if that is meant, `end move beyond` to stop who is across, "
                "or `once per turn` behind `on enter` to let in who comes again",
                related=(Related(left_side(context.meaning, other), "this is for who is in it"),),
            )  # fmt: skip


def _is_let_in(ruleset: Ruleset) -> bool:
    """Whether a model may be kept from the rules of some ground: then it may get in."""
    return any(any(inside(rule, Ignore)) or any(inside(rule, Treat)) for rule in ruleset.rules)


def _stops_everybody(rule: Rule) -> bool:
    plain = replace(rule.qualifiers, on=(), once=()) == Qualifiers() and rule.option is None
    each_time = set(rule.qualifiers.once) <= {"move", "feature"}
    halts = any(isinstance(effect, Halt) and effect.halt in _HALTS for effect in rule.effects)
    return plain and each_time and halts and "enter" in rule.qualifiers.on


def _is_for_those_inside(rule: Rule, stopping: Rule) -> bool:
    """Whether a rule is about the same ground and asks for somebody in it."""
    ground = {subject.term for subject in stopping.subjects if subject.term.kind == "terrain"}
    if rule is stopping or not ground & {subject.term for subject in rule.subjects}:
        return False
    if {"end", "cross"} & set(rule.qualifiers.on):
        return True
    return not rule.qualifiers.on and any(
        isinstance(effect, _COSTS) or (isinstance(effect, Permit) and "end" in effect.events) for effect in rule.effects
    )
