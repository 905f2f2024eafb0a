"""The exact odds of one action: the evaluator run over all faces, with what goes on alike merged.

The frontier holds plays that wait for dice, each with an integer weight over one common
denominator. A step answers every play's request with each different throw and lets it
run on; plays with the same future (:meth:`~groundrules.engine.play.Play.key`) and the same
counts so far become one. What is counted is what a verdict states: rolls made, bands
fallen into, outcomes, states gained.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from groundrules.engine import Refusal, Request, Rulebook, Situation, book_of
from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.play import Play
from groundrules.engine.records import StateNoted
from groundrules.engine.telling import told
from groundrules.naming import name_key
from groundrules.odds.pools import Throw, by_faces
from groundrules.ruleset import Ruleset
from groundrules.verdict import Memory, ModelEnd, OutcomeMade, RollMade

#: More states than this in all are refused; ``--budget`` changes it.
BUDGET = 1_000_000

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
        wanted = name_key(name)
        return next((number for key, number in self.counts if key == wanted), 0)


@dataclass(frozen=True, slots=True)
class Odds:
    """Every way an action may go; the chances add up to 1.

    ``states`` is how many merged states were visited, ``widest`` how many there were at
    most in one step: the measure of the work.
    """

    ways: tuple[Way, ...]
    states: int
    widest: int

    def at_least_once(self, name: str) -> Fraction:
        """The chance that something happens: a band, an outcome, a state, a roll."""
        return sum((way.chance for way in self.ways if way.count(name)), Fraction(0))

    def distribution(self, name: str) -> dict[int, Fraction]:
        """How often something happens, with the chance of each number."""
        found: dict[int, Fraction] = {}
        for way in self.ways:
            number = way.count(name)
            found[number] = found.get(number, Fraction(0)) + way.chance
        return dict(sorted(found.items()))

    def names(self) -> tuple[str, ...]:
        """Keys of all that happens in any of the ways, sorted."""
        return tuple(sorted({key for way in self.ways for key, _ in way.counts}))


def odds_of(
    ruleset: Ruleset | Rulebook, situation: Situation, *, memory: Memory | None = None, budget: int = BUDGET
) -> Odds:
    """The exact odds of an action.

    Raises :class:`~groundrules.engine.Refusal`: of the engine, for what cannot be judged;
    of kind ``budget``, when more than ``budget`` states would be visited.
    """
    stage = begun(book_of(ruleset), situation, memory)
    announced = announce(stage, False)
    if announced.reasons:
        return Odds((Way(Fraction(1), (), told(stage, announced, None, False).models, False),), 1, 1)
    search = _Search(budget)
    search.run(opened(stage, "resolve", False))
    ways = []
    for counts, play, chance in search.ended:
        verdict = told(stage, announced, play, False)
        ways.append(Way(chance, counts, verdict.models, verdict.activation == "ended"))
    return Odds(_merged(ways), search.states, search.widest)


def _merged(ways: list[Way]) -> tuple[Way, ...]:
    found: dict[tuple[Counts, tuple[ModelEnd, ...], bool], Fraction] = {}
    for way in ways:
        key = (way.counts, way.models, way.ended)
        found[key] = found.get(key, Fraction(0)) + way.chance
    return tuple(Way(chance, *key) for key, chance in found.items())


@dataclass(slots=True)
class _State:
    """A play with its weight over the common denominator of its step; ``request`` is ``None`` at the end."""

    weight: int
    counts: Counts
    play: Play
    request: Request | None


class _Search:
    """Step by step, one throw a step, until every play has come to its end."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.states = 0
        self.widest = 0
        self.ended: list[tuple[Counts, Play, Fraction]] = []

    def run(self, first: Play) -> None:
        request = first.advance()
        frontier = [_State(1, _add((), first), first, request)]
        denominator = 1
        while frontier:
            going = [state for state in frontier if state.request is not None]
            for state in frontier:
                if state.request is None:
                    self.ended.append((state.counts, state.play, Fraction(state.weight, denominator)))
            self.widest = max(self.widest, len(frontier))
            common = lcm(*(_throws(state.request) for state in going))
            frontier = self._step(going, common)
            denominator *= common

    def _step(self, frontier: list[_State], common: int) -> list[_State]:
        merged: dict[tuple[object, ...], _State] = {}
        for state in frontier:
            assert state.request is not None
            throws = throws_of(state.request)
            self.states += len(throws)
            if self.states > self.budget:
                raise Refusal(
                    "budget",
                    f"`{state.request.asks.name}` asks for more than the {self.budget:,} states that odds may take",
                    "give a larger `--budget`, or ask for a sample",
                )
            scale = state.weight * (common // _throws(state.request))
            for throw in throws:
                play = state.play.copy()
                play.answer(throw.faces)
                request = play.advance()
                counts = _add(state.counts, play)
                key = (counts, request is None, play.key())
                same = merged.get(key)
                if same is None:
                    merged[key] = _State(scale * throw.weight, counts, play, request)
                else:
                    same.weight += scale * throw.weight
        return list(merged.values())


def _throws(request: Request | None) -> int:
    assert request is not None
    return int(request.sides**request.count)


def throws_of(request: Request) -> tuple[Throw, ...]:
    """The different throws that a request may be answered with."""
    return by_faces(request.count, request.sides)


def _add(counts: Counts, play: Play) -> Counts:
    """The counts with all that was noted since; the notes are then dropped, so that plays share nothing."""
    if play.history is None:
        return counts
    found = dict(counts)
    for entry in play.noted():
        for key in keys_of(entry):
            found[key] = found.get(key, 0) + 1
    play.history = None
    return tuple(sorted(found.items()))


def keys_of(entry: object) -> Iterable[str]:
    """Under which names something that was noted counts.

    A roll under its name, its bands under theirs and, with the roll's name before it, as
    ``RiskyRoll Failure``; an outcome with its arguments and without; a state gained.
    """
    if isinstance(entry, RollMade):
        roll = name_key(entry.roll)
        yield roll
        for band in entry.bands:
            yield name_key(band)
            yield roll + name_key(band)
    elif isinstance(entry, OutcomeMade):
        names = {name_key(entry.outcome), name_key(entry.text)}
        if entry.without:
            names.add(name_key(entry.text.split(" without ")[0]))
        yield from sorted(names)
    elif isinstance(entry, StateNoted) and entry.gained:
        yield name_key(entry.state)
