"""The exact odds of a declared roll: the evaluator makes it, over all faces, its effects left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from threading import Lock

from groundrules.engine import Fields, FieldValue, Model, Refusal, Rulebook, Situation, Table, fields_of
from groundrules.engine.adjudicating import begun
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.performing import MakeRoll
from groundrules.engine.play import Play
from groundrules.engine.stage import Stage
from groundrules.engine.standing import Standing
from groundrules.engine.stated import Stated
from groundrules.engine.trail import Happening, exact_number
from groundrules.naming import name_key
from groundrules.odds.reading import changing, needs_of, reads_action
from groundrules.odds.search import BUDGET, Search
from groundrules.ruleset import Roll, Rule, Ruleset
from groundrules.verdict import Argument, Memory, Number, RollMade

#: A total and the ids of bands.
Result = tuple[Number | None, tuple[str, ...]]
#: What comes of a roll that is not made.
NOTHING: Result = (None, ())


@dataclass(frozen=True, slots=True)
class RollOdds:
    """The chance of every result of a roll; these add up to 1.

    A result is the total and the ids of the bands fallen into, one that several dice of a
    pool fall into as often; the total is ``None`` where dice are only read one by one, or
    none is rolled.
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
    """Who makes a roll, and with what in its brackets: a model that stands nowhere.

    ``stated``: what is said of the moment, of which nothing is taken for granted;
    ``action``: in which it is made, ``game``: what the day states.
    """

    model: Model = field(default_factory=Model)
    args: tuple[Argument, ...] = ()
    options: tuple[str, ...] = ()
    memory: Memory | None = None
    stated: Stated = field(default_factory=Stated)
    action: str | None = None
    game: Fields = ()

    def play(self, ruleset: Ruleset, roll: Roll) -> Play:
        """The roll about to be made, the bands of all rolls doing nothing."""
        if not ruleset.actions:
            raise Refusal("action", "the ruleset has no action in which a roll could be made")
        if self.action is None and len(ruleset.actions) > 1 and reads_action(ruleset, roll):
            name = ruleset.actions[0].name
            help = f"state it, as in `action={name}`"
            raise Refusal("field", "the chances hang on the action, which is not stated", help)
        situation = Situation(
            mover=replace(self.model, moves=None, at=None), table=Table(()), moves=(),
            action=self.action or ruleset.actions[0].name, options=self.options, game=self.game,
        )  # fmt: skip
        stage = begun(_quiet_book(ruleset, roll), situation, self.memory)
        stage.stated = self._moment(ruleset, stage)
        play = Play(stage, "resolve", False)
        rule = Rule(id=f"roll {roll.name}", subjects=(), origin=roll.origin)
        context = Context(Standing(rule, 0), Occasion(0, Happening(Fraction(0), "activate", 0)), (0,))
        play.agenda.append(MakeRoll(context, roll.name, self.args, ()))
        return play

    def _moment(self, ruleset: Ruleset, stage: Stage) -> Stated:
        """What is stated, with the width of the base where the model has one."""
        base = stage.actors[0].base
        if "base" in self.stated.measures or (base.is_point and ruleset.settings.measure != "centre"):
            return self.stated
        width = exact_number(max(base.width, base.depth))
        return replace(self.stated, measures={**self.stated.measures, "base": width})


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

    search = _OneResult(made, budget, coarse=False)
    course = search.run(roller.play(ruleset, roll))
    known = course.keys
    results: dict[Result, Fraction] = {}
    for end in course.together(budget)[0]:
        for tally, weight in end.tallies.items():
            times, place = divmod(tally, _ONCE)
            assert times <= 1, "a roll whose bands do nothing is made once"
            if times:
                result = known[place]
                results[result] = results.get(result, Fraction(0)) + Fraction(weight, end.denominator)
    return RollOdds(with_nothing(results))


#: A tally of one result: how often it was counted, and below that its number.
_ONCE = 1 << 64


class _OneResult(Search[Result]):
    """A search that counts one thing on each way, so that a tally need not hold a digit for each of thousands."""

    def _noted(self, play: Play) -> int:
        tally = 0
        for entry in play.noted():
            for key in self.keys(entry):
                tally += _ONCE + self._places.setdefault(key, len(self._places))
        play.history = None
        return tally


def with_nothing(results: Mapping[Result, Fraction]) -> dict[Result, Fraction]:
    """The results with what is left of their chances: that the roll is not made, being passed or without dice."""
    left = 1 - sum(results.values(), Fraction(0))
    return {**results, NOTHING: results.get(NOTHING, Fraction(0)) + left} if left else dict(results)


def result_of(roll: Roll, entry: object) -> tuple[Result, ...]:
    """The result that something noted is, if it is this roll."""
    if not isinstance(entry, RollMade) or entry.roll != roll.name or entry.total is None:
        return ()
    one_by_one = bool(roll.bands) and all(band.mode == "each" for band in roll.bands)
    return ((None if one_by_one else entry.total, entry.band_ids),)


def depends_on(ruleset: Ruleset, roll: Roll) -> tuple[str, ...]:
    """What must be known before a roll has odds, by the names under which it is stated.

    Its brackets; the fields of the model, the day and the piece that it reads; the action;
    measures of the move, conditions and the ground (:mod:`groundrules.odds.reading`).
    """
    return tuple(need.name for need in needs_of(ruleset, roll))


#: By the identity of a ruleset and the name of a roll: the ruleset, and its book without what bands do.
#: The last few are kept, since books remember.
_QUIET: dict[tuple[int, str], tuple[Ruleset, Rulebook]] = {}
_KEPT = 64
_KEEPING = Lock()


def _quiet_book(ruleset: Ruleset, roll: Roll) -> Rulebook:
    """The book of a ruleset whose rolls only come to something, with the rules that one of them hangs on."""
    key = (id(ruleset), roll.name)
    found = _QUIET.get(key)
    if found is not None and found[0] is ruleset:
        return found[1]
    rolls = tuple(map(_quiet, ruleset.rolls))
    book = Rulebook(replace(ruleset, rolls=rolls, rules=changing(ruleset, roll)))
    with _KEEPING:
        while len(_QUIET) >= _KEPT:
            del _QUIET[next(iter(_QUIET))]
        _QUIET[key] = ruleset, book
    return book


def _quiet(roll: Roll) -> Roll:
    """The roll with bands that do nothing."""
    return replace(roll, bands=tuple(replace(band, effects=()) for band in roll.bands), handlers=())
