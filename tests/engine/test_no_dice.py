"""Rolls whose dice come to none: nothing is rolled, nothing follows, and the story says so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundrules.engine import adjudicate
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of
from groundrules.odds.rolls import distribution
from groundrules.scenarios.telling import story
from groundrules.source import Source

from .playing import judge, model, outcomes, rolls, rules, situation

MUD = {"mud": ("Mud", (4, 0, 8, 2))}
ACROSS = [(0, 1), (10, 1)]
HEAD = (
    "outcome Bad\noutcome Good\naction Move\n"
    "model\n    Tests: number\n    Speed: distance\n    traits: Big, Small, Sure\n"
)
BANDS = "    4+ Success: Good\n    otherwise Failure: Bad\n"
#: Rolls of as many dice as the model states, by what they are.
ROLLS = {
    "a total": f"roll Test: Tests d6\n{BANDS}",
    "some kept": f"roll Test: Tests d6 keep 1 highest\n{BANDS}",
    "more beside the dice": f"roll Test: Tests d6 + 1\n{BANDS}",
    "each die": "roll Test: Tests d6\n    each 1-6: Bad\n",
    "in brackets": f"roll Test(X): X d6\n{BANDS}",
    "two pools": f"roll Test: Tests d6 + Tests d8\n{BANDS}",
    "another roll": f"roll Dice: Tests d6\nroll Test: Dice + 1\n{BANDS}",
    "derived": f"roll Dice: Tests d6\n{BANDS}roll Test: Dice\n    Failure: Bad\n",
}


def text_of(kind: str) -> str:
    made = "Test(Tests)" if kind == "in brackets" else "Test"
    follow = "" if kind == "each die" else "    Failure: Bad\n"
    return f"{HEAD}{ROLLS[kind]}Mud on enter: {made}\n{follow}"


@pytest.mark.parametrize("kind", ROLLS)
def test_a_roll_of_no_dice_is_not_made(kind: str) -> None:
    text, nobody = text_of(kind), model(Tests=0, Speed=9)
    verdict = judge(text, MUD, ACROSS, mover=nobody)
    assert (verdict.legal, verdict.ends_at, rolls(verdict), outcomes(verdict)) == (True, (10, 1), [], [])
    told = "\n".join(story(verdict, rules(text)))
    assert "Test: no die is rolled" in told and "Test: ," not in told and "Test for mud:" not in told
    assert rolls(judge(text, MUD, ACROSS, mover=nobody, preview=True)) == []
    odds = odds_of(rules(text), situation(MUD, ACROSS, mover=nobody))
    assert {odds.at_least_once(name) for name in ("Test", "Dice", "Failure", "Success", "Bad", "Good")} == {0}
    # With a die there is a roll, as ever.
    one = judge(text, MUD, ACROSS, mover=model(Tests=1, Speed=9), dice=[2, 1] if kind == "two pools" else [2])
    assert rolls(one) and outcomes(one)


def test_the_odds_of_such_a_roll_are_those_of_nothing() -> None:
    odds = distribution(
        rules(text_of("in brackets")), "Test", (Fraction(0),), {"Tests": Fraction(1), "Speed": Fraction(1)}
    )
    assert odds.totals() == {}
    assert sum(odds.results.values()) == 1
    assert {odds.band(band) for band in ("Test > 4+", "Test > otherwise")} == {0}
    assert odds.how_often("Test > 4+") == {0: Fraction(1)}


def test_more_and_fewer_dice() -> None:
    each = HEAD + "roll Test: Tests d6\n    each 1-6: Bad\nMud on enter: Test\nBig: Test +1 die\nSmall: Test -1 die\n"
    # Read one by one, a die more is a die, and one fewer than one is none.
    assert outcomes(judge(each, MUD, ACROSS, mover=model(Tests=0, Speed=9, traits="Big"), dice=[3])) == ["Bad"]
    small = judge(each, MUD, ACROSS, mover=model(Tests=1, Speed=9, traits="Small"))
    assert (rolls(small), outcomes(small)) == ([], [])
    # Of a sum one more is thrown to choose among: there is nothing to choose.
    extra = HEAD + f"roll Test: Tests d6, extra dice keep highest\n{BANDS}Mud on enter: Test\nBig: Test +1 die\n"
    assert rolls(judge(extra, MUD, ACROSS, mover=model(Tests=0, Speed=9, traits="Big"))) == []
    passed = HEAD + f"roll Test: Tests d6\n{BANDS}Mud on enter: Test\nSure: pass Test as Success\n"
    sure = judge(passed, MUD, ACROSS, mover=model(Tests=0, Speed=9, traits="Sure"))
    assert (rolls(sure), outcomes(sure)) == ([], ["Good"])


def test_as_a_number_it_is_what_stands_beside_the_dice() -> None:
    text = "model\n    Tests: number\nroll Far: Tests d6 + 3\naction Charge: up to Far\n"
    verdict = judge(text, {}, [(0, 0), (3, 0)], mover=model(Tests=0))
    assert (verdict.legal, verdict.allowance, rolls(verdict)) == (True, 3, [])
    assert not judge(text, {}, [(0, 0), (4, 0)], mover=model(Tests=0)).legal
    thrown = "outcome Hits(N)\nmodel\n    Tests: number\nMud on enter: Hits(Tests d6)\n"
    assert adjudicate(rules(thrown), situation(MUD, ACROSS, mover=model(Tests=0)), []).rolls == ()


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("roll Test(X): X d6\n    1-3 Bad\n    4+ Good\n", []),
        ("roll Test(X): X d6 + X d8\n    1-3 Bad\n    4+ Good\n", []),
        ("roll Test(X): X d6\n    0 None\n    1+ Good\n", ["GR256"]),
        ("roll Test(X): X d6\n    2-3 Bad\n    4+ Good\n", ["GR254"]),
        # Of two dice to be kept there may be one.
        ("roll Test(X): X d6 keep 2 highest\n    2-6 Bad\n    7+ Good\n", ["GR254"]),
        ("roll Far(X): X d6\nroll Test(X): Far(X) + d6\n    0-3 Bad\n    4+ Good\n", []),
    ],
)
def test_bands_need_not_take_what_no_die_shows(lines: str, codes: list[str]) -> None:
    source = Source("test.terrain", f"{lines}Mud(X) on enter: Test(X)\n")
    found = compile_ruleset(source, "test", lambda name, source: None)  # type: ignore[arg-type, return-value]  # never used
    assert [each.code for each in found.diagnostics if each.is_error] == codes
