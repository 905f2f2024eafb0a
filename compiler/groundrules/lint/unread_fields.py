"""A field that every model or piece must state, and that no rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding, put_behind
from groundrules.lint.context import Context
from groundrules.ruleset import Change
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """Neither ``optional`` nor ``agreed``, and nothing reads or changes it: it is asked for in vain."""
    changed = {_key(said.effect) for said in context.said if isinstance(said.effect, Change)}
    for field in context.ruleset.fields:
        if field.optional or field.type == "agreed" or field.asked_by or (field.owner, field.name) in changed:
            continue
        node = _node(context, field.owner, field.name)
        if node is None:
            continue
        yield finding(
            "GR320", node.name.span, f"no rule reads `{field.name}`, and every {_WHO[field.owner]} has to state it",
            help="read it in a rule, write `, optional` behind it, or leave it out",
            fix=choice(put_behind("write `, optional`", node.type.span, ", optional")),
        )  # fmt: skip


_WHO = {"model": "model", "piece": "piece of terrain", "game": "game"}


def _key(change: Change) -> tuple[str, str]:
    return ("model" if change.owner in ("shooter", "target") else change.owner, change.field)


def _node(context: Context, owner: str, name: str) -> ast.Field | None:
    symbol = context.meaning.table.get(name)
    places = symbol.places if symbol is not None else []
    return next((place.node for place in places if place.owner == owner), None)
