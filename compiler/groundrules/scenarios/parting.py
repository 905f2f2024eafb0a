"""Where two conditions part: needs under which the one holds and the other does not.

Every number that is compared is tried at its threshold and on both sides of it, together with
the values that decide all else that is joined to it: of ``Save over 3 or AP over 0`` the edge
of the one shows only where the other does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Compare,
    Condition,
    Dice,
    FieldOf,
    Is,
    Measure,
    Not,
    NumberOf,
    Rate,
    Read,
    Share,
    TotalOf,
    ValueOf,
)
from groundrules.scenarios.needs import Need, Place, Stated, all_of
from groundrules.scenarios.reaching import leaves_in
from groundrules.scenarios.thresholds import Thresholds, kind_of

#: A condition that never holds.
NEVER: Condition = Any(())
#: Ways in which two conditions part, values of one place, cases that are gone through.
_FOUND, _VALUES, _CASES = 24, 7, 4_000
#: Measures that a way of moving or looking can be given.
_GIVEN = frozenset(("rise", "gap", "fall", "moved", "width", "base", "distance"))
_UNKNOWN = (Dice, TotalOf, Read, Rate)

_Known = dict[Place, Stated]
_Facts = dict[Condition, bool]


class Parting:
    """The search for one ruleset."""

    def __init__(self, thresholds: Thresholds) -> None:
        self.thresholds = thresholds

    def needs(self, one: Condition | None, other: Condition | None = NEVER) -> list[Need]:
        """Needs under which exactly one of two conditions holds; not exact, each is to be played."""
        leaves = list(dict.fromkeys((*_conditions(one), *_conditions(other))))
        compared = [each for each in leaves if isinstance(each, Compare) and self._is_settled(each)]
        facts = [each for each in leaves if each not in compared]
        case = _Case(self.thresholds, frozenset(compared), one, other, self._choices(compared), facts)
        found: list[Need] = []
        for known, held in islice(case.parting(), _FOUND):
            groups = [[self.thresholds.stated(known)], *(self._fact(each, holds) for each, holds in held.items())]
            found += all_of(groups, 6)
        return list(dict.fromkeys(found))

    def _is_settled(self, compare: Compare) -> bool:
        """Whether values of fields and measures that can be given decide a comparison."""
        for leaf in leaves_in((compare.left, compare.right)):
            if isinstance(leaf, _UNKNOWN) or (isinstance(leaf, Measure) and leaf.measure not in _GIVEN):
                return False
            if isinstance(leaf, NumberOf) and self.thresholds.numbers[leaf.name].adjusts:
                return False
        return True

    def _choices(self, compared: Sequence[Compare]) -> dict[Place, list[Stated]]:
        """Values of each place, those at the thresholds first."""
        found: dict[Place, list[Stated]] = {}
        for place in dict.fromkeys(place for each in compared for place in self.thresholds.places(each)):
            about = [each for each in compared if place in self.thresholds.places(each)]
            numbers = sorted({number for each in about for number in self.thresholds.constants(each)})
            sides = (side for each in about for side in (each.left, each.right))
            other = next((side for side in sides if isinstance(side, (FieldOf, ValueOf))), None)
            values = self.thresholds.choices(place, numbers, other)
            found[place] = sorted(values, key=lambda value: _far(value, numbers))[:_VALUES]
        return found

    def _fact(self, fact: Condition, holds: bool) -> list[Need]:
        """Needs under which something that no value decides may hold, or not; the play decides."""
        match fact:
            case Is(term=term, owner="shooter" | "target" as owner) if term.kind in ("trait", "state"):
                return [Need(borne=((owner, term.kind, kind_of(term)),))] if holds else [Need()]
            case Is(term=term, owner=owner):
                return self.thresholds.named(term, owner) if holds else self.thresholds.without(term)
            case Agreed(text=text):
                return [Need(agreed=(text,))] if holds else [Need()]
            case Share(of="unit", number=Fraction() as number) if number > 1:
                return [Need(crowd=int(number) + more) for more in (0, 1, -1)]
            case Share(number=Fraction() as number) if number < 1:
                return _shares(number)
            case Compare():
                numbers = [each for each in self.thresholds.constants(fact) if 0 < each < 1]
                return [need for number in numbers for need in _shares(number)] or [Need()]
        return [Need()]


class _Case:
    """Two conditions, and what decides them."""

    def __init__(
        self,
        thresholds: Thresholds,
        settled: frozenset[Condition],
        one: Condition | None,
        other: Condition | None,
        choices: Mapping[Place, Sequence[Stated]],
        facts: Sequence[Condition],
    ) -> None:
        self.thresholds, self.settled = thresholds, settled
        self.one, self.other = one, other
        self.choices = list(choices.items())
        self.facts = facts
        self.left = _CASES

    def parting(self) -> Iterator[tuple[_Known, _Facts]]:
        """What must be known for the two to part; what plays no part then is not said."""
        yield from self._below(0, {}, {})

    def _below(self, at: int, known: _Known, held: _Facts) -> Iterator[tuple[_Known, _Facts]]:
        self.left -= 1
        if self.left < 0:
            return
        first, second = self.holds(self.one, known, held), self.holds(self.other, known, held)
        if first is not None and second is not None:
            if first != second:
                yield dict(known), dict(held)
        elif at < len(self.choices):
            place, values = self.choices[at]
            for value in values:
                yield from self._below(at + 1, {**known, place: value}, held)
        elif at < len(self.choices) + len(self.facts):
            fact = self.facts[at - len(self.choices)]
            for truth in (True, False):
                yield from self._below(at + 1, known, {**held, fact: truth})

    def holds(self, condition: Condition | None, known: _Known, held: _Facts) -> bool | None:
        """Whether a condition holds; ``None`` as long as that is open."""
        match condition:
            case None:
                return True
            case Not(term=term):
                inner = self.holds(term, known, held)
                return None if inner is None else not inner
            case All(terms=terms) | Any(terms=terms):
                decides = isinstance(condition, Any)
                each = [self.holds(term, known, held) for term in terms]
                return decides if decides in each else None if None in each else not decides
            case Compare() if condition in self.settled:
                return self.thresholds.comes(condition, known)
        return held.get(condition)


def _conditions(condition: Condition | None) -> Iterator[Condition]:
    """The conditions that are joined."""
    match condition:
        case None:
            return
        case All(terms=terms) | Any(terms=terms):
            for term in terms:
                yield from _conditions(term)
        case Not(term=term):
            yield from _conditions(term)
        case _:
            yield condition


def _far(value: Stated, numbers: Sequence[Fraction]) -> tuple[Fraction, bool]:
    """How far a value is from the nearest threshold; whole numbers first among those as far."""
    if not isinstance(value, Fraction):
        return Fraction(0), False
    return min((abs(value - number) for number in numbers), default=value), value.denominator > 1


def _shares(number: Fraction) -> list[Need]:
    quarter = Fraction(1, 4)
    return [Need(share=each) for each in (number, number + quarter, number - quarter) if 0 < each <= 1]
