"""Numbers as authors write them, brought into the ruleset's own unit."""

from __future__ import annotations

from fractions import Fraction

from groundrules.diagnostics import choice
from groundrules.limits import DICE, LARGEST_NUMBER, SIDES
from groundrules.meaning.env import Env
from groundrules.quantity import Quantity, plain
from groundrules.ruleset import Num
from groundrules.source import Span

#: Units that measure a way over the table; levels, points and moves count things.
LENGTHS = frozenset({"inches", "cm", "mm", "metres", "feet", "yards", "squares", "hexes", "spaces"})


def number(env: Env, quantity: Quantity, span: Span) -> Num:
    """A quantity in the ruleset's unit; a length in another unit is reported."""
    value = bounded(env, quantity.value, span)
    unit = length_unit(env, quantity.unit, span, quantity.value)
    if unit is not None and unit != quantity.unit and env.settings.grid is not None:
        return Num(value * env.settings.grid.size, unit)
    return Num(value, quantity.unit)


def length_unit(env: Env, unit: str | None, span: Span, value: Fraction | None = None) -> str | None:
    """The unit that a number counts in; reports a length in another unit than the ruleset's."""
    own = env.settings.distance
    if unit is None or unit not in LENGTHS or unit == own:
        return unit
    grid = env.settings.grid
    if grid is not None and unit == grid.cell:
        return own
    if not env.stated_unit and not env.report.first("unit", unit):
        return unit
    if value is not None and span.text.strip() and "\n" not in span.text:
        mended = plain(value, own)
        help = f"write it in {own}, as in `{mended}`, or declare `distance {unit}`"
    else:
        help = f"write it in {own}, or declare `distance {unit}`"
    fix = env.restate(unit)
    if fix is not None and not env.stated_unit:
        help = f"declare `distance {unit}`: every length here is in {unit}"
    env.report.say("GR213", span, f"this is in {unit}, and lengths of this ruleset are in {own}", help=help,
                   fix=choice(fix) if env.stated_unit else fix)  # fmt: skip
    return unit


def bounded(env: Env, value: Fraction, span: Span) -> Fraction:
    """The number itself, or 1 with a finding when no game could mean it."""
    if abs(value) <= LARGEST_NUMBER and value.denominator <= LARGEST_NUMBER:
        return value
    env.report.say(
        "GR214", span, "this number is larger or finer than any table", help=f"the largest number is {LARGEST_NUMBER}"
    )
    return Fraction(1)


def dice_fit(env: Env, count: int, sides: int, span: Span) -> bool:
    """Whether so many dice of so many sides can be rolled; else a finding."""
    if 1 <= count <= DICE and 1 <= sides <= SIDES:
        return True
    message = "nobody can roll these dice"
    env.report.say("GR214", span, message, help=f"from 1 to {DICE} dice, of 1 to {SIDES} sides each")
    return False
