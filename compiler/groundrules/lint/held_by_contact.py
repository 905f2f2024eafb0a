"""`stop` on `contact` that holds a model for ever: it still touches when it moves again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.situations import possible
from groundrules.lint.witnessing import Holds, changed
from groundrules.meaning.checks.places import effect_place, qualified_by, shown
from groundrules.meaning.logic import Fact, Range
from groundrules.ruleset import Halt, Measure, Rule
from groundrules.syntax import ast_rules as ru

if TYPE_CHECKING:
    from groundrules.scenarios.layouts import Data
    from groundrules.scenarios.running import Result

#: ``moved`` before the first step, as :mod:`groundrules.meaning.facts` writes it down.
_NOT_MOVED = Fact(("number", ((Measure("moved"), Fraction(1)),)), Range(Fraction(0), Fraction(0)))


def check(context: Context) -> Iterator[Diagnostic]:
    """Contact holds from the first moment of a move that begins there, whichever way it leads."""
    for index, rule in enumerate(context.ruleset.rules):
        if "contact" not in rule.qualifiers.on or not any(_holds(effect) for effect in rule.effects):
            continue
        if {"game", "turn"} & set(rule.qualifiers.once) or _other_action(context, rule):
            continue
        region = next((each for each in context.regions(index) if possible((*each.parts, _NOT_MOVED))), None)
        if region is None:
            continue
        text = changed(context, "it never gets away", rule.id, ("touch",), _turned, _stuck(rule.id))
        if text is None:
            continue
        yield finding(
            "GR307", effect_place(context.meaning, rule, ru.Halt),
            f"`{shown(rule)}` holds a model for ever: it still touches the piece when it moves again",
            help="write `when moved over 0`, so that only who comes to it is stopped",
            fix=qualified_by(context.meaning, rule, "when moved over 0") if rule.qualifiers.when is None else None,
            witness=text,
        )  # fmt: skip


def _holds(effect: object) -> bool:
    return isinstance(effect, Halt) and effect.halt in ("stop", "end move", "end activation")


def _other_action(context: Context, rule: Rule) -> bool:
    """Whether there is an action in which the rule does not hold."""
    q = rule.qualifiers
    allowed = {action.name for action in context.ruleset.actions} - set(q.but_during)
    for group in q.during:
        allowed &= set(group)
    return len(allowed) < len(context.ruleset.actions)


def _turned(data: dict[str, Data]) -> dict[str, Data] | None:
    """The way to the piece as the way from it: the model begins where it touches."""
    path = data.get("path")
    if not isinstance(path, list) or len(path) != 2:
        return None
    return {**data, "path": path[::-1]}


def _stuck(rule_id: str) -> Holds:
    """A move is announced and goes nowhere, since the rule stops it where it begins."""

    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        if verdict is None or not verdict.legal:
            return False
        stopped = any(line.rule == rule_id and line.at == 0 and line.event == "contact" for line in verdict.trace)
        return stopped and all(end.moved == 0 for end in verdict.models)

    return holds
