"""`rise`, `gap` and `fall` are measured at an upright step only."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, finding, replace
from groundrules.meaning.checks.places import left_side, qualified_by
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import parts
from groundrules.ruleset import Measure, Rate, Rule
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk

_STEP_OF = {"rise": "climb", "gap": "jump", "fall": "drop"}


def check(context: Context) -> Iterator[Diagnostic]:
    """A rule that reads one of them and names no upright step."""
    for rule in context.ruleset.rules:
        if rule.id in context.broken or not set(_STEP_OF.values()).isdisjoint(rule.qualifiers.on):
            continue
        measure = next((each for each in _measured(rule) if each in _STEP_OF), None)
        if measure is not None:
            step = _STEP_OF[measure]
            yield finding(
                "GR276", _place(context, rule, measure), f"`{measure}` is known only at a `{step}`",
                help=f"write `on {step}` before the colon", fix=_at(context, rule, step),
            )  # fmt: skip


def _at(context: Context, rule: Rule, step: str) -> Fix | None:
    """The step as the event of a rule with one effect: in place of another event, or as the first one."""
    if len(rule.effects) != 1:
        return None
    node = context.nodes.get(rule.id)
    said = [each for each in getattr(node, "qualifiers", ()) if isinstance(each, ru.On)]
    if not said:
        return None if rule.qualifiers.on else qualified_by(context, rule, f"on {step}")
    return replace(f"write `on {step}`", said[0].span, f"on {step}") if len(said[0].events) == 1 else None


def _measured(rule: Rule) -> Iterator[str]:
    for part in (rule.qualifiers.when, *rule.effects):
        for each in parts(part) if part is not None else ():
            if isinstance(each, Measure | Rate):
                yield each.measure


def _place(context: Context, rule: Rule, measure: str) -> Span:
    node = context.nodes.get(rule.id)
    for each in walk(node) if node is not None else ():
        if isinstance(each, ex.Measure) and each.kind == measure:
            return each.span
        if isinstance(each, ex.Rate) and each.measure == measure:
            return each.span
    return left_side(context, rule)
