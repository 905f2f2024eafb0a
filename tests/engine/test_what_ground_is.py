"""What ground is to a model: counted as, treated as, ignored, replaced, changed for good."""

from __future__ import annotations

import pytest

from .playing import events, judge, model, outcomes, reasons, see

ACROSS = [(0, 1), (10, 1)]
HURT = "outcome Hurt\noutcome Burn\n"


def at(kinds: str) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {"ground": (kinds, (4, 0, 8, 2))}


def test_ground_that_counts_as_other_ground_is_both() -> None:
    text = "overlap multiply\nJungle: cost x2, counts as Bog\nBog: cost x3, counts as Deep\nDeep: cost at least 7\n"
    assert judge(text, at("Jungle"), ACROSS).cost == 6 + 4 * 7
    assert judge(text, at("Bog"), ACROSS).cost == 6 + 4 * 7


def test_counting_as_with_brackets_and_for_some() -> None:
    text = "outcome Hit(N)\nmodel\n    Class: Foot, Horse\nWood for Horse: counts as Thorns(2)\n" + (
        "Thorns(X) on enter: Hit(X)\n"
    )
    assert outcomes(judge(text, at("Wood"), ACROSS, mover=model(Class="Horse"))) == ["Hit(2)"]
    assert outcomes(judge(text, at("Wood"), ACROSS, mover=model(Class="Foot"))) == []


FLYING = (
    HURT
    + "overlap multiply\nmodel\n    traits: Flying\nFire: cost x2\nFire on enter, end, activate: Burn\n"
    + "Rock: forbid enter and end\nFlying: ignore Fire and Rock while moving\n"
)


def test_ignoring_while_moving_keeps_the_ends() -> None:
    flyer = model(traits="Flying")
    over = judge(FLYING, at("Fire"), ACROSS, mover=flyer)
    assert (over.cost, outcomes(over)) == (10, [])
    onto = judge(FLYING, at("Fire"), [(0, 1), (6, 1)], mover=flyer)
    assert (onto.cost, outcomes(onto)) == (6, ["Burn"])
    off = judge(FLYING, at("Fire"), [(6, 1), (10, 1)], mover=flyer)
    assert outcomes(off) == ["Burn"]
    assert judge(FLYING, at("Rock"), ACROSS, mover=flyer).legal
    assert reasons(judge(FLYING, at("Rock"), [(0, 1), (6, 1)], mover=flyer))[0][1] == "ground"


def test_ignoring_on_some_events_only() -> None:
    text = HURT + "model\n    traits: Light\nFire on enter: Hurt\nFire on leave: Burn\nLight: ignore Fire on enter\n"
    assert outcomes(judge(text, at("Fire"), ACROSS, mover=model(traits="Light"))) == ["Burn"]


def test_what_is_ignored_is_ignored_whatever_brought_it() -> None:
    text = HURT + "model\n    traits: Cold\nLava: counts as Fire\nFire on enter: Burn\nCold: ignore Fire\n"
    assert outcomes(judge(text, at("Lava"), ACROSS, mover=model(traits="Cold"))) == []
    assert outcomes(judge(text, at("Lava"), ACROSS)) == ["Burn"]


def test_what_an_ignored_ground_brings_goes_with_it() -> None:
    text = HURT + "model\n    traits: Cold\nLava: counts as Fire\nFire on enter: Burn\nCold: ignore Lava\n"
    assert outcomes(judge(text, at("Lava"), ACROSS, mover=model(traits="Cold"))) == []
    assert outcomes(judge(text, at("Lava+Fire"), ACROSS, mover=model(traits="Cold"))) == ["Burn"]


def test_nothing_lifts_always() -> None:
    text = "model\n    traits: Flying\nRock: forbid enter always\nHill: forbid enter\nFlying: ignore Rock and Hill\n"
    assert not judge(text, at("Rock"), ACROSS, mover=model(traits="Flying")).legal
    assert judge(text, at("Hill"), ACROSS, mover=model(traits="Flying")).legal


def test_a_more_qualified_allow_lifts_a_forbid_of_its_own_piece_only() -> None:
    text = "actions Walk, Flee\nRock: forbid enter\nRock during Flee: allow enter\nCliff: forbid enter\n"
    assert judge(text, at("Rock"), ACROSS, action="Flee").legal
    assert not judge(text, at("Rock"), ACROSS, action="Walk").legal
    both = {"rock": ("Rock", (4, 0, 8, 2)), "cliff": ("Cliff", (4, 0, 8, 2))}
    assert reasons(judge(text, both, ACROSS, action="Flee")) == [("piece", "cliff", "Cliff")]


def test_treating_ground_as_other_ground() -> None:
    text = "overlap multiply\nmodel\n    traits: Sure\nBog: cost x4\nMud: cost x2\nSure: treat Bog as Mud\n"
    assert judge(text, at("Bog"), ACROSS, mover=model(traits="Sure")).cost == 6 + 8
    assert judge(text, at("Bog"), ACROSS).cost == 6 + 16


def test_treating_any_ground_but_some_as_other_ground() -> None:
    text = (
        HURT
        + "model\n    traits: Wheeled\nOpen: no effect\nSand: cost x1\nRough on enter: Hurt\n"
        + ("Wheeled: treat Any Terrain except Open as Rough\n")
    )
    wheeled = model(traits="Wheeled")
    assert outcomes(judge(text, at("Sand"), ACROSS, mover=wheeled)) == ["Hurt"]
    assert outcomes(judge(text, at("Open"), ACROSS, mover=wheeled)) == []


def test_one_rule_may_ignore_a_ground_and_treat_a_worse_one_as_it() -> None:
    text = "overlap worst\nmodel\n    traits: Sure\nMud: cost x2\nBog: cost x4\nSure: ignore Mud, treat Bog as Mud\n"
    sure = model(traits="Sure")
    assert judge(text, at("Mud"), ACROSS, mover=sure).cost == 10
    assert judge(text, at("Bog"), ACROSS, mover=sure).cost == 14


ROAD = HURT + "Wood: cost x3\nWood on enter: Hurt\nRoad: replaces Wood\n"
ROAD_TABLE = {"wood": ("Wood", (2, 0, 8, 2)), "road": ("Road", (4, 0, 6, 2))}


def test_ground_that_lies_over_other_ground_is_the_only_one_that_speaks() -> None:
    # On a road through a wood: in at 2, onto the road at 4, off it at 6.
    verdict = judge(ROAD, ROAD_TABLE, ACROSS)
    assert (verdict.cost, outcomes(verdict)) == (2 + 6 + 2 + 6 + 2, ["Hurt", "Hurt"])
    whole = {"wood": ("Wood", (2, 0, 8, 2)), "road": ("Road", (0, 0, 10, 2))}
    silent = judge(ROAD, whole, ACROSS)
    assert (silent.cost, outcomes(silent)) == (10, [])


def test_an_upright_step_where_other_ground_lies_over_meets_that_ground_only() -> None:
    # The ladder reaches from 1 to 3 over a tower that goes on to 8: the step at 2 is on the ladder, that at 5 is not.
    text = 'Tower on climb: cost 2" per 1" of rise\nLadder: replaces Tower\n'
    pieces = {"tower": ("Tower", (2, 0, 8, 2)), "ladder": ("Ladder", (1, 0, 3, 2))}
    assert judge(text, pieces, [(0, 1), (2, 1), ("climb", 3), (7, 1)]).cost == 7
    assert judge(text, pieces, [(0, 1), (5, 1), ("climb", 3), (7, 1)]).cost == 7 + 6


def test_ground_that_is_replaced_keeps_what_else_it_is() -> None:
    pieces = {"wood": ("Wood+Fire", (2, 0, 8, 2)), "road": ("Road", (0, 0, 10, 2))}
    assert outcomes(judge(ROAD + "Fire on enter: Burn\n", pieces, ACROSS)) == ["Burn"]


def test_a_piece_that_is_both_is_only_what_replaces_the_other() -> None:
    both = judge(ROAD + "Fire on enter: Burn\n", {"both": ("Wood+Road+Fire", (2, 0, 8, 2))}, ACROSS)
    assert (both.cost, outcomes(both)) == (10, ["Burn"])
    alone = judge(
        "overlap worst\nWood: cost x3\nRoad: replaces Any Terrain, cost x2\n",
        {"both": ("Wood+Road", (2, 0, 8, 2))},
        ACROSS,
    )
    assert alone.cost == 2 + 6 * 2 + 2


def test_ground_that_changes_for_good() -> None:
    text = HURT + "Sleeping on enter: becomes Awake\nAwake on enter: Burn\nAwake: cost x2\n"
    pieces = at("Sleeping")
    first = judge(text, pieces, ACROSS)
    assert outcomes(first) == []
    second = judge(text, pieces, [(10, 1), (0, 1)], memory=first.after)
    assert (outcomes(second), second.cost) == (["Burn"], 14)


def test_counting_as_for_the_rest_of_the_move() -> None:
    text = "roll Balance: d6\n    1-3 Bad: counts as Mud\n    4+ Good\nBeam on enter: Balance\nMud: cost x2\n"
    assert judge(text, at("Beam"), ACROSS, dice=[2]).cost == 14
    assert judge(text, at("Beam"), ACROSS, dice=[5]).cost == 10


def test_no_effect_silences_what_is_no_more_qualified() -> None:
    text = (
        HURT
        + "model\n    traits: Hero\nactions Walk, Jump\nFire on enter: Burn\nFire: cost x2\n"
        + ("Any Terrain during Jump: no effect\n")
    )
    jump = judge(text, at("Fire"), ACROSS, action="Jump")
    assert jump.action == "Jump"
    walk = judge(text, at("Fire"), ACROSS, action="Walk")
    assert (walk.cost, outcomes(walk)) == (14, ["Burn"])
    assert (jump.cost, outcomes(jump)) == (10, [])


def test_events_of_ignored_ground_still_happen() -> None:
    text = "model\n    traits: Cold\nFire: cost x2\nCold: ignore Fire\n"
    assert events(judge(text, at("Fire"), [(0, 1), (6, 1)], mover=model(traits="Cold"))) == [
        "contact ground", "enter ground", "end ground",
    ]  # fmt: skip


@pytest.mark.parametrize(("height", "cost"), [(1, 10), (2, 14)])
def test_no_effect_by_a_condition(height: int, cost: int) -> None:
    text = "piece\n    Height: distance\nmodel\n    Height: distance\nWall: cost x2\n" + (
        "Wall when piece Height under half model Height: no effect\n"
    )
    pieces = {"wall": ("Wall", (4, 0, 8, 2), {"Height": height})}
    assert judge(text, pieces, ACROSS, mover=model(Height=4)).cost == cost


PAVED = (
    "model\n    Speed: distance\n    traits: Elf\naction Move: up to Speed\n"
    'Road when whole move: Speed +5"\nTrail, Path: no effect\n'
)


@pytest.mark.parametrize(
    ("rule", "agreed", "allowance"),
    [
        ('Trail when agreed "paved": counts as Road', (), 5),
        ('Trail when agreed "paved": counts as Road', ("paved",), 10),
        ('Elf when agreed "paved": treat Trail as Road', (), 5),
        ('Elf when agreed "paved": treat Trail as Road', ("paved",), 10),
        ("Trail when whole move: counts as Road", (), 10),
        ("Trail when inside: counts as Road", (), 10),
        ("Trail when whole move: counts as Path\nPath when whole move: counts as Road", (), 10),
    ],
)
def test_what_counts_under_a_condition_counts_for_the_whole_move(
    rule: str, agreed: tuple[str, ...], allowance: int
) -> None:
    trail = {"trail": ("Trail", (-1, -1, 10, 1))}
    found = judge(f"{PAVED}{rule}\n", trail, [(0, 0), (8, 0)], mover=model(Speed=5, traits="Elf"), agreed=agreed)
    assert (found.allowance, found.legal) == (allowance, allowance == 10)


def test_what_counts_under_a_condition_obscures() -> None:
    text = 'cover Soft\nWood: no effect\nScrub when agreed "tall": counts as Wood\n' + (
        "Wood when over 1/2 of facing obscured by Wood: cover Soft\n"
    )
    laid = {"scrub": ("Scrub", (4, -3, 6, 3))}
    looking = model("v", at=(0, 0)), model("t", at=(10, 0), base=1)
    assert see(text, laid, *looking, agreed=("tall",)).cover == "Soft"
    assert see(text, laid, *looking).cover is None
