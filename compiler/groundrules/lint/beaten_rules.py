"""A rule that can never act, since another always wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundrules.diagnostics import Diagnostic, Related, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.mending import set_aside_rule
from groundrules.lint.situations import covered
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.regions import EVERY, Region
from groundrules.ruleset import NoEffect, Permit, Rule, questions

#: Winners that are looked at for one rule.
MOST = 60


def check(context: Context) -> Iterator[Diagnostic]:
    """Wherever the rule holds, others that win over it answer every question that it answers."""
    winners: dict[str, list[int]] = {}
    for index, rule in enumerate(context.ruleset.rules):
        for beaten in rule.beats:
            winners.setdefault(beaten, []).append(index)
    for index, rule in enumerate(context.ruleset.rules):
        over = winners.get(rule.id, [])[:MOST]
        if not over or not rule.effects:
            continue
        held = [_never(context, region, over) for region in context.regions(index)]
        if held and all(held):
            yield _finding(context, rule, [context.ruleset.rules[number] for number in over])


def _finding(context: Context, rule: Rule, over: Sequence[Rule]) -> Diagnostic:
    one = f"`{shown(over[0])}` always wins" if len(over) == 1 else "another rule wins wherever it holds"
    related = [Related(left_side(context.meaning, each), f"`{shown(each)}` wins over it") for each in over[:4]]
    return finding(
        "GR302", left_side(context.meaning, rule), f"`{shown(rule)}` never acts, since {one}",
        help="leave it out, or tell by its qualifiers where it is to hold all the same", related=related,
        fix=choice(set_aside_rule(context.meaning, rule, over)),
    )  # fmt: skip


def _never(context: Context, region: Region, over: Sequence[int]) -> bool:
    """Whether nothing of the rule is heard about this subject, whatever the situation."""
    effects = region.rule.effects
    silenced = [each for each in _speaking(context, region, over) if _is_silence(each.rule)]
    if silenced and covered(region.parts, [each.parts for each in silenced]):
        return not any(isinstance(effect, Permit) and effect.always for effect in effects)
    for effect in effects:
        asked = questions(effect)
        if not asked or isinstance(effect, NoEffect):
            return False
        for question in asked:
            heard = [each for each in _speaking(context, region, over) if _answers(each.rule, question)]
            if not covered(region.parts, [each.parts for each in (*heard, *silenced)]):
                return False
    return True


def _speaking(context: Context, region: Region, over: Sequence[int]) -> list[Region]:
    """The winners that speak wherever the rule does: about its ground, at all its moments, without a choice of dice."""
    found = []
    for number in over:
        for each in context.regions(number):
            about = not each.names or EVERY in each.names or (region.names and region.names <= each.names)
            always = not each.events or (region.events and region.events <= each.events)
            if about and always and not each.rule.qualifiers.once:
                found.append(each)
    return found


def _is_silence(rule: Rule) -> bool:
    return any(isinstance(effect, NoEffect) for effect in rule.effects)


def _answers(rule: Rule, question: tuple[str, ...]) -> bool:
    return any(question in questions(effect) for effect in rule.effects)
