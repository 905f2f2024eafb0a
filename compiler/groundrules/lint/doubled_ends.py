"""An end that another end of the same rule includes."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, finding, take_from_list
from groundrules.lint.context import Context
from groundrules.ruleset import Halt
from groundrules.source import Span
from groundrules.syntax import ast, ast_rules as ru
from groundrules.syntax.walk import walk

#: What each end includes.
_INCLUDES = {
    "end activation": ("stop", "end move", "may stop"),
    "stop": ("end move", "may stop"),
}


def check(context: Context) -> Iterator[Diagnostic]:
    """`end activation, stop`: who may do nothing more goes no farther anyway."""
    if not any(isinstance(said.effect, Halt) for said in context.said):
        return
    for unit in context.meaning.units:
        for node in walk(unit.file):
            if isinstance(node, ast.Rule | ast.Clause | ast.Band | ast.Handler | ast.Option | ast.Row):
                for effects in _lists(node):
                    yield from _doubled(effects)


def _lists(node: object) -> Iterator[tuple[ru.Effect, ...]]:
    if isinstance(node, ast.Row):
        yield from (cell.effects for cell in node.cells)
    else:
        yield node.effects  # type: ignore[attr-defined]  # every one of these lines has effects


def _doubled(effects: tuple[ru.Effect, ...]) -> Iterator[Diagnostic]:
    ends = [each for each in effects if isinstance(each, ru.Halt)]
    for more in ends:
        for less in ends:
            if less.kind in _INCLUDES.get(more.kind, ()):
                spans: list[Span] = [each.span for each in effects]
                fix: Fix | None = take_from_list(f"leave `{less.kind}` out", spans, effects.index(less))
                yield finding(
                    "GR348", less.span, f"`{more.kind}` includes `{less.kind}`",
                    help=f"leave `{less.kind}` out", fix=fix,
                )  # fmt: skip
