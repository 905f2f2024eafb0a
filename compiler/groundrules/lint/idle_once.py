"""`once` that never matters: what it limits happens no more often by itself."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, finding, take_away
from groundrules.lint.context import Context
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.traverse import on_ground
from groundrules.ruleset import Event, Halt, OnceScope, Rule
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru

#: For each event, the stretches of time in which it comes to one piece at most once.
_SINGLE: dict[Event, frozenset[OnceScope]] = {
    "start": frozenset({"move"}),
    "end": frozenset({"move"}),
    "activate": frozenset({"move", "activation"}),
    "turn start": frozenset({"move", "activation", "turn"}),
    "turn end": frozenset({"move", "activation", "turn"}),
}


def check(context: Context) -> Iterator[Diagnostic]:
    """`Fire on end once per feature per move`: a move ends once."""
    for rule in context.ruleset.rules:
        once = set(rule.qualifiers.once)
        if once and (_by_its_events(rule, once) or _by_its_effects(rule, once)):
            place = _place(context, rule)
            yield finding(
                "GR308", place or left_side(context.meaning, rule),
                f"`once` never matters in `{shown(rule)}`: it happens no more often by itself",
                help="leave it out",
                fix=_without(place) if place is not None else None,
            )  # fmt: skip


def _by_its_events(rule: Rule, once: set[OnceScope]) -> bool:
    """Of several pieces each comes by itself, so a rule of ground is limited unless it says `feature`."""
    several = on_ground(rule) or bool(rule.qualifiers.within)
    scopes = once - {"feature"}
    if not rule.qualifiers.on or (several and "feature" not in once) or not scopes:
        return False
    return all(scopes <= _SINGLE.get(event, frozenset()) for event in rule.qualifiers.on)


def _by_its_effects(rule: Rule, once: set[OnceScope]) -> bool:
    """After it, this action or activation goes on no farther."""
    ends = {effect.halt for effect in rule.effects if isinstance(effect, Halt)}
    if len(ends) != 1 or any(not isinstance(effect, Halt) for effect in rule.effects):
        return False
    return once - {"feature"} <= ({"move"} if ends == {"stop"} else {"move", "activation"}) and ends <= {
        "stop",
        "end activation",
    }


def _place(context: Context, rule: Rule) -> Span | None:
    node = context.meaning.nodes.get(rule.id)
    if not isinstance(node, ast.Rule | ast.Clause):
        return None
    return next((each.span for each in node.qualifiers if isinstance(each, ru.Once)), None)


def _without(place: Span) -> Fix:
    return take_away("leave `once` out", place)
