"""The work that exact odds take follows the number of different results."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from groundrules.engine import Model, Named, Piece, Situation, Table
from groundrules.ground import Rect
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of
from groundrules.source import Source


def test_a_chain_of_24_tests_keeps_few_states() -> None:
    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    text = "outcome Hit\nroll Test: 2d6\n    2-6 Failure: Hit\n    7+ Success\nMud on enter: Test\n"
    ruleset = compile_ruleset(Source("test.terrain", text), "test", nothing).ruleset
    assert ruleset is not None
    length = 24
    pieces = tuple(
        Piece(
            name=f"mud {i}",
            terrains=(Named("Mud"),),
            shape=Rect(Fraction(4 + 4 * i), Fraction(-5), Fraction(6 + 4 * i), Fraction(5)),
        )
        for i in range(length)
    )
    path = ((Fraction(0), Fraction(0)), (Fraction(4 + 4 * length), Fraction(0)))
    odds = odds_of(ruleset, Situation(mover=Model(), table=Table(pieces), moves=(path,)))
    assert odds.widest <= 50
    # Each test fails with 15/36, independently: the number of failures is binomial.
    fails = Fraction(5, 12)
    assert odds.distribution("Hit") == {
        k: comb(length, k) * fails**k * (1 - fails) ** (length - k) for k in range(length + 1)
    }
