"""Previews, and games in which a person answers: dice, options, leave to stop, facts."""

from __future__ import annotations

from typing import Any

import pytest

from groundrules.engine import Refusal, SeededDice, adjudicate
from groundrules.verdict import Verdict, from_json, to_json

from .playing import judge, model, outcomes, rolls, rules, situation

TEXT = (
    "outcome Hurt\nmodel\n    Speed: distance\naction Move: up to Speed\n"
    "roll Test: 2d6\n    2-6 Failure: Hurt, stop\n    7+ Success\n"
    'option Careful: at most 8"\n'
    "Mud on enter: Test\nMud on enter: may stop\nMud: cost x2\n"
    'Mud on end when agreed "it holds the weight": forbid end\n'
)
MUD = {"mud": ("Mud", (4, 0, 8, 2))}
ONTO = [(0, 1), (6, 1)]


def ask(answers: list[Any], steps: Any = ONTO, **more: Any) -> Verdict:
    return adjudicate(rules(TEXT), situation(MUD, steps, mover=model(Speed=20), **more), answers, on_missing="ask")


def test_everything_that_is_missing_is_asked_for_in_turn() -> None:
    answers: list[Any] = []
    asked = []
    while (verdict := ask(answers)).pending is not None:
        pending = verdict.pending
        asked.append((pending.kind, pending.name, pending.dice, pending.sides))
        given: dict[str, list[Any]] = {"option": [False], "agreed": [False], "dice": [3, 4], "may stop": [True]}
        answers += given[pending.kind]
        # A game may be put away between two answers.
        assert from_json(to_json(verdict)) == verdict
    assert asked == [
        ("option", "Careful", 0, 0),
        ("agreed", "it holds the weight", 0, 0),
        ("dice", "Test", 2, 6),
        ("may stop", "may stop", 0, 0),
    ]
    assert (verdict.legal, verdict.ends_at, rolls(verdict)) == (True, (4, 1), [("Test", (3, 4))])


def test_answers_decide() -> None:
    assert ask([False, False, 3, 4, False]).ends_at == (6, 1)
    assert outcomes(ask([False, False, 1, 1, False])) == ["Hurt"]
    assert not ask([False, True]).legal
    assert ask([True], [(0, 1), (9, 1)]).legal is False


def test_what_was_said_is_not_asked_again() -> None:
    first = ask([], options=("Careful", "may stop"), agreed=("It holds the weight",))
    assert (first.legal, first.pending) == (False, None)
    second = ask([], [(0, 1), (9, 1)])
    assert second.pending is not None and second.pending.rule == "option Careful"


def test_a_preview_throws_no_dice_and_lists_what_would_be_rolled() -> None:
    verdict = judge(TEXT, MUD, ONTO, mover=model(Speed=20), preview=True)
    assert (verdict.legal, verdict.preview, verdict.ends_at, verdict.cost) == (True, True, (6, 1), 8)
    assert (rolls(verdict), outcomes(verdict)) == ([("Test", None)], [])
    assert verdict.asks == ("it holds the weight",)


def test_dice_in_an_argument_are_previewed_too() -> None:
    text = "outcome Wounds(Number)\nMud on enter: Wounds(d6)\n"
    verdict = judge(text, MUD, ONTO, preview=True)
    assert (rolls(verdict), outcomes(verdict)) == ([("Wounds", None)], [])


def test_an_option_that_a_band_opens() -> None:
    text = (
        "outcome Fell\nroll Balance: d6\n    1-3 Bad:\n        option Stay: end move\n        option Drop: Fell\n"
        "    4+ Good\nBeam on enter: Balance\n"
    )
    beam = {"beam": ("Beam", (4, 0, 8, 2))}
    where = situation(beam, ONTO)
    pending = adjudicate(rules(text), where, [2], on_missing="ask").pending
    assert pending is not None and (pending.kind, pending.name) == ("option", "Stay")
    stayed = adjudicate(rules(text), where, [2, True, False], on_missing="ask")
    assert (stayed.pending, stayed.ends_at, outcomes(stayed)) == (None, (4, 1), [])
    dropped = judge(text, beam, ONTO, dice=[2], options=("Drop",))
    assert (dropped.ends_at, outcomes(dropped)) == ((6, 1), ["Fell"])


def test_an_option_chosen_from_the_start() -> None:
    assert not judge(TEXT, {}, [(0, 1), (9, 1)], mover=model(Speed=20), options=("Careful",)).legal
    assert judge(TEXT, {}, [(0, 1), (9, 1)], mover=model(Speed=20)).legal


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ([1], "option"),  # a face where an option is asked for
        ([False, 0], "option"),  # a number where a fact is asked for
        ([False, False, True, 4], "dice"),  # yes is no face
        ([False, False, True], "dice"),  # nor is it one as long as the other face is missing
        ([False, False, 3, 7], "dice"),  # a d6 has no 7
        ([False, False, 3, 4.0], "dice"),
        ([False, False, 3, 4, 1], "option"),  # leave to stop is yes or no
        ([False, False, 3, 4, True, 5], "dice"),  # nobody asks any more
        ([False, False, 3, 4, True, False], "option"),
        ([False, True, 3], "dice"),  # the move is not legal, and rolls nothing
    ],
)
def test_an_answer_that_does_not_fit_is_refused(answers: list[Any], kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask(answers)
    assert refused.value.kind == kind


def test_half_a_throw_waits_for_the_other_half() -> None:
    pending = ask([False, False, 3]).pending
    assert pending is not None and (pending.kind, pending.dice) == ("dice", 2)


def test_dice_of_their_own_leave_the_choices_to_the_answers() -> None:
    where = situation(MUD, ONTO, mover=model(Speed=20))

    def judged(answers: list[Any], dice: Any) -> Verdict:
        return adjudicate(rules(TEXT), where, dice, answers=answers, on_missing="ask")

    pending = judged([False, False], SeededDice(1)).pending
    assert pending is not None and pending.kind == "may stop"
    assert judged([False, False, False], [3, 4]).ends_at == (6, 1)
    with pytest.raises(Refusal, match="nobody asked for 3"):
        judged([False, False, True, 3], [3, 4])
    with pytest.raises(Refusal, match="nobody asks"):
        adjudicate(rules(TEXT), where, [3, 4], answers=[False])
