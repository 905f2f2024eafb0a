"""Rules that say when, and not what."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, put_behind
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
            fix=choice(_no_effect(rule, said)),
        )  # fmt: skip


def _no_effect(rule: ast.Rule, said: Span) -> Fix | None:
    """What an empty right side says."""
    source = said.source
    colon = source.text.find(":", said.end, source.line_bounds(said.line)[1])
    if colon < 0 or source.text[said.end : colon].strip():
        return None
    return put_behind("say that it has no effect", source.span(colon, colon + 1), " no effect")


def _damaged(context: Context, rule: ast.Rule) -> Iterator[Span]:
    for unit in context.units:
        if unit.source is rule.span.source:
            yield from unit.file.damaged
