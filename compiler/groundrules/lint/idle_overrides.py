"""An `override` that says what the base says."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding, take_lines
from groundrules.lint.context import Context
from groundrules.ruleset import Rule
from groundrules.source import Span
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """The base has come to say the same, or a number was to be changed and was not."""
    for revision in context.ruleset.revisions:
        rule = context.rules.get(revision.id)
        if revision.change != "override" or revision.base is None or rule is None:
            continue
        place = _override(context, rule)
        if place is not None and _content(rule) == _content(revision.base):
            yield finding(
                "GR363", place, "this says what the base says, and changes nothing",
                help="change what is to be otherwise, or take it away",
                fix=choice(take_lines("take it away", place)),
            )  # fmt: skip


def _content(rule: Rule) -> tuple[object, ...]:
    return rule.subjects, rule.qualifiers, rule.effects, rule.prose, rule.ref


def _override(context: Context, rule: Rule) -> Span | None:
    node = context.meaning.nodes.get(rule.id)
    for unit in context.meaning.units:
        for item in unit.file.items:
            if isinstance(item, ast.Override) and item.item is node:
                return item.span
    return None
