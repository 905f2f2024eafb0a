"""Exact dice: every way an action may go."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from groundrules.engine import Refusal, SeededDice, adjudicate, every_way
from groundrules.verdict import Verdict

from .playing import outcomes, rules, situation

MUD = {"mud": ("Mud", (4, 0, 8, 2)), "more": ("Mud", (10, 0, 12, 2))}
RISKY = "outcome Hurt\nroll Test: 2d6\n    2-6 Failure: Hurt, stop\n    7+ Success\nMud on enter: Test\n"
ACROSS = [(0, 1), (14, 1)]


def chance(text: str, told: Any, steps: Any = ACROSS) -> Fraction:
    ways = list(every_way(rules(text), situation(MUD, steps)))
    assert sum(weight for weight, _ in ways) == 1
    return sum((weight for weight, verdict in ways if told(verdict)), Fraction(0))


def test_two_tests_one_after_the_other() -> None:
    # Fifteen of thirty-six throws of two dice are 6 or less; the second test needs the first to succeed.
    fails = Fraction(15, 36)
    assert chance(RISKY, lambda v: v.ends_at == (4, 1)) == fails
    assert chance(RISKY, lambda v: v.ends_at == (10, 1)) == (1 - fails) * fails
    assert chance(RISKY, lambda v: v.ends_at == (14, 1)) == (1 - fails) ** 2


def test_a_pool_of_dice_each_by_itself() -> None:
    text = "outcome Hit\nroll Test: 3d6\n    each 1-2: Hit\nMud on enter once per move: Test\n"
    for hits, expected in enumerate([Fraction(8, 27), Fraction(12, 27), Fraction(6, 27), Fraction(1, 27)]):
        assert chance(text, lambda v, hits=hits: len(outcomes(v)) == hits) == expected


def test_an_illegal_move_goes_one_way() -> None:
    ways = list(every_way(rules(RISKY + "Mud: forbid leave\n"), situation(MUD, ACROSS)))
    assert [(weight, verdict.legal) for weight, verdict in ways] == [(Fraction(1), False)]


def test_too_many_ways_are_refused_with_that_reason() -> None:
    text = "outcome Hit\nroll Test: 9d6\n    each 1: Hit\nMud on enter: Test\n"
    with pytest.raises(Refusal, match="more than 1,000,000 ways"):
        list(every_way(rules(text), situation(MUD, ACROSS)))


def test_seeds_agree_with_the_exact_odds() -> None:
    dice = SeededDice(7)
    seen: Counter[Any] = Counter()
    for _ in range(2000):
        verdict: Verdict = adjudicate(rules(RISKY), situation(MUD, ACROSS), dice, trace=False)
        seen[verdict.ends_at] += 1
    # 0.417, 0.243, 0.340 of 2,000, each within four standard deviations.
    for place, expected in [((4, 1), 833), ((10, 1), 486), ((14, 1), 681)]:
        assert abs(seen[place] - expected) < 4 * (expected * (1 - expected / 2000)) ** 0.5


def test_the_same_seed_gives_the_same_verdict() -> None:
    one, other = (adjudicate(rules(RISKY), situation(MUD, ACROSS), SeededDice("tuesday")) for _ in range(2))
    assert one == other
