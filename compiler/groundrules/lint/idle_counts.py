"""`counts as` that adds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import counted_as, of_ground, says
from groundrules.lint.mending import place_of, without_effect
from groundrules.meaning.regions import EVERY
from groundrules.meaning.traverse import parts
from groundrules.ruleset import CountsAs, Term
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """Ground that counts as ground of which no rule says anything, and that no rule asks for by name."""
    grounds, counts = of_ground(context), counted_as(context)
    asked = _asked(context)
    for said in context.said:
        if not isinstance(said.effect, CountsAs) or said.rule is None or said.rule.cell is not None:
            continue
        for term in said.effect.terrains:
            reached = counts.get(term.name, frozenset((term.name,)))
            if reached & asked or any(says(region.rule) for name in reached for region in grounds.get(name, ())):
                continue
            alone = len(said.effect.terrains) == 1
            place = place_of(context.meaning, said.rule, said.effect, ru.CountsAs)
            yield finding(
                "GR309", place,
                f"it adds nothing to count as `{term.name}`, of which no rule says what it does",
                help=f"say what `{term.name}` does, or leave this out",
                fix=choice(without_effect(context.meaning, said.rule, said.effect) if alone else None),
            )  # fmt: skip


def _asked(context: Context) -> set[str]:
    """Grounds that rules name otherwise than as their own subject or as what something counts as."""
    found: set[str] = set()
    for rule in context.ruleset.rules:
        for thing in (rule.qualifiers, *(effect for effect in rule.effects if not isinstance(effect, CountsAs))):
            found.update(part.name for part in parts(thing) if isinstance(part, Term) and part.kind == "terrain")
    for roll in context.ruleset.rolls:
        found.update(part.name for part in parts(roll) if isinstance(part, Term) and part.kind == "terrain")
    return found - {EVERY}
