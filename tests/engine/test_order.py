"""What happens in which order, and where a move ends."""

from __future__ import annotations

from groundrules.engine import Unit

from .playing import events, judge, model, outcomes, rolls

GROUNDS = "Alpha: cost x1\nBeta: cost x1\nGamma: cost x1\n"
MOVER = "model\n    Speed: distance\n"


def test_events_come_by_distance_then_by_their_order_then_by_name() -> None:
    pieces = {"b": ("Beta", (4, 0, 8, 2)), "a": ("Alpha", (2, 0, 6, 2)), "c": ("Gamma", (4, 0, 6, 2))}
    assert events(judge(GROUNDS, pieces, [(0, 1), (10, 1)])) == [
        "contact a", "enter a",
        "contact b", "contact c", "enter b", "enter c",
        "leave a", "leave c", "cross a", "cross c",
        "leave b", "cross b",
    ]  # fmt: skip


def test_who_starts_inside_does_not_enter_and_does_not_cross() -> None:
    pieces = {"a": ("Alpha", (0, 0, 4, 2))}
    assert events(judge(GROUNDS, pieces, [(2, 1), (6, 1)])) == ["activate a", "start a", "contact a", "leave a"]
    assert events(judge(GROUNDS, pieces, [(2, 1), (3, 1)])) == ["activate a", "start a", "contact a", "end a"]


def test_going_out_and_in_again_is_an_entry() -> None:
    pieces = {"a": ("Alpha", (0, 0, 4, 2))}
    assert events(judge(GROUNDS, pieces, [(2, 1), (6, 1), (2, 1)])) == [
        "activate a", "start a", "contact a", "leave a", "enter a", "end a",
    ]  # fmt: skip


def test_a_path_of_no_length_only_activates() -> None:
    pieces = {"a": ("Alpha", (0, 0, 4, 2))}
    assert events(judge(GROUNDS, pieces, [(2, 1), (2, 1)])) == ["activate a"]
    assert events(judge(GROUNDS, pieces, mover=model(at=(2, 1)))) == ["activate a"]
    assert events(judge(GROUNDS, pieces, mover=model(at=(2, 1)), activate=False)) == []


def test_a_wall_is_crossed_where_it_stands_and_only_touched_along_it() -> None:
    wall = {"w": ("Alpha", ((4, 0), (4, 2)))}
    assert events(judge(GROUNDS, wall, [(0, 1), (8, 1)])) == ["contact w", "enter w", "leave w", "cross w"]
    assert events(judge(GROUNDS, wall, [(0, 1), (4, 1)])) == ["contact w"]
    assert events(judge(GROUNDS, wall, [(4, 0), (4, 2)])) == ["contact w"]


def test_upright_steps_happen_after_contact_and_before_entering() -> None:
    pieces = {"rock": ("Alpha", (4, 0, 8, 2))}
    assert events(judge(GROUNDS, pieces, [(0, 1), (4, 1), ("climb", 2), (6, 1)])) == [
        "contact rock", "climb rock", "enter rock", "end rock",
    ]  # fmt: skip


ENDS = "outcome Hurt\nroll Test: d6\n    1: {stop}\n    2+: no effect\n{on}: Test\nMud on enter, end: Hurt\n"
THORNS = {"thorns": ("Thorns", (4, 0, 8, 2)), "mud": ("Mud", (6, 0, 12, 2))}


def test_a_stop_on_entering_leaves_the_model_at_the_edge_and_the_rest_does_not_happen() -> None:
    verdict = judge(ENDS.format(stop="stop", on="Thorns on enter"), THORNS, [(0, 1), (10, 1)], dice=[1])
    assert (verdict.ends_at, verdict.moved, outcomes(verdict), verdict.activation) == ((4, 1), 4, [], "continues")


def test_without_the_stop_the_rest_happens() -> None:
    verdict = judge(ENDS.format(stop="stop", on="Thorns on enter"), THORNS, [(0, 1), (10, 1)], dice=[2])
    assert (verdict.ends_at, outcomes(verdict)) == ((10, 1), ["Hurt", "Hurt"])


def test_a_stop_at_the_start_is_no_move_and_no_end_of_one() -> None:
    pieces = {"thorns": ("Thorns", (0, 0, 4, 2)), "mud": ("Mud", (0, 0, 4, 2))}
    verdict = judge(ENDS.format(stop="stop", on="Thorns on start"), pieces, [(2, 1), (10, 1)], dice=[1])
    assert (verdict.ends_at, verdict.moved, verdict.cost, outcomes(verdict)) == ((2, 1), 0, 0, [])


def test_ending_the_activation_ends_the_move_and_all_else() -> None:
    pieces = {"thorns": ("Thorns", (6, 0, 8, 2)), "mud": ("Mud", (2, 0, 12, 2))}
    text = ENDS.format(stop="end activation", on="Thorns on enter")
    verdict = judge(text, pieces, [(0, 1), (10, 1)], dice=[1])
    assert (verdict.activation, verdict.ends_at, outcomes(verdict)) == ("ended", (6, 1), ["Hurt"])


def test_end_move_beyond_goes_once_across() -> None:
    text = "Ditch on enter: end move beyond\nMud: cost x2\n"
    pieces = {"ditch": ("Ditch", (4, 0, 6, 2)), "mud": ("Mud", (6, 0, 20, 2))}
    verdict = judge(text, pieces, [(0, 1), (10, 1)])
    assert (verdict.ends_at, verdict.cost) == ((6, 1), 6)
    assert events(verdict) == ["contact ditch", "enter ditch", "leave ditch", "contact mud", "cross ditch"]


def test_stop_after_goes_so_far_and_no_farther() -> None:
    text = 'roll Slip: d6"\n    otherwise: stop after result\nIce on enter: Slip\nMud: cost x2\n'
    pieces = {"ice": ("Ice", (4, 0, 20, 2))}
    verdict = judge(text, pieces, [(0, 1), (12, 1)], dice=[3])
    assert (verdict.ends_at, verdict.moved) == ((7, 1), 7)
    assert judge(text, pieces, [(0, 1), (6, 1)], dice=[3]).ends_at == (6, 1)


def test_end_move_ends_one_leg_and_stop_all_of_them() -> None:
    text = MOVER + "action March: 3 moves up to Speed\nHedge on enter: {halt}\nMud: cost x2\n"
    pieces = {"hedge": ("Hedge", ((4, 0), (4, 2)))}
    moves = [[(0, 1), (4, 1), (4, 1)], [(4, 1), (8, 1)]]
    ended = judge(text.format(halt="end move"), pieces, moves=moves, mover=model(Speed=6))
    assert (ended.ends_at, ended.moved, ended.allowance) == ((8, 1), 8, (6, 6))
    crossing = [[(0, 1), (5, 1)], [(5, 1), (8, 1)]]
    stopped = judge(text.format(halt="end move"), pieces, moves=crossing, mover=model(Speed=6))
    # The second leg was announced from a place that the model never came to.
    assert (stopped.ends_at, stopped.moved) == ((4, 1), 4)


def test_rules_on_one_event_act_in_the_order_of_their_lines() -> None:
    text = "outcome First\noutcome Second\nMud on enter: First\nBog on enter: Second\n"
    pieces = {"a": ("Bog", (4, 0, 8, 2)), "b": ("Mud", (4, 0, 8, 2))}
    assert outcomes(judge(text, pieces, [(0, 1), (6, 1)])) == ["First", "Second"]


def test_a_rule_acts_whole_before_its_stops_take_hold() -> None:
    text = "outcome Hurt\noutcome Shaken\nMud on enter: stop, Hurt\nMud on enter for unit: Shaken\n"
    verdict = judge(text, {"mud": ("Mud", (4, 0, 8, 2))}, [(0, 1), (6, 1)])
    # Both rules speak of the one attempt to enter.
    assert (outcomes(verdict), verdict.ends_at) == (["Hurt", "Shaken"], (4, 1))


def test_rolls_come_depth_first() -> None:
    text = (
        "outcome Hurt\noutcome Late\nroll Outer: d6\n    otherwise: Inner, Late\nroll Inner: d6\n    otherwise: Hurt\n"
        "Mud on enter: Outer\n"
    )
    verdict = judge(text, {"mud": ("Mud", (4, 0, 8, 2))}, [(0, 1), (6, 1)], dice=[3, 5])
    assert (rolls(verdict), outcomes(verdict)) == ([("Outer", (3,)), ("Inner", (5,))], ["Hurt", "Late"])


def test_models_of_a_unit_come_by_distance_and_then_in_their_order() -> None:
    text = "outcome Hurt\nMud on enter: Hurt\n"
    unit = Unit(models=(model("back", (-1, 1)), model("front", (0, 1)), model("beside", (0, 2))))
    verdict = judge(text, {"mud": ("Mud", (4, 0, 8, 3))}, [(0, 1), (6, 1)], mover=unit)
    assert [each.model for each in verdict.outcomes] == ["front", "beside", "back"]


def test_an_illegal_move_rolls_nothing_and_goes_nowhere() -> None:
    text = "outcome Hurt\nMud on enter: Hurt\nCliff: forbid enter\n"
    pieces = {"mud": ("Mud", (2, 0, 4, 2)), "cliff": ("Cliff", (6, 0, 8, 2))}
    verdict = judge(text, pieces, [(0, 1), (7, 1)])
    assert (verdict.legal, outcomes(verdict), verdict.ends_at) == (False, [], (0, 1))
    assert verdict.farthest is not None
    assert (verdict.farthest.at, verdict.farthest.point) == (6, (6, 1))
    assert verdict.farthest.ended_by is not None and verdict.farthest.ended_by.piece == "cliff"
