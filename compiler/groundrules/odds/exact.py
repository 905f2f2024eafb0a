"""The exact odds of one action: the evaluator run over all faces, with what goes on alike merged.

What is counted is what a verdict states: rolls made, bands fallen into, outcomes, states
gained. See :mod:`groundrules.odds.search` for how.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from groundrules.engine import Rulebook, Situation, book_of
from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.play import ACTIVATION, Play
from groundrules.engine.records import StateNoted
from groundrules.engine.stage import Stage
from groundrules.engine.telling import told
from groundrules.naming import name_key
from groundrules.odds.course import Course
from groundrules.odds.search import BUDGET, Search
from groundrules.ruleset import Ruleset
from groundrules.verdict import Memory, ModelEnd, OutcomeMade, Reason, RollMade

#: How often each thing happened, by name key, sorted.
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One of the different ways an action may go: its probability, what happened how often, how models end."""

    chance: Fraction
    counts: Counts
    models: tuple[ModelEnd, ...]
    ended: bool

    def count(self, name: str) -> int:
        """How often something happened; names in any spelling."""
        wanted = _key(name)
        return next((number for key, number in self.counts if key == wanted), 0)


class Odds:
    """Every way an action may go; immutable, and worked out as far as it is asked.

    What is asked of a single thing takes next to no work; ``ways`` holds everything together.
    """

    __slots__ = ("_course", "_ways", "_work", "why")
    #: Why the action is not legal; nothing is rolled then, and there is one way.
    why: tuple[Reason, ...]
    _ways: tuple[Way, ...] | None
    _course: _Played | None
    _work: tuple[int, int]

    def __init__(
        self,
        ways: tuple[Way, ...] | None,
        work: tuple[int, int] = (1, 1),
        course: _Played | None = None,
        why: tuple[Reason, ...] = (),
    ) -> None:
        self._ways, self._work, self._course, self.why = ways, work, course, why

    def __reduce__(self) -> tuple[Any, ...]:
        if self._course is None:
            return Odds, (self._ways, self._work, None, self.why)
        stage = self._course.stage
        return _worked_out_again, (stage.book.ruleset, stage.situation, stage.memory, self._course.budget)

    def __copy__(self) -> Odds:
        return self

    def __deepcopy__(self, memo: object) -> Odds:
        return self

    @property
    def legal(self) -> bool:
        """Whether the action may be done at all."""
        return not self.why

    def __repr__(self) -> str:
        return f"<Odds of {', '.join(self.names()) or 'nothing'}>"

    @property
    def ways(self) -> tuple[Way, ...]:
        """All ways that differ in anything; their chances add up to 1.

        Raises :class:`~groundrules.engine.Refusal` of kind ``budget`` where these are too many.
        """
        if self._ways is None:
            assert self._course is not None
            self._ways, self._work = self._course.ways()
        return self._ways

    @property
    def states(self) -> int:
        """How many merged states ``ways`` takes, a play with what has happened in it being one."""
        return self._work[0] if self.ways else 0

    @property
    def widest(self) -> int:
        """How many of them there are at most in one step: the measure of the work."""
        return self._work[1] if self.ways else 0

    def at_least_once(self, name: str) -> Fraction:
        """The chance that something happens: a band, an outcome, a state, a roll; names in any spelling."""
        if self._course is not None:
            return 1 - self._course.course.never(_key(name))
        return self.chance(lambda way: way.count(name) > 0)

    def distribution(self, name: str) -> dict[int, Fraction]:
        """How often something happens, with the chance of each number."""
        if self._course is not None:
            return self._course.course.how_often(_key(name))
        found: dict[int, Fraction] = {}
        for way in self.ways:
            number = way.count(name)
            found[number] = found.get(number, Fraction(0)) + way.chance
        return dict(sorted(found.items()))

    def ended(self) -> Fraction:
        """The chance that the activation of a model ends."""
        if self._course is not None:
            return self._course.ended()
        return self.chance(lambda way: way.ended)

    def chance(self, holds: Callable[[Way], bool]) -> Fraction:
        """The chance of whatever can be asked of a way: of several things together, of a cost, of where somebody is."""
        return sum((way.chance for way in self.ways if holds(way)), Fraction(0))

    def names(self) -> tuple[str, ...]:
        """Keys of all that happens in any of the ways, sorted."""
        if self._course is not None:
            return tuple(sorted(self._course.course.keys))
        return tuple(sorted({key for way in self.ways for key, _ in way.counts}))


@dataclass(frozen=True, slots=True)
class _Played:
    """An action that has been played over all faces."""

    stage: Stage
    announced: Play
    course: Course[str]
    budget: int

    def ways(self) -> tuple[tuple[Way, ...], tuple[int, int]]:
        """Everything together, and the work that it took."""
        ends, states, widest = self.course.together(self.budget)
        found: dict[tuple[Counts, tuple[ModelEnd, ...], bool], Fraction] = {}
        for end in ends:
            verdict = told(self.stage, self.announced, end.play, False)
            for tally, weight in end.tallies.items():
                way = (tuple(sorted(self.course.counts(tally).items())), verdict.models, verdict.activation == "ended")
                found[way] = found.get(way, Fraction(0)) + Fraction(weight, end.denominator)
        return tuple(Way(chance, *way) for way, chance in found.items()), (states, widest)

    def ended(self) -> Fraction:
        """The chance of ends in which the activation is over."""
        over = (chance for end, chance in self.course.arrivals() if ACTIVATION in end.out)
        return sum(over, Fraction(0))


def _key(name: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"`name` wants the name of what may happen, not {name!r}")
    return name_key(name)


def odds_of(
    ruleset: Ruleset | Rulebook, situation: Situation, *, memory: Memory | None = None, budget: int = BUDGET
) -> Odds:
    """The exact odds of an action.

    Raises :class:`~groundrules.engine.Refusal`: of the engine, for what cannot be judged;
    of kind ``budget``, when more than ``budget`` plays would be followed. ``Odds.ways``
    raises the same for as many states.
    """
    stage = begun(book_of(ruleset), situation, memory)
    announced = announce(stage, False)
    if announced.reasons:
        return illegal(stage, announced)
    course = Search(keys_of, budget).run(opened(stage, "resolve", False))
    return Odds(None, course=_Played(stage, announced, course, budget))


def _worked_out_again(rules: Ruleset, situation: Situation, memory: Memory, budget: int) -> Odds:
    """The odds that were saved: what they were worked out from says all that they say, in far fewer words."""
    return odds_of(rules, situation, memory=memory, budget=budget)


def illegal(stage: Stage, announced: Play) -> Odds:
    """The odds of an action that is not legal: nothing happens, for certain."""
    verdict = told(stage, announced, None, False)
    return Odds((Way(Fraction(1), (), verdict.models, False),), why=verdict.why)


def keys_of(entry: object) -> tuple[str, ...]:
    """Under which names something that was noted counts.

    A roll under its name, its bands under theirs and, with the roll's name before it, as
    ``RiskyRoll Failure``; an outcome with its arguments and without; a state gained. Dice
    thrown for the brackets of something are part of it, and nothing that happens by itself.
    """
    if isinstance(entry, RollMade):
        roll = name_key(entry.roll)
        bands = [name_key(band) for band in entry.bands]
        return (roll, *(key for band in bands for key in (band, roll + band)))
    if isinstance(entry, OutcomeMade):
        names = {name_key(entry.outcome), name_key(entry.text)}
        if entry.without:
            names.add(name_key(entry.text.split(" without ")[0]))
        return tuple(sorted(names))
    if isinstance(entry, StateNoted) and entry.gained:
        return (name_key(entry.state),)
    return ()
