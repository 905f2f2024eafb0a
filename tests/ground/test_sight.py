"""What one model sees of another, against an oracle that asks every line of sight."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from groundrules.ground import (
    Circle,
    Ellipse,
    Lies,
    Line,
    Look,
    Piece,
    Point,
    Rect,
    Scene,
    Shape,
    no_base,
    rect_base,
    round_base,
)
from groundrules.ground.outline import Outline

from . import oracle, situations
from .situations import rounds

F = Fraction


def scene(**shapes: Shape) -> Scene:
    return Scene(Piece(key, shape) for key, shape in shapes.items())


def rings_of(shape: Shape) -> tuple[list[list[oracle.Point]], bool]:
    outline = Outline(shape)
    return [[oracle.exact(*corner) for corner in chain] for chain in outline.chains()], not outline.thin


def expected_share(look: Look, shapes: list[Shape]) -> float:
    parts, sizes = [], []
    for first, second in look.facing:
        ends = oracle.exact(*first), oracle.exact(*second)
        viewer = oracle.exact(*look.viewer)
        parts.append(float(oracle.hidden_share(viewer, *ends, [rings_of(shape) for shape in shapes])))
        sizes.append(math.dist([float(v) for v in first], [float(v) for v in second]))
    return sum(p * s for p, s in zip(parts, sizes, strict=True)) / sum(sizes)


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_hidden_shares_of_round_bases(coarse: bool) -> None:
    rng = random.Random(211 + coarse)
    partly = 0
    for _ in rounds(110):
        shapes: list[Shape] = [situations.area(rng, coarse) for _ in range(2)]
        shapes.append(situations.lines(rng, coarse))
        # Along an axis the distance is rational, and so is the share.
        x, y, far = (situations.coordinate(rng, coarse) for _ in "xyd")
        viewer, target = (x, y), (x + far + 1, y) if rng.random() < 0.5 else (x, y + far + 1)
        look = Scene(Piece(f"p{i}", shape) for i, shape in enumerate(shapes)).look(
            viewer, target, no_base(), round_base(rng.randint(1, 4))
        )
        for some in ([0], [1], [2], [0, 1, 2]):
            share = look.hidden(f"p{i}" for i in some)
            assert isinstance(share, (int, Fraction))
            expected = expected_share(look, [shapes[i] for i in some])
            assert float(share) == pytest.approx(expected, abs=1e-12), (shapes, viewer, target, some)
            partly += 0 < share < 1
    assert partly > 45


@pytest.mark.parametrize("coarse", [True, False], ids=["lattice", "anywhere"])
def test_hidden_shares_of_rectangular_bases_and_on_the_slant(coarse: bool) -> None:
    rng = random.Random(223 + coarse)
    for _ in rounds(110):
        shapes: list[Shape] = [situations.area(rng, coarse), situations.lines(rng, coarse)]
        viewer: Point = (situations.coordinate(rng, coarse), situations.coordinate(rng, coarse))
        target: Point = (situations.coordinate(rng, coarse), situations.coordinate(rng, coarse))
        if math.dist((float(viewer[0]), float(viewer[1])), (float(target[0]), float(target[1]))) < 3:
            continue
        base = rect_base(2, rng.randint(1, 3)) if rng.random() < 0.6 else round_base(F(5, 2))
        look = Scene(Piece(f"p{i}", shape) for i, shape in enumerate(shapes)).look(viewer, target, no_base(), base)
        for some in ([0], [1], [0, 1]):
            expected = expected_share(look, [shapes[i] for i in some])
            share = float(look.hidden(f"p{i}" for i in some))
            assert share == pytest.approx(expected, abs=1e-7), (shapes, viewer, target, base, some)


def test_the_shadow_of_a_circle_is_that_of_a_fine_polygon() -> None:
    rng = random.Random(227)
    for _ in rounds(12):
        cx, cy, r = rng.uniform(0, 12), rng.uniform(-3, 3), rng.uniform(0.3, 2)
        ry = r if rng.random() < 0.5 else rng.uniform(0.3, 2)
        curve: Shape = Circle(cx, cy, r) if ry == r else Ellipse(cx, cy, r, ry)
        look = scene(pond=curve).look((0, 0), (10, 0), no_base(), round_base(4))
        if look.viewer_lies("pond") is not Lies.APART:
            continue
        angles = [math.tau * i / 60 for i in range(60)]
        fine = [oracle.exact(cx + r * math.cos(a), cy + ry * math.sin(a)) for a in angles]
        (first, second) = look.facing[0]
        expected = oracle.hidden_share(
            oracle.exact(0, 0), oracle.exact(*first), oracle.exact(*second), [([fine], True)]
        )
        assert float(look.hidden(["pond"])) == pytest.approx(float(expected), abs=8e-3)


def test_the_facing_of_each_base() -> None:
    empty = scene()
    assert empty.look((0, 0), (10, 0)).facing == (((10, 0), (10, 0)),)
    assert empty.look((0, 0), (10, 0), no_base(), round_base(2)).facing == (((10, 1), (10, -1)),)
    assert empty.look((0, 0), (6, 8), no_base(), round_base(5)).facing == (((4, F(19, 2)), (8, F(13, 2))),)
    # A rectangle turns the side to the viewer that he is farthest in front of.
    sides = empty.look((0, 0), (10, 1), no_base(), rect_base(2, 4)).facing
    assert sides == (((9, 3), (9, -1)),)
    assert len(empty.look((0, 0), (10, 10), no_base(), rect_base(2, 2)).facing) == 2
    assert len(empty.look((0, 1), (10, 10), no_base(), rect_base(2, 4)).facing) == 1
    turned = empty.look((0, 0), (10, 0), no_base(), rect_base(2, 4, 45)).facing
    assert len(turned) == 1
    # Whoever stands on the very spot sees a point.
    assert empty.look((3, 3), (3, 3), no_base(), round_base(2)).facing == (((3, 3), (3, 3)),)


def test_a_point_is_hidden_whole_or_not_at_all() -> None:
    ground = scene(wall=Line(((5, -1), (5, 1))), block=Rect(2, 3, 4, 5))
    assert ground.look((0, 0), (10, 0)).hidden(["wall"]) == 1
    assert ground.look((0, 0), (10, 2)).hidden(["wall"]) == 0  # grazes the end
    assert ground.look((0, 3), (10, 3)).hidden(["block"]) == 0  # runs along the edge
    assert ground.look((0, 4), (3, 4)).inside("block") == 1
    assert ground.look((0, 4), (4, 4)).inside("block") == 0


def test_half_is_neither_inside_nor_behind() -> None:
    look = scene(wood=Rect(5, 0, 15, 10)).look((0, 0), (10, 0), no_base(), round_base(2))
    assert look.inside("wood") == F(1, 2)
    assert (look.is_inside("wood"), look.is_behind("wood")) == (False, False)
    deeper = scene(wood=Rect(5, F(-1, 10), 15, 10)).look((0, 0), (10, 0), no_base(), round_base(2))
    assert (deeper.is_inside("wood"), deeper.is_behind("wood")) == (True, False)
    less = scene(wood=Rect(5, F(1, 10), 15, 10)).look((0, 0), (10, 0), no_base(), round_base(2))
    assert (less.is_inside("wood"), less.is_behind("wood")) == (False, True)


def test_depth_and_passing_through() -> None:
    wood = scene(wood=Rect(2, -3, 6, 3))
    across = wood.look((0, 0), (10, 0))
    assert (across.depth("wood"), across.passes_through("wood"), across.blocks("wood")) == (4, True, True)
    into = wood.look((0, 0), (5, 0))
    assert (into.depth("wood"), into.passes_through("wood")) == (3, False)
    within = wood.look((3, 0), (5, 0))
    assert (within.depth("wood"), within.passes_through("wood")) == (2, False)
    edge = wood.look((0, 0), (6, 0))
    assert (edge.depth("wood"), edge.passes_through("wood")) == (4, True)
    # A base that reaches into the wood makes it one's own.
    assert not wood.look((0, 0), (F(13, 2), 0), no_base(), round_base(2)).blocks("wood")
    assert wood.look((0, 0), (7, 0), no_base(), round_base(2)).blocks("wood")


def test_the_width_of_a_piece_is_square_to_the_line_of_sight() -> None:
    wall = scene(wall=Rect(9, 40, F(47, 5), 44))
    assert wall.look((0, 42), (F(99, 10), 42)).width("wall") == 4
    assert wall.look((F(92, 10), 0), (F(92, 10), 50)).width("wall") == F(2, 5)
    assert float(wall.look((0, 0), (7, 7)).width("wall")) == pytest.approx((4 + 0.4) / math.sqrt(2))
    round_ones = scene(pond=Circle(5, 0, 3), lake=Ellipse(5, 0, 1, 4))
    assert round_ones.look((0, 0), (10, 0)).width("pond") == 6
    assert round_ones.look((0, 0), (10, 0)).width("lake") == 8
    assert round_ones.look((5, -9), (5, 9)).width("lake") == 2


def test_two_that_hide_a_third_each_hide_two_thirds() -> None:
    ground = scene(a=Rect(F(59, 10), F("0.17"), 6, 1), b=Rect(F(59, 10), -1, 6, F("-0.17")))
    look = ground.look((0, 0), (12, 0), no_base(), round_base(2))
    assert [look.hidden(["a"]), look.hidden(["b"]), look.hidden(["a", "b"])] == [F(33, 100), F(33, 100), F(33, 50)]
    # The same twice hides nothing more.
    assert look.hidden(["a", "a"]) == F(33, 100)


def test_clear_is_nothing_passed_through() -> None:
    rng = random.Random(229)
    few = [Piece(f"p{i}", situations.area(rng, i % 2 == 0)) for i in range(6)]
    many = [
        Piece(f"q{i:03}", Rect(x := rng.randint(-60, 60), y := rng.randint(-60, 60), x + 2, y + 3)) for i in range(240)
    ]
    for pieces, count in ((few, 200), (few + many, 12)):
        ground = Scene(pieces)
        for _ in rounds(count):
            a, b = ((rng.randint(-4, 16), rng.randint(-4, 16)) for _ in "ab")
            through = ground.through(a, b)
            assert ground.is_clear(a, b) == (not through)
            assert through == ground.through(b, a)
            inside = set(ground.at(a).items()) | set(ground.at(b).items())
            own = {key for key, lies in inside if lies is Lies.IN}
            expected = set()
            for piece in pieces:
                rings, closed = rings_of(piece.shape)
                ends = oracle.exact(*a), oracle.exact(*b)
                if a != b and piece.key not in own and oracle.passes(*ends, rings, closed):
                    expected.add(piece.key)
            assert set(through) == expected, (a, b)


@pytest.mark.parametrize(
    ("shape", "viewer", "target", "share"),
    [
        (Rect(4, 1, 10, 7), (9, 5), (9, 0), 1),  # from inside to the far edge
        (Rect(6, 9, 12, 12), (9, 9), (5, 10), 1),  # from an edge through the inside to another edge
        (Rect(0, 0, 4, 4), (0, 0), (5, 5), 1),  # from a corner straight in
        (Rect(0, 0, 4, 4), (0, 0), (5, 0), F(1, 2)),  # along the edge that one stands on
        (Rect(0, 0, 4, 4), (4, 2), (9, 2), 0),  # with the back to it
        (Line(((8, 11), (8, 6))), (8, 8), (2, 10), 0),  # on a wall
        (Circle(0, 0, 4), (4, 0), (9, 0), 0),
        (Circle(0, 0, 4), (4, 0), (-9, 0), 1),
        (Circle(0, 0, 4), (0, 4), (9, 4), F(1, 2)),
    ],
)
def test_who_stands_in_a_piece_or_at_its_edge(shape: Shape, viewer: Point, target: Point, share: Fraction) -> None:
    look = scene(piece=shape).look(viewer, target, no_base(), rect_base(2, 2))
    assert float(look.hidden(["piece"])) == pytest.approx(float(share), abs=1e-12)


def test_hidden_shares_wherever_the_viewer_stands() -> None:
    rng = random.Random(233)
    for _ in rounds(160):
        shapes: list[Shape] = [situations.area(rng, True), situations.area(rng, True), situations.lines(rng, True)]
        viewer: Point = (situations.coordinate(rng, True), situations.coordinate(rng, True))
        # On a corner of a piece, on the middle of an edge, or anywhere.
        corners = Outline(shapes[0]).chains()[0]
        if rng.random() < 0.6:
            (ax, ay), (bx, by) = corners[0], corners[rng.randint(0, 1)]
            viewer = (ax + bx) / 2, (ay + by) / 2
        target: Point = (situations.coordinate(rng, True), situations.coordinate(rng, True))
        if math.dist((float(viewer[0]), float(viewer[1])), (float(target[0]), float(target[1]))) < 3:
            continue
        look = Scene(Piece(f"p{i}", s) for i, s in enumerate(shapes)).look(viewer, target, no_base(), rect_base(2, 3))
        for some in ([0], [1], [2], [0, 1, 2]):
            expected = expected_share(look, [shapes[i] for i in some])
            assert float(look.hidden(f"p{i}" for i in some)) == pytest.approx(expected, abs=1e-9), (
                shapes,
                viewer,
                target,
            )
