"""The decision for a kind of model, an action and a set of ground."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundrules.engine import Named, Refusal, Rulebook, decide, ground_for, profile_for

from .playing import judge, model, rules

TEXT = (
    "overlap multiply\noutcome Hurt\nmodel\n    Class: Foot, Horse\n    traits: Flying\nactions Walk, Run\n"
    "Mud: cost x2\nBog: cost x3, counts as Mud\nRock: forbid enter and end\nRock during Run: allow enter\n"
    "Mud on enter for Horse: Hurt\nFlying: ignore Mud\nMud when part of move: forbid Run\n"
)


def test_a_decision_says_what_holds() -> None:
    book = Rulebook(rules(TEXT))
    foot = profile_for(book, model(Class="Foot"))
    found = decide(book, foot, "Walk", ground_for(book, "Bog"))
    assert (found.cost, [each.name for each in found.terrains]) == (6, ["Bog", "Mud"])
    assert found.on == ()
    horse = profile_for(book, model(Class="Horse"))
    assert [event for event, _ in decide(book, horse, "Walk", ground_for(book, "Mud")).on] == ["enter"]
    assert decide(book, foot, "Walk", ground_for(book, "Rock")).forbidden == (("enter", "Rock"), ("end", "Rock"))
    assert decide(book, foot, "Run", ground_for(book, "Rock")).forbidden == (("end", "Rock"),)


def test_what_hangs_on_the_move_is_named() -> None:
    book = Rulebook(rules(TEXT))
    found = decide(book, profile_for(book, model(Class="Foot")), "Run", ground_for(book, "Mud"))
    assert (found.depends, found.forbidden) == (("Mud when part of move",), ())


def test_a_decision_is_remembered() -> None:
    book = Rulebook(rules(TEXT))
    profile = profile_for(book, model(Class="Foot", traits="Flying"))
    first = decide(book, profile, "Walk", ground_for(book, "Mud"))
    assert first.cost == 1
    assert (
        decide(book, profile_for(book, model(Class="Foot", traits="Flying")), "Walk", ground_for(book, "Mud")) is first
    )


@pytest.mark.parametrize("kinds", ["Mud", "Bog", "Mud+Bog", "Rock"])
@pytest.mark.parametrize("traits", ["", "Flying"])
def test_the_decision_is_what_adjudication_goes_by(kinds: str, traits: str) -> None:
    book = Rulebook(rules(TEXT))
    mover = model(Class="Foot", traits=traits)
    found = decide(book, profile_for(book, mover), "Walk", ground_for(book, *kinds.split("+")))
    verdict = judge(TEXT, {"here": (kinds, (0, 0, 8, 2))}, [(1, 1), (7, 1)], mover=mover, action="Walk")
    assert verdict.cost == 6 * found.cost


def test_bare_table_and_unknown_names() -> None:
    book = Rulebook(rules(TEXT))
    profile = profile_for(book, model(Class="Foot"))
    assert decide(book, profile, "Walk", frozenset()).cost == Fraction(1)
    with pytest.raises(Refusal, match="`Swamp` is no terrain"):
        ground_for(book, Named("Swamp"))
    with pytest.raises(Refusal, match="`Class` has no value `Tank`"):
        profile_for(book, model(Class="Tank"))
