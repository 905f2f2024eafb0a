"""Rules that say when, and not what."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.context import Context
from groundrules.source import Span
from groundrules.syntax import ast


def check(context: Context, rule: ast.Rule) -> Iterator[Diagnostic]:
    """`Mud on enter:` with prose below; a subject alone with prose may well describe a terrain."""
    if not rule.qualifiers or rule.effects or rule.option is not None:
        return
    if any(damage.start < rule.span.end and damage.end >= rule.span.start for damage in _damaged(context, rule)):
        return
    if all(isinstance(line, ast.Prose | ast.Cite) for line in rule.block):
        said = rule.subjects[0].span.to(rule.qualifiers[-1].span)
        yield finding(
            "GR268", said, "this rule says when, and not what happens then",
            help="write an effect behind the colon, or `no effect` where nothing happens",
        )  # fmt: skip


def _damaged(context: Context, rule: ast.Rule) -> Iterator[Span]:
    for unit in context.units:
        if unit.source is rule.span.source:
            yield from unit.file.damaged
