"""How far an action goes: allowances, legs, caps, floors, changed fields, forbidden actions."""

from __future__ import annotations

import pytest

from groundrules.engine import Refusal

from .playing import judge, model, reasons

SPEED = "model\n    Speed: distance\n    Road Speed: distance, optional\n    traits: Swift\n"
MUD = {"mud": ("Mud", (4, 0, 8, 2))}
ACROSS = [(0, 1), (10, 1)]


def test_a_move_within_its_allowance_and_one_beyond() -> None:
    text = SPEED + "action Move: up to Speed\nMud: cost x2\n"
    exact = judge(text, MUD, ACROSS, mover=model(Speed=14))
    assert (exact.legal, exact.allowance, exact.left) == (True, 14, 0)
    short = judge(text, MUD, ACROSS, mover=model(Speed=10))
    assert (short.legal, short.cost, reasons(short)) == (False, 14, [("allowance", None, None)])
    # 4 bare, then 6 left at two each: 3 into the mud.
    assert short.farthest is not None and short.farthest.at == 7


def test_a_missing_field_is_asked_for_only_when_an_answer_hangs_on_it() -> None:
    text = SPEED + "action Move: up to Speed\nactions Flee\nMud: cost x2\n"
    with pytest.raises(Refusal, match=r"`scout` does not state `Speed`.*`Move`"):
        judge(text, MUD, ACROSS, mover=model("scout"))
    assert judge(text, MUD, ACROSS, action="Flee").allowance is None
    assert judge(text, MUD, mover=model(at=(5, 1))).legal


def test_too_many_legs() -> None:
    text = SPEED + "action March: 2 moves, each up to Speed\nMud: cost x2\n"
    legs = [[(0, 0), (2, 0)], [(2, 0), (4, 0)], [(4, 0), (6, 0)]]
    assert judge(text, {}, moves=legs[:2], mover=model(Speed=2)).allowance == (2, 2)
    assert reasons(judge(text, {}, moves=legs, mover=model(Speed=2))) == [("action", None, None)]


def test_each_leg_has_an_allowance_of_its_own() -> None:
    text = SPEED + "action March: 2 moves, each up to Speed\nMud: cost x2\n"
    assert not judge(text, {}, moves=[[(0, 0), (1, 0)], [(1, 0), (4, 0)]], mover=model(Speed=2)).legal


def test_a_cap_and_a_floor_on_distance() -> None:
    text = SPEED + 'action Move: up to Speed\nMud when part of move: at most 6"\nIce when part of move: at least 5"\n'
    mover = model(Speed=20)
    assert reasons(judge(text, MUD, ACROSS, mover=mover)) == [("allowance", "mud", "Mud when part of move")]
    assert judge(text, MUD, [(0, 1), (6, 1)], mover=mover).legal
    ice = {"ice": ("Ice", (0, 0, 9, 2))}
    assert reasons(judge(text, ice, [(0, 1), (4, 1)], mover=mover))[0][0] == "minimum"
    assert judge(text, ice, [(0, 1), (5, 1)], mover=mover).legal


def test_an_action_that_goes_at_least_so_far() -> None:
    text = SPEED + 'action Assault: 5" to Speed\nMud: cost x2\n'
    assert reasons(judge(text, {}, [(0, 0), (4, 0)], mover=model(Speed=9))) == [("minimum", None, None)]
    assert judge(text, {}, [(0, 0), (5, 0)], mover=model(Speed=9)).legal


def test_the_allowance_of_a_road() -> None:
    text = SPEED + "action Move: up to Speed\nRoad when whole move: up to Road Speed\nMud: cost x2\n"
    road = {"a": ("Road", (0, 0, 6, 2)), "b": ("Road", (6, 0, 12, 2))}
    assert judge(text, road, ACROSS, mover=model(Speed=6, RoadSpeed=12)).allowance == 12
    off = judge(text, road, [(0, 1), (9, 1), (9, 3)], mover=model(Speed=6, RoadSpeed=12))
    assert (off.legal, off.allowance) == (False, 6)


def test_fields_change_in_the_order_of_the_language() -> None:
    text = SPEED + (
        'action Move: up to Speed\nRoad when whole move: Speed +2"\nPaved when whole move: Speed x2\n'
        'Mud when whole move: Speed -9" down to 1"\n'
    )
    both = {"road": ("Road+Paved", (0, 0, 20, 2))}
    # Plus before times: (4 + 2) x2.
    assert judge(text, both, ACROSS, mover=model(Speed=4)).allowance == 12
    mud = {"mud": ("Mud", (0, 0, 20, 2))}
    assert judge(text, mud, [(0, 1), (1, 1)], mover=model(Speed=4)).allowance == 1


def test_a_set_value_comes_before_all_changes() -> None:
    text = SPEED + 'action Move: up to Speed\nSwift: Speed becomes 8", Speed +1"\nMud: cost x2\n'
    assert judge(text, {}, [(0, 0), (9, 0)], mover=model(Speed=4, traits="Swift")).allowance == 9


def test_the_same_road_in_several_pieces_helps_once() -> None:
    text = SPEED + 'action Move: up to Speed\nRoad when whole move: Speed +2"\n'
    road = {"a": ("Road", (0, 0, 6, 2)), "b": ("Road", (6, 0, 12, 2)), "c": ("Road", (0, 0, 12, 2))}
    assert judge(text, road, [(0, 1), (6, 1)], mover=model(Speed=4)).allowance == 6


def test_a_change_that_an_event_makes_counts_on_the_announced_path() -> None:
    text = SPEED + 'action Move: up to Speed\nMud on contact once per move: Speed -1" down to 1"\n'
    assert judge(text, MUD, [(0, 1), (5, 1)], mover=model(Speed=6)).legal
    assert not judge(text, MUD, [(0, 1), (6, 1)], mover=model(Speed=6)).legal


def test_a_forbidden_action() -> None:
    text = SPEED + "actions Walk, Run\nMud when part of move: forbid Run\n"
    assert reasons(judge(text, MUD, ACROSS, action="Run")) == [("action", "mud", "Mud when part of move")]
    assert judge(text, MUD, ACROSS, action="Walk").legal
    assert judge(text, MUD, [(0, 1), (4, 1)], action="Run").legal


def test_an_action_forbidden_by_what_the_players_agree() -> None:
    text = 'actions Walk, Dash\nDash when agreed "an enemy is near": forbid Dash\nMud: cost x2\n'
    assert judge(text, {}, ACROSS, action="Dash").legal
    near = judge(text, {}, ACROSS, action="Dash", agreed=("an enemy is near",))
    assert (near.legal, near.why[0].kind) == (False, "action")


def test_forbidding_each_kind_of_event() -> None:
    for event, steps, fails in [
        ("enter", [(0, 1), (6, 1)], True), ("enter", [(6, 1), (10, 1)], False),
        ("leave", [(6, 1), (10, 1)], True), ("leave", [(0, 1), (6, 1)], False),
        ("cross", ACROSS, True), ("cross", [(0, 1), (6, 1)], False),
        ("start", [(6, 1), (10, 1)], True), ("start", ACROSS, False),
        ("end", [(0, 1), (6, 1)], True), ("end", ACROSS, False),
    ]:  # fmt: skip
        verdict = judge(f"Mud: forbid {event}\n", MUD, steps)
        assert verdict.legal is not fails, (event, steps)
        if fails:
            assert reasons(verdict) == [("piece", "mud", "Mud")]


def test_a_jump_that_is_too_wide() -> None:
    text = "model\n    Height: distance\nGap on jump when gap over model Height x2: forbid jump\n"
    gap = {"gap": ("Gap", (4, 0, 8, 2))}
    assert judge(text, gap, [(0, 1), (4, 1), ("jump", 4), (8, 1)], mover=model(Height=2)).legal
    verdict = judge(text, gap, [(0, 1), (4, 1), ("jump", "4.5"), (8, 1)], mover=model(Height=2))
    assert (verdict.legal, verdict.why[0].piece, verdict.why[0].event) == (False, "gap", "jump")


def test_height_bands_part_what_lies_over_one_another() -> None:
    text = "Mud: cost x2\n"
    mud = {"mud": ("Mud", (4, 0, 8, 2), {"bottom": 0, "top": 1})}
    assert judge(text, mud, ACROSS, mover=model(bottom=3, top=4)).cost == 10
    assert judge(text, mud, ACROSS, mover=model(bottom=0, top=2)).cost == 14
