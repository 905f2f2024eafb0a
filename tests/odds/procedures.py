"""Dice procedures of published games, written in the language and worked out: what `corpus.md` is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit, fields_of
from groundrules.ground import Rect
from groundrules.odds import Odds, odds_of
from groundrules.odds.rolls import Roller, RollOdds, roll_odds
from groundrules.ruleset import Ruleset

from .drawing import compiled

Chances = tuple[Fraction, ...]
Rows = Iterator[tuple[str, Chances]]


@cache
def rules(text: str) -> Ruleset:
    return compiled(text)


def made(text: str, *traits: str, **stated: int) -> RollOdds:
    """The odds of the first roll of a text, for a model."""
    ruleset = rules(text)
    fields = fields_of({key: Fraction(value) for key, value in stated.items()})
    model = Model(fields=fields, traits=tuple(Named(each) for each in traits))
    return roll_odds(ruleset, ruleset.rolls[0], Roller(model))


def bands(text: str, *traits: str, **stated: int) -> Chances:
    """The chances of the bands of the first roll of a text, in their order."""
    odds = made(text, *traits, **stated)
    return tuple(odds.band(band.id) for band in rules(text).rolls[0].bands)


def totals(dice: str) -> tuple[Chances, Fraction]:
    """The chances of the totals of some dice, lowest first, and their mean."""
    found = made(f"roll Test: {dice}\n    0 or more: no effect\n".replace("0 or more", "0+")).totals()
    return tuple(found.values()), sum((Fraction(t) * c for t, c in found.items()), Fraction(0))


def moved(text: str, strips: int = 1, models: int = 1, *traits: str, **stated: int) -> Odds:
    """The odds of a move over so many strips of mud."""
    pieces = tuple(
        Piece(
            name=f"mud {i}",
            terrains=(Named("Mud"),),
            shape=Rect(Fraction(4 + 4 * i), Fraction(-500), Fraction(6 + 4 * i), Fraction(500)),
        )
        for i in range(strips)
    )
    fields = fields_of({key: Fraction(value) for key, value in stated.items()})
    held = tuple(Named(each) for each in traits)
    row = tuple(
        Model(name=f"model {i}", at=(Fraction(0), Fraction(i)), fields=fields, traits=held) for i in range(models)
    )
    path = ((Fraction(0), Fraction(0)), (Fraction(4 + 4 * strips), Fraction(0)))
    mover = row[0] if models == 1 else Unit(models=row)
    return odds_of(rules(text), Situation(mover=mover, table=Table(pieces), moves=(path,)))


def mean(odds: Odds, name: str) -> Fraction:
    return sum((number * chance for number, chance in odds.distribution(name).items()), Fraction(0))


def exactly(odds: Odds, name: str, *numbers: int) -> Chances:
    found = odds.distribution(name)
    return tuple(found.get(number, Fraction(0)) for number in numbers)


# ---- 4.1 to 4.4: two dice and further ones, of which some are kept

_KEEP = "extra dice keep highest, fewer dice keep lowest"


def _more(dice: int, roll: str) -> str:
    if dice == 0:
        return ""
    return f"T: {roll} {dice:+d} {'die' if abs(dice) == 1 else 'dice'}\n"


def _success(dice: int) -> str:
    head = "model\n    Armour: number\n    traits: T\n" if dice else "model\n    Armour: number\n"
    return (
        head
        + f"roll Success Roll: 2d6, {_KEEP}\n    2-6 Failure\n    7-11 Success\n    12 Critical\n"
        + _more(dice, "Success Roll")
    )


def _traits(dice: int) -> tuple[str, ...]:
    return ("T",) if dice else ()


def success() -> Rows:
    for dice in range(-3, 4):
        fail, hit, critical = bands(_success(dice), *_traits(dice), Armour=0)
        yield f"{dice:+d} DICE", (fail, hit, critical, hit + critical)
    for number in (1, 2, 3):
        odds = moved(_success(0) + "Mud on enter: Success Roll\n", number, Armour=0)
        failed = odds.at_least_once("Failure")
        yield f"{number} tests", (1 - failed, failed)


def _injury(dice: int, base: int = 2) -> str:
    head = "model\n    Armour: number\n" + ("    traits: T\n" if dice else "")
    return (
        head
        + f"roll Injury Roll: {base}d6 + Armour, {_KEEP}\n    1 or less None\n    2-6 Minor\n    7-8 Down\n    9+ Out\n"
        + _more(dice, "Injury Roll")
    )


def injury() -> Rows:
    for dice in range(-1, 5):
        for armour in range(0, -4, -1):
            yield f"{dice:+d} DICE, {armour}", bands(_injury(dice), *_traits(dice), Armour=armour)


def bloodbath() -> Rows:
    for dice in range(-1, 2):
        for armour in range(0, -4, -1):
            yield f"{dice:+d} DICE, {armour}", bands(_injury(dice, 3), *_traits(dice), Armour=armour)


def dangerous() -> Rows:
    inner = "\n".join(_injury(0).splitlines()[2:]) + "\n"
    for dice in (-1, 0, 1):
        text = _success(dice) + inner + "Mud on enter: Success Roll\n    Failure: Injury Roll\n"
        for armour in range(0, -4, -1):
            odds = moved(text, 1, 1, *_traits(dice), Armour=armour)
            passes = 1 - odds.at_least_once("Failure")
            hurt = tuple(odds.at_least_once(f"Injury Roll {each}") for each in ("None", "Minor", "Down", "Out"))
            yield f"{dice:+d} DICE, {armour}", (passes, *hurt)


# ---- 4.5: so many dice, each by itself


def hits() -> Rows:
    for most in (1, 2, 3):
        for dice in (1, 2, 3, 4):
            odds = made(f"outcome Hit\nroll Test: {dice}d6\n    each 1-{most}: Hit\n")
            often = odds.how_often(
                rules(f"outcome Hit\nroll Test: {dice}d6\n    each 1-{most}: Hit\n").rolls[0].bands[0].id
            )
            exact = tuple(often.get(number, Fraction(0)) for number in range(dice + 1))
            expected = sum((number * chance for number, chance in often.items()), Fraction(0))
            yield f"{dice} dice, 1-{most}", (*exact, 1 - exact[0], expected)


def units() -> Rows:
    for models, most in ((5, 1), (5, 2), (10, 1), (10, 2), (20, 1)):
        odds = moved(f"outcome Hit\nroll Test: d6\n    each 1-{most}: Hit\nMud on enter: Test\n", 1, models)
        yield f"{models} models, 1-{most}", (*exactly(odds, "Hit", 0, 1, 2), mean(odds, "Hit"))


# ---- 4.6: stuck, and perhaps hit

_EPR = """outcome Stuck
outcome Hit
roll Stuck Roll: d6
    1: Hit
    2+: no effect
roll Test: d6
    1 Fail: Stuck, Stuck Roll
    2+ Pass
"""


def epic() -> Rows:
    one = moved(_EPR + "Mud on enter: Test\n")
    hit = one.at_least_once("Hit")
    yield (
        "one test: moves, stuck only, stuck and hit",
        (one.at_least_once("Pass"), one.at_least_once("Fail") - hit, hit),
    )
    chains = [moved(_EPR + "Mud on enter: Test\n", k) for k in (1, 2, 3)]
    yield "all of 1, 2, 3 tests passed", tuple(1 - each.at_least_once("Stuck") for each in chains)
    yield "a hit in 1, 2, 3 tests", tuple(each.at_least_once("Hit") for each in chains)
    yield "stuck after 1, 2, 3 attempts", tuple(exactly(each, "Stuck", k)[0] for k, each in enumerate(chains, 1))
    until = [moved(_EPR.replace("2+ Pass", "2+ Pass: stop") + "Mud on enter: Test\n", k) for k in (1, 2, 3)]
    yield "mean hits of 1, 2, 3 attempts until one succeeds", tuple(mean(each, "Hit") for each in until)
    for models in (4, 6, 8):
        unit = moved(_EPR + "Mud on enter: Test\n", 1, models)
        yield (
            f"formation of {models}: all move, mean stuck, mean hits",
            (*exactly(unit, "Stuck", 0), mean(unit, "Stuck"), mean(unit, "Hit")),
        )
    one_in_six = "    1 Fail: Hit\n    2+: no effect\n"
    walker = f"model\n    traits: Walker\noutcome Hit\nroll Test: d6\n{one_in_six}Walker: reroll 1 in Test\n"
    yield "hit on 1; re-rolled", (bands(walker)[0], bands(walker, "Walker")[0])
    second = "roll Second: d6\n    1-3: Hit\n    4+: no effect\n"
    twice = f"outcome Hit\n{second}roll First: d6\n    1: Second\n    2+: no effect\n"
    yield "1, then 1-3", (moved(twice + "Mud on enter: First\n").at_least_once("Hit"),)


SECTIONS: dict[str, Callable[[], Rows]] = {
    "4.1": success,
    "4.2": injury,
    "4.3": bloodbath,
    "4.4": dangerous,
    "4.5": hits,
    "4.5 units": units,
    "4.6": epic,
}
