"""The story of a move, and why a rule did not act."""

from __future__ import annotations

from typing import Any

from groundrules.engine import adjudicate
from groundrules.verdict import Verdict

from .playing import judge, model, rules, situation

TEXT = """\
outcome Hurt
model
    Speed: distance
    Class: Foot, Horse
    traits: Flying, Sure
action Move: up to Speed
roll Test: 2d6
    2-6 Failure: Hurt, stop
    7+ Success
Mud: cost x2
Mud on enter for Horse: Test
Mud on end: Hurt
Mud on enter once per game: Hurt
Rock when moved over 3": forbid enter
Flying: ignore Mud while moving
Sure in Mud: pass Test
"""
MUD = {"mud": ("Mud", (4, 0, 8, 2))}
ACROSS = [(0, 1), (10, 1)]


def story(verdict: Verdict) -> list[tuple[Any, ...]]:
    return [(line.at, line.piece, line.event, line.rule, line.effect, line.cost) for line in verdict.trace]


def kept(verdict: Verdict, rule: str) -> list[tuple[str, str]]:
    return [(each.kind, each.words) for each in verdict.why_not if each.rule == rule]


def test_each_line_cites_its_rule_and_adds_up() -> None:
    verdict = judge(TEXT, MUD, ACROSS, dice=[4, 5], mover=model(Speed=14, Class="Horse"))
    assert story(verdict) == [
        (4, "mud", "enter", "Mud on enter for Horse", "Test: 4, 5, Success", 4),
        (4, "mud", "enter", "Mud on enter once per game", "Hurt", 4),
        (4, "mud", None, "Mud", "cost x2", 12),
    ]
    assert [line.source for line in verdict.trace] == ["test.terrain:11", "test.terrain:13", "test.terrain:10"]
    assert (verdict.trace[0].roll, verdict.trace[2].length, verdict.trace[2].point) == (0, 4, (4, 1))


def test_a_rule_for_others_and_one_whose_event_did_not_come() -> None:
    verdict = judge(TEXT, MUD, ACROSS, mover=model(Speed=14, Class="Foot"))
    assert kept(verdict, "Mud on enter for Horse") == [("for", "for Horse")]
    assert verdict.why_not[0].read == (("model Class", "Foot"),)
    assert kept(verdict, "Mud on end") == [("event", "on end")]


def test_a_rule_that_is_used_up() -> None:
    first = judge(TEXT, MUD, ACROSS, mover=model(Speed=14, Class="Foot"))
    again = judge(TEXT, MUD, ACROSS, mover=model(Speed=14, Class="Foot"), memory=first.after)
    assert kept(again, "Mud on enter once per game") == [("once", "once per game")]


def test_a_condition_with_what_was_read() -> None:
    rock = {"rock": ("Rock", (2, 0, 4, 2))}
    verdict = judge(TEXT, rock, ACROSS, mover=model(Speed=14, Class="Foot"))
    found = [each for each in verdict.why_not if each.rule == 'Rock when moved over 3"']
    assert [(each.kind, each.words, each.read) for each in found] == [
        ("condition", 'when moved over 3"', (("moved", "0"),)),
        ("condition", 'when moved over 3"', (("moved", "2"),)),
    ]


def test_what_is_ignored_says_by_which_rule() -> None:
    verdict = judge(TEXT, MUD, ACROSS, mover=model(Speed=14, Class="Foot", traits="Flying"))
    assert {(each.rule, each.kind, each.by) for each in verdict.why_not if each.rule == "Mud"} == {
        ("Mud", "ignored", "Flying")
    }


def test_a_roll_that_is_passed_is_told_of() -> None:
    verdict = judge(TEXT, MUD, ACROSS, mover=model(Speed=14, Class="Horse", traits="Sure"))
    assert [line.effect for line in verdict.trace if line.rule == "Sure in Mud"] == ["passes Test as Success"]


def test_an_illegal_move_tells_the_announced_story() -> None:
    verdict = judge(TEXT, MUD, ACROSS, mover=model(Speed=9, Class="Horse"))
    assert (verdict.legal, verdict.rolls) == (False, ())
    assert [(line.rule, line.effect) for line in verdict.trace] == [("Mud", "cost x2")]
    assert verdict.why[0].words == "the allowance of 9 ends here"


def test_without_a_trace_the_verdict_is_the_same() -> None:
    from dataclasses import replace

    where = situation(MUD, ACROSS, mover=model(Speed=14, Class="Horse"))
    told, plain = (adjudicate(rules(TEXT), where, [4, 5], trace=trace) for trace in (True, False))
    assert (plain.trace, plain.why_not) == ((), ())
    events = tuple(replace(each, point=None) for each in told.events)
    assert replace(told, trace=(), why_not=(), events=events) == plain


def test_the_players_have_not_agreed() -> None:
    text = "piece\n    Boundary: agreed for Mud\nMud: cost x2\nRock: cost x1\noverlap worst\n"
    pieces = {"mud": ("Mud", (4, 0, 8, 2)), "rock": ("Rock", (8, 0, 9, 2)), "far": ("Mud", (40, 0, 48, 2))}
    assert judge(text, pieces, ACROSS).notes == ("the players have not agreed the Boundary of mud",)
    pieces["mud"] = ("Mud", (4, 0, 8, 2), {"Boundary": "the grey base"})  # type: ignore[assignment]  # a wider row
    assert judge(text, pieces, ACROSS).notes == ()


def test_a_budget_bounds_the_work() -> None:
    import pytest

    from groundrules.engine import Refusal

    with pytest.raises(Refusal, match="more than 5 steps"):
        adjudicate(rules(TEXT), situation(MUD, ACROSS, mover=model(Speed=14, Class="Foot")), budget=5)


def test_a_cost_of_the_models_own_rules() -> None:
    text = 'model\n    traits: Lame, Heavy\nLame: cost 1" to enter\nHeavy: cost 1" per 5" of distance\nMud: cost x2\n'
    assert judge(text, MUD, ACROSS, mover=model(traits="Lame")).cost == 15
    assert judge(text, MUD, ACROSS, mover=model(traits="Heavy")).cost == 16


def test_an_activation_that_is_rounded_too_far() -> None:
    text = "round up per activation\nmodel\n    Speed: distance\naction Move: up to Speed\nMud: cost x2\n"
    assert judge(text, {}, [(0, 0), (5, 0)], mover=model(Speed="5.5")).legal
    verdict = judge(text, {}, [(0, 0), (5.25, 0)], mover=model(Speed="5.5"))
    assert (verdict.legal, verdict.cost) == (False, 6)
