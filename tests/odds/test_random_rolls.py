"""Thousands of random rolls against icepool: totals, kept dice, modifiers, rerolls, more dice, dice read one by one.

Many rolls stand in one ruleset, so that only their odds take time. Each drawn roll comes
with the die of icepool, or the count of dice, that it must be equal to as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest

from groundrules.engine import Model, Named
from groundrules.odds.rolls import Roller, roll_odds
from groundrules.ruleset import Roll

from .drawing import compiled

#: Rolls to a ruleset, and rulesets.
ROLLS, RULESETS = 100, 21
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Drawn:
    """A roll as text, the traits of who makes it, and its total or the dice of its first band as icepool has them."""

    lines: tuple[str, ...]
    die: Any
    counts: bool = False
    traits: tuple[str, ...] = ()


def name(number: int) -> str:
    return f"Roll {LETTERS[number // 26]}{LETTERS[number % 26].lower()}"


def pool(random: Random) -> tuple[int, int]:
    return random.choice([(1, 6), (1, 20), (2, 6), (2, 4), (3, 6), (2, 10), (3, 4), (4, 3), (5, 6), (1, 100)])


def plain(random: Random, roll: str) -> Drawn:
    """A sum of dice, with further dice and a number added or taken away."""
    count, sides = pool(random)
    text, die = f"{count}d{sides}", count @ icepool.d(sides)
    if random.random() < 0.4:
        more, of = random.randint(1, 2), random.choice((3, 4, 6))
        if random.random() < 0.5:
            text, die = f"{text} + {more}d{of}", die + more @ icepool.d(of)
        else:
            text, die = f"{text} - {more}d{of}", die - more @ icepool.d(of)
    change = random.randint(-3, 3)
    if change:
        text, die = f"{text} {'+' if change > 0 else '-'} {abs(change)}", die + change
    return Drawn((f"roll {roll}: {text}", *bands(random, die)), die)


def kept(random: Random, roll: str) -> Drawn:
    """The best or the worst of a pool."""
    count, sides = random.randint(2, 7), random.choice((3, 4, 6, 10))
    keep = random.randint(1, count - 1)
    which = random.choice(("highest", "lowest"))
    die = getattr(icepool.d(sides), which)(count, keep)
    return Drawn((f"roll {roll}: {count}d{sides} keep {keep} {which}", *bands(random, die)), die)


def more_dice(random: Random, roll: str) -> Drawn:
    """One die more or fewer, of which as many are kept as the roll says."""
    count, sides, more = random.randint(1, 3), random.choice((4, 6, 8)), random.choice((1, -1, 2))
    which = "highest" if more > 0 else "lowest"
    die = getattr(icepool.d(sides), which)(count + abs(more), count)
    line = f"roll {roll}: {count}d{sides}, extra dice keep highest, fewer dice keep lowest"
    sign = f"{'+' if more > 0 else '-'}{abs(more)} {'die' if abs(more) == 1 else 'dice'}"
    return Drawn((line, *bands(random, die), f"{roll.replace('Roll', 'Gift')}: {roll} {sign}"), die, False, (roll,))


def dice_again(random: Random, roll: str) -> Drawn:
    """Every die that shows the lowest faces is thrown once more."""
    count, sides = random.randint(1, 4), random.choice((4, 6, 10))
    top = random.randint(1, sides - 1)
    one = icepool.d(sides).reroll(lambda face: face <= top, depth=1)
    faces = "1" if top == 1 else f"1-{top}"
    lines = (f"roll {roll}: {count}d{sides}", *bands(random, count @ one))
    return Drawn((*lines, f"{roll.replace('Roll', 'Gift')}: reroll {faces} in {roll}"), count @ one, False, (roll,))


def band_again(random: Random, roll: str) -> Drawn:
    """The whole roll is made once more where it fails."""
    count, sides = random.choice([(1, 6), (2, 6), (3, 4), (1, 20)])
    die = count @ icepool.d(sides)
    cut = random.randint(min(die), max(die) - 1)
    lines = (f"roll {roll}: {count}d{sides}", f"    {cut} or less Failure", f"    {cut + 1}+ Success")
    again = die.map(lambda total: die if total <= cut else total)
    return Drawn((*lines, f"{roll.replace('Roll', 'Gift')}: reroll Failure in {roll}"), again, False, (roll,))


def one_by_one(random: Random, roll: str) -> Drawn:
    """How many dice of a pool fall into a band."""
    count, sides = random.randint(1, 12), random.choice((4, 6, 10))
    low = random.randint(1, sides)
    high = random.randint(low, sides)
    band = f"{low}" if low == high else f"{low}-{high}"
    hits = count @ icepool.d(sides).map(lambda face: int(low <= face <= high))
    return Drawn((f"roll {roll}: {count}d{sides}", f"    each {band} Hit"), hits, True)


def bands(random: Random, die: Any) -> Iterator[str]:
    """Two bands that cut the totals somewhere."""
    low, high = min(die), max(die)
    cut = random.randint(max(low, 0), max(low, high - 1, 0))
    yield f"    {cut} or less Failure"
    if high > cut:
        yield f"    {cut + 1}+ Success"


KINDS: tuple[Callable[[Random, str], Drawn], ...] = (plain, plain, kept, more_dice, dice_again, band_again, one_by_one)


def drawn(seed: int) -> tuple[str, list[Drawn]]:
    """A ruleset of many rolls."""
    random = Random(seed)
    rolls = [random.choice(KINDS)(random, name(number)) for number in range(ROLLS)]
    gifts = [each.traits[0].replace("Roll", "Gift") for each in rolls if each.traits]
    lines = ["model", f"    traits: {', '.join(gifts)}"] if gifts else []
    for each in rolls:
        lines += [line for line in each.lines if not line.startswith("Gift")]
    lines += [line for each in rolls for line in each.lines if line.startswith("Gift")]
    lines.append("Mud: no effect")
    return "\n".join(lines) + "\n", rolls


def chances(die: Any) -> dict[int, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die if die.quantity(outcome)}


@pytest.mark.parametrize("seed", range(RULESETS))
def test_rolls_are_those_of_icepool(seed: int) -> None:
    text, rolls = drawn(seed)
    ruleset = compiled(text)
    for number, each in enumerate(rolls):
        roll: Roll = next(one for one in ruleset.rolls if one.name.replace(" ", "") == name(number).replace(" ", ""))
        traits = tuple(Named(trait.replace("Roll ", "Gift")) for trait in each.traits)
        odds = roll_odds(ruleset, roll, Roller(Model(traits=traits)))
        if each.counts:
            found = {often: chance for often, chance in odds.how_often(roll.bands[0].id).items() if chance}
        else:
            found = {int(total): chance for total, chance in odds.totals().items()}
            low = [band for band in roll.bands if band.names == ("Failure",)]
            if low:
                cut = int(each.lines[1].split()[0])
                assert odds.band(low[0].id) == sum(c for total, c in found.items() if total <= cut), each.lines
        assert found == chances(each.die), each.lines
