"""Where in the text a rule stands, and how messages speak of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Fix, put_behind, set_aside
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import on_ground
from groundrules.ruleset import Rule
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk

_REPEATED = re.compile(r"~\d+$")


def shown(rule: Rule) -> str:
    """A rule by its left side."""
    return _REPEATED.sub("", rule.id)


def of_ground(context: Context) -> Iterator[Rule]:
    """The terrains' own rules about which nothing was reported yet."""
    return (rule for rule in context.ruleset.rules if on_ground(rule) and rule.id not in context.broken)


def left_side(context: Context, rule: Rule) -> Span:
    """The subjects and qualifiers of a rule; of a cell, the cell."""
    node = context.nodes.get(rule.id)
    parts: tuple[ex.Node, ...] = ()
    if isinstance(node, ast.Rule):
        parts = (*node.subjects, *node.qualifiers)
    elif isinstance(node, ast.Clause):
        parts = node.qualifiers
    if parts:
        return parts[0].span.to(parts[-1].span)
    return first_line(context.span(rule.origin) if node is None else node.span)


def effect_place(context: Context, rule: Rule, *kinds: type[ru.Effect]) -> Span:
    """The first effect of some kinds that a rule states itself, or else its left side."""
    node = context.nodes.get(rule.id)
    if node is not None:
        # Its own line first, then what stands below it.
        effects = (*getattr(node, "effects", ()), *walk(node))
        for effect in effects:
            if isinstance(effect, kinds):
                return effect.span
    return left_side(context, rule)


def as_comment(node: ex.Node) -> Fix | None:
    """A fix that makes a comment of lines which have no effect; ``None`` where they alone may name what is declared."""
    if any(isinstance(each, ru.Perform | ru.GainLose) for each in walk(node)):
        return None
    return set_aside("make it a comment", node.span)


def qualified_by(context: Context, rule: Rule, words: str) -> Fix | None:
    """A qualifier more before the colon of a rule, where nothing below it would be under it too."""
    node = context.nodes.get(rule.id)
    if not isinstance(node, ast.Rule) or any(isinstance(line, ast.Clause | ast.Option) for line in node.block):
        return None
    last = max((*node.subjects, *node.qualifiers), key=lambda part: part.span.end)
    return put_behind(f"write `{words}`", last.span, f" {words}")


def first_line(span: Span) -> Span:
    """A span cut at its first line end, without blanks at its end."""
    text = re.split(r"[\r\n]", span.text, maxsplit=1)[0].rstrip()
    return span.source.span(span.start, span.start + max(len(text), min(1, span.end - span.start)))
