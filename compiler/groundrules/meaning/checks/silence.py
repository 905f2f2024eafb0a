"""`no effect` of a model, which silences nothing of the ground."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.meaning.checks.places import effect_place, shown
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import on_ground
from groundrules.ruleset import NoEffect
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`Flying in Woods: no effect` silences rules of `Flying`, and there are none."""
    for rule in context.ruleset.rules:
        grounds = [term.name for group in rule.qualifiers.within for term in group]
        if rule.id in context.broken or on_ground(rule) or not grounds or rule.beats:
            continue
        if any(isinstance(effect, NoEffect) for effect in rule.effects):
            own = ", ".join(f"`{subject.term.name}`" for subject in rule.subjects)
            listed = " and ".join(grounds)
            where = effect_place(context, rule, ru.NoEffect)
            yield finding(
                "GR275", where,
                f"`no effect` silences other rules of {own}, not the ground in `{shown(rule)}`",
                help=f"write `ignore {listed}`",
                fix=replace(f"write `ignore {listed}`", where, f"ignore {listed}")
                if where.text.split() == ["no", "effect"] else None,
            )  # fmt: skip
