"""Dice: pools, bands, handlers, rerolls, more and fewer dice, rolls that are passed."""

from __future__ import annotations

from typing import Any

import pytest

from groundrules.engine import MissingAnswer, Refusal, adjudicate
from groundrules.verdict import Verdict

from .playing import judge, model, outcomes, rolls, rules, situation

MUD = {"mud": ("Mud", (4, 0, 8, 2))}
ACROSS = [(0, 1), (10, 1)]


def enter(text: str, dice: list[int], **more: Any) -> Verdict:
    return judge(text, MUD, ACROSS, dice=dice, **more)


GOOD_AND_BAD = "outcome Bad\noutcome Good\n"


def test_a_total_falls_into_its_band() -> None:
    text = GOOD_AND_BAD + "roll Test: 2d6\n    2-6 Failure: Bad\n    7+ Success: Good\nMud on enter: Test\n"
    assert outcomes(enter(text, [1, 5])) == ["Bad"]
    verdict = enter(text, [1, 6])
    assert (outcomes(verdict), verdict.rolls[0].total, verdict.rolls[0].outcome) == (["Good"], 7, "Success")


def test_a_modified_total_and_natural_faces() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    Skill: number\nroll Test: d6 + Skill\n    natural 1 Fumble: Bad\n    5+ Success: Good\n"
        + "    otherwise Failure\nMud on enter: Test\n"
    )
    for face, skill, band in [(1, 9, "Fumble"), (2, 3, "Success"), (2, 2, "Failure")]:
        assert enter(text, [face], mover=model(Skill=skill)).rolls[0].outcome == band


def test_a_band_that_reads_a_field() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    Quality: number\nroll Test: d6\n    Quality+ Success: Good\n"
        + ("    otherwise Failure: Bad\nMud on enter: Test\n")
    )
    assert outcomes(enter(text, [4], mover=model(Quality=4))) == ["Good"]
    assert outcomes(enter(text, [3], mover=model(Quality=4))) == ["Bad"]


def test_handlers_follow_the_rolls_own_bands() -> None:
    text = (
        "outcome Own\noutcome Derived\noutcome Handled\nroll Base: d6\n    1-3 Failure: Own\n    4+ Success\n"
        "roll Risky: Base\n    Failure: Derived\nMud on enter: Risky\n    Failure: Handled\n"
    )
    verdict = enter(text, [2])
    assert outcomes(verdict) == ["Own", "Derived", "Handled"]
    assert rolls(verdict) == [("Risky", (2,))]
    assert verdict.rolls[0].base == "Base"


def test_a_band_of_two_names_is_both() -> None:
    text = (
        GOOD_AND_BAD
        + "roll Test: d6\n    1-5 Failure\n    6 Critical, Success: Good\nMud on enter: Test\n"
        + ("    Success: Good\n    Critical: Bad\n")
    )
    verdict = enter(text, [6])
    assert outcomes(verdict) == ["Good", "Good", "Bad"]
    assert verdict.rolls[0].bands == ("Critical", "Success")


def test_each_die_by_itself() -> None:
    text = "outcome Hit(Power)\nroll Test(X): 3d6\n    each 1-X: Hit(10)\nMud(X) on enter: Test(X)\n"
    for x, dice, hits in [(1, [1, 2, 3], 1), (2, [1, 2, 3], 2), (1, [4, 5, 6], 0)]:
        verdict = judge(text, {"mud": (f"Mud({x})", (4, 0, 8, 2))}, ACROSS, dice=dice)
        assert outcomes(verdict) == ["Hit(10)"] * hits


def test_a_number_of_dice_that_hangs_on_the_model() -> None:
    text = (
        "outcome Hit\nmodel\n    Height: Small < Big\n    traits: Chariot\n"
        "number Test Dice by Height: Small 1, Big 3\n    for Chariot: +1\n"
        "roll Test: Test Dice d6\n    each 1: Hit\nMud on enter: Test\n"
    )
    assert outcomes(enter(text, [1], mover=model(Height="Small"))) == ["Hit"]
    assert outcomes(enter(text, [1, 1, 2, 1], mover=model(Height="Big", traits="Chariot"))) == ["Hit"] * 3


KEPT = (
    GOOD_AND_BAD
    + "model\n    traits: Nimble, Clumsy\nroll Test: 2d6, extra dice keep highest, fewer dice keep lowest\n"
    + "    2-6 Failure: Bad\n    7+ Success: Good\nMud on enter: Test\nNimble: Test +1 die\nClumsy: Test -1 die\n"
)


def test_an_extra_die_keeps_the_highest_and_one_fewer_the_lowest() -> None:
    nimble = enter(KEPT, [1, 5, 2], mover=model(traits="Nimble"))
    assert (nimble.rolls[0].kept, outcomes(nimble)) == ((5, 2), ["Good"])
    clumsy = enter(KEPT, [6, 1, 5], mover=model(traits="Clumsy"))
    assert (clumsy.rolls[0].kept, outcomes(clumsy)) == ((1, 5), ["Bad"])
    assert enter(KEPT, [6, 1], mover=model(traits="Clumsy+Nimble")).rolls[0].kept == (6, 1)


def test_with_each_a_die_more_is_a_die_more() -> None:
    text = "outcome Hit\nmodel\n    traits: Big, Small\nroll Test: 2d6\n    each 1: Hit\nMud on enter: Test\n" + (
        "Big: Test +1 die\nSmall: Test -1 die\n"
    )
    assert outcomes(enter(text, [1, 1, 1], mover=model(traits="Big"))) == ["Hit"] * 3
    assert outcomes(enter(text, [1], mover=model(traits="Small"))) == ["Hit"]


def test_keeping_some_of_a_pool() -> None:
    text = GOOD_AND_BAD + "roll Test: 3d6 keep 2 lowest\n    2-6: Bad\n    7+: Good\nMud on enter: Test\n"
    verdict = enter(text, [6, 2, 3])
    assert (verdict.rolls[0].kept, verdict.rolls[0].total, outcomes(verdict)) == ((2, 3), 5, ["Bad"])


def test_a_changed_total() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    traits: Armoured\nroll Swim: d6\n    4+: Good\n    otherwise: Bad\n"
        + ("Mud on enter: Swim\nArmoured: Swim -2\n")
    )
    assert outcomes(enter(text, [5], mover=model(traits="Armoured"))) == ["Bad"]
    assert outcomes(enter(text, [5])) == ["Good"]


def test_rerolling_faces_once() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    traits: Walker\nroll Test: 2d6\n    2-3: Bad\n    4+: Good\n"
        + ("Mud on enter: Test\nWalker: reroll 1 in Test\n")
    )
    verdict = enter(text, [1, 2, 1], mover=model(traits="Walker"))
    assert (verdict.rolls[0].dice, verdict.rolls[0].rerolled, outcomes(verdict)) == ((1, 2), (1,), ["Bad"])
    assert outcomes(enter(text, [1, 1, 6, 6], mover=model(traits="Walker"))) == ["Good"]


def test_rerolling_a_band_once() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    traits: Lucky\nroll Test: d6\n    1-3 Failure: Bad\n    4+ Success: Good\n"
        + ("Mud on enter: Test\nLucky: reroll Failure in Test\n")
    )
    verdict = enter(text, [2, 5], mover=model(traits="Lucky"))
    assert (rolls(verdict), verdict.rolls[0].rerolled, outcomes(verdict)) == ([("Test", (5,))], (2,), ["Good"])
    assert outcomes(enter(text, [2, 3], mover=model(traits="Lucky"))) == ["Bad"]


def test_a_roll_that_is_passed_is_not_made() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    traits: Strider(Ground)\nroll Test: d6\n    1-3 Failure: Bad\n"
        + ("    4+ Success: Good\nMud on enter: Test\nStrider(Ground) in Ground: pass Test\n")
    )
    verdict = enter(text, [], mover=model(traits="Strider(Mud)"))
    assert (rolls(verdict), outcomes(verdict)) == ([], ["Good"])
    other = text + "Bog on enter: Test\n"
    assert outcomes(enter(other, [1], mover=model(traits="Strider(Bog)"))) == ["Bad"]


def test_passing_as_a_named_band() -> None:
    text = (
        GOOD_AND_BAD
        + "model\n    traits: Sure\nroll Test: d6\n    1-3 Failure: Bad\n    4-5 Even\n"
        + ("    6 Success: Good\nMud on enter: Test\nSure: pass Test as Even\n")
    )
    assert outcomes(enter(text, [], mover=model(traits="Sure"))) == []


def test_dice_as_an_argument_and_arithmetic_on_the_result() -> None:
    text = (
        "outcome Wounds(Number)\nroll Test: d6\n    1-3: Wounds(d6)\n    4+: Wounds(7 - result)\nMud on enter: Test\n"
    )
    verdict = enter(text, [2, 5])
    assert (outcomes(verdict), rolls(verdict)) == (["Wounds(5)"], [("Test", (2,)), ("Wounds", (5,))])
    assert outcomes(enter(text, [4])) == ["Wounds(3)"]


def test_an_allowance_with_a_roll_ends_the_move_where_it_bites() -> None:
    text = (
        'model\n    Speed: distance\nroll Charge Roll: 2d6" keep 1 highest\naction Charge: up to Speed + Charge Roll\n'
        "Mud: cost x2\n"
    )
    far = judge(text, {}, [(0, 0), (10, 0)], dice=[2, 6], mover=model(Speed=4))
    assert (far.legal, far.ends_at, far.allowance, far.left) == (True, (10, 0), 10, 0)
    short = judge(text, {}, [(0, 0), (10, 0)], dice=[2, 3], mover=model(Speed=4))
    assert (short.legal, short.ends_at, short.allowance) == (True, (7, 0), 7)
    # Twice six is the most that the better of two dice can add: 11 is too far whatever falls.
    assert not judge(text, {}, [(0, 0), (11, 0)], mover=model(Speed=4)).legal


def test_too_few_faces_and_faces_that_are_none() -> None:
    text = "roll Test: 2d6\n    otherwise: no effect\nMud on enter: Test\n"
    with pytest.raises(MissingAnswer, match="Test asks for 2 dice"):
        adjudicate(rules(text), situation(MUD, ACROSS), [3])
    with pytest.raises(Refusal, match="no face 7"):
        adjudicate(rules(text), situation(MUD, ACROSS), [3, 7])


def test_states_of_a_band_change_what_follows() -> None:
    text = (
        "model\n    Speed: distance\naction Move: up to Speed\nstate Slowed until end of turn: Speed x1/2\n"
        "roll Test: d6\n    1: gain Slowed\n    2+: no effect\nMud on enter: Test\n"
    )
    verdict = judge(text, MUD, ACROSS, dice=[1], mover=model(Speed=12))
    # Half of 12 is 6, and 4 are gone at the edge.
    assert (verdict.ends_at, verdict.gained, verdict.allowance) == ((6, 1), ("Slowed",), 6)
    assert [held.state for held in verdict.after.states] == ["Slowed"]
    further = judge(text, {}, [(0, 0), (7, 0)], mover=model(Speed=12), memory=verdict.after)
    assert (further.legal, further.allowance) == (False, 6)
    later = judge(text, {}, [(0, 0), (7, 0)], mover=model(Speed=12), memory=verdict.after, turn="next")
    assert (later.legal, later.after.states) == (True, ())


SLOW = (
    'model\n    Speed: distance\nroll Charge Roll: 2d6" keep 1 highest\nroll Slow Charge: 2d6" keep 1 lowest\n'
    "action Charge: up to Speed + Charge Roll\nMud for unit when part of move: up to Speed + Slow Charge\n"
)


def test_a_rule_that_sets_the_allowance_throws_its_own_dice_instead() -> None:
    mover = model(Speed=4)
    free = judge(SLOW, {}, ACROSS, dice=[1, 6], mover=mover)
    assert (rolls(free), free.allowance, free.ends_at) == ([("Charge Roll", (1, 6))], 10, (10, 1))
    slow = judge(SLOW, MUD, ACROSS, dice=[3, 6], mover=mover)
    assert (rolls(slow), slow.allowance, slow.ends_at) == ([("Slow Charge", (3, 6))], 7, (7, 1))


def test_such_dice_are_previewed_and_take_the_most_they_can() -> None:
    preview = judge(SLOW, MUD, ACROSS, preview=True, mover=model(Speed=4))
    assert (preview.legal, preview.allowance, rolls(preview)) == (True, 10, [("Slow Charge", None)])


def test_a_passed_roll_has_no_result_to_read() -> None:
    text = "model\n    traits: Blessed\noutcome Hurt(Number)\nroll Test: d6\n    1-6 Minor: Hurt(result)\n"
    with pytest.raises(Refusal, match="reads the result of a roll that was passed and not made"):
        judge(text + "Mud on enter: Test\nBlessed: pass Test as Minor\n", MUD, ACROSS, mover=model(traits="Blessed"))
