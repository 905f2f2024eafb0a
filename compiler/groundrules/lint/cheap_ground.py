"""A cost below 1 of ground that models ignore: for half speed the cost is doubled, not halved."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, Related, choice, finding, replace
from groundrules.lint.context import Context
from groundrules.lint.ground import constant
from groundrules.lint.mending import place_of
from groundrules.meaning.checks.places import effect_place
from groundrules.quantity import source_number
from groundrules.ruleset import CostTimes, Ignore, Rule
from groundrules.source import Span
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`Mud: cost x1/2` makes moves longer, and `Strider: ignore Mud` shows that it was to make them shorter."""
    for said in context.said:
        factor = constant(said.effect.factor) if isinstance(said.effect, CostTimes) else None
        if factor is None or not 0 < factor < 1 or said.rule is None:
            continue
        for subject in said.rule.subjects:
            rule = _ignoring(context, subject.term.name) if subject.term.kind == "terrain" else None
            if rule is None:
                continue
            place = place_of(context.meaning, said.rule, said.effect, ru.CostTimes)
            more = f"cost x{source_number(1 / factor)}"
            yield finding(
                "GR335", place,
                f"`{subject.term.name}` makes a move cheaper, and who ignores it is the worse for it",
                help=f"for ground that slows down write `{more}`, or leave it out of what is ignored if it is a road",
                related=[Related(effect_place(context.meaning, rule, ru.Ignore), "it is ignored here")],
                fix=choice(_turned(place, more)),
            )  # fmt: skip


def _ignoring(context: Context, ground: str) -> Rule | None:
    """The first rule of models that ignores a ground by its name, whatever else it ignores."""
    for said in context.said:
        if isinstance(said.effect, Ignore) and any(term.name == ground for term in said.effect.ground.terrains):
            return said.rule
    return None


def _turned(place: Span, more: str) -> Fix | None:
    return replace(f"write `{more}`", place, more) if place.text.startswith("cost ") else None
