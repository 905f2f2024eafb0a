"""Fixes that several checks make."""

from __future__ import annotations

from collections.abc import Iterable

from groundrules.diagnostics import Fix, take_from_list
from groundrules.meaning.checks.places import as_comment, effect_place
from groundrules.meaning.context import Context
from groundrules.ruleset import Effect, Rule
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru


def set_aside_rule(context: Context, rule: Rule, others: Iterable[Rule]) -> Fix | None:
    """A fix that makes a comment of a rule that is one line, where others still declare what it is about.

    ``None`` where lines stand below it, where its line says more than it, or where nothing else names its subject.
    """
    node = context.nodes.get(rule.id)
    if not isinstance(node, ast.Rule) or node.block or rule.cell is not None or len(rule.subjects) > 1:
        return None
    kept = {subject.term.name for other in others for subject in other.subjects}
    if rule.subjects[0].term.name not in kept or rule.prose or rule.ref is not None:
        return None
    return as_comment(node)


def place_of(context: Context, rule: Rule, effect: Effect, *kinds: type[ru.Effect]) -> Span:
    """Where an effect of a rule is written; where that cannot be told, the first of its kind in the rule."""
    written = _written(context, rule)
    same = (each.span for each, made in written if made is effect)
    return next(same, None) or effect_place(context, rule, *kinds)


def without_effect(context: Context, rule: Rule, effect: Effect) -> Fix | None:
    """A fix that takes an effect out of the line of its rule; ``None`` where it is the only one there."""
    written = _written(context, rule)
    index = next((number for number, (_, made) in enumerate(written) if made is effect), None)
    return None if index is None else take_from_list("leave it out", [each.span for each, _ in written], index)


def _written(context: Context, rule: Rule) -> list[tuple[ru.Effect, Effect]]:
    """The effects on the line of a rule, each with what became of it; none where they do not answer one another."""
    effects: tuple[ru.Effect, ...] = getattr(context.nodes.get(rule.id), "effects", ())
    return list(zip(effects, rule.effects, strict=True)) if len(effects) == len(rule.effects) else []
