"""Two things of one kind that readers see under one name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.ruleset import Declared, Value
from groundrules.source import Span


def check(context: Context) -> Iterator[Diagnostic]:
    """Two cards with one title: nobody at the table can tell which of them lies beside the piece."""
    rules = context.ruleset
    kinds: tuple[Sequence[Declared], ...] = (
        rules.terrains, rules.traits, rules.actions, rules.outcomes, rules.states, rules.covers, rules.rolls,
        rules.options,
    )  # fmt: skip
    for several in kinds:
        yield from _alike(context, several)
    for field in rules.fields:
        yield from _alike(context, field.values)


def _alike(context: Context, several: Sequence[Declared | Value]) -> Iterator[Diagnostic]:
    first: dict[str, str] = {}
    for each in several:
        key = " ".join(each.shown.split()).casefold()
        if key not in first:
            first[key] = each.name
            continue
        here, there = _place(context, each.name), _place(context, first[key])
        if here is not None and there is not None:
            yield finding(
                "GR353", here, f"readers see `{each.name}` and `{first[key]}` under one name, `{each.shown}`",
                help="give one of them another name in quotes",
                related=(Related(there, f"`{first[key]}` is declared here"),),
            )  # fmt: skip


def _place(context: Context, name: str) -> Span | None:
    symbol = context.meaning.table.get(name)
    return None if symbol is None else symbol.span
