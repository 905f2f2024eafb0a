"""A trait that ignores the entry of ground but may end in it, where ending has rules of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import of_ground, says
from groundrules.meaning.checks.places import effect_place, left_side
from groundrules.meaning.regions import EVERY, Region, together
from groundrules.ruleset import Ignore, Permit, Rule
from groundrules.syntax import ast_rules as ru

#: Events of who stays in the ground.
_STAYING = frozenset(("end", "activate"))

#: Prose that speaks of it.
_SPOKEN = re.compile(
    r"\b(end|ends|ending|ended|stop|stops|stopping|land|lands|landing|finish|finishes|activat\w*|stays?|rest|rests|inside)\b",
    re.IGNORECASE,
)


def check(context: Context) -> Iterator[Diagnostic]:
    """`Flying: ignore Fire while moving` and `Fire on end: Burn Roll`: what if it ends there?"""
    grounds = of_ground(context)
    for index, rule in enumerate(context.ruleset.rules):
        region = context.regions(index)[0] if context.regions(index) else None
        if region is None or region.side != "model" or not region.subject.startswith(("trait ", "state ", "value ")):
            continue
        for effect in rule.effects:
            if not isinstance(effect, Ignore) or not (effect.moving or set(effect.events) & {"enter"}):
                continue
            if _STAYING & set(effect.events):
                continue
            kept = [
                (term.name, staying)
                for term in effect.ground.terrains
                if term.kind == "terrain" and (staying := _staying(grounds.get(term.name, ()), region)) is not None
                if not _spoken(context, rule, region, term.name)
            ]
            if kept:
                yield _finding(context, rule, region.subject.split(" ", 1)[1], kept)


def _finding(context: Context, rule: Rule, who: str, kept: list[tuple[str, Rule]]) -> Diagnostic:
    """One finding for all grounds of an effect; the first of them is shown."""
    ground, staying = kept[0]
    event = next(each for each in staying.qualifiers.on if each in _STAYING)
    more = f" and {len(kept) - 1} other grounds" if len(kept) > 2 else f" and `{kept[1][0]}`" if kept[1:] else ""
    return finding(
        "GR306", effect_place(context.meaning, rule, ru.Ignore),
        f"`{who}` ignores `{ground}`{more} on the way, and nothing says what holds when it stays there",
        help=f"write what then holds, as in `{who} on {event} in {ground}: …`, or say it in prose",
        related=[Related(left_side(context.meaning, staying), "this holds for it all the same")],
    )  # fmt: skip


def _staying(rules: list[Region] | tuple[()], who: Region) -> Rule | None:
    """The first rule of a ground about whoever ends or begins there that may hold for these models."""
    for region in rules:
        plain = any(not isinstance(effect, Permit) for effect in region.rule.effects) and says(region.rule)
        if plain and region.events & _STAYING and together(who, region):
            return region.rule
    return None


def _spoken(context: Context, rule: Rule, who: Region, ground: str) -> bool:
    """Whether a rule of the same models, or prose of theirs, says what holds when they stay in the ground."""
    for index, other in enumerate(context.ruleset.rules):
        for region in context.regions(index):
            if region.subject != who.subject:
                continue
            if any(_SPOKEN.search(line) for line in other.prose):
                return True
            about = not region.names or ground in region.names or EVERY in region.names
            if other is not rule and about and region.events & _STAYING:
                return True
            if any(
                isinstance(e, Ignore)
                and not e.moving
                and (not e.events or _STAYING & set(e.events))
                and any(t.name == ground or t.kind != "terrain" for t in e.ground.terrains)
                for e in other.effects
            ):
                return True
    trait = next((each for each in context.ruleset.traits if who.subject == f"trait {each.name}"), None)
    return trait is not None and any(_SPOKEN.search(line) for line in trait.prose)
