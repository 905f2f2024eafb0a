"""Which rules speak of which ground, and what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from groundrules.lint.context import Context
from groundrules.meaning.facts import linear
from groundrules.meaning.regions import EVERY, Region
from groundrules.ruleset import CountsAs, Effect, Expr, NoEffect, Rule, Term


def says(rule: Rule) -> bool:
    """Whether a rule does anything: more than prose, a cell ``-`` or ``no effect``."""
    return any(not isinstance(effect, NoEffect) for effect in rule.effects)


def of_ground(context: Context) -> dict[str, list[Region]]:
    """The rules of each terrain, under its own name; those about ``Any Terrain`` are under :data:`EVERY`."""
    found: dict[str, list[Region]] = defaultdict(list)
    for index in range(len(context.ruleset.rules)):
        for region in context.regions(index):
            if region.side == "terrain":
                for name in region.names:
                    found[name].append(region)
    return found


def counted_as(context: Context) -> dict[str, frozenset[str]]:
    """Each terrain with everything that it may count as, however far, itself included."""
    steps: dict[str, set[str]] = defaultdict(set)
    for said in context.said:
        if isinstance(said.effect, CountsAs) and said.rule is not None:
            for subject in said.rule.subjects:
                if subject.term.kind == "terrain":
                    steps[subject.term.name].update(term.name for term in said.effect.terrains)
    return {terrain.name: frozenset(_reached(terrain.name, steps)) for terrain in context.ruleset.terrains}


def _reached(name: str, steps: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += steps.get(each, ())
    return found


def named(terms: tuple[Term, ...]) -> frozenset[str]:
    """The names of grounds; :data:`EVERY` for any."""
    return frozenset(EVERY if term.kind != "terrain" else term.name for term in terms)


def constant(expr: Expr | None) -> Fraction | None:
    """The number that an expression always is; ``None`` where it hangs on something."""
    if expr is None:
        return None
    total, rest = linear(expr)
    return None if total else rest


def plain_effects(rule: Rule) -> Iterator[Effect]:
    """The effects of a rule that do something."""
    return (effect for effect in rule.effects if not isinstance(effect, NoEffect))
