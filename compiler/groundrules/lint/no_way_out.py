"""Ground that one may enter, and may neither cross nor end in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.meaning.checks.places import effect_place
from groundrules.ruleset import Halt, Permit, Qualifiers, Rule
from groundrules.syntax import ast_rules as ru

_HALTS = ("stop", "end move", "end activation")


def check(context: Context) -> Iterator[Diagnostic]:
    """`Pit on enter: stop` and `Pit: forbid end`: every move into it is illegal, and no card says so."""
    rules = context.ruleset.rules
    forbidding = [rule for rule in rules if _forbids_end(rule)]
    for rule in rules if forbidding else ():
        if rule.option is not None or "enter" not in rule.qualifiers.on or not _halts(rule):
            continue
        other = next((each for each in forbidding if _meets(rule, each)), None)
        if other is not None:
            yield finding(
                "GR362", effect_place(context.meaning, rule, ru.Halt),
                "who enters stops here, and may not end here either",
                help="write `forbid enter` if nobody may go in, or allow one of the two",
                related=(Related(effect_place(context.meaning, other, ru.Permit), "the end is forbidden here"),),
            )  # fmt: skip


def _halts(rule: Rule) -> bool:
    return any(isinstance(effect, Halt) and effect.halt in _HALTS for effect in rule.effects)


def _forbids_end(rule: Rule) -> bool:
    return rule.option is None and any(
        isinstance(effect, Permit) and effect.verb == "forbid" and "end" in effect.events for effect in rule.effects
    )


def _meets(halting: Rule, forbidding: Rule) -> bool:
    """Whether both are about the same ground, and the one holds wherever the other does."""
    those = {subject.term for subject in halting.subjects} & {subject.term for subject in forbidding.subjects}
    q = forbidding.qualifiers
    return bool(those) and q in (Qualifiers(), replace(halting.qualifiers, on=(), once=(), together=False))
