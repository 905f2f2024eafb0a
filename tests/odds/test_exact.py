"""Exact odds against every single way, and the work that they take against the number of different results."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from groundrules.engine import Model, Named, Piece, Refusal, Situation, Table, Unit, every_way
from groundrules.ground import Rect
from groundrules.naming import name_key
from groundrules.odds import Odds, odds_of
from groundrules.verdict import Verdict

from .drawing import Drawing, compiled

SEEDS = range(72)


def happened(verdict: Verdict) -> tuple[tuple[str, int], ...]:
    """How often everything happened, told by the verdict of a single way."""
    found: Counter[str] = Counter()
    delivered = {outcome.outcome for outcome in verdict.outcomes}
    for roll in verdict.rolls:
        if roll.roll in delivered:
            continue  # dice for the brackets of an outcome, which is counted by itself
        found[name_key(roll.roll)] += 1
        for band in roll.bands:
            found[name_key(band)] += 1
            found[name_key(roll.roll) + name_key(band)] += 1
    for outcome in verdict.outcomes:
        found.update({name_key(outcome.outcome), name_key(outcome.text)})
    found.update(map(name_key, verdict.gained))
    return tuple(sorted(found.items()))


@pytest.mark.parametrize("block", range(8))
def test_every_way_has_its_chance(block: int) -> None:
    """The same counts, ends of models and ends of activations with the same fractions, on drawn rules and tables."""
    for seed in SEEDS[block::8]:
        drawing = Drawing(seed)
        ruleset, situation = drawing.ruleset(), drawing.situation()
        expected: Counter[object] = Counter()
        try:
            for chance, verdict in every_way(ruleset, situation, most=600):
                expected[happened(verdict), verdict.models, verdict.activation == "ended"] += chance  # type: ignore[assignment]  # a Counter of fractions
        except Refusal as refusal:
            if refusal.kind != "branches":
                with pytest.raises(Refusal) as told:
                    odds_of(ruleset, situation)
                assert told.value.kind == refusal.kind, seed
            continue
        odds = odds_of(ruleset, situation)
        assert {(way.counts, way.models, way.ended): way.chance for way in odds.ways} == expected, seed
        assert_each_thing(odds, expected, seed)


def assert_each_thing(odds: Odds, expected: Counter[Any], seed: int) -> None:
    """What is weighed by itself is what all single ways add up to."""
    names = {name for counts, _, _ in expected for name, _ in counts}
    assert odds.names() == tuple(sorted(names)), seed
    for name in (*sorted(names), "Nothing At All"):
        shares: Counter[int] = Counter()
        for (counts, _, _), chance in expected.items():
            shares[dict(counts).get(name, 0)] += chance
        assert odds.distribution(name) == shares, (seed, name)
        assert odds.at_least_once(name) == 1 - shares[0], (seed, name)
    assert odds.ended() == sum(chance for (_, _, ended), chance in expected.items() if ended), seed


# ---- the work


def strips(number: int) -> tuple[Piece, ...]:
    """Strips of mud across the way, 2 wide, one every 4."""
    return tuple(
        Piece(
            name=f"mud {i}",
            terrains=(Named("Mud"),),
            shape=Rect(Fraction(4 + 4 * i), Fraction(-500), Fraction(6 + 4 * i), Fraction(500)),
        )
        for i in range(number)
    )


def across(text: str, strips_of_mud: int, models: int = 1) -> Odds:
    """A model, or models in a row, over so many strips of mud."""
    return odds_of(compiled(text), across_mud(strips_of_mud, models))


def across_mud(strips_of_mud: int, models: int = 1) -> Situation:
    """The same as a situation."""
    path = ((Fraction(0), Fraction(0)), (Fraction(4 + 4 * strips_of_mud), Fraction(0)))
    row = tuple(Model(name=f"model {i}", at=(Fraction(0), Fraction(i))) for i in range(models))
    mover = row[0] if models == 1 else Unit(models=row)
    return Situation(mover=mover, table=Table(strips(strips_of_mud)), moves=(path,))


def binomial(tries: int, chance: Fraction) -> dict[int, Fraction]:
    return {k: comb(tries, k) * chance**k * (1 - chance) ** (tries - k) for k in range(tries + 1)}


TEST = "outcome Hit\nroll Test: 2d6\n    2-6 Failure: Hit\n    7+ Success\nMud on enter: Test\n"
POOL = "outcome Hit\nroll Test: 3d6\n    each 1-2: Hit\nMud on enter: Test\n"


@pytest.mark.parametrize("length", [1, 6, 24])
def test_a_chain_of_tests_keeps_few_states(length: int) -> None:
    odds = across(TEST, length)
    assert odds.widest <= 50
    # Each test fails with 15/36, independently: the number of failures is binomial.
    assert odds.distribution("Hit") == binomial(length, Fraction(5, 12))


def test_a_chain_of_24_dependent_tests_keeps_few_states() -> None:
    """Who fails is shaken for the rest of the move, and fails more often: a Markov chain of two states."""
    text = "outcome Hit\nstate Shaken until end of move: Test -1\nroll Test: 2d6\n"
    odds = across(text + "    6 or less Failure: Hit, gain Shaken\n    7+ Success\nMud on enter: Test\n", 24)
    assert odds.widest <= 50
    # Whole: 15 in 36 fail. Shaken: a total of 7 fails too, 21 in 36.
    whole, shaken = {0: Fraction(1)}, dict[int, Fraction]()
    for _ in range(24):
        following: dict[int, Fraction] = {}
        for hits, chance in shaken.items():
            following[hits] = following.get(hits, Fraction(0)) + chance * Fraction(15, 36)
            following[hits + 1] = following.get(hits + 1, Fraction(0)) + chance * Fraction(21, 36)
        following[1] = following.get(1, Fraction(0)) + whole[0] * Fraction(15, 36)
        whole, shaken = {0: whole[0] * Fraction(21, 36)}, following
    assert odds.distribution("Hit") == dict(sorted({**shaken, **whole}.items()))


def test_sixty_models_with_three_dice_each() -> None:
    odds = across(POOL, 1, models=60)
    assert odds.widest <= 200
    assert odds.distribution("Hit") == binomial(180, Fraction(1, 3))


def test_sixty_models_that_roll_again() -> None:
    """Dice that show 1 are thrown once more: a hit with 1/6 + 1/6 × 2/6."""
    odds = across(POOL.replace("Mud", "Any Terrain: reroll 1 in Test\nMud"), 1, models=60)
    assert odds.widest <= 10 * 181  # nine kinds of further throws may wait beside the next model
    assert odds.distribution("Hit") == binomial(180, Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 3))


def test_four_times_the_length_is_about_four_times_the_throws() -> None:
    """Throws that are played grow with the length, tallies beside them with its square."""
    short, long = across(TEST, 24), across(TEST, 96)
    assert long.states <= 16 * short.states
    assert long.widest <= 4 * short.widest


def test_one_thing_is_weighed_where_everything_together_is_too_much() -> None:
    """Fifteen models throw a die each, whose six faces are six outcomes: 15,504 combinations, or one outcome's 16."""
    outcomes = [f"Hit {letter}" for letter in "ABCDEF"]
    text = "".join(f"outcome {each}\n" for each in outcomes) + "roll Test: d6\n"
    text += "".join(f"    {face}: {each}\n" for face, each in enumerate(outcomes, 1)) + "Mud on enter: Test\n"
    situation = across_mud(1, 15)
    odds = odds_of(compiled(text), situation, budget=1_000)
    assert odds.distribution("Hit C") == binomial(15, Fraction(1, 6))
    with pytest.raises(Refusal, match="more than the 1,000 states"):
        _ = odds.ways
    both = odds_of(compiled(text), situation).chance(lambda way: way.count("Hit A") + way.count("Hit B") == 15)
    assert both == Fraction(1, 3) ** 15


def test_too_many_states_are_refused_with_the_reason() -> None:
    """Forty dice whose every face is handed on have 59 over 19 different throws."""
    text = "outcome Hit(Number)\nroll Test: 40d20\n    each 1-20: Hit(result)\nMud on enter: Test\n"
    with pytest.raises(Refusal, match="more than the 1,000,000 states") as refused:
        across(text, 1)
    assert refused.value.kind == "budget"
