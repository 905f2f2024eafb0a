"""A rule that says nothing which a wider rule of the same subject does not say already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.mending import set_aside_rule
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.regions import Region, narrower, together
from groundrules.ruleset import (
    BlockSight,
    Change,
    CostAll,
    CostTimes,
    CountsAs,
    Effect,
    GiveCover,
    Halt,
    Ignore,
    Limit,
    Permit,
    Replaces,
    Rule,
    Treat,
)

#: What is said twice and still holds once; all else adds up.
_ONCE = (BlockSight, CostAll, CostTimes, CountsAs, GiveCover, Halt, Ignore, Limit, Permit, Replaces, Treat)


def check(context: Context) -> Iterator[Diagnostic]:
    """`Woods: cost x2` and `Woods for Infantry: cost x2`: the second is said by the first."""
    of_subject: dict[str, list[Region]] = defaultdict(list)
    for index, rule in enumerate(context.ruleset.rules):
        if rule.effects and all(_holds_once(effect) for effect in rule.effects):
            for region in context.regions(index):
                of_subject[region.subject].append(region)
    winners: dict[str, list[Rule]] = defaultdict(list)
    for rule in context.ruleset.rules:
        for beaten in rule.beats:
            winners[beaten].append(rule)
    told: set[str] = set()
    for some in of_subject.values():
        for region in some:
            wider = next((other for other in some if _says_it(region, other)), None)
            rule = region.rule
            if wider is None or rule.id in told or len(rule.subjects) > 1 or rule.cell is not None:
                continue
            if _excepted(context, region, wider, winners):
                continue
            told.add(rule.id)
            yield finding(
                "GR325", left_side(context.meaning, rule),
                f"`{shown(rule)}` says nothing that `{shown(wider.rule)}` does not say",
                help="leave one of the two out, or say what differs",
                related=[Related(left_side(context.meaning, wider.rule), "this holds there too")],
                fix=choice(set_aside_rule(context.meaning, rule, (wider.rule,))),
            )  # fmt: skip


def _holds_once(effect: Effect) -> bool:
    return isinstance(effect, _ONCE) or (isinstance(effect, Change) and effect.op in ("set", "own"))


def _says_it(one: Region, other: Region) -> bool:
    """Whether the other rule holds wherever, and whenever, the first does, and does the same."""
    mine, theirs = one.rule, other.rule
    if mine is theirs or mine.effects != theirs.effects or mine.option != theirs.option:
        return False
    q, p = mine.qualifiers, theirs.qualifiers
    if p.once or p.together != q.together or not narrower(one, other) or bool(q.on) != bool(p.on):
        return False
    if not one.events <= other.events:
        return False
    same = one.events == other.events and narrower(other, one)
    return not same or (theirs.origin.file, theirs.origin.start) < (mine.origin.file, mine.origin.start)


def _excepted(context: Context, region: Region, wider: Region, winners: dict[str, list[Rule]]) -> bool:
    """Whether it is an exception all the same: it wins over something, or what wins over the wider rule leaves it."""
    if region.rule.beats:
        return True
    indexes = {rule.id: index for index, rule in enumerate(context.ruleset.rules)}
    return any(
        together(each, region)
        for winner in winners.get(wider.rule.id, ())
        if winner.id != region.rule.id and region.rule.id not in winner.beats
        for each in context.regions(indexes[winner.id])
    )
