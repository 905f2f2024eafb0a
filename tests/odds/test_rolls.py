"""Odds of declared rolls against brute force over every throw, and against icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from groundrules.engine import Refusal
from groundrules.meaning import compile_ruleset
from groundrules.odds.rolls import distribution
from groundrules.ruleset import Ruleset
from groundrules.source import Source


def rules(text: str) -> Ruleset:
    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    compiled = compile_ruleset(Source("test.terrain", text), "test", nothing)
    assert compiled.ruleset is not None, compiled.diagnostics
    return compiled.ruleset


def bands(ruleset: Ruleset) -> dict[str, str]:
    return {band.text: band.id for band in ruleset.rolls[0].bands}


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (2, 10), (4, 4)])
def test_totals_are_those_of_icepool(count: int, sides: int) -> None:
    ruleset = rules(f"roll Test: {count}d{sides}\n    {count}-5 Failure\n    6+ Success\n")
    odds = distribution(ruleset, "Test")
    pool = count @ icepool.d(sides)
    assert odds.totals() == {total: pool.probability(total) for total in pool}
    assert odds.band(bands(ruleset)["6+"]) == pool.probability(">=", 6)


@pytest.mark.parametrize("which", ["highest", "lowest"])
def test_kept_dice_are_those_of_every_throw(which: str) -> None:
    ruleset = rules(f"roll Test: 4d6 keep 2 {which}\n    2-6 Failure\n    7+ Success\n")
    seen = Counter(sum(sorted(faces, reverse=which == "highest")[:2]) for faces in product(range(1, 7), repeat=4))
    assert distribution(ruleset, "Test").totals() == {t: Fraction(n, 6**4) for t, n in sorted(seen.items())}


def test_any_die_of_a_pool_and_any_of_several_rollers() -> None:
    ruleset = rules("outcome Hit\nroll Test: 3d6\n    each 1-2: Hit\n")
    odds, (band,) = distribution(ruleset, "Test"), bands(ruleset).values()
    assert odds.band(band) == 1 - Fraction(2, 3) ** 3
    assert odds.at_least_once(band, 5) == 1 - Fraction(2, 3) ** 15
    hits: Counter[int] = Counter()
    for (_, fallen), chance in odds.results.items():
        hits[len(fallen)] += chance  # type: ignore[assignment]  # a Counter of fractions
    assert hits == {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}


def test_an_unknown_roll_and_too_many_states_are_refused() -> None:
    ruleset = rules("roll Test: 9d6\n    9-20 Low\n    21+ High\n")
    with pytest.raises(Refusal, match="no roll is called `Toast`"):
        distribution(ruleset, "Toast")
    with pytest.raises(Refusal, match="more than the 40 states"):
        distribution(ruleset, "Test", budget=40)


def test_a_roll_asks_nothing_that_no_die_hangs_on() -> None:
    """Rules about ground, for models of a kind, leave a roll alone; those about the roll do not."""
    text = """\
model
    Class: Infantry, Monster
    traits: Lucky
roll Bog Test: d6
    1 Stuck: stop
    2+ Through
Woods: cost x2
Monster: ignore Woods
Bog on enter: Bog Test
"""
    assert distribution(rules(text), "Bog Test").band("Bog Test > 1") == Fraction(1, 6)
    with pytest.raises(Refusal, match="Class"):
        distribution(rules(text + "Monster: reroll 1 in Bog Test\n"), "Bog Test")
