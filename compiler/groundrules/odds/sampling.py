"""Samples: an action or a roll played many times with seeded dice, where exact odds would take too long."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.engine import Rulebook, SeededDice, Situation, book_of
from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.play import Play
from groundrules.engine.telling import told
from groundrules.odds.exact import Odds, Way, illegal, keys_of
from groundrules.odds.rolls import Result, Roller, RollOdds, result_of, with_nothing
from groundrules.ruleset import Roll, Ruleset
from groundrules.verdict import Memory


def sample_of(
    ruleset: Ruleset | Rulebook, situation: Situation, number: int, seed: int | str, *, memory: Memory | None = None
) -> Odds:
    """An action played ``number`` times: the chances are shares of these, near the exact ones and seldom equal.

    The same seed gives the same sample. Raises :class:`~groundrules.engine.Refusal` as the engine does.
    """
    stage = begun(book_of(ruleset), situation, memory)
    announced = announce(stage, False)
    if announced.reasons:
        return illegal(stage, announced)
    found: dict[Way, Fraction] = {}
    for play in _played(opened(stage, "resolve", False), number, seed):
        counts: dict[str, int] = {}
        for entry in play.noted():
            for key in keys_of(entry):
                counts[key] = counts.get(key, 0) + 1
        verdict = told(stage, announced, play, False)
        way = Way(Fraction(1), tuple(sorted(counts.items())), verdict.models, verdict.activation == "ended")
        found[way] = found.get(way, Fraction(0)) + Fraction(1, number)
    ways = (Way(chance, way.counts, way.models, way.ended) for way, chance in found.items())
    return Odds(tuple(ways), (number, len(found)))


def sampled_roll(ruleset: Ruleset, roll: Roll, roller: Roller, number: int, seed: int | str) -> RollOdds:
    """A roll made ``number`` times; see :func:`sample_of`."""
    found: dict[Result, Fraction] = {}
    for play in _played(roller.play(ruleset, roll), number, seed):
        for entry in play.noted():
            for result in result_of(roll, entry):
                found[result] = found.get(result, Fraction(0)) + Fraction(1, number)
    return RollOdds(with_nothing(found))


def _played(first: Play, number: int, seed: int | str) -> Iterator[Play]:
    dice = SeededDice(seed)
    for _ in range(number):
        play = first.copy()
        request = play.advance()
        while request is not None:
            play.answer(dice.roll(request))
            request = play.advance()
        yield play
