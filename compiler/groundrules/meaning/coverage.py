"""Which totals of a roll its bands take: none, one, or several at once.

Bands and reaches are ranges, so only totals at their ends, and one step beside them, need
to be looked at. Ends that hang on a field, a number or a parameter (``Skill+``) are tried
with every value that could make a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from groundrules.meaning.facts import Vocabulary, linear, qualified
from groundrules.meaning.logic import And, Formula, Known, can_hold, holds_with, known, negation
from groundrules.meaning.reach import Reach, Reaches
from groundrules.meaning.traverse import inside
from groundrules.ruleset import Band, Dice, Expr, Roll

#: Unknowns that are tried, and values of each; with more, nobody could check the roll by eye either.
UNKNOWNS, VALUES = 2, 48

#: How far beyond the last end a total without bound is looked at.
MARGIN = 3


@dataclass(frozen=True, slots=True)
class Taken:
    """A band as a line on the scale of totals: its ends as sums of unknowns, and when it holds."""

    band: Band
    low: tuple[Mapping[Expr, Fraction], Fraction] | None
    high: tuple[Mapping[Expr, Fraction], Fraction] | None
    holds: Formula
    known: Known

    def takes(self, total: Fraction, values: Mapping[Expr, Fraction]) -> bool:
        """Whether the total lies in the band, the unknowns being what they are."""
        return (self.low is None or _at(self.low, values) <= total) and (
            self.high is None or total <= _at(self.high, values)
        )


@dataclass(frozen=True, slots=True)
class Gap:
    """Totals that no band takes, for some model; ``None``: without end. ``fails``: what then holds."""

    low: Fraction | None
    high: Fraction | None
    fails: tuple[Formula, ...]


@dataclass(slots=True)
class Coverage:
    """The bands of one kind (``total``, ``each`` or ``natural``) of one roll against what it can come to."""

    roll: Roll
    reach: Reach
    taken: list[Taken]
    otherwise: list[Taken]
    tied: list[Fraction]
    clear: bool = True
    _worlds: list[Mapping[Expr, Fraction]] = field(default_factory=list)

    def totals(self, values: Mapping[Expr, Fraction]) -> list[Fraction]:
        """The totals at which anything can change, in order."""
        step = self.reach.step
        ends = [_at(end, values) for each in self.taken for end in (each.low, each.high) if end is not None]
        marks = {point for end in ends for point in (end - step, end, end + step)}
        marks |= {point for natural in self.tied for point in (natural - step, natural, natural + step)}
        low = self.reach.low if self.reach.low is not None else min(marks, default=Fraction(0)) - MARGIN
        high = self.reach.high if self.reach.high is not None else max(marks, default=Fraction(0)) + MARGIN
        marks |= {low, high}
        return sorted(point for point in marks if low <= point <= high and (point / step).denominator == 1)

    def gaps(self) -> Iterator[Gap]:
        """Runs of totals that some model's roll can come to and no band takes."""
        for values in self._worlds:
            run: list[tuple[Fraction, tuple[Formula, ...]]] = []
            points = self.totals(values)
            for total in points:
                fails = self._open_at(total, values)
                if fails is not None:
                    run.append((total, fails))
                    continue
                if run:
                    yield self._gap(run, points)
                run = []
            if run:
                yield self._gap(run, points)

    def _open_at(self, total: Fraction, values: Mapping[Expr, Fraction]) -> tuple[Formula, ...] | None:
        """The conditions that must all fail for the total to be left open, or ``None`` where it is taken."""
        if total in self.tied:
            return None
        takers = [each for each in self.taken if each.takes(total, values)] + self.otherwise
        fails = tuple(negation(each.holds) for each in takers)
        return fails if can_hold(fails) else None

    def _gap(self, run: list[tuple[Fraction, tuple[Formula, ...]]], points: list[Fraction]) -> Gap:
        low: Fraction | None = run[0][0]
        high: Fraction | None = run[-1][0]
        if self.reach.low is None and low == points[0]:
            low = None
        if self.reach.high is None and high == points[-1]:
            high = None
        return Gap(low, high, run[0][1])

    def overlaps(self) -> Iterator[tuple[Band, Band, Fraction]]:
        """Pairs of bands, in the order of the text, that both take a total for one and the same model."""
        told: set[tuple[int, int]] = set()
        for values in self._worlds:
            for total in self.totals(values):
                takers = [(i, each) for i, each in enumerate(self.taken) if each.takes(total, values)]
                for at, (i, one) in enumerate(takers):
                    for j, other in takers[at + 1 :]:
                        if (i, j) not in told and holds_with(one.known, other.known):
                            told.add((i, j))
                            yield one.band, other.band, total

    def unreached(self) -> Iterator[Band]:
        """Bands that no total of the roll ever falls into."""
        points = [(values, self.totals(values)) for values in self._worlds]
        for each in self.taken:
            if not any(each.takes(total, values) for values, totals in points for total in totals):
                yield each.band
        for each in self.otherwise if self.clear else ():
            if not self._needed(each):
                yield each.band

    def _needed(self, otherwise: Taken) -> bool:
        for values in self._worlds:
            for total in self.totals(values):
                takers = [each for each in self.taken if each.takes(total, values)]
                if total not in self.tied and can_hold([otherwise.holds, *(negation(each.holds) for each in takers)]):
                    return True
        return False


def coverage(roll: Roll, mode: str, reaches: Reaches, vocabulary: Vocabulary) -> Coverage | None:
    """The coverage of a roll by its bands of one kind; ``None`` where there are too many unknowns to try."""
    taken = [_taken(band, vocabulary) for band in roll.bands if band.mode == mode and not band.otherwise]
    otherwise = [_taken(band, vocabulary) for band in roll.bands if band.otherwise] if mode == "total" else []
    reach = reaches.roll(roll.name, made=True) if mode == "total" else _faces(roll)
    tied = _tied(roll, reaches) if mode == "total" else []
    made = Coverage(roll, reach, taken, otherwise, tied)
    ends = [end for each in taken for end in (each.low, each.high) if end is not None]
    unknowns = list(dict.fromkeys(atom for end in ends for atom in end[0]))
    if len(unknowns) > UNKNOWNS:
        return None
    made._worlds = list(_worlds(unknowns, ends, reach, reaches))
    made.clear = not unknowns
    return made


def _taken(band: Band, vocabulary: Vocabulary) -> Taken:
    parts = qualified(vocabulary, band.qualifiers)
    low = None if band.low is None else linear(band.low)
    high = None if band.high is None else linear(band.high)
    return Taken(band, low, high, And(parts), known(parts))


def _worlds(
    unknowns: list[Expr],
    ends: list[tuple[Mapping[Expr, Fraction], Fraction]],
    reach: Reach,
    reaches: Reaches,
) -> Iterator[Mapping[Expr, Fraction]]:
    """Values of the unknowns near everything that an end could meet."""
    fixed = {constant for _, constant in ends} | {end for end in (reach.low, reach.high) if end is not None}
    near = sorted({point + by for point in fixed | {-point for point in fixed} for by in (-2, -1, 0, 1, 2)})
    choices = []
    for unknown in unknowns:
        own = reaches.of(unknown)
        fitting = [v for v in near if (own.low is None or v >= own.low) and (own.high is None or v <= own.high)]
        extra = [end for end in (own.low, own.high) if end is not None]
        choices.append(sorted({*fitting, *extra})[:VALUES] or [Fraction(0)])
    for values in product(*choices):
        yield dict(zip(unknowns, values, strict=True))


def _at(end: tuple[Mapping[Expr, Fraction], Fraction], values: Mapping[Expr, Fraction]) -> Fraction:
    total, constant = end
    return constant + sum((values[atom] * factor for atom, factor in total.items()), Fraction(0))


def _faces(roll: Roll) -> Reach:
    """What a single die of the roll can show; without end where it mixes dice."""
    sides = sides_of(roll)
    return Reach(Fraction(1), Fraction(sides)) if sides is not None else Reach(Fraction(1), None)


def sides_of(roll: Roll) -> int | None:
    """The sides of the roll's dice, if they are all of one kind."""
    sides = {dice.sides for dice in inside(roll.total, Dice)}
    return sides.pop() if len(sides) == 1 else None


def _tied(roll: Roll, reaches: Reaches) -> list[Fraction]:
    """Totals of a single, unchanged die that a ``natural`` band takes away from the others."""
    if not isinstance(roll.total, Dice) or reaches.pushes(roll.name) or reaches.of(roll.total.count).high != 1:
        return []
    found: list[Fraction] = []
    for band in roll.bands:
        ends = (band.low, band.high)
        if band.mode != "natural" or any(end is None for end in ends) or band.qualifiers != type(band.qualifiers)():
            continue
        low, high = (linear(end) for end in ends if end is not None)
        if not low[0] and not high[0] and high[1] - low[1] < VALUES:
            found += [low[1] + n for n in range(int(high[1] - low[1]) + 1)]
    return found
