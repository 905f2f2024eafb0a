"""Changed fields, numbers and rolls: what adds up, and in which order it holds."""

from __future__ import annotations

from itertools import permutations

import pytest

from groundrules.engine import Unit

from .playing import judge, model, outcomes

SPEED = "model\n    Speed: distance\n    traits: Ant, Bee, Cat\naction Move: up to Speed\n"
TWO = {"a": ("Fen", (1, -1, 2, 1)), "b": ("Fen", (3, -1, 4, 1))}
OVERLAPPING = {"a": ("Fen", (1, -1, 3, 1)), "b": ("Fen", (2, -1, 4, 1))}
ACROSS = [(0, 0), (5, 0)]


@pytest.mark.parametrize(
    ("fen", "dice", "allowance"),
    [
        ('Fen on enter: Speed -1"', (), 7),
        ('Fen on enter: Speed +2"', (), 13),
        ("Fen on enter: Speed x2", (), 36),
        ('roll Test: d6\n    1-3: Speed -2"\n    4+: no effect\nFen on enter: Test', (1, 3), 5),
        ('roll Test: d6\n    1-3: Speed -2"\n    4+: no effect\nFen on enter: Test', (4, 3), 7),
        ('roll Test: d6\n    1-3 Bad: no effect\n    4+: no effect\nFen on enter: Test\n    Bad: Speed -2"', (1, 1), 5),
        ('Fen on enter, leave: Speed -1" down to 6"', (), 6),
        ('Fen when part of move: Speed -1"', (), 8),
    ],
)
def test_what_an_event_takes_away_is_taken_each_time_and_what_the_ground_says_once(
    fen: str, dice: tuple[int, ...], allowance: int
) -> None:
    for pieces in (TWO, OVERLAPPING):
        assert judge(SPEED + fen + "\n", pieces, ACROSS, mover=model(Speed=9), dice=dice).allowance == allowance


def test_a_rule_for_the_whole_unit_changes_each_model_once_each_time() -> None:
    unit = Unit(name="unit", models=(model("left", at=(0, 0), Speed=9), model("right", at=(0, "-0.5"), Speed=9)))
    verdict = judge(SPEED + 'Fen on enter for unit: Speed -1"\n', TWO, ACROSS, mover=unit)
    assert {each.model: each.allowance for each in verdict.models} == {"left": (7,), "right": (7,)}


def test_changes_of_rolls_and_numbers_add_up_too() -> None:
    text = (
        "outcome Hit(N)\nnumber Harm: 1\nroll Test: d6, extra dice keep highest\n    1+: Hit(result)\n"
        "Fen on enter: Test +1, Harm +2\nMud on enter: Test, Hit(Harm)\nGrit on enter: Test +1 die\n"
    )
    pieces = {**TWO, "mud": ("Mud", (6, -1, 7, 1))}
    assert outcomes(judge(text, pieces, [(0, 0), (8, 0)], dice=[2])) == ["Hit(4)", "Hit(5)"]
    grit = {name: ("Grit", shape) for name, (_, shape) in TWO.items()}
    found = judge(text, {**grit, "mud": ("Mud", (6, -1, 7, 1))}, [(0, 0), (8, 0)], dice=[2, 5, 1])
    assert outcomes(found) == ["Hit(5)", "Hit(1)"]


@pytest.mark.parametrize(
    "lines", list(permutations(('Ant: Speed +1" up to 4"', 'Bee: Speed -1" down to 5"', "Cat: Speed x2")))
)
def test_bounds_come_last_down_to_before_up_to_whatever_the_order_of_lines(lines: tuple[str, ...]) -> None:
    text = SPEED + "\n".join(lines) + "\n"

    def allowance(traits: str, speed: int) -> object:
        return judge(text, {}, [(0, 0), (1, 0)], mover=model(Speed=speed, traits=traits)).allowance

    assert allowance("Ant+Bee+Cat", 6) == 4
    assert allowance("Ant+Bee", 6) == 4
    assert allowance("Bee+Cat", 2) == 5
    assert allowance("Ant+Cat", 1) == 4
    assert allowance("Bee", 9) == 8
