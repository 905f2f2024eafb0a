"""A cost to enter is paid on entering, and at no other moment."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.meaning.checks.places import effect_place, left_side, of_ground
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import spoken
from groundrules.ruleset import CostEnter
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
            )  # fmt: skip
