"""How far numbers can reach: the least and the greatest that an expression, or a roll, can come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from groundrules.meaning.facts import Vocabulary, qualified
from groundrules.meaning.logic import Fact, Known, holds_with, known
from groundrules.meaning.regions import regions
from groundrules.meaning.traverse import brought, parts
from groundrules.ruleset import (
    Binary,
    ChangeNumber,
    ChangeRoll,
    Dice,
    Effect,
    Expr,
    FieldOf,
    Measure,
    Neg,
    Num,
    Number,
    NumberOf,
    Rate,
    Roll,
    Ruleset,
    TotalOf,
)

ONE = Fraction(1)

#: Changes of one roll whose sums are tried one by one; of more, all are taken together.
TRIED = 10


@dataclass(frozen=True, slots=True)
class Reach:
    """From ``low`` to ``high`` (``None``: without end), in multiples of ``step``."""

    low: Fraction | None = None
    high: Fraction | None = None
    step: Fraction = ONE

    def plus(self, other: Reach) -> Reach:
        """Every sum of the two."""
        return Reach(_sum(self.low, other.low), _sum(self.high, other.high), _common(self.step, other.step))

    def times(self, factor: Fraction) -> Reach:
        """Every multiple."""
        if not factor:
            return Reach(Fraction(0), Fraction(0))
        ends = (_product(self.low, factor), _product(self.high, factor))
        low, high = ends if factor > 0 else ends[::-1]
        return Reach(low, high, self.step * abs(factor))

    def joined(self, other: Reach) -> Reach:
        """What either comes to."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Reach(low, high, _common(self.step, other.step))


EVERYTHING = Reach()


def _sum(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one + other


def _product(one: Fraction | None, factor: Fraction) -> Fraction | None:
    return None if one is None else one * factor


def _common(one: Fraction, other: Fraction) -> Fraction:
    below = lcm(one.denominator, other.denominator)
    return Fraction(gcd(int(one * below), int(other * below)), below)


@dataclass(frozen=True, slots=True)
class Push:
    """A change of a roll's total: by how much, where it holds, and who says so."""

    who: str
    change: ChangeRoll
    holds: Known


@dataclass(slots=True)
class Reaches:
    """The reaches of a ruleset's numbers and rolls, worked out when they are asked for."""

    ruleset: Ruleset
    _numbers: dict[str, Number] = field(init=False)
    _rolls: dict[str, Roll] = field(init=False)
    _pushes: dict[str, list[Push]] = field(init=False)
    _pushed_numbers: dict[str, list[ChangeNumber]] = field(init=False)
    _open: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._numbers = {number.name: number for number in self.ruleset.numbers}
        self._rolls = {roll.name: roll for roll in self.ruleset.rolls}
        self._pushes = {}
        for push in _pushes(self.ruleset):
            self._pushes.setdefault(push.change.roll, []).append(push)
        self._pushed_numbers = {}
        for effect in _everywhere(self.ruleset):
            if isinstance(effect, ChangeNumber):
                self._pushed_numbers.setdefault(effect.name, []).append(effect)

    def of(self, expr: Expr, kept: int | None = None, thrown: Expr | None = None) -> Reach:
        """What an expression can come to; ``kept`` of its dice count, and of the dice ``thrown`` there is one."""
        match expr:
            case Num(value):
                return Reach(value, value, _common(ONE, value) if value else ONE)
            case Dice(count, sides):
                dice = self.of(count)
                least, most = max(dice.low or Fraction(0), Fraction(1 if expr is thrown else 0)), dice.high
                if kept is not None:
                    least, most = (
                        min(least, Fraction(kept)),
                        Fraction(kept) if most is None else min(most, Fraction(kept)),
                    )
                return Reach(least, _product(most, Fraction(sides)))
            case Neg(term):
                return self.of(term, kept, thrown).times(Fraction(-1))
            case Binary():
                return self._binary(expr, kept, thrown)
            case NumberOf(name):
                return self._number(name)
            case TotalOf(roll=name):
                return self.roll(name, made=expr is thrown) if name in self._rolls else EVERYTHING
            case Measure("obscured" | "covered"):
                return Reach(Fraction(0), ONE)
            case Measure():
                return Reach(Fraction(0), None)
            case FieldOf(owner, name):
                return self._field(owner, name)
            case Rate(amount=amount):
                each = self.of(amount)
                low = Fraction(0) if each.low is not None and each.low >= 0 else None
                return Reach(low, Fraction(0) if each.high == 0 else None)
        return EVERYTHING

    def _binary(self, expr: Binary, kept: int | None, thrown: Expr | None) -> Reach:
        left, right = self.of(expr.left, kept, thrown), self.of(expr.right, kept, thrown)
        match expr.op:
            case "add":
                return left.plus(right)
            case "sub":
                return left.plus(right.times(Fraction(-1)))
            case "mul":
                if right.low is not None and right.low == right.high:
                    return left.times(right.low)
                if left.low is not None and left.low == left.high:
                    return right.times(left.low)
            case "div":
                if right.low and right.low == right.high:
                    return left.times(1 / right.low)
        ends = (left.low, left.high, right.low, right.high)
        if expr.op == "mul" and all(end is not None for end in ends):
            firsts = [end for end in (left.low, left.high) if end is not None]
            seconds = [end for end in (right.low, right.high) if end is not None]
            products = [first * second for first in firsts for second in seconds]
            return Reach(min(products), max(products), left.step * right.step)
        return EVERYTHING

    def _field(self, owner: str, name: str) -> Reach:
        kind = "model" if owner in ("shooter", "target") else owner
        for each in self.ruleset.fields:
            if (each.owner, each.name) == (kind, name) and each.type in ("distance", "unit"):
                return Reach(Fraction(0), None)
        return EVERYTHING

    def _number(self, name: str) -> Reach:
        number = self._numbers.get(name)
        if number is None or name in self._open:
            return EVERYTHING
        self._open.add(name)
        values = [*([number.value] if number.value is not None else []), *(pair.value for pair in number.pairs)]
        reach: Reach | None = None
        for value in values:
            reach = self.of(value) if reach is None else reach.joined(self.of(value))
        made = reach if reach is not None else EVERYTHING
        for change in (*number.adjusts, *self._pushed_numbers.get(name, ())):
            made = made.joined(_changed(made, change.op, self.of(change.value)))
        self._open.discard(name)
        return made

    # ---- rolls

    def plain(self, roll: Roll, *, made: bool = False) -> Reach:
        """The total of a roll as it is declared, unchanged by any rule; ``made``: with a die at least.

        A roll of no dice is not made. It has a total where that is wanted as a number, and falls into no band.
        """
        dice = [each for each in parts(roll.total) if isinstance(each, Dice | TotalOf)] if made else []
        if not dice:
            return self.of(roll.total, roll.keep)
        return reduce(Reach.joined, (self.of(roll.total, roll.keep, each) for each in dice))

    def roll(self, name: str, *, made: bool = False) -> Reach:
        """The total of a roll with every change that rules declare; see :meth:`plain`."""
        if name in self._open:
            return EVERYTHING
        self._open.add(name)
        reach = self.plain(self._rolls[name], made=made)
        widest = reach
        for some in _together(self.pushes(name)):
            pushed = reach
            for push in some:
                pushed = _changed(pushed, push.change.op, self.of(push.change.value))
            widest = widest.joined(pushed)
        self._open.discard(name)
        return widest

    def pushes(self, name: str) -> list[Push]:
        """The changes of a roll: those of its own name, and of the rolls it derives from."""
        found: list[Push] = []
        at: str | None = name
        seen: set[str] = set()
        while at is not None and at not in seen and at in self._rolls:
            seen.add(at)
            found += self._pushes.get(at, [])
            at = self._rolls[at].base
        return found


def _changed(reach: Reach, op: str, value: Reach) -> Reach:
    match op:
        case "plus":
            return reach.plus(value)
        case "minus":
            return reach.plus(value.times(Fraction(-1)))
        case "times" if value.low is not None and value.low == value.high:
            return reach.times(value.low)
        case "set":
            return value
    return EVERYTHING


def _everywhere(ruleset: Ruleset) -> Iterator[Effect]:
    for rule in ruleset.rules:
        yield from brought(rule.effects)
    for roll in ruleset.rolls:
        for band in roll.bands:
            yield from brought(band.effects)
        for handler in roll.handlers:
            yield from brought(handler.effects)


def _roll_changes(effects: tuple[Effect, ...]) -> list[ChangeRoll]:
    return [effect for effect in brought(effects) if isinstance(effect, ChangeRoll)]


def _pushes(ruleset: Ruleset) -> Iterator[Push]:
    vocabulary = Vocabulary.of(ruleset)
    for index, rule in enumerate(ruleset.rules):
        changes = _roll_changes(rule.effects)
        for region in regions(index, rule, vocabulary) if changes else ():
            yield from (Push(rule.id, change, region.known) for change in changes)
    for roll in ruleset.rolls:
        for band in roll.bands:
            where = known(qualified(vocabulary, band.qualifiers))
            yield from (Push(band.id, change, where) for change in _roll_changes(band.effects))
        for handler in roll.handlers:
            yield from (Push(handler.id, change, known(())) for change in _roll_changes(handler.effects))


def _together(pushes: list[Push]) -> Iterable[list[Push]]:
    """Every set of changes that can hold at once; of very many, all of them as one."""
    if len(pushes) > TRIED:
        yield pushes
        yield from ([push] for push in pushes)
        return
    sets: list[tuple[list[Push], Known]] = [([], known(()))]
    for push in pushes:
        # A rule about several subjects pushes once, whichever of them a model is.
        sets += [
            ([*some, push], _joined(what, push.holds))
            for some, what in sets
            if all(each.change is not push.change for each in some) and holds_with(what, push.holds)
        ]
    yield from (some for some, _ in sets if some)


def _joined(one: Known, other: Known) -> Known:
    both = Known(one.facts, (*one.open, *other.open), one.contradiction or other.contradiction)
    return known([Fact(key, allowed) for key, allowed in other.facts.items()], both)
