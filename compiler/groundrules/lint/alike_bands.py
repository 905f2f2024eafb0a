"""A roll of which every band does the same."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import parts
from groundrules.ruleset import Effect, NoEffect, Pass, Perform, Read, Reroll, Roll, TotalOf


def check(context: Context) -> Iterator[Diagnostic]:
    """Whatever falls, the same comes of it, and nothing looks at the name of a band or at the total."""
    used = {part.roll for part in parts(context.ruleset) if isinstance(part, TotalOf)}
    for roll in context.ruleset.rolls:
        if len(roll.bands) < 2 or roll.base is not None or roll.name in used or _handled(context, roll):
            continue
        if any(band.mode != "total" for band in roll.bands) or any(
            isinstance(part, Read) for part in parts(roll.bands)
        ):
            continue
        done = {_plain(band.effects) for band in roll.bands}
        symbol = context.meaning.table.get(roll.name)
        if len(done) == 1 and done != {()} and symbol is not None:
            yield finding(
                "GR340", symbol.span, f"every band of `{roll.name}` does the same, so nothing hangs on the dice",
                help="say what differs, or write the effect without a roll",
            )  # fmt: skip


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
