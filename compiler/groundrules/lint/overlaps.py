"""Two grounds that may lie on one another and answer one question differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.witnessing import Holds, of_rules
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.precedence import Answer, answers
from groundrules.meaning.regions import EVERY, Region, together
from groundrules.ruleset import Change, ChangeNumber, Effect, Limit, Question, Replaces

if TYPE_CHECKING:
    from groundrules.scenarios.running import Result

#: Pairs that are played before no more are looked at.
MOST = 8

Claim = tuple[Region, Answer]


def check(context: Context) -> Iterator[Diagnostic]:
    """`Mud: up to 3"` and `Ice: up to 8"`: how far, where the mud is frozen?"""
    claims: dict[Question, list[Claim]] = defaultdict(list)
    for index, rule in enumerate(context.ruleset.rules):
        for region in context.regions(index) if any(_answers(effect) for effect in rule.effects) else ():
            if region.side == "terrain" and EVERY not in region.names:
                for question, answer, _ in answers(region.rule.effects):
                    if question[0] in ("allowance", "set", "set number"):
                        claims[question].append((region, answer))
    over = {
        (subject.term.name, term.name)
        for said in context.said
        if isinstance(said.effect, Replaces) and said.rule is not None
        for subject in said.rule.subjects
        for term in said.effect.terrains
    }
    left, told = MOST, set()
    for question, some in claims.items():
        for (one, first), (other, second) in combinations(some, 2):
            pair = (one.rule.id, other.rule.id)
            if first == second or left <= 0 or pair in told or not _meet(one, other, over):
                continue
            left -= 1
            text = of_rules(context, "both hold here", pair, _both(pair))
            if text is not None:
                told.add(pair)
                yield _finding(context, question, one, other, text)


def _answers(effect: Effect) -> bool:
    """Whether two grounds may answer differently what such an effect says; of caps and costs all count."""
    if isinstance(effect, Limit):
        return effect.limit == "allowance"
    return isinstance(effect, Change | ChangeNumber) and effect.op == "set"


def _meet(one: Region, other: Region, over: set[tuple[str, str]]) -> bool:
    """Whether the two may hold at once, on pieces that lie on one another."""
    if not one.names.isdisjoint(other.names) or not together(one, other):
        return False
    pairs = {(mine, theirs) for mine in one.names for theirs in other.names}
    return not any((mine, theirs) in over or (theirs, mine) in over for mine, theirs in pairs)


def _both(pair: tuple[str, str]) -> Holds:
    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        return verdict is not None and set(pair) <= {line.rule for line in verdict.trace}

    return holds


_ASKED = {"allowance": "how far the action goes", "set": "what `{}` becomes", "set number": "what `{}` becomes"}


def _finding(context: Context, question: Question, one: Region, other: Region, text: str) -> Diagnostic:
    mine, theirs = min(one.names), min(other.names)
    asked = _ASKED[question[0]].format(question[-1])
    return finding(
        "GR301", left_side(context.meaning, other.rule),
        f"where `{mine}` and `{theirs}` lie on one another, their rules do not agree on {asked}",
        help=f"write `{theirs}: replaces {mine}` or `{mine}: replaces {theirs}`, or tell them apart by a qualifier",
        related=[Related(left_side(context.meaning, one.rule), f"`{shown(one.rule)}` says it otherwise")],
        witness=text,
    )  # fmt: skip
