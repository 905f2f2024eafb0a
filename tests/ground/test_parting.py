"""What is left of a piece where others lie over it: compared with the rectangles that are left, laid by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from groundrules.ground import Circle, Look, Number, Piece, Rect, Scene, no_base, rect_base, round_base

#: A wood, a road across it, and the wood that the road leaves.
WOOD, ROAD = Rect(4, -3, 16, 3), Rect(7, -9, 9, 9)
LEFT = (Rect(4, -3, 7, 3), Rect(9, -3, 16, 3))


def look(viewer: tuple[Number, Number], target: tuple[Number, Number], width: Number | None) -> Look:
    pieces = [Piece("wood", WOOD), Piece("road", ROAD), *(Piece(f"left{n}", shape) for n, shape in enumerate(LEFT))]
    base = no_base() if width is None else round_base(width)
    return Scene(pieces).look(viewer, target, no_base(), base)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_left_hides_and_holds_what_the_rectangles_do(seed: int) -> None:
    random = Random(seed)

    def place() -> tuple[Number, Number]:
        return Fraction(random.randint(-8, 80), 4), Fraction(random.randint(-40, 40), 8)

    seen = look(place(), place(), random.choice((None, 1, 2)))
    part, left = seen.left_of("wood", ["road"]), ["left0", "left1"]
    assert float(seen.hidden([part])) == pytest.approx(float(seen.hidden(left)), abs=1e-8)
    assert float(seen.inside(part)) == pytest.approx(sum(float(seen.inside(key)) for key in left), abs=1e-8)
    assert float(seen.depth(part)) == pytest.approx(sum(float(seen.depth(key)) for key in left), abs=1e-8)
    assert seen.between(part) == any(seen.between(key) for key in left)
    assert seen.viewer_lies(part) >= max(seen.viewer_lies(key) for key in left) or not seen.viewer_lies(part)
    assert seen.piece_of(part) == "wood"


def test_ground_wholly_under_other_ground_is_not_there() -> None:
    pieces = [Piece("wood", Circle(10, 0, 2)), Piece("road", Rect(0, -4, 20, 4))]
    seen = Scene(pieces).look((0, 0), (20, 0), rect_base(1, 1), round_base(2))
    part = seen.left_of("wood", ["road"])
    assert (seen.blocks("wood"), seen.hidden(["wood"])) == (True, 1)
    assert (seen.blocks(part), seen.hidden([part]), seen.depth(part), seen.between(part)) == (False, 0, 0, False)
    on_it = Scene(pieces).look((0, 0), (10, 0), no_base(), round_base(2))
    part = on_it.left_of("wood", ["road"])
    assert (on_it.inside("wood"), on_it.covered("wood")) == (1, 1)
    assert (on_it.inside(part), on_it.covered(part)) == (0, 0)


def test_nothing_over_it_leaves_it_as_it_is() -> None:
    seen = look((0, 0), (20, 0), 1)
    assert seen.left_of("wood", []) == "wood"


def test_where_two_circles_meet_the_shadow_changes() -> None:
    # Circles of radius 5 round (10, 3) and (10, -3) meet at (6, 0) and (14, 0): seen from (0, 0) every line above the
    # middle meets wood off the road, the middle and every line below it none.
    pieces = [Piece("wood", Circle(10, 3, 5)), Piece("road", Circle(10, -3, 5))]
    seen = Scene(pieces).look((0, 0), (30, 0), no_base(), round_base(8))
    part = seen.left_of("wood", ["road"])
    assert float(seen.depth("wood")) == pytest.approx(8)
    assert seen.depth(part) == 0
    assert float(seen.hidden([part])) == pytest.approx(0.5, abs=1e-8)
