"""Rules that tie (GR250) or cost differently (GR253): errors to which a situation is found in which both hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic
from groundrules.meaning import Compiled
from groundrules.meaning.checks.places import effect_place, left_side
from groundrules.meaning.precedence import Conflict, resolve
from groundrules.ruleset import Permit, Rule
from groundrules.source import Span
from groundrules.syntax import ast_rules as ru

if TYPE_CHECKING:
    from groundrules.lint.witnessing import Holds
    from groundrules.scenarios.running import Result
    from groundrules.scenarios.witness import Witnesses

#: Rules about one ground that tie; costs of two grounds without the policy that they need.
TIE, COSTS = "GR250", "GR253"


def witnessed(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """The compiler's findings; those of rules that tie with a witness, where nothing else is wrong.

    The rules of a ruleset with another error are not all known, and are not played.
    """
    errors = {each.code for each in compiled.diagnostics if each.is_error}
    if not errors or not errors <= {TIE, COSTS}:
        return compiled.diagnostics
    from groundrules.lint.witnessing import witnesses

    ruleset, conflicts = resolve(compiled.partial)
    searching = witnesses(ruleset)
    return tuple(
        replace(each, witness=_witness(compiled, each, conflicts, searching)) if each.code in errors else each
        for each in compiled.diagnostics
    )


def _witness(
    compiled: Compiled, found: Diagnostic, conflicts: tuple[Conflict, ...], searching: Witnesses
) -> str | None:
    from groundrules.lint.witnessing import bare

    for one, other in _pairs(compiled, found, conflicts):
        text = bare(searching, "both rules hold", (one.id, other.id), _both(one, other))
        if text is not None:
            return text
    return None


def _pairs(compiled: Compiled, found: Diagnostic, conflicts: tuple[Conflict, ...]) -> Iterator[tuple[Rule, Rule]]:
    """The pairs of rules that a finding speaks of."""
    if found.code == TIE:
        yield from _tied(compiled, found, conflicts)
        return
    for one in found.related:
        first, second = _costing(compiled, one.span), _costing(compiled, found.span)
        if first is not None and second is not None:
            yield first, second


def _costing(compiled: Compiled, place: Span) -> Rule | None:
    """The rule whose cost stands at a place."""
    for rule in compiled.partial.rules:
        cost = effect_place(compiled.context, rule, ru.CostTimes, ru.CostPlus)
        if (cost.source, cost.start) == (place.source, place.start):
            return rule
    return None


def _tied(compiled: Compiled, tie: Diagnostic, conflicts: tuple[Conflict, ...]) -> Iterator[tuple[Rule, Rule]]:
    """The rule at the place of the finding with each of those at its related places."""
    rivals = {(each.span.source, each.span.start) for each in tie.related}
    for conflict in conflicts:
        pair = (conflict.first, conflict.second)
        first, second = (left_side(compiled.context, rule) for rule in pair)
        places = [(place.source, place.start) for place in (first, second)]
        here = (tie.span.source, tie.span.start)
        if here in places and not rivals.isdisjoint(places):
            yield pair


def _both(one: Rule, other: Rule) -> Holds:
    """Both act: in the trace or as the reason why; one that allows acts where nothing keeps it from it."""

    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        if verdict is None:
            return False
        acted = {line.rule for line in verdict.trace} | {reason.rule for reason in verdict.why}
        kept = {each.rule for each in verdict.why_not}
        return all(
            rule.id in acted or (_allows(rule) and rule.id not in kept) for rule in (one, other)
        ) and not acted.isdisjoint({one.id, other.id})

    return holds


def _allows(rule: Rule) -> bool:
    return any(isinstance(effect, Permit) and effect.verb == "allow" for effect in rule.effects)
