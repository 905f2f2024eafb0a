"""A change of a roll that never changes what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import constant
from groundrules.lint.mending import place_of, without_effect
from groundrules.lint.rolling import made
from groundrules.meaning.reach import Reaches
from groundrules.meaning.traverse import inside, parts
from groundrules.ruleset import ChangeRoll, MoreDice, Read, Roll, TotalOf
from groundrules.syntax import ast_rules as ru

#: Totals that are tried one by one.
MOST = 400


def check(context: Context) -> Iterator[Diagnostic]:
    """The roll is never made, only its single dice are read, or each total stays in its band."""
    rolls = {roll.name: roll for roll in context.ruleset.rolls}
    reaches, done = Reaches(context.ruleset), made(context.ruleset)
    for said in context.said:
        effect = said.effect
        if not isinstance(effect, ChangeRoll | MoreDice) or said.rule is None:
            continue
        why = f"nothing makes `{effect.roll}`" if effect.roll not in done else None
        if why is None and isinstance(effect, ChangeRoll):
            why = _unmoved(context, rolls[effect.roll], effect, reaches)
        if why is not None:
            place = place_of(context.meaning, said.rule, said.effect, ru.Change, ru.MoreDice)
            yield finding(
                "GR313", place,
                f"this changes nothing of `{effect.roll}`: {why}",
                help="leave it out, or change what the bands of the roll take",
                fix=choice(without_effect(context.meaning, said.rule, said.effect)),
            )  # fmt: skip


def _family(context: Context, roll: Roll) -> list[Roll]:
    return [each for each in context.ruleset.rolls if roll.name in (each.name, each.base)]


def _unmoved(context: Context, roll: Roll, change: ChangeRoll, reaches: Reaches) -> str | None:
    family = _family(context, roll)
    names = {each.name for each in family}
    if any(part.roll in names for part in inside(context.ruleset, TotalOf)) or any(_reads(each) for each in family):
        return None  # the total itself is used
    if all(band.mode == "each" for each in family for band in each.bands) and roll.bands:
        return "every die is read by itself, not their total"
    step, reach = constant(change.value), reaches.plain(roll, made=True)
    if change.op == "times" or step is None or reach.low is None or reach.high is None or len(family) > 1:
        return None
    if len(reaches.pushes(roll.name)) > 1 or (reach.high - reach.low) / reach.step > MOST:
        return None
    total, by = reach.low, step if change.op == "plus" else -step
    while total <= reach.high:
        if _bands(roll, total) != _bands(roll, total + by):
            return None
        total += reach.step
    return "whatever falls, the total stays in its band"


def _reads(roll: Roll) -> bool:
    """Whether the total is spoken of beyond its band: `stop after result`, `natural 20`."""
    return any(isinstance(part, Read) for part in parts((roll.bands, roll.handlers)))


def _bands(roll: Roll, total: Fraction) -> tuple[str, ...] | None:
    """The bands that take a total; ``None`` hangs on more than the total, and so differs from itself."""
    found = []
    for band in roll.bands:
        low, high = constant(band.low), constant(band.high)
        if (band.low is not None and low is None) or (band.high is not None and high is None) or band.mode != "total":
            return (f"{total}",)
        if not band.otherwise and (low is None or low <= total) and (high is None or total <= high):
            found.append(band.id)
    return tuple(found)
