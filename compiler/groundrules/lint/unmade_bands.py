"""A band that none of those who make the roll can fall into."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context, Said
from groundrules.lint.situations import possible
from groundrules.meaning.checks.places import first_line
from groundrules.meaning.facts import qualified
from groundrules.meaning.logic import Formula
from groundrules.meaning.regions import regions
from groundrules.meaning.traverse import parts
from groundrules.ruleset import Band, Perform, Qualifiers, Roll, TotalOf


def check(context: Context) -> Iterator[Diagnostic]:
    """`Risky Roll` is made for Infantry alone, and one of its bands is for Vehicle."""
    makers: dict[str, list[Said]] = defaultdict(list)
    for said in context.said:
        if isinstance(said.effect, Perform):
            makers[said.effect.roll].append(said)
    anywhere = {part.roll for part in parts(context.ruleset) if isinstance(part, TotalOf)}
    seen: set[str] = set()
    for roll in context.ruleset.rolls:
        users = [said for name in _family(context, roll) for said in makers[name]]
        if not users or anywhere & _family(context, roll):
            continue
        for band in roll.bands:
            if band.id in seen or band.qualifiers == Qualifiers():
                continue
            seen.add(band.id)
            if not any(_falls(context, said, band) for said in users):
                yield finding(
                    "GR305", first_line(context.span(band.origin)),
                    f"nobody falls into this band of `{roll.name}`: whoever makes the roll is excluded here",
                    help="leave the band out, or change its qualifiers or those of the rule that makes the roll",
                )  # fmt: skip


def _family(context: Context, roll: Roll) -> set[str]:
    """The roll and all that derive from it, however far: they share its bands."""
    found = {roll.name}
    while True:
        more = {each.name for each in context.ruleset.rolls if each.base in found} - found
        if not more:
            return found
        found |= more


def _falls(context: Context, said: Said, band: Band) -> bool:
    way = (*said.qualifiers, band.qualifiers)
    inner: tuple[Formula, ...] = tuple(part for each in way for part in qualified(context.vocabulary, each))
    if said.rule is None:
        return possible(inner)
    return any(possible((*region.parts, *inner)) for region in regions(0, said.rule, context.vocabulary))
