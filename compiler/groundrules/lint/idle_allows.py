"""`allow` that lifts nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import of_ground
from groundrules.lint.mending import place_of, without_effect
from groundrules.meaning.checks.places import left_side
from groundrules.meaning.traverse import on_ground
from groundrules.ruleset import Permit, Rule
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """What nothing forbids is allowed; and what other ground forbids is not lifted by this one."""
    for rule in context.ruleset.rules:
        for effect in rule.effects:
            if not isinstance(effect, Permit) or effect.verb != "allow" or rule.cell is not None:
                continue
            for what in (*effect.events, *effect.actions):
                if any(_forbids(context.rules[each], what) for each in rule.beats if each in context.rules):
                    continue
                yield _finding(context, rule, effect, what)
                break


def _forbids(rule: Rule, what: str) -> bool:
    return any(
        isinstance(effect, Permit) and effect.verb == "forbid" and what in (*effect.events, *effect.actions)
        for effect in rule.effects
    )


def _finding(context: Context, rule: Rule, effect: Permit, what: str) -> Diagnostic:
    own = next((subject.term.name for subject in rule.subjects if subject.term.kind == "terrain"), None)
    other = next(
        (
            (name, region.rule)
            for name, some in of_ground(context).items()
            for region in some
            if own is not None and name not in ("*", own) and _forbids(region.rule, what)
        ),
        None,
    )
    if other is None or not on_ground(rule):
        help, related = "leave it out, or forbid somewhere what it is to allow", []
    else:
        help = f"where `{own}` lies on `{other[0]}`, write `{own}: replaces {other[0]}`"
        related = [Related(left_side(context.meaning, other[1]), "what other ground forbids is not lifted")]
    alone = len(effect.events) + len(effect.actions) == 1
    return finding(
        "GR332", place_of(context.meaning, rule, effect, ru.Permit), f"nothing that this could lift forbids `{what}`",
        help=help, related=related, fix=choice(without_effect(context.meaning, rule, effect) if alone else None),
    )  # fmt: skip
