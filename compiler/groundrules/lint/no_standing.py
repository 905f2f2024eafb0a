"""A rule for who ends, enters or leaves where nobody may."""

from __future__ import annotations

from collections.abc import Iterator, Set

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import says
from groundrules.lint.situations import covered
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.regions import EVERY, Region
from groundrules.ruleset import Effect, Event, Ignore, Permit, Rule, Treat


def check(context: Context) -> Iterator[Diagnostic]:
    """`Pit: forbid end` and `Pit on end: Fall Roll`: wherever the second would hold, the first forbids it."""
    happens = {event for rule in context.ruleset.rules for event in rule.qualifiers.on}
    forbidding = [
        region
        for index, rule in enumerate(context.ruleset.rules)
        if any(_forbids(effect, happens) for effect in rule.effects)
        for region in context.regions(index)
        if region.side == "terrain"
    ]
    if not forbidding:
        return
    told: set[str] = set()
    for index, rule in enumerate(context.ruleset.rules):
        if not _on(rule, forbidding) or not says(rule) or any(isinstance(effect, Permit) for effect in rule.effects):
            continue
        if not all(_never(context, region, forbidding) for region in context.regions(index)) or rule.id in told:
            continue
        told.add(rule.id)
        region = context.regions(index)[0]
        first = next(each for each in forbidding if _meets(each, region))
        event = rule.qualifiers.on[0]
        yield finding(
            "GR303", left_side(context.meaning, rule),
            f"`{shown(rule)}` never acts, since `{shown(first.rule)}` forbids to {event}",
            help=f"leave one of the two out, or say by qualifiers who may {event}",
            related=[Related(left_side(context.meaning, first.rule), "it is forbidden here")],
        )  # fmt: skip


def _on(rule: Rule, forbidding: list[Region]) -> bool:
    """Whether it may be about one of these grounds at all: the quick look before the exact one."""
    if not rule.qualifiers.on:
        return False
    named = {subject.term.name for subject in rule.subjects} | {t.name for g in rule.qualifiers.within for t in g}
    return any(EVERY in each.names or not named.isdisjoint(each.names) for each in forbidding)


def _forbids(effect: Effect, events: Set[Event]) -> bool:
    return isinstance(effect, Permit) and effect.verb == "forbid" and not events.isdisjoint(effect.events)


def _forbidden(region: Region, event: Event) -> bool:
    return any(
        isinstance(effect, Permit) and effect.verb == "forbid" and event in effect.events
        for effect in region.rule.effects
    ) and not region.rule.qualifiers.on and not region.rule.qualifiers.once  # fmt: skip


def _meets(forbid: Region, region: Region) -> bool:
    return bool(region.names) and EVERY not in region.names and (region.names <= forbid.names or EVERY in forbid.names)


def _never(context: Context, region: Region, forbidding: list[Region]) -> bool:
    """Whether every moment of the rule is itself forbidden to all for whom it holds, and nothing lifts that."""
    for event in region.events:
        bars = [each for each in forbidding if _meets(each, region) and _forbidden(each, event)]
        if not bars or any(_lifted(context, each, event) for each in bars):
            return False
        if not covered(region.parts, [each.parts for each in bars]):
            return False
    return bool(region.events)


def _lifted(context: Context, forbid: Region, event: Event) -> bool:
    """Whether some rule takes it away for somebody: wins over it, ignores its ground or treats it as other."""
    if any(forbid.rule.id in rule.beats for rule in context.ruleset.rules):
        return True
    for said in context.said:
        effect = said.effect
        if isinstance(effect, Treat) or (isinstance(effect, Ignore) and (event != "end" or not effect.moving)):
            names = {term.name if term.kind == "terrain" else EVERY for term in effect.ground.terrains}
            if EVERY in names or not names.isdisjoint(forbid.names):
                return True
    return False
