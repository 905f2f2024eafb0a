"""Faults that other programs had with terrain rules, each as a whole move here.

The row is the number of the report in ``tests/field/INDEX.md``. ``Mud`` doubles the cost.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from groundrules.engine import Unit, adjudicate
from groundrules.ground import Circle, Polygon, Rect

from .playing import events, judge, model, outcomes, reasons, rules, situation

PLAIN = "Mud: cost x2\n"
BELT = {"mud": ("Mud", (4, 0, 8, 2))}
ACROSS = [(0, 1), (12, 1)]
HURT = "outcome Hurt\n"


@pytest.mark.parametrize("path", [ACROSS, [(0, 1), (4, 1), (8, 1), (12, 1)], [(0, 1), (4, 1), (4, 1), (12, 1)]])
def test_row_01_an_edge_that_lies_on_something_changes_nothing(path: Any) -> None:
    assert judge(PLAIN, BELT, path).cost == 16


@pytest.mark.parametrize("corner", [(-5, -5), (5, 5), (-5, 5), (5, -5)])
def test_row_02_no_direction_is_priced_otherwise(corner: tuple[int, int]) -> None:
    square = {"mud": ("Mud", (-2, -2, 2, 2))}
    verdict = judge(PLAIN, square, [corner, (-corner[0], -corner[1])])
    assert verdict.cost == pytest.approx(14 * sqrt(2))


def test_row_03_a_wall_on_the_border_of_a_ground() -> None:
    text = PLAIN + "Wall: forbid enter\n"
    pieces = {"mud": ("Mud", (4, 0, 8, 2)), "wall": ("Wall", ((4, 0), (4, 2)))}
    verdict = judge(text, pieces, [(0, 1), (6, 1)], mover=model(base=1))
    assert (reasons(verdict)[0][1], verdict.farthest and verdict.farthest.point) == ("wall", (Fraction(7, 2), 1))
    open_gate = judge(PLAIN, {"mud": pieces["mud"]}, [(0, 1), (Fraction(7, 2), 1)], mover=model(base=1))
    assert (open_gate.cost, events(open_gate)) == (Fraction(7, 2), ["contact mud"])


def test_row_04_leaving_is_no_entering() -> None:
    text = HURT + "Mud on enter: Hurt\n"
    assert outcomes(judge(text, BELT, [(6, 1), (12, 1)])) == []


def test_row_05_rules_act_in_the_order_of_the_path() -> None:
    text = "outcome In(Who)\nAlpha on enter: In(1)\nBeta on enter: In(2)\nAlpha on leave: In(3)\nBeta on leave: In(4)\n"
    pieces = {"b": ("Beta", (4, 0, 8, 2)), "a": ("Alpha", (2, 0, 6, 2))}
    assert outcomes(judge(text, pieces, [(0, 1), (10, 1)])) == ["In(1)", "In(2)", "In(3)", "In(4)"]


@pytest.mark.parametrize(
    ("setting", "rule", "times"),
    [("", "on contact", 1), ("measure centre\n", "on contact", 0), ("", "on contact when over 1/2 of base inside", 0)],
)
def test_row_06_which_part_of_the_base_counts_is_part_of_the_rules(setting: str, rule: str, times: int) -> None:
    hazard = {"hazard": ("Hazard", (0, "0.5", 10, 3))}
    text = f"{setting}{HURT}Hazard {rule}: Hurt\n"
    assert len(outcomes(judge(text, hazard, [(0, 0), (10, 0)], mover=model(base="1.6")))) == times


@pytest.mark.parametrize("spot", [(4, 1), (8, 1), (6, 0), (6, 2), (4, 0), (8, 2)])
def test_row_07_on_an_edge_is_not_in_on_any_side(spot: tuple[int, int]) -> None:
    text = HURT + "Mud on activate: Hurt\n"
    assert outcomes(judge(text, BELT, mover=model(at=spot))) == []


def test_row_08_what_happens_does_not_bend_the_path() -> None:
    text = HURT + "Mud on enter, contact, leave: Hurt\n"
    assert judge(text, BELT, [(0, 2), (6, 2), (12, 1)]).ends_at == (12, 1)


def test_row_10_a_large_base_is_no_point() -> None:
    assert judge(PLAIN, BELT, ACROSS, mover=model(base=4)).cost == 20


def test_row_11_the_cost_is_of_the_length_inside() -> None:
    assert judge(PLAIN, BELT, [(7, 1), (11, 1)]).cost == 5


def test_row_12_the_kind_of_move_is_a_filter() -> None:
    text = "actions Walk, Push\nMud except during Push: cost x2\n"
    for action, cost in [("Walk", 8), ("Push", 4)]:
        assert judge(text, {"mud": ("Mud", (0, 0, 9, 2))}, [(1, 1), (5, 1)], action=action).cost == cost


def test_row_13_diagonals_are_a_policy_that_the_trace_shows() -> None:
    text = 'grid 1" squares diagonals alternate\nMud: cost x2\n'
    mud = {"mud": ("Mud", (1, 1, 9, 9))}
    verdict = judge(text, mud, [(0, 0), (2, 2)])
    assert (verdict.moved, verdict.cost) == (3, 6)
    assert [(line.effect, line.length, line.cost) for line in verdict.trace] == [("cost x2", 3, 6)]


def test_row_14_a_waypoint_changes_nothing() -> None:
    text = 'grid 1" squares diagonals alternate\nMud: cost x2\n'
    assert judge(text, {}, [(0, 0), (4, 4)]).cost == judge(text, {}, [(0, 0), (3, 3), (4, 4)]).cost == 6


@pytest.mark.parametrize(
    ("path", "mud"),
    [
        ([(0, 1), (12, 1)], (4, 0, 8, 2)), ([(12, 1), (0, 1)], (4, 0, 8, 2)),
        ([(1, 0), (1, 12)], (0, 4, 2, 8)), ([(1, 12), (1, 0)], (0, 4, 2, 8)),
        ([(0, -1), (-12, -1)], (-8, -2, -4, 0)), ([(-1, 0), (-1, -12)], (-2, -8, 0, -4)),
    ],
)  # fmt: skip
def test_row_15_compass_copies(path: Any, mud: Any) -> None:
    assert judge(PLAIN, {"mud": ("Mud", mud)}, path).cost == 16


def test_row_18_a_road_through_a_forest() -> None:
    text = "Forest: cost x2\nRoad: replaces Forest\n"
    pieces = {"forest": ("Forest", (0, 0, 10, 10)), "road": ("Road", (0, 1, 10, 2))}
    assert judge(text, pieces, [(0, "1.5"), (10, "1.5")]).cost == 10
    assert judge(text, pieces, [(0, 5), (10, 5)]).cost == 20


def test_row_19_the_same_source_once_another_on_top() -> None:
    text = "overlap add\nmodel\n    traits: Crawling\nMud: cost x2\nCrawling: cost +1\n"
    pieces = {"a": ("Mud", (0, 0, 6, 2)), "b": ("Mud", (0, 0, 6, 2))}
    assert judge(text, pieces, [(0, 1), (6, 1)]).cost == 12
    assert judge(text, pieces, [(0, 1), (6, 1)], mover=model(traits="Crawling")).cost == 18


def test_row_20_flat_and_by_length_are_two_forms() -> None:
    once = 'Mud: cost 2" to enter\n'
    assert judge(once, BELT, ACROSS).cost == 14
    assert judge(once, BELT, [(0, 1), (6, 1), (2, 1), (12, 1)]).cost == 6 + 4 + 10 + 2 * 2
    assert judge("Mud: cost +1\n", BELT, ACROSS).cost == 16


def test_row_21_what_lies_below_costs_nothing() -> None:
    low = {"mud": ("Mud", (4, 0, 8, 2), {"bottom": 0, "top": 1})}
    assert judge(PLAIN, low, ACROSS, mover=model(bottom=3, top=4)).cost == 12


def test_row_22_one_area_in_every_spelling() -> None:
    corners = ((4, 0), (8, 0), (8, 2), (4, 2))
    for shape in (Rect(4, 0, 8, 2), Polygon(corners), Polygon(corners[::-1])):
        assert judge(PLAIN, {"mud": ("Mud", shape)}, ACROSS).cost == 16
    chord = judge(PLAIN, {"mud": ("Mud", Circle(6, 0, 3))}, [(0, 2), (12, 2)])
    assert chord.cost == pytest.approx(12 + 2 * sqrt(5))


def test_row_23_a_new_table_gives_a_new_answer() -> None:
    mud = {"mud": ("Mud", (2, 0, 6, 2))}
    costs = [judge(PLAIN, table, [(0, 1), (10, 1)], preview=True).cost for table in ({}, mud, {})]
    assert costs == [10, 14, 10]


def test_row_24_brushing_past_leaves_no_line_in_the_trace() -> None:
    verdict = judge(PLAIN, {"mud": ("Mud", Circle(6, 0, 3))}, [(0, 3), (12, 3)])
    assert (verdict.cost, verdict.trace, events(verdict)) == (12, (), ["contact mud"])


def test_row_25_up_and_down_cost_what_rules_say() -> None:
    rock = {"rock": ("Rock", (0, 0, 2, 2))}
    steps = [(1, 1), ("drop", 1), (4, 1)]
    assert judge("Rock: cost x1\n", rock, steps).cost == 3
    assert judge('Rock on climb: cost 2" per 1" of rise\n', rock, steps).cost == 3
    assert judge('Rock on drop: cost 1" per 1" of fall\n', rock, steps).cost == 4


def test_row_26_27_the_whole_is_the_sum_of_its_legs_exactly() -> None:
    verdict = judge(PLAIN, {}, [(0, 0), (3, 4), (6, 0)])
    assert (verdict.cost, type(verdict.cost), verdict.trace) == (10, Fraction, ())
    assert judge(PLAIN, {}, [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]).cost == 5


def test_row_28_a_preview_is_what_comes_of_it() -> None:
    one, other = (judge(PLAIN, BELT, ACROSS, preview=preview) for preview in (True, False))
    assert (one.cost, one.events, one.trace, one.ends_at) == (other.cost, other.events, other.trace, other.ends_at)


def test_row_30_a_trait_needs_no_height() -> None:
    text = "model\n    traits: Flying\nMud: cost x2\nFlying: ignore Mud while moving\n"
    assert judge(text, BELT, ACROSS, mover=model(traits="Flying", bottom=0, top=1)).cost == 12


def test_row_31_one_modifier_for_one_cause() -> None:
    text = "outcome Fell\nroll Piloting: 2d6\n    1-6: Fell\n    7+: no effect\nRubble on enter: Piloting\n" + (
        "Rubble: Piloting -1\n"
    )
    pieces = {"a": ("Rubble", (4, 0, 8, 2)), "b": ("Rubble", (3, 0, 9, 2))}
    verdict = judge(text, pieces, [(0, 1), (5, 1)], dice=[4, 4, 4, 4])
    assert [each.total for each in verdict.rolls] == [7, 7]


def test_row_32_a_ground_with_a_number() -> None:
    text = "overlap worst\nRubble(Level): cost +1\nRubble(6): cost +1\n"
    for level, cost in [(1, 16), (6, 20)]:
        assert judge(text, {"rubble": (f"Rubble({level})", (4, 0, 8, 2))}, ACROSS).cost == cost


def test_row_33_what_the_piece_states_counts() -> None:
    text = (
        "piece\n    Depth: number\nmodel\n    traits: Hover\nRapids except Hover when piece Depth at least 1: cost +1\n"
    )
    for depth, traits, cost in [(0, "", 12), (1, "", 16), (1, "Hover", 12)]:
        pieces = {"rapids": ("Rapids", (4, 0, 8, 2), {"Depth": depth})}
        assert judge(text, pieces, ACROSS, mover=model(traits=traits)).cost == cost


def test_row_34_height_is_that_of_the_place() -> None:
    text = HURT + "Rubble on enter: Hurt\n"
    rubble = {"rubble": ("Rubble", (4, 0, 6, 2), {"bottom": 0, "top": 1})}
    lifted = [(0, 1), (2, 1), ("climb", 2), (8, 1)]
    for preview in (True, False):
        verdict = judge(text, rubble, lifted, mover=model(bottom=0, top=1), preview=preview)
        assert outcomes(verdict) == []
    assert outcomes(judge(text, rubble, [(0, 1), (8, 1)], mover=model(bottom=0, top=1))) == ["Hurt"]


def test_row_36_tests_only_off_the_road() -> None:
    text = HURT + "Mud on enter: Hurt\nRoad: replaces Mud\n"
    pieces = {"mud": ("Mud", (0, 0, 20, 2)), "road": ("Road", (0, 0, 20, 1))}
    # Along the road, off it, on it again.
    verdict = judge(text, pieces, [(0, "0.5"), (5, "0.5"), (5, "1.5"), (9, "1.5"), (9, "0.5"), (20, "0.5")])
    assert outcomes(verdict) == ["Hurt"]
    assert outcomes(judge(text, pieces, [(1, "0.5"), (19, "0.5")])) == []


def test_row_37_what_is_overridden_is_listed() -> None:
    both = {"ground": ("Rubble+Road", (4, 0, 8, 2))}
    text = HURT + "Rubble except Road: cost x2\nRubble on enter: Hurt\nRoad: cost x1\n"
    verdict = judge(text, both, ACROSS)
    assert (verdict.cost, outcomes(verdict)) == (12, ["Hurt"])
    silent = HURT + "Rubble except Road: cost x2\nRubble on enter except Road: Hurt\nRoad: cost x1\n"
    assert outcomes(judge(silent, both, ACROSS)) == []


@pytest.mark.parametrize(
    ("once", "times"), [("once per feature per move", 2), ("once per move", 1), ("", 2), ("once per activation", 1)]
)
def test_row_38_two_hazards_that_overlap(once: str, times: int) -> None:
    pieces = {"a": ("Mud", (2, 0, 6, 2)), "b": ("Mud", (4, 0, 8, 2))}
    assert len(outcomes(judge(f"{HURT}Mud on enter {once}: Hurt\n", pieces, [(0, 1), (10, 1)]))) == times


def test_row_39_a_failed_test_ends_the_move_there_and_then() -> None:
    text = HURT + "roll Test: d6\n    1: end move\n    2+: no effect\nThorns on enter: Test\nMud on enter: Hurt\n"
    pieces = {"thorns": ("Thorns", (4, 0, 8, 2)), "mud": ("Mud", (6, 0, 8, 2))}
    verdict = judge(text, pieces, [(0, 1), (10, 1)], dice=[1])
    assert (verdict.ends_at, verdict.cost, outcomes(verdict)) == ((4, 1), 4, [])


def test_row_40_what_a_preview_calls_legal_is_legal() -> None:
    text = "model\n    Speed: distance\naction Move: up to Speed\nMud: cost x2\nWater: forbid enter\n"
    pieces = {"mud": ("Mud", (2, 0, 6, 6)), "water": ("Water", (4, 4, 9, 9))}
    mover = model(Speed=9)
    for x in range(0, 12, 2):
        for y in range(0, 12, 3):
            there = [(0, 0), (x, y)] if (x, y) != (0, 0) else [(0, 0)]
            preview, resolved = (judge(text, pieces, there, mover=mover, preview=p) for p in (True, False))
            assert preview.legal == resolved.legal
            if not resolved.legal:
                far = resolved.farthest
                assert far is not None
                assert judge(text, pieces, [(0, 0), far.point], mover=mover).legal


def test_row_43_caps_are_words() -> None:
    text = 'Mud when part of move: at most 6"\nRoad: cost -1/2\n'
    assert not judge(text, BELT, ACROSS).legal
    assert judge(text, {"road": ("Road", (4, 0, 8, 2))}, ACROSS).cost == 10


def test_row_48_a_road_helps_only_who_never_leaves_it() -> None:
    text = 'model\n    Speed: distance\naction Move: up to Speed\nRoad when whole move: Speed +5"\n'
    road = {"road": ("Road", (0, 0, 20, 2))}
    assert judge(text, road, [(0, 1), (10, 1)], mover=model(Speed=5)).allowance == 10
    assert judge(text, road, [(Fraction(-1, 10), 1), (9, 1)], mover=model(Speed=5)).allowance == 5
    assert judge(text, road, [(15, 1), (Fraction(201, 10), 1)], mover=model(Speed=5)).allowance == 5


def test_row_49_bare_table_is_no_terrain() -> None:
    text = HURT + "Hill: cost x1\nAny Terrain on end: Hurt\n"
    hill = {"hill": ("Hill", (4, 0, 8, 2))}
    assert outcomes(judge(text, hill, [(0, 1), (6, 1)])) == ["Hurt"]
    assert outcomes(judge(text, hill, [(0, 1), (2, 1)])) == []


def test_row_50_extras_come_before_factors() -> None:
    # Two inches of x2 and +1: (1 + 1) x2 each.
    assert judge("Bog: cost x2, cost +1\n", {"bog": ("Bog", (0, 0, 2, 2))}, [(0, 1), (2, 1)]).cost == 8


def test_row_51_what_a_piece_is_is_a_set() -> None:
    text = "overlap multiply\nmodel\n    traits: Nomad\nDesert: cost x2\nOasis: cost x1\nNomad in Desert: cost x1\n"
    assert judge(text, {"x": ("Oasis+Desert", (0, 0, 4, 2))}, [(0, 1), (4, 1)], mover=model(traits="Nomad")).cost == 4


@pytest.mark.parametrize(
    ("whose", "times"), [("for unit once per feature per move", 1), ("once per feature per move", 2)]
)
def test_row_52_once_for_the_unit_or_for_each_model(whose: str, times: int) -> None:
    unit = Unit(models=(model("a", (0, "0.5"), base=1), model("b", (0, "1.5"), base=1)))
    text = f"{HURT}Mud on enter {whose}: Hurt\n"
    assert len(outcomes(judge(text, BELT, [(0, "0.5"), (12, "0.5")], mover=unit))) == times


def test_row_53_what_stops_walkers_only() -> None:
    text = (
        HURT
        + "model\n    traits: Flying\nMoat on enter: Hurt\nMoat on enter except Flying: stop\n"
        + ("Flying: ignore Moat while moving\n")
    )
    moat = {"moat": ("Moat", (4, 0, 6, 2))}
    walker, flyer = (
        judge(text, moat, [(0, 1), (8, 1)]),
        judge(text, moat, [(0, 1), (8, 1)], mover=model(traits="Flying")),
    )
    assert (walker.ends_at, outcomes(walker)) == ((4, 1), ["Hurt"])
    assert (flyer.ends_at, outcomes(flyer)) == ((8, 1), [])


def test_row_54_kinds_of_move_are_named() -> None:
    text = HURT + "actions March, Flee, Push\nMud on enter during March, Flee: Hurt\nBog on enter: Hurt\n"
    for action, kind, times in [("March", "Mud", 1), ("Push", "Mud", 0), ("Push", "Bog", 1)]:
        assert len(outcomes(judge(text, {"x": (kind, (4, 0, 8, 2))}, ACROSS, action=action))) == times


def test_row_55_a_slow_model_on_open_ground_is_not_in_rough() -> None:
    text = HURT + "model\n    traits: Slow\nSlow: cost x2\nRough on enter: Hurt\n"
    verdict = judge(text, {"rough": ("Rough", (20, 0, 22, 2))}, ACROSS, mover=model(traits="Slow"))
    assert (verdict.cost, outcomes(verdict)) == (24, [])


def test_row_57_how_far_one_may_go() -> None:
    text = "model\n    Speed: distance\naction Move: up to Speed\nMud: cost x2\n"
    mud = {"mud": ("Mud", (5, 0, 9, 2))}
    verdict = judge(text, mud, [(0, 1), (9, 1)], mover=model(Speed=6))
    assert verdict.farthest is not None and verdict.farthest.point == (Fraction(11, 2), 1)
    assert judge(text, mud, [(0, 1), verdict.farthest.point], mover=model(Speed=6)).left == 0


def test_row_58_rounding_has_a_scope() -> None:
    march = "model\n    Speed: distance\naction March: 4 moves up to Speed\nRoad: cost x1/2\n"
    road = {"road": ("Road", (0, 0, 20, 2))}
    legs = [[(n, 1), (n + 1, 1)] for n in range(1, 5)]
    assert judge("round up per move\n" + march, road, moves=legs, mover=model(Speed=9)).cost == 4
    assert judge("round up per move\n" + march, road, [(1, 1), (5, 1)], mover=model(Speed=9)).cost == 2


def test_row_59_every_event_takes_every_filter() -> None:
    text = "outcome Drown\nmodel\n    Class: Infantry, Ship\nWater on end for Infantry: Drown\n"
    water = {"water": ("Water", (4, 0, 8, 2))}
    for kind, told in [("Infantry", ["Drown"]), ("Ship", [])]:
        assert outcomes(judge(text, water, [(0, 1), (6, 1)], mover=model(Class=kind))) == told


def test_row_67_blocking_the_way_is_not_blocking_sight() -> None:
    from .playing import see

    text = "cover Hard\nGlass: forbid enter\nWall when between: cover Hard\nWall: block sight\n"
    ends = model("a", (0, 1)), model("b", (12, 1))
    glass = see(text, {"glass": ("Glass", (4, 0, 6, 2))}, *ends)
    assert (glass.sight, glass.cover) == ("clear", None)
    assert see(text, {"wall": ("Wall", (4, 0, 6, 2))}, *ends).sight == "blocked"


def test_row_71_a_ring() -> None:
    outer = ((0, 0), (10, 0), (10, 10), (0, 10))
    ring = Polygon(outer, (((3, 3), (7, 3), (7, 7), (3, 7)),))
    verdict = judge(PLAIN, {"ring": ("Mud", ring)}, [(-2, 5), (12, 5)])
    assert verdict.cost == 20
    assert [each.event for each in verdict.events] == [
        "contact", "enter", "leave", "cross", "enter", "leave", "cross",
    ]  # fmt: skip


def test_row_s04_cell_by_cell_and_freely_agree() -> None:
    text = "overlap multiply\nmodel\n    traits: Slow\nSlow: cost x2\nMud: cost x2\nBog: cost x2\n"
    both = {"x": ("Mud+Bog", (0, 0, 8, 2))}
    free = judge(text, both, [(1, 1), (5, 1)], mover=model(traits="Slow"))
    cells = judge('grid 1" squares\n' + text, both, [(1, 1), (5, 1)], mover=model(traits="Slow"))
    assert free.cost == cells.cost == 32


def test_row_s05_many_questions_are_single_ones() -> None:
    paths = [[(0, 1), (n, 1)] for n in range(1, 12)]
    together = [judge(PLAIN, BELT, path) for path in paths]
    again = [adjudicate(rules(PLAIN), situation(BELT, path)) for path in reversed(paths)]
    assert together == again[::-1]


def test_row_s07_adding_means_the_extras() -> None:
    text = "overlap add\nMud: cost x2\nBog: cost x2\n"
    assert judge(text, {"x": ("Mud+Bog", (0, 0, 4, 2))}, [(0, 1), (4, 1)]).cost == 12


def test_row_s08_no_ground_falls_through_to_the_next() -> None:
    text = "outcome Steam\noutcome Dust\nGeyser on enter: Steam\nRubble on enter: Dust\n"
    assert outcomes(judge(text, {"x": ("Geyser", (4, 0, 8, 2))}, ACROSS)) == ["Steam"]


def test_row_s11_speed_does_not_round_the_cost() -> None:
    text = "model\n    Speed: distance\naction Move: up to Speed\nMud: cost x2\n"
    verdict = judge(text, {"mud": ("Mud", (0, 0, 9, 2))}, [(0, 1), (5, 1)], mover=model(Speed=5))
    assert verdict.farthest is not None and verdict.farthest.at == Fraction(5, 2)
