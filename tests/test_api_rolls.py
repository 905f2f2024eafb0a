"""Rolls of the library: their chances, for whoever makes them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import groundrules as gr


def rules(text: str) -> gr.Ruleset:
    ruleset, found = gr.check(text)
    assert ruleset is not None, found
    return ruleset


WADE = """
model
    Height: Low < High
    traits: Sure
    Skill: number, optional
outcome Hit
state Wet until end of turn: Leap -1
number Dice by Height: Low 1, High 2
    for Sure: -1
roll Wade(Depth): Dice d6
    each 1-Depth Sunk
roll Leap: 2d6
    6 or less Fall
    7-8 Landing
    9+ Landing
roll Climb: d6 + Skill
    4+ Up
    otherwise Fall
option Slow: Leap +1
Mud on enter: Leap
"""


def test_a_roll_has_chances_without_a_table() -> None:
    leap = rules(WADE).roll("Leap")
    assert (leap.name, leap.bands, leap.needs) == ("Leap", ("6 or less", "7-8", "9+"), ())
    chances = leap.distribution()
    assert chances.totals == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    assert chances.bands == {"6 or less": Fraction(15, 36), "7-8": Fraction(11, 36), "9+": Fraction(10, 36)}
    # Both bands that are called so; two of whom neither falls into them have (15/36)².
    assert chances.at_least_once("Landing") == Fraction(21, 36)
    assert chances.at_least_once("Landing", rollers=2) == 1 - Fraction(15, 36) ** 2
    assert chances.how_often("7-8") == {0: Fraction(25, 36), 1: Fraction(11, 36)}


def test_a_roll_reads_who_makes_it() -> None:
    ruleset = rules(WADE)
    # Shaken by water, 7 fails too: 21 in 36. With the option it is 10 in 36, for totals up to 5.
    assert ruleset.roll("Leap").distribution(gr.Model(states=["Wet"])).bands["6 or less"] == Fraction(21, 36)
    assert ruleset.roll("Leap").distribution(options="Slow").bands["6 or less"] == Fraction(10, 36)
    assert ruleset.roll("Climb").distribution(gr.Model(Skill=2)).bands["4+"] == Fraction(5, 6)
    wade = ruleset.roll("Wade")
    assert wade.needs == ("Depth", "Height")
    assert wade.distribution(gr.Model(Height="High"), Depth=2).how_often("Sunk") == {
        0: Fraction(16, 36),
        1: Fraction(16, 36),
        2: Fraction(4, 36),
    }
    assert wade.distribution(gr.Model(Height="High", traits=["Sure"]), Depth=2).totals == {}
    assert wade.distribution(gr.Model(Height="High", traits=["Sure"]), Depth=2).bands == {
        "each 1-Depth": Fraction(2, 6)
    }


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (lambda r: r.roll("Laep"), "name", "no roll is called `Laep`"),
        (lambda r: r.roll("Wade").distribution(gr.Model(Height="Low")), "number", "`Wade` has brackets: Depth"),
        (lambda r: r.roll("Wade").distribution(Deep=2), "name", "`Wade` has no bracket `Deep`"),
        (lambda r: r.roll("Wade").distribution(Depth=2), "field", "does not state `Height`"),
        (lambda r: r.roll("Leap").distribution().at_least_once("Faal"), "name", "`Leap` has no band `Faal`"),
        (lambda r: r.roll("Leap").distribution(gr.Model(Height="Medium")), "name", "Medium"),
        (lambda r: r.roll("Leap").distribution(budget=2), "budget", "more than the 2 states"),
    ],
)
def test_chances_that_cannot_be_had_are_refused(ask: Callable[[gr.Ruleset], object], kind: str, message: str) -> None:
    with pytest.raises(gr.Refusal, match=message) as refused:
        ask(rules(WADE))
    assert refused.value.kind == kind
