"""The exact odds of one action: the evaluator run over all faces, with what goes on alike merged.

What is counted is what a verdict states: rolls made, bands fallen into, outcomes, states
gained. See :mod:`groundrules.odds.search` for how.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from groundrules.engine import Rulebook, Situation, book_of
from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.records import StateNoted
from groundrules.engine.telling import told
from groundrules.naming import name_key
from groundrules.odds.search import BUDGET, Search
from groundrules.ruleset import Ruleset
from groundrules.verdict import Memory, ModelEnd, OutcomeMade, RollMade

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
    search = Search(keys_of, budget)
    search.run(opened(stage, "resolve", False))
    ways: dict[tuple[Counts, tuple[ModelEnd, ...], bool], Fraction] = {}
    for end in search.ended:
        verdict = told(stage, announced, end.play, False)
        for tally, weight in end.tallies.items():
            counts = tuple(sorted((str(key), number) for key, number in search.counts(tally).items()))
            way = (counts, verdict.models, verdict.activation == "ended")
            ways[way] = ways.get(way, Fraction(0)) + Fraction(weight, end.denominator)
    return Odds(tuple(Way(chance, *way) for way, chance in ways.items()), search.states, search.widest)


def keys_of(entry: object) -> tuple[str, ...]:
    """Under which names something that was noted counts.

    A roll under its name, its bands under theirs and, with the roll's name before it, as
    ``RiskyRoll Failure``; an outcome with its arguments and without; a state gained.
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
