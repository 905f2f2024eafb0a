"""Sight and cover."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .playing import model, see

GRADES = 'cover Soft "soft cover"\ncover Hard "hard cover"\n'
A, B = model("a", (0, 0)), model("b", (10, 0), base=2)


@pytest.mark.parametrize(("half", "cover"), [("-1", None), ("0.01", "Soft")])
def test_over_half_hidden(half: str, cover: str | None) -> None:
    # A hedge right before the target hides what lies under y = half of a facing from -1 to 1.
    text = GRADES + "Hedge when over 1/2 of facing obscured: cover Soft\n"
    hedge = {"hedge": ("Hedge", ("9.99", -9, "9.995", half))}
    assert see(text, hedge, A, B).cover == cover


def test_the_best_grade_counts_and_none_adds_up() -> None:
    text = GRADES + "Hedge when between: cover Soft\nWall when between: cover Hard\n"
    pieces = {"hedge": ("Hedge", (4, -5, 5, 5)), "wall": ("Wall", (6, -5, 7, 5))}
    sight = see(text, pieces, A, B)
    assert (sight.cover, sight.cover_from, sight.sight) == ("Hard", "wall", "clear")
    assert see(text, {"hedge": pieces["hedge"]}, A, B).cover == "Soft"


def test_what_lies_behind_the_target_gives_none() -> None:
    text = GRADES + "Hedge when between: cover Soft\n"
    assert see(text, {"hedge": ("Hedge", ("11.5", -5, 12, 5))}, A, B).cover is None


def test_cover_without_a_word_about_where_holds_inside() -> None:
    text = GRADES + "Wood: cover Soft\n"
    assert see(text, {"wood": ("Wood", (8, -5, 12, 5))}, A, B).cover == "Soft"
    assert see(text, {"wood": ("Wood", (4, -5, 6, 5))}, A, B).cover is None


def test_behind_and_inside() -> None:
    text = GRADES + "Wood when behind: cover Soft\nWood when inside: cover Hard\n"
    assert see(text, {"wood": ("Wood", (4, -5, 6, 5))}, A, B).cover == "Soft"
    assert see(text, {"wood": ("Wood", (8, -5, 12, 5))}, A, B).cover == "Hard"


def test_the_viewers_own_ground_neither_blocks_nor_obscures() -> None:
    text = GRADES + "Wood when partly obscured: cover Soft\nWood: block sight\n"
    own = see(text, {"wood": ("Wood", (-2, -5, 2, 5))}, A, B)
    assert (own.cover, own.sight, own.obscured) == (None, "clear", 0)
    other = see(text, {"wood": ("Wood", (4, -5, 6, 5))}, A, B)
    assert (other.cover, other.sight, other.blocked_by, other.obscured) == ("Soft", "blocked", ("wood",), 1)


def test_sight_goes_in_and_out_but_not_too_deep() -> None:
    text = 'Wood: block sight beyond 3"\n'
    for edge, sight in [(8, "clear"), (7, "clear"), ("6.9", "blocked")]:
        wood = {"wood": ("Wood", (edge, -5, 20, 5))}
        assert see(text, wood, A, B).sight == sight
        assert see(text, wood, model("b", (10, 0)), model("a", (0, 0))).sight == sight


def test_whose_height_counts() -> None:
    text = "piece\n    Height: distance\nmodel\n    Height: distance\n" + (
        'Wood: Height is 5"\nWood when piece Height at least target Height and piece Height at least shooter Height:'
        " block sight\n"
    )
    wood = {"wood": ("Wood", (4, -5, 6, 5))}
    low, high = model("low", (0, 0), Height=2), model("high", (10, 0), Height=6)
    assert see(text, wood, low, high).sight == "clear"
    assert see(text, wood, low, model("b", (10, 0), Height=5)).sight == "blocked"
    stated = {"wood": ("Wood", (4, -5, 6, 5), {"Height": 7})}
    assert see(text, stated, low, high).sight == "blocked"


def test_several_pieces_hide_together_what_is_theirs() -> None:
    text = (
        GRADES
        + "Hedge when over 1/2 of facing obscured by Hedge: cover Soft\n"
        + ("Wall when over 1/2 of facing obscured: cover Hard\n")
    )
    # Each hides the outer third of a facing of 2, seen at the same distance.
    thirds = {"a": ("Hedge", ("9.99", Fraction(1, 3), 10, 2)), "b": ("Hedge", ("9.99", -2, 10, Fraction(-1, 3)))}
    assert see(text, thirds, A, B).cover == "Soft"
    assert see(text, {"a": thirds["a"]}, A, B).cover is None


def test_what_a_look_changes() -> None:
    text = "model\n    Skill: number\ncover Soft: shooter Skill -1\nSmoke: shooter Skill -3\n" + (
        "Wood when between: cover Soft\n"
    )
    a, b = model("a", (0, 0), Skill=4), model("b", (10, 0), Skill=4)
    sight = see(text, {"smoke": ("Smoke", (4, -5, 5, 5)), "wood": ("Wood", (6, -5, 7, 5))}, a, b)
    assert [(each.owner, each.field, each.effect, each.piece) for each in sight.changes] == [
        ("shooter", "Skill", "shooter Skill -3", "smoke"),
        ("shooter", "Skill", "shooter Skill -1", None),
    ]
    assert see(text, {"smoke": ("Smoke", (4, 3, 5, 5))}, a, b).changes == ()


def test_cover_for_some_targets_only() -> None:
    text = GRADES + "model\n    Class: Foot, Tank\nWall for Foot when between: cover Hard\n"
    wall = {"wall": ("Wall", (4, -5, 6, 5))}
    assert see(text, wall, A, model("b", (10, 0), Class="Foot")).cover == "Hard"
    tank = see(text, wall, A, model("b", (10, 0), Class="Tank"))
    assert (tank.cover, [(each.kind, each.words) for each in tank.why_not]) == (None, [("for", "for Foot")])


def test_a_look_tells_which_rule_gave_the_cover() -> None:
    sight = see(GRADES + "Wall when between: cover Hard\n", {"wall": ("Wall", (4, -5, 6, 5))}, A, B)
    assert [(line.effect, line.piece, line.rule, line.source) for line in sight.trace] == [
        ("cover Hard", "wall", "Wall when between", "test.terrain:3")
    ]
