"""What must not matter: where a path is split, which way it is walked, how the table lies, what else is on it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from groundrules.ground import (
    Circle,
    Ellipse,
    Footprint,
    Line,
    MultiLine,
    MultiPolygon,
    Number,
    Path,
    Piece,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Span,
    no_base,
    rect_base,
    round_base,
)
from groundrules.ground.outline import Outline

from . import situations
from .situations import rounds

Change = Callable[[Point], Point]
BASES = [no_base(), round_base(1), round_base(Fraction(7, 4)), rect_base(1, 2), rect_base(2, Fraction(1, 2), 90)]
ROUNDS = 36


def turned(shape: Shape, change: Change) -> Shape:
    """The shape moved, mirrored or turned by right angles."""
    if isinstance(shape, Circle):
        return Circle(*change((shape.x, shape.y)), shape.r)
    if isinstance(shape, Ellipse):
        (ax, ay), (bx, by) = change((shape.x, shape.y)), change((shape.x + shape.rx, shape.y + shape.ry))
        return Ellipse(ax, ay, abs(bx - ax), abs(by - ay))  # type: ignore[arg-type]  # abs() loses the kind of number
    chains = [tuple(change(corner) for corner in chain) for chain in Outline(shape).chains()]
    if isinstance(shape, Line):
        return Line(chains[0])
    if isinstance(shape, (Rect, Polygon)):
        return Polygon(chains[0], tuple(chains[1:]))
    if isinstance(shape, MultiLine):
        return MultiLine(tuple(Line(chain) for chain in chains))
    rings = iter(chains)
    parts = [Polygon(next(rings), tuple(next(rings) for _ in part.holes)) for part in shape.parts]
    return MultiPolygon(tuple(parts))


def drawn(rng: random.Random, coarse: bool) -> Shape:
    kind = rng.randrange(5)
    if kind == 0:
        return Circle(situations.coordinate(rng, coarse), situations.coordinate(rng, coarse), rng.randint(1, 4))
    if kind == 1:
        x, y = situations.coordinate(rng, coarse), situations.coordinate(rng, coarse)
        return Ellipse(x, y, rng.randint(1, 4), rng.randint(1, 4))
    return situations.lines(rng, coarse) if kind == 2 else situations.area(rng, coarse)


def table(rng: random.Random, coarse: bool, count: int = 4) -> list[Piece]:
    return [Piece(f"piece {i}", drawn(rng, coarse)) for i in range(count)]


def plain(spans: tuple[Span, ...]) -> list[tuple[str, bool, float, float, bool, bool]]:
    return [(s.key, s.inside, float(s.start.at), float(s.end.at), s.enters, s.leaves) for s in spans]


def assert_alike(one: tuple[Span, ...], other: tuple[Span, ...], about: object) -> None:
    ours = sorted(plain(one), key=lambda s: (s[0], round(s[2], 6), s[1]))
    theirs = sorted(plain(other), key=lambda s: (s[0], round(s[2], 6), s[1]))
    assert [(s[0], s[1], s[4], s[5]) for s in ours] == [(s[0], s[1], s[4], s[5]) for s in theirs], about
    for a, b in zip(ours, theirs, strict=True):
        assert a[2:4] == pytest.approx(b[2:4], abs=1e-7), about


@pytest.fixture(params=range(len(BASES)), ids=[f"{b.kind}-{b.width}x{b.depth}" for b in BASES])
def base(request: pytest.FixtureRequest) -> Footprint:
    number: int = request.param
    return BASES[number]


@pytest.fixture(params=[True, False], ids=["lattice", "anywhere"])
def coarse(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_a_split_anywhere(base: Footprint, coarse: bool) -> None:
    rng = random.Random(101)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        way = situations.path(rng, coarse, pieces[0].shape)
        whole = Scene(pieces).walk(way, base)
        # New corners anywhere, and on every place where something happens.
        places = [way.place(leg, Fraction(rng.randint(1, 9), 10)) for leg in range(len(way.lengths))]
        places += [place for span in whole.spans for place in (span.start, span.end)]
        inner = {(place.leg, place.t) for place in places if isinstance(place.t, Fraction) and 0 < place.t < 1}
        points: list[Point] = [way.points[0]]
        for leg in range(len(way.lengths)):
            points += [way.point_at(way.place(leg, t)) for t in sorted(t for n, t in inner if n == leg)]
            points.append(way.points[leg + 1])
        split = Scene(pieces).walk(Path(tuple(points)), base)
        assert_alike(whole.spans, split.spans, (pieces, way, base))


def test_the_way_back(base: Footprint, coarse: bool) -> None:
    rng = random.Random(103)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        way = situations.path(rng, coarse, pieces[0].shape)
        there = Scene(pieces).walk(way, base)
        back = Scene(pieces).walk(Path(way.points[::-1]), base)
        total = way.length
        returned = []
        for span in back.spans:
            # A line without width is crossed where the path leaves it, so a run along one ends elsewhere.
            start, end = (p._replace(at=total - p.at) for p in (span.end, span.start))
            returned.append(span._replace(start=start, end=end, enters=span.leaves, leaves=span.enters))
        if base.is_point and any(span.thin for span in there.spans):
            ours = sorted((s.key, s.inside) for s in there.spans if s.inside)
            assert ours == sorted((s.key, s.inside) for s in returned if s.inside)
            continue
        assert_alike(there.spans, tuple(returned), (pieces, way, base))


def changed(change: Change, base: Footprint, other: Footprint, coarse: bool, seed: int) -> None:
    rng = random.Random(seed)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        way = situations.path(rng, coarse, pieces[0].shape)
        moved = [Piece(piece.key, turned(piece.shape, change)) for piece in pieces]
        assert_alike(
            Scene(pieces).walk(way, base).spans,
            Scene(moved).walk(Path(tuple(change(point) for point in way.points)), other).spans,
            (pieces, way, base),
        )


def test_the_mirror_image(base: Footprint, coarse: bool) -> None:
    changed(lambda p: (-p[0], p[1]), base, base, coarse, 107)


def test_another_place_on_the_table(base: Footprint, coarse: bool) -> None:
    changed(lambda p: (p[0] + 31, p[1] - Fraction(17, 3)), base, base, coarse, 109)


def test_a_quarter_turn(base: Footprint, coarse: bool) -> None:
    other = rect_base(base.depth, base.width) if base.kind == "rect" else base
    changed(lambda p: (-p[1], p[0]), base, other, coarse, 113)
    if base.kind == "rect":
        changed(lambda p: (-p[1], p[0]), base, rect_base(base.width, base.depth, 90), coarse, 113)


def test_the_order_of_the_pieces(base: Footprint, coarse: bool) -> None:
    rng = random.Random(127)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse, 6)
        way = situations.path(rng, coarse, pieces[0].shape)
        spans = Scene(pieces).walk(way, base).spans
        rng.shuffle(pieces)
        assert Scene(pieces).walk(way, base).spans == spans


def test_far_pieces_and_the_grid(base: Footprint, coarse: bool) -> None:
    rng = random.Random(131)
    far = [Piece(f"far {i}", Rect(100 + 3 * (i % 20), 100 + 3 * (i // 20), 102 + 3 * (i % 20), 102 + 3 * (i // 20)))
           for i in range(250)]  # fmt: skip
    for _ in rounds(8):
        pieces = table(rng, coarse)
        way = situations.path(rng, coarse, pieces[0].shape)
        spans = Scene(pieces).walk(way, base).spans
        assert Scene(pieces + far[:3]).walk(way, base).spans == spans
        assert Scene(pieces + far).walk(way, base).spans == spans


def test_stretches_add_up(base: Footprint, coarse: bool) -> None:
    rng = random.Random(137)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        walk = Scene(pieces).walk(situations.path(rng, coarse, pieces[0].shape), base)
        stretches = walk.stretches()
        assert float(sum((s.length for s in stretches), start=0)) == pytest.approx(float(walk.path.length), abs=1e-9)
        for piece in pieces:
            inside: Number = sum((s.length for s in stretches if piece.key in s.keys), start=0)
            assert float(inside) == pytest.approx(float(walk.length_in(piece.key)), abs=1e-9)


def test_where_a_walk_begins_and_ends_is_where_the_model_stands(base: Footprint, coarse: bool) -> None:
    rng = random.Random(139)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        scene = Scene(pieces)
        walk = scene.walk(situations.path(rng, coarse, pieces[0].shape), base)
        events = walk.events()
        for kind, place in (("start", walk.path.start), ("end", walk.path.end)):
            stands = scene.at(walk.path.point_at(place), base)
            thin = {span.key for span in walk.spans if span.thin and base.is_point}
            inside = {key for key, lies in stands.items() if lies == 2}
            assert {e.key for e in events if e.kind == kind} == inside - thin, (pieces, walk.path, base, kind)


def test_entries_and_exits_take_turns(base: Footprint, coarse: bool) -> None:
    rng = random.Random(149)
    for _ in rounds(ROUNDS):
        pieces = table(rng, coarse)
        walk = Scene(pieces).walk(situations.path(rng, coarse, pieces[0].shape), base)
        for piece in pieces:
            spans = walk.of(piece.key)
            inside = [span for span in spans if span.inside]
            for before, after in itertools.pairwise(spans):
                assert before.end.at <= after.start.at
            assert all(span.enters for span in inside[1:])
            assert all(span.leaves for span in inside[:-1])
