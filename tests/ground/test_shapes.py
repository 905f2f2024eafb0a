"""Shapes, sound or refused in words; the ways to write them; bases; height bands."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from groundrules.ground import (
    SHAPE_KEYS,
    Band,
    Circle,
    Line,
    MultiLine,
    MultiPolygon,
    Piece,
    Polygon,
    Rect,
    Scene,
    ShapeError,
    box_of,
    from_geojson,
    no_base,
    read_shape,
    rect_base,
    round_base,
)
from groundrules.limits import COORDINATE, CORNERS

F = Fraction
SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]

REFUSED = [
    ("rect", [0, 0, 0, 4], "the rectangle has no area"),
    ("rect", [0, 0, 4], "`rect` takes [x0, y0, x1, y1]"),
    ("rect", [0, 0, "4", 4], "x1 is not a number: '4'"),
    ("rect", [0, 0, math.nan, 4], "x1 is not a finite number"),
    ("rect", [0, 0, math.inf, 4], "x1 is not a finite number"),
    ("rect", [0, 0, True, 4], "x1 is not a number: true"),
    ("rect", [0, 0, 10**7, 4], "x1 lies beyond 100,000"),
    ("rect", "0044", "`rect` takes [x0, y0, x1, y1]"),
    ("circle", [0, 0, 0], "the circle has no area: its radius is 0"),
    ("circle", [0, 0, -2], "the circle has no area: its radius is -2"),
    ("circle", [0, 0], "`circle` takes [x, y, radius]"),
    ("ellipse", [0, 0, 3, 0], "the ellipse has no area: ry is 0"),
    ("polygon", [], "the outline is empty"),
    ("polygon", None, "the outline is not a list of points"),
    ("polygon", "abc", "the outline is not a list of points"),
    ("polygon", [[0, 0], [1, 1]], "the outline needs three different points"),
    ("polygon", [[0, 0], [1, 1], [0, 0]], "the outline needs three different points"),
    ("polygon", [[0, 0], [1, 1], [2, 2]], "the outline has no area"),
    ("polygon", [[0, 0], [1]], "point 2 of the outline is not a pair of coordinates [x, y]"),
    ("polygon", [[0, 0], [1, math.nan], [2, 0]], "y of point 2 of the outline is not a finite number"),
    ("polygon", [[0, 0], [4, 4], [4, 0], [0, 4]], "the outline crosses itself at (2, 2)"),
    ("polygon", [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]], "the outline touches itself at (2, 0)"),
    ("polygon", [[0, 0], [4, 0], [4, 4], [4, 0], [8, 0], [0, 9]], "the outline runs back over itself at (4, 4)"),
    ("line", [], "the line is empty"),
    ("line", [[1, 1]], "the line needs two different points"),
    ("line", [[1, 1], [1, 1]], "the line needs two different points"),
    ("line", [[0, 0], [4, 0], [2, 0]], "the line runs back over itself at (4, 0)"),
    ("line", [[0, 0], [4, 4], [4, 0], [0, 4]], "the line crosses itself at (2, 2)"),
    ("geometry", {"type": "Point", "coordinates": [1, 2]}, "a Point has neither area nor length"),
    ("geometry", {"type": "Blob", "coordinates": []}, "`Blob` is no kind of geometry"),
    ("geometry", {"coordinates": []}, "the geometry has no `type`"),
    ("geometry", [], "the geometry is not a mapping with `type` and `coordinates`"),
    ("geometry", {"type": "Polygon", "coordinates": []}, "the outline is empty"),
    ("geometry", {"type": "Polygon"}, "`coordinates` is not a list"),
    ("geometry", {"type": "MultiPolygon", "coordinates": []}, "the shape is empty"),
    ("geometry", {"type": "GeometryCollection", "geometries": []}, "the shape is empty"),
    ("blob", [], "`blob` is no shape; a piece states " + ", ".join(f"`{key}`" for key in SHAPE_KEYS)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "reason"), REFUSED)
def test_refused_with_the_reason(key: str, value: object, reason: str) -> None:
    with pytest.raises(ShapeError) as caught:
        read_shape(key, value)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("holes", "reason"),
    [
        ([[[5, 5], [6, 5], [6, 6]]], "hole 1 does not lie inside the outline"),
        ([[[3, 1], [6, 1], [6, 2]]], "hole 1 does not lie inside the outline"),
        ([SQUARE], "hole 1 does not lie inside the outline"),
        ([[[1, 1], [2, 1], [2, 2]], [[1, 1], [3, 1], [2, 3]]], "hole 1 and hole 2 overlap"),
        ([[[1, 1], [2, 2]]], "hole 1 needs three different points"),
        ([[[1, 1], [3, 3], [3, 1], [1, 3]]], "hole 1 crosses itself at (2, 2)"),
        (3, "holes is not a list"),
    ],
)
def test_holes_that_are_none(holes: object, reason: str) -> None:
    with pytest.raises(ShapeError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        read_shape("polygon", SQUARE, holes)


def test_holes_belong_to_polygons() -> None:
    with pytest.raises(ShapeError, match="only a polygon has holes, not `rect`"):
        read_shape("rect", [0, 0, 4, 4], [SQUARE])
    # A hole may touch the outline, as two holes may touch each other.
    sound = read_shape("polygon", SQUARE, [[[0, 0], [1, 1], [1, 2]], [[1, 1], [2, 1], [2, 2]]])
    assert isinstance(sound, Polygon)


def test_parts_that_overlap() -> None:
    one, other = Rect(0, 0, 4, 4).corners, Rect(3, 3, 5, 5).corners
    with pytest.raises(ShapeError, match="part 1 and part 2 overlap"):
        MultiPolygon((Polygon(one), Polygon(other)))
    with pytest.raises(ShapeError, match="part 1 and part 2 overlap"):
        MultiPolygon((Polygon(one), Polygon(one)))
    # Side by side, corner to corner, and one in the hole of the other are sound.
    MultiPolygon((Polygon(one), Polygon(Rect(4, 0, 6, 4).corners)))
    MultiPolygon((Polygon(one), Polygon(Rect(4, 4, 6, 6).corners)))
    ring = Polygon(Rect(0, 0, 9, 9).corners, (Rect(2, 2, 7, 7).corners,))
    MultiPolygon((ring, Polygon(Rect(3, 3, 5, 5).corners)))


def test_every_turn_of_a_ring_is_the_same_area() -> None:
    rng = random.Random(401)
    corners = [(F(0), F(0)), (F(6), F(0)), (F(6), F(2)), (F(2), F(2)), (F(2), F(6)), (F(0), F(6))]
    for _ in range(12):
        turn = rng.randrange(6)
        ring = corners[turn:] + corners[:turn]
        if rng.random() < 0.5:
            ring.reverse()
        if rng.random() < 0.5:
            ring.append(ring[0])
        walk = Scene([Piece("l", Polygon(tuple(ring)))])
        assert set(walk.at((1, 5))) == {"l"}
        assert set(walk.at((5, 5))) == set()


def test_limits() -> None:
    angles = [math.tau * i / (CORNERS + 1) for i in range(CORNERS + 1)]
    with pytest.raises(ShapeError, match="more than 5,000 points"):
        Polygon(tuple((math.cos(a), math.sin(a)) for a in angles))
    assert box_of(Rect(-COORDINATE, 0, COORDINATE, 1)) == (-COORDINATE, 0, COORDINATE, 1)
    with pytest.raises(ShapeError, match="collections in collections"):
        from_geojson(nested(12))


def nested(depth: int) -> dict[str, object]:
    if depth == 0:
        return {"type": "Polygon", "coordinates": [SQUARE]}
    return {"type": "GeometryCollection", "geometries": [nested(depth - 1)]}


def test_geometry_of_maps() -> None:
    ring = [*SQUARE, SQUARE[0]]
    assert from_geojson({"type": "Polygon", "coordinates": [ring]}) == read_shape("polygon", SQUARE)
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    assert from_geojson(feature) == read_shape("polygon", SQUARE)
    high = [[x, y, 7] for x, y in ring]
    assert from_geojson({"type": "Polygon", "coordinates": [high]}) == read_shape("polygon", SQUARE)
    line = {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}
    assert from_geojson(line) == Line(((0, 0), (1, 1)))
    lines = {"type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}
    assert from_geojson(lines) == MultiLine((Line(((0, 0), (1, 1))), Line(((2, 2), (3, 3)))))
    with pytest.raises(ShapeError, match="an area and a line at once"):
        from_geojson({"type": "GeometryCollection", "geometries": [line, feature]})


def test_numbers_stay_what_they_were() -> None:
    assert Rect(F(1, 3), 0, 2, Decimal("2.5")) == Rect(F(1, 3), 0, 2, F(5, 2))  # type: ignore[arg-type]  # a Decimal is read
    assert isinstance(Circle(0.5, 0, 1).x, float)
    assert repr(Circle(1, 2, 3)) == "Circle(x=1, y=2, r=3)"


def test_bases() -> None:
    assert no_base().is_point
    assert round_base(0) == no_base()
    assert rect_base(0, 0) == no_base()
    assert rect_base(1, 2, 90) == rect_base(2, 1)
    assert rect_base(1, 2, 180) == rect_base(1, 2)
    assert rect_base(1, 2, -60) == rect_base(1, 2, 120)
    assert rect_base(2, 4).corners((1, 1)) == ((0, -1), (2, -1), (2, 3), (0, 3))
    assert rect_base(2, 2, 45).reach == pytest.approx((math.sqrt(2), math.sqrt(2)))


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, "x", None, True, 10**6])
def test_what_is_no_base(value: object) -> None:
    with pytest.raises(ShapeError):
        round_base(value)
    with pytest.raises(ShapeError):
        rect_base(1, value)


def test_a_base_of_no_area() -> None:
    with pytest.raises(ShapeError, match="a base has no area"):
        rect_base(1, 0)


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ((0, 1), (0, 1), True),
        ((0, 2), (1, 3), True),
        ((0, 1), (1, 2), False),  # on top of it
        ((0, 1), (3, 4), False),
        ((0, 0), (0, 2), True),  # a flat bog
        ((0, 0), (0, 0), True),
        ((1, 1), (0, 1), False),  # a point on top of it
        ((1, 1), (1, 2), True),
        ((None, None), (5, 6), True),
        ((None, 1), (1, None), False),
        ((2, None), (0, 3), True),
    ],
)
def test_bands(one: tuple[int | None, int | None], other: tuple[int | None, int | None], meet: bool) -> None:
    assert Band(*one).meets(Band(*other)) is meet
    assert Band(*other).meets(Band(*one)) is meet


def test_a_band_upside_down() -> None:
    with pytest.raises(ShapeError, match="top lies below bottom"):
        Band(3, 2)
    assert Band(0, F(1, 2)).lifted(3) == Band(3, F(7, 2))


def test_two_pieces_of_one_name() -> None:
    with pytest.raises(ValueError, match="two pieces are called mud"):
        Scene([Piece("mud", Rect(0, 0, 1, 1)), Piece("mud", Rect(2, 0, 3, 1))])


def test_random_outlines_are_decided_as_the_library_does() -> None:
    shapely = pytest.importorskip("shapely")
    rng = random.Random(409)
    sound = 0
    for _ in range(1500):
        points = [(rng.randint(0, 5), rng.randint(0, 5)) for _ in range(rng.randint(3, 6))]
        points = [point for i, point in enumerate(points) if point != points[i - 1]]
        if len(points) < 3:
            continue
        expected = bool(shapely.Polygon(points).is_valid)
        try:
            Polygon(tuple(points))
            ours = True
        except ShapeError:
            ours = False
        assert ours == expected, points
        sound += ours
    assert 300 < sound < 1300
