"""A cost below 1, where a road was meant."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import constant
from groundrules.lint.witnessing import Holds, of_rules
from groundrules.meaning.checks.places import effect_place
from groundrules.meaning.regions import EVERY, Region, together
from groundrules.ruleset import CostTimes, Replaces, Rule
from groundrules.syntax import ast_rules as ru

if TYPE_CHECKING:
    from groundrules.scenarios.running import Result


def check(context: Context) -> Iterator[Diagnostic]:
    """`Road: cost x1/2` by `overlap worst`: on mud, under a road, the mud still counts."""
    if context.ruleset.settings.overlap != "worst":
        return
    priced = [
        (region, factor)
        for index, rule in enumerate(context.ruleset.rules)
        for factor in [_factor(rule)]
        if factor is not None
        for region in context.regions(index)
        if region.side == "terrain" and EVERY not in region.names
    ]
    over = {
        (subject.term.name, term.name if term.kind == "terrain" else EVERY)
        for said in context.said
        if isinstance(said.effect, Replaces) and said.rule is not None
        for subject in said.rule.subjects
        for term in said.effect.terrains
    }
    told: set[str] = set()
    for quick, factor in priced:
        if factor >= 1 or quick.rule.id in told:
            continue
        for slow, other in priced:
            if other > 1 and _meet(quick, slow, over):
                text = of_rules(context, "the road is no help", (quick.rule.id, slow.rule.id), _both(quick, slow))
                if text is None:
                    continue
                told.add(quick.rule.id)
                mine, theirs = min(quick.names), min(slow.names)
                yield finding(
                    "GR311", effect_place(context.meaning, quick.rule, ru.CostTimes),
                    f"`{mine}` is to be quick, and where it lies on `{theirs}` the worst of the two costs counts",
                    help=f"write `{mine}: replaces {theirs}`, so that only `{mine}` speaks there",
                    related=[Related(effect_place(context.meaning, slow.rule, ru.CostTimes), "this counts")],
                    witness=text,
                )  # fmt: skip
                break


def _factor(rule: Rule) -> Fraction | None:
    return next((constant(effect.factor) for effect in rule.effects if isinstance(effect, CostTimes)), None)


def _meet(one: Region, other: Region, over: set[tuple[str, str]]) -> bool:
    if not one.names.isdisjoint(other.names) or not together(one, other):
        return False
    return not any((mine, theirs) in over or (mine, EVERY) in over for mine in one.names for theirs in other.names)


def _both(one: Region, other: Region) -> Holds:
    ids = {one.rule.id, other.rule.id}

    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        return verdict is not None and ids <= {line.rule for line in verdict.trace}

    return holds
