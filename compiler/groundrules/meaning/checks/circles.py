"""Grounds that count as, are treated as or replace one another in a circle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic, Fix, Related, finding, replace
from groundrules.meaning.checks.graph import circles
from groundrules.meaning.checks.places import effect_place, shown
from groundrules.meaning.context import Context
from groundrules.meaning.facts import Vocabulary, qualified
from groundrules.meaning.logic import can_hold
from groundrules.meaning.traverse import spoken
from groundrules.ruleset import CountsAs, Effect, Replaces, Rule, Term, Treat
from groundrules.syntax import ast, ast_rules as ru


@dataclass(frozen=True, slots=True)
class _Step:
    rule: Rule
    source: str
    target: str


_WORDS: dict[str, tuple[str, type[ru.Effect]]] = {
    "counts as": ("counts as", ru.CountsAs),
    "treat": ("is treated as", ru.Treat),
    "replaces": ("replaces", ru.Replaces),
}


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding for each circle of one kind whose rules can all hold at once."""
    vocabulary = Vocabulary.of(context.ruleset)
    for kind, (words, form) in _WORDS.items():
        steps: dict[str, list[_Step]] = defaultdict(list)
        for rule in context.ruleset.rules:
            if rule.id not in context.broken:
                for step in _steps(kind, rule):
                    steps[step.source].append(step)
        for circle in circles({name: [step.target for step in some] for name, some in steps.items()}):
            way = _way(circle, steps)
            if not can_hold([part for step in way for part in qualified(vocabulary, step.rule.qualifiers)]):
                continue
            last = max(way, key=lambda step: (step.rule.origin.file, step.rule.origin.start))
            told = f" {words} ".join(f"`{name}`" for name in (*circle, circle[0]))
            others = [step for step in way if step.rule is not last.rule]
            yield finding(
                "GR260", effect_place(context, last.rule, form), f"a circle: {told}",
                help="take one step out of the circle" if len(way) > 1 else "leave it out: it is that already",
                related=[Related(effect_place(context, s.rule, form), f"by `{shown(s.rule)}`") for s in others],
                fix=_of_itself(context, last) if len(way) == 1 else None,
            )  # fmt: skip


def _of_itself(context: Context, step: _Step) -> Fix | None:
    """Ground that only counts as itself: that is no effect."""
    node = context.nodes.get(step.rule.id)
    if not isinstance(node, ast.Rule) or node.qualifiers or len(node.subjects) > 1 or len(node.effects) != 1:
        return None
    effect = node.effects[0]
    if not isinstance(effect, ru.CountsAs | ru.Replaces) or len(effect.terrains) != 1 or node.block:
        return None
    return replace("write `no effect`", effect.span, "no effect")


def _way(circle: tuple[str, ...], steps: dict[str, list[_Step]]) -> list[_Step]:
    pairs = zip(circle, (*circle[1:], circle[0]), strict=True)
    return [next(step for step in steps[one] if step.target == other) for one, other in pairs]


def _steps(kind: str, rule: Rule) -> Iterator[_Step]:
    """From a ground to what it is then. ``Any Terrain`` names no ground that a circle could come back to."""
    for effect in spoken(rule.effects):
        for source, target in _grounds(kind, rule, effect):
            if source.kind == "terrain" and target.kind == "terrain":
                yield _Step(rule, source.name, target.name)


def _grounds(kind: str, rule: Rule, effect: Effect) -> Iterator[tuple[Term, Term]]:
    if kind == "treat" and isinstance(effect, Treat):
        yield from ((term, effect.target) for term in effect.ground.terrains)
        return
    one_kind = CountsAs if kind == "counts as" else Replaces
    if kind != "treat" and isinstance(effect, CountsAs | Replaces) and isinstance(effect, one_kind):
        yield from ((subject.term, term) for subject in rule.subjects for term in effect.terrains)
