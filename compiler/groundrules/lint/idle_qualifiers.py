"""A qualifier that adds nothing to the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, take_away
from groundrules.lint.context import Context
from groundrules.lint.situations import adds_nothing
from groundrules.meaning.checks.places import shown
from groundrules.meaning.facts import qualified
from groundrules.ruleset import Qualifiers, Rule
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru

_NODES: dict[str, type] = {
    "during": ru.During, "who": ru.For, "but": ru.Except, "but_during": ru.ExceptDuring,
    "when": ru.When,
}  # fmt: skip


def check(context: Context) -> Iterator[Diagnostic]:
    """`for Infantry except Vehicle`: who is Infantry is no Vehicle anyway."""
    for index, rule in enumerate(context.ruleset.rules):
        node = context.meaning.nodes.get(rule.id)
        if rule.cell is not None or not rule.effects or not isinstance(node, ast.Rule | ast.Clause):
            continue
        for kind, form in _NODES.items():
            place = next((each.span for each in node.qualifiers if isinstance(each, form)), None)
            alone = sum(isinstance(each, form) for each in node.qualifiers) == 1
            if place is None or not alone or not getattr(rule.qualifiers, kind):
                continue
            if _idle(context, index, rule, kind):
                yield finding(
                    "GR334", place, f"`{' '.join(place.text.split())}` leaves nobody out of `{shown(rule)}`",
                    help="leave it out, or name what is to be left out",
                    fix=choice(_without(node, place)),
                )  # fmt: skip
                break


def _idle(context: Context, index: int, rule: Rule, kind: str) -> bool:
    """Whether the rule holds in the same situations without its qualifiers of one kind."""
    empty = getattr(Qualifiers(), kind)
    own = qualified(context.vocabulary, replace(Qualifiers(), **{kind: getattr(rule.qualifiers, kind)}))
    others = qualified(context.vocabulary, replace(rule.qualifiers, **{kind: empty}))
    subjects = [region.parts[0] for region in context.regions(index)]
    if kind in ("who", "during") and all(adds_nothing(part, ()) for part in own):
        return False  # all of them are named, on purpose
    return bool(own) and all(adds_nothing(part, (subject, *others)) for part in own for subject in subjects)


def _without(node: ast.Rule | ast.Clause, place: Span) -> Fix | None:
    if isinstance(node, ast.Clause) and node.qualifiers[0].span == place:
        return None
    return take_away("leave it out", place)
