"""A roll of which every band does the same."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import parts
from groundrules.ruleset import Effect, NoEffect, Pass, Perform, Read, Reroll, Roll, TotalOf


def check(context: Context) -> Iterator[Diagnostic]:
    """Whatever falls, the same comes of it, and nothing looks at the name of a band or at the total."""
    for roll in context.ruleset.rolls:
        done = {_plain(band.effects) for band in roll.bands}
        symbol = context.meaning.table.get(roll.name)
        if len(roll.bands) < 2 or len(done) != 1 or done == {()} or symbol is None or _matters(context, roll):
            continue
        yield finding(
            "GR340", symbol.span, f"every band of `{roll.name}` does the same, so nothing hangs on the dice",
            help="say what differs, or write the effect without a roll",
        )  # fmt: skip


def _matters(context: Context, roll: Roll) -> bool:
    """Whether something hangs on the roll all the same: on single dice, on its total, on the name of a band."""
    if roll.base is not None or any(band.mode != "total" for band in roll.bands) or _handled(context, roll):
        return True
    if any(isinstance(part, Read) for part in parts(roll.bands)):
        return True
    return any(isinstance(part, TotalOf) and part.roll == roll.name for part in parts(context.ruleset))


def _plain(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(effect for effect in effects if not isinstance(effect, NoEffect))


def _handled(context: Context, roll: Roll) -> bool:
    """Whether a rule, a roll that derives from it, or an exception speaks of one of its bands."""
    if any(each.base == roll.name for each in context.ruleset.rolls):
        return True
    for said in context.said:
        match said.effect:
            case Perform(roll=name, handlers=handlers) if name == roll.name and handlers:
                return True
            case Pass(rolls=rolls) | Reroll(rolls=rolls) if roll.name in rolls:
                return True
    return False
