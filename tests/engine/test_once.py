"""``once`` in all its scopes, and what is remembered from one action to the next."""

from __future__ import annotations

import pytest

from groundrules.verdict import Memory, StateHeld, Used

from .playing import judge, model, outcomes

TWO = {"a": ("Mud", (2, 0, 4, 2)), "b": ("Mud", (6, 0, 8, 2))}
#: Into a, out, back into a, then through b.
WEAVING = [(0, 1), (3, 1), (1, 1), (10, 1)]
HURT = "outcome Hurt\nmodel\n    Speed: distance\naction March: 2 moves up to Speed\n"
FAST = model(Speed=99)


@pytest.mark.parametrize(
    ("once", "times"),
    [("", 3), ("once per feature per move", 2), ("once per move", 1), ("once per activation", 1), ("once per game", 1)],
)
def test_scopes_within_one_move(once: str, times: int) -> None:
    assert outcomes(judge(f"{HURT}Mud on enter {once}: Hurt\n", TWO, WEAVING, mover=FAST)) == ["Hurt"] * times


@pytest.mark.parametrize(
    ("once", "times"),
    [("once per move", 2), ("once per feature per move", 4), ("once per activation", 1), ("once per turn", 1),
     ("once per feature per activation", 2)],
)  # fmt: skip
def test_scopes_over_two_legs(once: str, times: int) -> None:
    legs = [[(0, 1), (10, 1)], [(10, 1), (0, 1)]]
    assert outcomes(judge(f"{HURT}Mud on enter {once}: Hurt\n", TWO, moves=legs, mover=FAST)) == ["Hurt"] * times


@pytest.mark.parametrize(
    ("once", "same_turn", "next_turn"),
    [("once per activation", 1, 1), ("once per turn", 0, 1), ("once per game", 0, 0), ("once per feature", 0, 0),
     ("once per feature per turn", 0, 1)],
)  # fmt: skip
def test_scopes_over_actions(once: str, same_turn: int, next_turn: int) -> None:
    text, piece = f"{HURT}Mud on enter {once}: Hurt\n", {"a": ("Mud", (2, 0, 4, 2))}
    first = judge(text, piece, [(0, 1), (5, 1)], mover=FAST)
    assert outcomes(first) == ["Hurt"]
    again = judge(text, piece, [(5, 1), (0, 1)], mover=FAST, memory=first.after)
    assert len(outcomes(again)) == same_turn
    later = judge(text, piece, [(5, 1), (0, 1)], mover=FAST, memory=first.after, turn="next")
    assert len(outcomes(later)) == next_turn


def test_an_activation_that_goes_on_is_the_same_one() -> None:
    text, piece = f"{HURT}Mud on enter, activate once per activation: Hurt\n", {"a": ("Mud", (2, 0, 4, 2))}
    first = judge(text, piece, [(0, 1), (3, 1)], mover=FAST)
    on = judge(text, piece, [(3, 1), (5, 1), (3, 1)], mover=FAST, memory=first.after, activate=False)
    assert (outcomes(first), outcomes(on)) == (["Hurt"], [])


def test_a_test_taken_on_activation_is_taken_for_the_first_leg() -> None:
    text = f"{HURT}Mud on activate, enter once per move: Hurt\n"
    legs = [[(3, 1), (7, 1)], [(7, 1), (3, 1)]]
    assert outcomes(judge(text, TWO, moves=legs, mover=FAST)) == ["Hurt", "Hurt"]


def test_a_failed_roll_uses_it_up() -> None:
    text = f"{HURT}roll Test: d6\n    1: Hurt\n    2+: no effect\nMud on enter once per move: Test\n"
    assert outcomes(judge(text, TWO, WEAVING, dice=[1], mover=FAST)) == ["Hurt"]


def test_once_counts_for_each_model_by_itself() -> None:
    from groundrules.engine import Unit

    unit = Unit(models=(model("x", (0, 1), Speed=99), model("y", (0, "1.5"), Speed=99)))
    assert len(outcomes(judge(f"{HURT}Mud on enter once per move: Hurt\n", TWO, [(0, 1), (10, 1)], mover=unit))) == 2


def test_what_is_given_has_happened() -> None:
    text = f"{HURT}Mud on enter once per feature per game: Hurt\n"
    used = Memory(used=(Used("Mud on enter once per feature per game", piece="a"),))
    assert [each.piece for each in judge(text, TWO, [(0, 1), (10, 1)], mover=FAST, memory=used).outcomes] == ["b"]


def test_states_of_other_models_are_kept() -> None:
    text = HURT + "state Prone: Speed x1/2\nMud: cost x2\n"
    memory = Memory(states=(StateHeld("other", "Prone"), StateHeld("model", "Prone")))
    verdict = judge(text, {}, [(0, 0), (4, 0)], mover=model(Speed=8), memory=memory)
    assert verdict.allowance == 4
    assert {held.model for held in verdict.after.states} == {"other", "model"}


@pytest.mark.parametrize(
    ("until", "left"),
    [("move", []), ("activation", ["Shaken"]), ("turn", ["Shaken"]), ("game", ["Shaken"])],
)
def test_how_long_a_state_lasts(until: str, left: list[str]) -> None:
    text = f"{HURT}state Shaken until end of {until}: Speed x1/2\nMud on enter: gain Shaken\n"
    verdict = judge(text, TWO, [(0, 1), (3, 1)], mover=FAST)
    assert [held.state for held in verdict.after.states] == left
    assert verdict.gained == ("Shaken",)


def test_an_activation_over_ends_what_lasts_so_long() -> None:
    text = f"{HURT}state Shaken until end of activation: Speed x1/2\nMud on enter: gain Shaken\n"
    first = judge(text, TWO, [(0, 1), (3, 1)], mover=FAST)
    assert judge(text, TWO, [(3, 1), (5, 1)], mover=FAST, memory=first.after).allowance == 99


def test_losing_a_state() -> None:
    text = HURT + "state Prone: Speed x1/2\nMud on enter: lose Prone\n"
    memory = Memory(states=(StateHeld("model", "Prone"),))
    assert judge(text, TWO, [(0, 1), (3, 1)], mover=FAST, memory=memory).after.states == ()


def test_turns_happen_where_one_stands() -> None:
    text = "outcome Heal\noutcome Rot\nVillage on turn start: Heal\nSwamp on turn end: Rot\n"
    pieces = {"village": ("Village", (0, 0, 4, 2)), "swamp": ("Swamp", (0, 0, 4, 2))}
    assert outcomes(judge(text, pieces, mover=model(at=(2, 1)), turn="next")) == ["Rot", "Heal"]
    assert outcomes(judge(text, pieces, mover=model(at=(9, 1)), turn="next")) == []
    assert outcomes(judge(text, pieces, [(2, 1), (9, 1)])) == []
