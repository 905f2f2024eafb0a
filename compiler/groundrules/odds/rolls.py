"""The exact odds of a declared roll: the evaluator makes it, over all faces, its effects left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from threading import Lock

from groundrules.engine import FieldValue, Model, Refusal, Rulebook, Situation, Table, fields_of
from groundrules.engine.adjudicating import begun
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.performing import MakeRoll
from groundrules.engine.play import Play
from groundrules.engine.reading import parts
from groundrules.engine.standing import Standing
from groundrules.engine.trail import Happening
from groundrules.naming import name_key
from groundrules.odds.search import BUDGET, Search
from groundrules.ruleset import (
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    FieldOf,
    MoreDice,
    NoEffect,
    NumberOf,
    Pass,
    Perform,
    Reroll,
    Roll,
    Rule,
    Ruleset,
    Term,
    TotalOf,
)
from groundrules.verdict import Argument, Memory, Number, RollMade

#: A total and the ids of bands.
Result = tuple[Number | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RollOdds:
    """The chance of every result of a roll; these add up to 1.

    A result is the total and the ids of the bands fallen into, one that several dice of a
    pool fall into as often; the total is ``None`` where dice are only read one by one.
    """

    results: Mapping[Result, Fraction]

    def totals(self) -> dict[Number, Fraction]:
        """The chance of each total, lowest first."""
        found: dict[Number, Fraction] = {}
        for (total, _), chance in self.results.items():
            if total is not None:
                found[total] = found.get(total, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def band(self, band: str) -> Fraction:
        """The chance that the band with this id is fallen into, by at least one die of a pool."""
        return sum((chance for (_, bands), chance in self.results.items() if band in bands), Fraction(0))

    def how_often(self, band: str) -> dict[int, Fraction]:
        """How many dice fall into the band with this id, with the chance of each number."""
        found: dict[int, Fraction] = {}
        for (_, bands), chance in self.results.items():
            number = bands.count(band)
            found[number] = found.get(number, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def at_least_once(self, band: str, rollers: int) -> Fraction:
        """The chance that at least one of so many, rolling independently, falls into the band."""
        return 1 - (1 - self.band(band)) ** rollers


@dataclass(frozen=True, slots=True)
class Roller:
    """Who makes a roll, and with what in its brackets: a model that stands nowhere."""

    model: Model = field(default_factory=Model)
    args: tuple[Argument, ...] = ()
    options: tuple[str, ...] = ()
    memory: Memory | None = None

    def play(self, ruleset: Ruleset, roll: Roll) -> Play:
        """The roll about to be made, the bands of all rolls doing nothing."""
        if not ruleset.actions:
            raise Refusal("action", "the ruleset has no action in which a roll could be made")
        situation = Situation(
            mover=replace(self.model, moves=None, at=None), table=Table(()), moves=(),
            action=ruleset.actions[0].name, options=self.options,
        )  # fmt: skip
        play = Play(begun(_quiet_book(ruleset), situation, self.memory), "resolve", False)
        rule = Rule(id=f"roll {roll.name}", subjects=(), origin=roll.origin)
        context = Context(Standing(rule, 0), Occasion(0, Happening(Fraction(0), "activate", 0)), (0,))
        play.agenda.append(MakeRoll(context, roll.name, self.args, ()))
        return play


def distribution(
    ruleset: Ruleset,
    roll: str,
    args: tuple[Argument, ...] = (),
    fields: Mapping[str, FieldValue] | None = None,
    *,
    budget: int = BUDGET,
) -> RollOdds:
    """The exact odds of a roll for one model, which states ``fields`` and stands nowhere.

    Raises :class:`~groundrules.engine.Refusal`: of kind ``name`` for one that no roll
    has, ``budget`` for more than so many states, and whatever the engine refuses, such as
    a field that the roll reads and nobody stated.
    """
    declared = next((each for each in ruleset.rolls if name_key(each.name) == name_key(roll)), None)
    if declared is None:
        raise Refusal("name", f"no roll is called `{roll}`")
    return roll_odds(ruleset, declared, Roller(Model(fields=fields_of(dict(fields or {}))), args), budget=budget)


def roll_odds(ruleset: Ruleset, roll: Roll, roller: Roller, *, budget: int = BUDGET) -> RollOdds:
    """The exact odds of a declared roll for a model; refuses as :func:`distribution` does."""

    def made(entry: object) -> tuple[Result, ...]:
        return result_of(roll, entry)

    search: Search[Result] = Search(made, budget, coarse=False)
    course = search.run(roller.play(ruleset, roll))
    results: dict[Result, Fraction] = {}
    for end in course.together(budget)[0]:
        for tally, weight in end.tallies.items():
            for result in course.counts(tally):
                results[result] = results.get(result, Fraction(0)) + Fraction(weight, end.denominator)
    return RollOdds(results)


def result_of(roll: Roll, entry: object) -> tuple[Result, ...]:
    """The result that something noted is, if it is this roll."""
    if not isinstance(entry, RollMade) or entry.roll != roll.name or entry.total is None:
        return ()
    one_by_one = bool(roll.bands) and all(band.mode == "each" for band in roll.bands)
    return ((None if one_by_one else entry.total, entry.band_ids),)


def depends_on(ruleset: Ruleset, roll: Roll) -> tuple[str, ...]:
    """What must be known before a roll has odds: its parameters, and the fields of the model that it reads."""
    found = dict.fromkeys(roll.params)
    numbers = {each.name: each for each in ruleset.numbers}
    rolls = {each.name: each for each in ruleset.rolls}
    shown: dict[str | None, str] = {each.name: each.shown for each in ruleset.fields if each.owner == "model"}
    todo: list[object] = [roll.total, *((band.low, band.high, band.qualifiers) for band in roll.bands)]
    seen: set[str] = set()
    while todo:
        for each in parts(todo.pop()):
            if isinstance(each, (FieldOf, Term)) and each.owner == "model" and each.field in shown:
                found[shown[each.field]] = None
            elif isinstance(each, NumberOf) and f"number {each.name}" not in seen:
                seen.add(f"number {each.name}")
                number = numbers[each.name]
                if number.by is not None:
                    found[shown[number.by]] = None
                todo.append((number.value, number.pairs, number.adjusts))
            elif isinstance(each, (Perform, TotalOf)) and f"roll {each.roll}" not in seen and each.roll in rolls:
                seen.add(f"roll {each.roll}")
                todo.append(rolls[each.roll].total)
    return tuple(found)


#: By the identity of a ruleset it and its book without what bands do; the last few are kept, since books remember.
_QUIET: dict[int, tuple[Ruleset, Rulebook]] = {}
_KEPT = 16
_KEEPING = Lock()


def _quiet_book(ruleset: Ruleset) -> Rulebook:
    """The book of a ruleset whose rolls only come to something."""
    found = _QUIET.get(id(ruleset))
    if found is not None and found[0] is ruleset:
        return found[1]
    rules = tuple(rule for rule in ruleset.rules if any(isinstance(effect, _FELT) for effect in rule.effects))
    book = Rulebook(replace(ruleset, rolls=tuple(map(_quiet, ruleset.rolls)), rules=rules))
    with _KEEPING:
        while len(_QUIET) >= _KEPT:
            del _QUIET[next(iter(_QUIET))]
        _QUIET[id(ruleset)] = ruleset, book
    return book


#: The effects that a model which stands nowhere and goes nowhere can bring to a roll, by themselves or in branches.
#: No other rule is asked: it would want to know of the model what no die hangs on.
_FELT = (Change, ChangeNumber, ChangeRoll, Choose, Conditional, MoreDice, NoEffect, Pass, Reroll)


def _quiet(roll: Roll) -> Roll:
    """The roll with bands that do nothing."""
    return replace(roll, bands=tuple(replace(band, effects=()) for band in roll.bands), handlers=())
