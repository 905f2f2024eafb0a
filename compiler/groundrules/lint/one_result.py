"""A roll that can only come out one way."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import inside
from groundrules.ruleset import Dice, Qualifiers, Read, Roll


def check(context: Context) -> Iterator[Diagnostic]:
    """`1+: stop` on a d6: the players roll, and know before what comes of it."""
    for roll in context.ruleset.rolls:
        symbol = context.meaning.table.get(roll.name)
        if symbol is not None and roll.base is None and any(inside(roll.total, Dice)) and _is_decided(roll):
            yield finding(
                "GR358", symbol.span, f"one band of `{roll.name}` takes every total",
                help="part the totals among bands that differ, or write what happens without a roll",
            )  # fmt: skip


def _is_decided(roll: Roll) -> bool:
    """Whether one band takes every total, and does not read it."""
    if len(roll.bands) != 1:
        return False
    (band,) = roll.bands
    return band.mode == "total" and band.qualifiers == Qualifiers() and not any(inside(band.effects, Read))
