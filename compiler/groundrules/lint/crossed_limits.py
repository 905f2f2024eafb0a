"""A least that is more than the most."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import constant
from groundrules.meaning.checks.places import effect_place, first_line, shown
from groundrules.meaning.regions import Region, together
from groundrules.quantity import reading_number
from groundrules.ruleset import Action, Limit, Rule
from groundrules.source import Span
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`at most 3"` where the action goes `5" to Speed`: no such move is ever legal."""
    limits = list(_limits(context))
    told: set[tuple[str, str]] = set()
    for action in context.ruleset.actions:
        yield from _of_action(context, action)
    for (one, low, high), (other, least, most) in combinations(limits, 2):
        if one.rule is other.rule or not together(one, other):
            continue
        for first, second, floor, cap in ((one, other, low, most), (other, one, least, high)):
            pair = (first.rule.id, second.rule.id)
            if floor is not None and cap is not None and floor > cap and pair not in told:
                told.add(pair)
                yield _finding(context, second.rule, cap, _place(context, first.rule), floor)
    for action in context.ruleset.actions:
        floor = None if action.allowance is None else constant(action.allowance.minimum)
        for region, _, cap in limits:
            if floor is None or cap is None or cap >= floor or not _only(region.rule, action):
                continue
            if (region.rule.id, action.name) not in told:
                told.add((region.rule.id, action.name))
                yield _finding(context, region.rule, cap, first_line(context.span(action.origin)), floor)


def _limits(context: Context) -> Iterator[tuple[Region, Fraction | None, Fraction | None]]:
    """The rules that limit a move, with the least and the most that they allow."""
    for index, rule in enumerate(context.ruleset.rules):
        found = {effect.limit: constant(effect.value) for effect in rule.effects if isinstance(effect, Limit)}
        if found:
            for region in context.regions(index):
                caps = [each for each in (found.get("cap"), found.get("allowance")) if each is not None]
                yield region, found.get("floor"), min(caps, default=None)


def _only(rule: Rule, action: Action) -> bool:
    """Whether the rule speaks of this action by name, so that it was seen with it."""
    return any(action.name in group for group in rule.qualifiers.during) or any(
        subject.term.kind == "action" and subject.term.name == action.name for subject in rule.subjects
    )


def _of_action(context: Context, action: Action) -> Iterator[Diagnostic]:
    if action.allowance is None:
        return
    least, most = constant(action.allowance.minimum), constant(action.allowance.maximum)
    if least is not None and most is not None and least > most:
        yield finding(
            "GR326", first_line(context.span(action.origin)),
            f"`{action.name}` goes at least {reading_number(least)} and at most {reading_number(most)}",
            help="write the smaller number first",
        )  # fmt: skip


def _place(context: Context, rule: Rule) -> Span:
    return effect_place(context.meaning, rule, ru.Limit)


def _finding(context: Context, rule: Rule, cap: Fraction, floor_at: Span, floor: Fraction) -> Diagnostic:
    most, least = reading_number(cap), reading_number(floor)
    return finding(
        "GR326", _place(context, rule),
        f"`{shown(rule)}` allows {most} at most, and at least {least} must be gone",
        help="change one of the two numbers, or tell by a qualifier where each of them holds",
        related=[Related(floor_at, "the least stands here")],
    )  # fmt: skip
