"""Faults that others' users reported in geometry, one by one; each is ruled out here.

The row is the number of the report in the survey. ``Mud`` doubles the cost: the cost of a
walk is its length once more for every stretch in Mud, which is all these tests need of rules.
"""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest

from groundrules.ground import (
    Band,
    Circle,
    Ellipse,
    Footprint,
    Grid,
    Lies,
    Line,
    Number,
    Path,
    Piece,
    Polygon,
    Rect,
    Scene,
    Shape,
    mark,
    no_base,
    path,
    read_shape,
    rect_base,
    round_base,
)

F = Fraction


def scene(**shapes: Shape) -> Scene:
    return Scene(Piece(key, shape) for key, shape in shapes.items())


def doubled(ground: Scene, way: Path, base: Footprint | None = None) -> Number:
    """The cost of a walk where every piece doubles, and overlaps count once."""
    walk = ground.walk(way, base or no_base())
    return sum((s.length * (2 if s.keys else 1) for s in walk.stretches()), start=0)


def story(ground: Scene, way: Path, base: Footprint | None = None) -> list[tuple[str, str, float]]:
    walk = ground.walk(way, base or no_base())
    return [(e.kind, e.key, float(e.place.at)) for e in walk.events() if e.kind != "contact"]


def strip(left: Number, right: Number) -> Rect:
    """Mud from x to x, high enough for every path here."""
    return Rect(left, -20, right, 20)


@pytest.mark.parametrize("extra", [[], [4], [8], [4, 8], [2, 4, 6, 8, 10]])
def test_row_01_an_edge_that_lies_on_something_changes_nothing(extra: list[int]) -> None:
    points = [(0, 1), *((x, 1) for x in extra), (12, 1)]
    assert doubled(scene(mud=strip(4, 8)), path(*points)) == 16


@pytest.mark.parametrize("start", [(-5, -5), (5, 5), (-5, 5), (5, -5)])
def test_row_02_direction_independence(start: tuple[int, int]) -> None:
    mud = scene(mud=Rect(-2, -2, 2, 2))
    assert doubled(mud, path(start, (-start[0], -start[1]))) == pytest.approx(14 * math.sqrt(2), abs=1e-12)


def test_row_03_a_wall_on_the_border_of_a_region() -> None:
    ground = scene(mud=strip(4, 8), wall=Line(((4, -20), (4, 20))))
    events = [event for event in ground.walk(path((0, 1), (6, 1)), round_base(1)).events() if event.kind == "enter"]
    assert [(e.key, e.place.at) for e in events] == [("mud", F(7, 2)), ("wall", F(7, 2))]
    # Without a base both are met at the border itself.
    assert story(ground, path((0, 1), (6, 1)))[:2] == [("enter", "mud", 4), ("enter", "wall", 4)]


def test_row_04_leaving_is_one_event() -> None:
    assert story(scene(mud=strip(0, 4)), path((2, 0), (8, 0))) == [("start", "mud", 0), ("leave", "mud", 2)]


def test_row_05_events_in_the_order_of_the_path() -> None:
    ground = scene(b=strip(4, 8), a=strip(2, 6))
    assert [event for event in story(ground, path((0, 0), (10, 0))) if event[0] != "cross"] == [
        ("enter", "a", 2), ("enter", "b", 4), ("leave", "a", 6), ("leave", "b", 8),
    ]  # fmt: skip


def test_row_05_ties_go_by_key() -> None:
    ground = scene(z=strip(4, 8), m=strip(4, 8), a=strip(4, 8))
    kinds = [(event[0], event[1]) for event in story(ground, path((0, 0), (10, 0)))]
    assert kinds == [(kind, key) for kind in ("enter", "leave", "cross") for key in "amz"]


def test_row_06_the_base_touches_what_the_centre_passes() -> None:
    ground = scene(hazard=Rect(-5, F(1, 2), 15, 3))
    way = path((0, 0), (10, 0))
    assert ground.walk(way).spans == ()
    assert len(ground.walk(way, round_base(F(8, 5))).of("hazard")) == 1
    assert float(ground.covered("hazard", (5, 0), round_base(F(8, 5)))) < 0.5


@pytest.mark.parametrize("spot", [(0, 2), (4, 2), (2, 0), (2, 4), (0, 0), (4, 0), (4, 4), (0, 4)])
def test_row_07_every_edge_and_corner_alike(spot: tuple[int, int]) -> None:
    square = scene(mud=Rect(0, 0, 4, 4))
    assert square.at(spot) == {"mud": Lies.TOUCHING}
    # From the edge inwards is an entry, and from inside to the edge is leaving.
    assert story(square, path(spot, (2, F(7, 3)))) == [
        ("enter", "mud", 0), ("end", "mud", pytest.approx(math.dist(spot, (2, 7 / 3)))),
    ]  # fmt: skip
    assert [event[0] for event in story(square, path((2, F(7, 3)), spot))] == ["start", "leave"]


def test_row_08_a_walk_never_reshapes_the_path() -> None:
    way = path((0, 1), (4, 1), (4, 5), (9, 5))
    walk = scene(mud=strip(4, 8)).walk(way)
    assert walk.path is way
    assert [walk.path.point_at(walk.path.vertex(i)) for i in range(4)] == [(0, 1), (4, 1), (4, 5), (9, 5)]


def test_row_10_a_large_base_is_no_point() -> None:
    ground = scene(mud=strip(4, 8))
    assert story(ground, path((0, 0), (12, 0)), round_base(4))[0] == ("enter", "mud", 2)
    assert doubled(ground, path((0, 0), (12, 0)), round_base(4)) == 20


def test_row_11_only_the_length_inside_counts() -> None:
    assert doubled(scene(mud=strip(0, 4)), path((3, 0), (7, 0))) == 5


def test_row_13_14_the_second_diagonal_counts_twice_wherever_the_path_is_named() -> None:
    grid = Grid("squares", "alternate")
    whole = grid.steps([(0, 0), (4, 4)])
    assert [step.length for step in whole] == [1, 2, 1, 2]
    assert grid.steps([(0, 0), (3, 3), (4, 4)]) == whole


def test_row_15_eight_compass_copies() -> None:
    for flip_x, flip_y, swap in itertools.product((1, -1), (1, -1), (False, True)):

        def turned(x: int, y: int, fx: int = flip_x, fy: int = flip_y, sw: bool = swap) -> tuple[int, int]:
            x, y = x * fx, y * fy
            return (y, x) if sw else (x, y)

        (x0, y0), (x1, y1) = turned(4, -20), turned(8, 20)
        assert doubled(scene(mud=Rect(x0, y0, x1, y1)), path(turned(0, 1), turned(12, 1))) == 16


def test_row_17_20_overlaps_are_stretches_with_both() -> None:
    walk = scene(mud=strip(2, 6), wire=strip(4, 8)).walk(path((0, 0), (10, 0)))
    assert [(s.length, s.keys) for s in walk.stretches()] == [
        (2, ()), (2, ("mud",)), (2, ("mud", "wire")), (2, ("wire",)), (2, ()),
    ]  # fmt: skip


def test_row_21_what_lies_below_is_not_met() -> None:
    mud = Scene([Piece("mud", strip(4, 8), Band(0, 1))])
    way = path((0, 0), (12, 0))
    assert mud.walk(way, band=Band(3, 4)).spans == ()
    assert mud.walk(way, band=Band(1, 2)).spans == ()
    assert len(mud.walk(way, band=Band(0, 1)).spans) == 1
    assert len(mud.walk(way).spans) == 1


def test_row_22_one_area_in_every_spelling() -> None:
    corners = [[4, -2], [8, -2], [8, 2], [4, 2]]
    spellings = [
        read_shape("rect", [4, -2, 8, 2]),
        read_shape("rect", [8, 2, 4, -2]),
        read_shape("polygon", corners),
        read_shape("polygon", [*corners[::-1], corners[-1]]),
        read_shape("geometry", {"type": "Polygon", "coordinates": [[*corners, corners[0]]]}),
        read_shape("geometry", {"type": "MultiPolygon", "coordinates": [[[*corners, corners[0]]]]}),
    ]
    assert {doubled(scene(mud=shape), path((0, 0), (12, 0))) for shape in spellings} == {16}
    chord = doubled(scene(pond=Circle(6, 0, 3)), path((0, 2), (12, 2)))
    assert chord == pytest.approx(12 + 2 * math.sqrt(5), abs=1e-12)
    assert doubled(scene(pond=Ellipse(6, 0, 3, 3)), path((0, 2), (12, 2))) == pytest.approx(float(chord), abs=1e-12)


def test_row_23_a_new_table_gives_a_new_answer() -> None:
    way = path((0, 0), (10, 0))
    costs = [doubled(scene(), way), doubled(scene(mud=strip(3, 7)), way), doubled(scene(), way)]
    assert costs == [10, 14, 10]


def test_row_24_a_tangent_is_contact() -> None:
    pond = scene(pond=Circle(6, 0, 3))
    walk = pond.walk(path((0, 3), (12, 3)))
    assert [(s.inside, s.start.at, s.end.at) for s in walk.spans] == [(False, 6, 6)]
    assert doubled(pond, path((0, 3), (12, 3))) == 12
    # A round base, a rectangular one, an ellipse and an edge alike.
    for ground, base, y in (
        (pond, round_base(2), 4),
        (pond, rect_base(2, 2), 4),
        (scene(pond=Ellipse(6, 0, 5, 3)), round_base(2), 4),
        (scene(pond=Ellipse(6, 0, 5, 3)), no_base(), 3),
        (scene(pond=Rect(3, -3, 9, 3)), round_base(2), 4),
        (scene(pond=Rect(3, -3, 9, 3)), no_base(), 3),
    ):
        assert [event.kind for event in ground.walk(path((-9, y), (20, y)), base).events()] == ["contact"]


def test_row_25_heights_move_with_upright_steps() -> None:
    bog = Scene([Piece("bog", strip(4, 8), Band(0, 1))])
    up = path((0, 0), (2, 0), (12, 0), marks=(mark(1, "climb", 2),))
    assert bog.walk(up, band=Band(0, 1)).spans == ()
    assert up.length == 12
    down = path((0, 0), (6, 0), (12, 0), marks=(mark(1, "drop", 2),))
    assert story(bog, down) == [("enter", "bog", 4), ("leave", "bog", 8), ("cross", "bog", 8)]
    assert [(s.start.at, s.end.at) for s in bog.walk(down, band=Band(2, 3)).spans] == [(6, 8)]


def test_row_26_lengths_sum_exactly() -> None:
    walk = scene().walk(path((0, 0), (3, 4), (6, 0)))
    assert walk.path.length == 10
    assert [s.length for s in walk.stretches()] == [10]


def test_row_27_the_total_is_the_sum_of_the_legs() -> None:
    way = path((0, 0), (3, 4), (3, 9), (0, 9), (F(-5, 2), 9), (F(-5, 2), F(1, 3)))
    assert way.length == sum(way.lengths, start=F(0)) == 5 + 5 + 3 + F(5, 2) + F(26, 3)


def test_row_28_asking_twice_is_the_same() -> None:
    ground, way = scene(mud=strip(4, 8)), path((0, 0), (12, 5))
    assert ground.walk(way) == ground.walk(way)


def test_row_34_heights_are_those_of_the_place() -> None:
    rubble = Scene([Piece("rubble", strip(4, 6), Band(0, 1))])
    lifted = path((0, 0), (2, 0), (10, 0), marks=(mark(1, "climb", 1),))
    assert rubble.walk(lifted, band=Band(0, 1)).events() == ()


def test_row_39_what_happens_first_is_known_by_its_place() -> None:
    ground = scene(dangerous=strip(4, 8), later=strip(9, 10))
    way = path((0, 0), (12, 0))
    first = next(event for event in ground.walk(way).events() if event.kind == "enter")
    assert (first.key, first.place.at, way.point_at(first.place)) == ("dangerous", 4, (4, 0))
    stopped = ground.walk(way.part(way.start, first.place))
    assert [(s.key, s.inside) for s in stopped.spans] == [("dangerous", False)]


def test_row_48_both_ends_are_known() -> None:
    road = scene(road=strip(0, 5))
    assert story(road, path((1, 0), (F("5.1"), 0)))[0] == ("start", "road", 0)
    assert road.at((F("5.1"), 0)) == {}


def test_row_49_open_ground_is_ground_without_a_piece() -> None:
    hill = scene(hill=Rect(0, 0, 4, 4))
    assert hill.at((2, 2)) == {"hill": Lies.IN}
    assert hill.at((9, 9)) == {}


def test_row_56_in_out_in() -> None:
    events = story(scene(mud=strip(0, 4)), path((-1, 0), (2, 0), (-1, 0), (2, 0)))
    assert [kind for kind, _, _ in events] == ["enter", "leave", "cross", "enter", "end"]


def test_row_57_a_place_after_so_much() -> None:
    way = path((0, 0), (12, 0))
    assert way.point_at(way.place_at(F(11, 2))) == (F(11, 2), 0)


@pytest.mark.parametrize("shift", [0, F(1, 10)])
def test_row_64_a_wall_behind_the_target(shift: Fraction) -> None:
    ground = scene(wall=Line(((F(21, 2), -5), (F(21, 2), 5))))
    look = ground.look((0, 0), (10 - shift, 0), no_base(), round_base(1))
    assert not look.between("wall")
    assert look.hidden(["wall"]) == 0


def test_row_65_the_viewers_own_wood() -> None:
    wood = scene(wood=Rect(-2, -2, 2, 2))
    look = wood.look((0, 0), (10, 0))
    assert look.viewer_lies("wood") is Lies.IN
    assert not look.blocks("wood")
    assert wood.through((0, 0), (10, 0)) == ()


def test_row_66_every_piece_between_is_named() -> None:
    ground = scene(light=strip(2, 3), heavy=strip(5, 6), far=strip(20, 21))
    look = ground.look((0, 0), (10, 0), no_base(), round_base(1))
    assert {key for key in look.keys if look.between(key)} == {"light", "heavy"}


def test_row_68_along_a_shared_edge_and_through_a_shared_corner() -> None:
    below, above = Rect(2, -2, 6, 0), Rect(2, 0, 6, 2)
    ground = scene(below=below, above=above)
    for start, end in (((0, 0), (8, 0)), ((8, 0), (0, 0))):
        assert ground.through(start, end) == ()
        assert {span.inside for span in ground.walk(path(start, end)).spans} == {False}
    diagonal = scene(one=Rect(0, 0, 2, 2), other=Rect(-2, -2, 0, 0))
    for start, end in (((-1, 1), (1, -1)), ((1, -1), (-1, 1))):
        assert diagonal.through(start, end) == ()


def test_row_69_sight_is_the_same_both_ways() -> None:
    rng = random.Random(69)
    ground = Scene(
        Piece(
            f"p{i}",
            Rect(x := rng.randint(0, 18), y := rng.randint(0, 18), x + rng.randint(1, 3), y + rng.randint(1, 3)),
        )
        for i in range(30)
    )
    blocked = 0
    for _ in range(500):
        a, b = ((rng.randint(0, 20), rng.randint(0, 20)) for _ in "ab")
        assert ground.through(a, b) == ground.through(b, a)
        there, back = ground.look(a, b, round_base(1), round_base(1)), ground.look(b, a, round_base(1), round_base(1))
        for key in {*there.keys, *back.keys}:
            assert there.blocks(key) == back.blocks(key)
            assert float(there.depth(key)) == pytest.approx(float(back.depth(key)), abs=1e-9)
        blocked += bool(ground.through(a, b))
    assert 100 < blocked < 480


def test_row_70_a_wall_in_the_air() -> None:
    ground = Scene([Piece("floating", strip(4, 5), Band(2, 4))])
    assert ground.look((0, 0), (10, 0), band=Band(0, 1)).keys == ()
    assert ground.through((0, 0), (10, 0), Band(0, 1)) == ()
    assert ground.through((0, 0), (10, 0), Band(2, 3)) == ("floating",)


def test_row_71_a_ring() -> None:
    ring = Polygon(((0, 0), (10, 0), (10, 10), (0, 10)), (((3, 3), (7, 3), (7, 7), (3, 7)),))
    way = path((-2, 5), (12, 5))
    assert doubled(scene(mud=ring), way) == 20
    kinds = [kind for kind, _, _ in story(scene(mud=ring), way)]
    assert (kinds.count("enter"), kinds.count("leave")) == (2, 2)


L_SHAPE = Polygon(((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)))


def test_row_s1_the_outline_and_not_its_box() -> None:
    assert doubled(scene(mud=L_SHAPE), path((3, 4), (8, 4))) == 5
    assert doubled(scene(mud=L_SHAPE), path((-2, 4), (8, 4))) == 12


def test_row_s2_not_priced_by_the_last_cell() -> None:
    covered = Grid("squares").covered(Rect(9, 0, 10, 1))
    steps = Grid("squares").steps([(0, 0), (9, 0)])
    assert [step.end in covered for step in steps] == [False] * 8 + [True]


def test_row_s3_each_leg_from_where_it_starts() -> None:
    ground = scene(mud=strip(0, 2))
    assert story(ground, path((1, 0), (5, 0), (5, 3))) == [("start", "mud", 0), ("leave", "mud", 1)]
    assert doubled(ground, path((1, 0), (5, 0), (5, 3))) == 8


def test_row_s5_many_questions_are_single_ones() -> None:
    rng = random.Random(5)
    shapes = [Rect(x := rng.randint(0, 40), y := rng.randint(0, 40), x + 3, y + 4) for _ in range(60)]
    together = Scene(Piece(f"p{i:02}", shape) for i, shape in enumerate(shapes))
    way = path((0, 0), (30, 17), (12, 40), (44, 2))
    alone = [Scene([Piece(f"p{i:02}", shape)]).walk(way).spans for i, shape in enumerate(shapes)]
    assert sorted(together.walk(way).spans) == sorted(span for spans in alone for span in spans)


def test_row_s6_heights_have_a_negative_case() -> None:
    ground = Scene([Piece("a", strip(4, 8), Band(0, 1)), Piece("b", strip(4, 8), Band(5, 6))])
    assert [span.key for span in ground.walk(path((0, 0), (12, 0)), band=Band(0, 2)).spans] == ["a"]


def test_row_s9_a_path_of_no_length_inside() -> None:
    walk = scene(mud=strip(0, 4)).walk(path((2, 0)))
    assert [(span.key, span.inside, span.length) for span in walk.spans] == [("mud", True, 0)]
    assert [event.kind for event in walk.events()] == ["contact"]
    assert walk.stretches() == ()


def test_row_s10_nearly_upright() -> None:
    mud = scene(mud=Rect(-5, 3, 5, 7))
    assert doubled(mud, path((0, 0), (F(1, 1000), 10))) == pytest.approx(14, abs=1e-6)
    assert doubled(mud, path((0, 0), (0, 10))) == 14
