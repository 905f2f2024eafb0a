"""Several models that move as one: paths, shares, tests together, rules for the unit."""

from __future__ import annotations

from typing import Any

import pytest

from groundrules.engine import Unit

from .playing import judge, model, outcomes, reasons

LINE = [(0, 5), (12, 5)]
HURT = "outcome Hurt\noutcome Shaken\n"


def unit(*places: Any, **stated: Any) -> Unit:
    return Unit(models=tuple(model(f"m{n}", place, **stated) for n, place in enumerate(places, 1)))


def test_the_path_is_a_displacement_and_each_model_pays_its_own_cost() -> None:
    verdict = judge("Mud: cost x2\n", {"mud": ("Mud", (4, 4, 8, 6))}, LINE, mover=unit((0, 5), (0, 9)))
    assert verdict.cost == {"m1": 16, "m2": 12}
    assert verdict.ends_at == {"m1": (12, 5), "m2": (12, 9)}
    assert verdict.moved == {"m1": 12, "m2": 12}


def test_a_unit_is_legal_only_if_every_model_is() -> None:
    text = "model\n    Speed: distance\naction Move: up to Speed\nMud: cost x2\nRock: forbid enter\n"
    slow = judge(text, {"mud": ("Mud", (4, 4, 8, 6))}, LINE, mover=unit((0, 5), (0, 9), Speed=12))
    assert (slow.legal, [each.model for each in slow.why]) == (False, ["m1"])
    rock = judge(text, {"rock": ("Rock", (4, 8, 8, 10))}, LINE, mover=unit((0, 5), (0, 9), Speed=12))
    assert (reasons(rock), rock.why[0].model) == ([("piece", "rock", "Rock")], "m2")


TOGETHER = (
    HURT
    + "roll Test: d6\n    1: Hurt\n    2+: no effect\n"
    + "Thorns on contact once per feature per move together: Test\n"
    + "Thorns on contact once per feature per move: may stop\n"
)
THORNS = {"thorns": ("Thorns", (4, 4, 8, 6))}


def test_all_who_will_touch_are_tested_at_the_first_contact() -> None:
    mover = unit((-2, 5), (0, 5), (0, 9), (-1, "5.5"))
    verdict = judge(TOGETHER, THORNS, LINE, dice=[6, 1, 6], mover=mover)
    assert [(each.model, each.dice) for each in verdict.rolls] == [("m1", (6,)), ("m2", (1,)), ("m4", (6,))]
    # The second is at the thorns; the others have gone as far, and stand behind.
    assert [each.stood for each in verdict.rolls] == [(2, 5), (4, 5), (3, 5.5)]
    assert [each.model for each in verdict.outcomes] == ["m2"]
    assert verdict.ends_at == {"m1": (10, 5), "m2": (12, 5), "m3": (12, 9), "m4": (11, 5.5)}


def test_the_player_may_stop_the_unit_where_the_test_was_taken() -> None:
    mover = unit((-2, 5), (0, 5), (0, 9))
    verdict = judge(TOGETHER, THORNS, LINE, dice=[6, 6], mover=mover, options=("may stop",))
    assert verdict.ends_at == {"m1": (2, 5), "m2": (4, 5), "m3": (4, 9)}


def test_who_does_not_touch_rolls_nothing() -> None:
    assert judge(TOGETHER, THORNS, LINE, mover=unit((0, 9), (0, 11))).rolls == ()


def test_a_stop_that_a_test_together_brings_holds_where_the_unit_was_interrupted() -> None:
    text = TOGETHER.replace("1: Hurt", "1: stop")
    verdict = judge(text, THORNS, LINE, dice=[6, 1], mover=unit((0, 5), (-2, 5)))
    assert verdict.ends_at == {"m1": (12, 5), "m2": (2, 5)}


def test_what_is_asked_for_the_unit_is_asked_once() -> None:
    text = HURT + "Mud on enter for unit: Shaken\nMud on enter: Hurt\n"
    verdict = judge(text, {"mud": ("Mud", (4, 4, 8, 6))}, LINE, mover=unit((0, 5), (-1, 5)))
    assert [(each.outcome, each.model) for each in verdict.outcomes] == [
        ("Shaken", "unit"), ("Hurt", "m1"), ("Hurt", "m2"),
    ]  # fmt: skip


def test_one_model_in_rough_ground_slows_them_all() -> None:
    text = 'model\n    Speed: distance\naction Move: up to Speed\nMud for unit when part of move: at most 6"\n'
    mud = {"mud": ("Mud", (4, 4, 8, 6))}
    assert not judge(text, mud, LINE, mover=unit((0, 5), (0, 9), Speed=20)).legal
    verdict = judge(text, mud, LINE, mover=unit((0, 8), (0, 9), Speed=20))
    assert verdict.legal
    capped = judge(text, mud, LINE, mover=unit((0, 5), (0, 9), Speed=20))
    assert {each.model for each in capped.why} == {"m1", "m2"}


SLOWED = "model\n    Speed: distance\n    Armour: number, optional\n    traits: Banner\naction Move: up to Speed\n"


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ('Mud for unit when part of move: Speed -4" down to 1"', {"m1": 16, "m2": 16}),
        ('Mud when part of move: Speed -4" down to 1"', {"m1": 16, "m2": 20}),
        ("Mud for unit when part of move: Speed x1/2", {"m1": 10, "m2": 10}),
        ('Mud for unit when part of move: Speed becomes 7"', {"m1": 7, "m2": 7}),
        ('Mud for unit when whole move: Speed -4"', {"m1": 20, "m2": 20}),
        ('Mud for unit when at least 1/2 of unit inside and part of move: Speed -4"', {"m1": 20, "m2": 20}),
        # A second mud does not slow it again, and a rule that changes something else changes no speed.
        ('Mud, Bog for unit when part of move: Speed -4"', {"m1": 16, "m2": 16}),
        ("Mud for unit when inside: Armour +1", {"m1": 20, "m2": 20}),
    ],
)
def test_what_changes_for_a_unit_changes_for_each_of_its_models(rule: str, allowed: dict[str, int]) -> None:
    """The first model goes through two muds, the second past them."""
    mud = {"mud": ("Mud", (4, 4, 6, 6)), "more": ("Mud", (7, 4, 8, 6))}
    text = f"{SLOWED}{rule}\n" + ("Bog: no effect\n" if "Bog" in rule else "")
    verdict = judge(text, mud, LINE, mover=unit((0, 5), (0, 9), Speed=20))
    assert {each.model: each.allowance for each in verdict.models} == {name: (far,) for name, far in allowed.items()}


def test_a_banner_makes_the_whole_unit_faster() -> None:
    text = f'{SLOWED}Banner for unit: Speed +2"\nMud: cost x2\n'
    mover = Unit(models=(model("a", (0, 5), Speed=20, traits="Banner"), model("b", (0, 9), Speed=20)))
    assert [each.allowance for each in judge(text, {}, LINE, mover=mover).models] == [(22,), (22,)]


def test_shares_of_a_unit_where_it_ends() -> None:
    wood = {"wood": ("Wood", (10, 0, 20, 6))}
    cases: list[tuple[str, list[Any], bool]] = [
        ("over 1/2 of unit inside", [(0, 5), (0, 5.5), (0, 9)], True),
        ("over 1/2 of unit inside", [(0, 5), (0, 9)], False),
        ("at least 1/2 of unit inside", [(0, 5), (0, 9)], True),
        ("at least 2 of unit inside", [(0, 5), (0, 9)], False),
        ("all of unit inside", [(0, 5), (0, 4)], True),
        ("none of unit outside", [(0, 5), (0, 9)], False),
        ("any of unit outside", [(0, 5), (0, 9)], True),
    ]
    for share, places, told in cases:
        text = HURT + f"Wood on end for unit when {share}: Shaken\n"
        verdict = judge(text, wood, LINE, mover=unit(*places))
        assert bool(outcomes(verdict)) is told, share


def test_a_share_counts_all_pieces_of_the_ground_together() -> None:
    text = HURT + "Wood on end for unit when all of unit inside: Shaken\n"
    woods = {"a": ("Wood", (10, 4, 20, 6)), "b": ("Wood", (10, 8, 20, 10))}
    assert outcomes(judge(text, woods, LINE, mover=unit((0, 5), (0, 9)))) == ["Shaken"]


def test_a_model_with_a_path_of_its_own() -> None:
    own = model("own", (0, 9), path=[(0, 9), (0, 12), (12, 12)])
    verdict = judge("Mud: cost x2\n", {}, LINE, mover=Unit(models=(model("a", (0, 5)), own)))
    assert verdict.moved == {"a": 12, "own": 15}
    assert verdict.ends_at == {"a": (12, 5), "own": (12, 12)}


def test_a_model_alone_is_a_unit_of_one() -> None:
    text = HURT + "Wood on end for unit when all of unit inside: Shaken\n"
    assert outcomes(judge(text, {"wood": ("Wood", (10, 0, 20, 6))}, LINE)) == ["Shaken"]


def test_a_charge_roll_is_one_for_the_unit() -> None:
    text = 'model\n    Speed: distance\nroll Charge Roll: d6"\naction Charge: up to Speed + Charge Roll\nMud: cost x2\n'
    verdict = judge(text, {}, [(0, 0), (9, 0)], dice=[4], mover=unit((0, 0), (0, 2), Speed=4))
    assert [each.model for each in verdict.rolls] == ["unit"]
    assert verdict.ends_at == {"m1": (8, 0), "m2": (8, 2)}
