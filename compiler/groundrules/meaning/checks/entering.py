"""A cost to enter is paid on entering, and at no other moment."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, Related, finding, take_away
from groundrules.meaning.checks.places import effect_place, left_side, of_ground
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import spoken
from groundrules.ruleset import CostEnter, Rule
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`cost 2" to enter` under another event."""
    for rule in of_ground(context):
        if not rule.qualifiers.on or "enter" in rule.qualifiers.on:
            continue
        if any(isinstance(effect, CostEnter) for effect in spoken(rule.effects)):
            where = effect_place(context, rule, ru.CostEnter)
            event = rule.qualifiers.on[0]
            yield finding(
                "GR277", where, f"a cost to enter is paid on entering, and this is said on `{event}`",
                help="leave `on …` out: `to enter` says when",
                related=[Related(left_side(context, rule), f"here stands `{event}`")],
                fix=_without_event(context, rule),
            )  # fmt: skip


def _without_event(context: Context, rule: Rule) -> Fix | None:
    """The rule without its event, where it says nothing but the cost to enter."""
    said = [each for each in getattr(context.nodes.get(rule.id), "qualifiers", ()) if isinstance(each, ru.On)]
    if len(said) != 1 or any(not isinstance(effect, CostEnter) for effect in rule.effects):
        return None
    return take_away(f"take `{said[0].span.text}` away", said[0].span)
