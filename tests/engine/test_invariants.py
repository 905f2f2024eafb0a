"""What must not matter: where a path is split, which way round, the order of pieces, what lies far away."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings, strategies as st

from groundrules.engine import Model, ScriptedDice, Situation, Table, adjudicate, every_way
from groundrules.ground import Circle, Polygon, Rect
from groundrules.verdict import Verdict

from .playing import piece, rules

#: Symmetric rules: the same from every side, in every direction. No dice.
PLAIN = rules(
    "overlap add\nmodel\n    Speed: distance\n    traits: Light\naction Move: up to Speed\n"
    'Mud: cost x2\nBog: cost +1/2, counts as Mud\nRoad: cost x1/2\nThorns: cost 1" to enter\n'
    "Wood: cost x3\nPath: replaces Wood\nLight: ignore Bog\nMud when piece Deep over 1: cost at least 3\n"
    "piece\n    Deep: number\n"
)
RISKY = rules(
    "outcome Hurt\nmodel\n    Speed: distance\nroll Test: d6\n    1: Hurt, stop\n    2-5: Hurt\n    6: no effect\n"
    "Mud on enter: Test\nBog: cost x2\n"
)
KINDS = ["Mud", "Bog", "Road", "Thorns", "Wood", "Path"]

coordinates = st.integers(-12, 24).map(lambda n: Fraction(n, 2))
points = st.tuples(coordinates, coordinates)


@st.composite
def shapes(draw: Any) -> Any:
    x, y = draw(points)
    kind = draw(st.sampled_from(["rect", "circle", "triangle"]))
    size = draw(st.integers(1, 8))
    if kind == "rect":
        return Rect(x, y, x + size, y + draw(st.integers(1, 8)))
    if kind == "circle":
        return Circle(x, y, Fraction(size, 2))
    return Polygon(((x, y), (x + size, y), (x, y + draw(st.integers(1, 8)))))


@st.composite
def tables(draw: Any, kinds: list[str] = KINDS) -> Table:
    count = draw(st.integers(0, 5))
    return Table(
        tuple(
            piece(f"p{n}", "+".join(draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2, unique=True))),
                  draw(shapes()), Deep=draw(st.integers(0, 2)))
            for n in range(count)
        )
    )  # fmt: skip


@st.composite
def paths(draw: Any) -> tuple[Any, ...]:
    found = draw(st.lists(points, min_size=2, max_size=5))
    return tuple(a for a, b in zip(found, [None, *found], strict=False) if a != b)


bases = st.sampled_from([None, Fraction(1), Fraction(2), (Fraction(1), Fraction(2))])
movers = st.builds(lambda base: Model(base=base, fields=(("Speed", Fraction(400)),)), bases)


def judged(table: Table, path: tuple[Any, ...], mover: Model, **more: Any) -> Verdict:
    return adjudicate(PLAIN, Situation(mover=mover, table=table, moves=(path,), **more))


def told(verdict: Verdict) -> tuple[Any, ...]:
    return verdict.legal, verdict.ends_at, [each.text for each in verdict.events]


def close(one: Any, other: Any) -> bool:
    return abs(float(one) - float(other)) < 1e-6


@given(tables(), paths(), movers, st.integers(1, 7))
@settings(max_examples=150, deadline=None)
def test_a_path_costs_what_its_parts_cost(table: Table, path: tuple[Any, ...], mover: Model, share: int) -> None:
    assume(len(path) > 1)
    (ax, ay), (bx, by) = path[0], path[1]
    t = Fraction(share, 8)
    split = (path[0], (ax + t * (bx - ax), ay + t * (by - ay)), *path[1:])
    whole, parted = judged(table, path, mover), judged(table, split, mover)
    assert close(whole.cost, parted.cost)
    assert told(whole) == told(parted)


@given(tables(), paths(), movers)
@settings(max_examples=150, deadline=None)
def test_the_way_back_costs_the_same(table: Table, path: tuple[Any, ...], mover: Model) -> None:
    assume(len(path) > 1)
    there, back = judged(table, path, mover), judged(table, path[::-1], mover)
    # Who starts inside does not enter: thorns at the ends are paid for one way only.
    entered = [{e.text for e in v.events if e.event in ("start", "end")} for v in (there, back)]
    assume(not any(text for texts in entered for text in texts))
    assert close(there.cost, back.cost)


def mirrored(shape: Any) -> Any:
    if isinstance(shape, Rect):
        return Rect(-shape.x1, shape.y0, -shape.x0, shape.y1)
    if isinstance(shape, Circle):
        return Circle(-shape.x, shape.y, shape.r)
    return Polygon(tuple((-x, y) for x, y in shape.outer))


@given(tables(), paths(), movers)
@settings(max_examples=150, deadline=None)
def test_the_mirror_image_costs_the_same(table: Table, path: tuple[Any, ...], mover: Model) -> None:
    assume(len(path) > 1)
    other = Table(tuple(replace(each, shape=mirrored(each.shape)) for each in table.pieces))
    one, two = judged(table, path, mover), judged(other, tuple((-x, y) for x, y in path), mover)
    assert close(one.cost, two.cost)
    assert [e.text for e in one.events] == [e.text for e in two.events]


@given(tables(), paths(), movers, st.randoms())
@settings(max_examples=100, deadline=None)
def test_the_order_of_pieces_and_far_ones_do_not_matter(
    table: Table, path: tuple[Any, ...], mover: Model, random: Any
) -> None:
    assume(len(path) > 1)
    pieces = [
        *table.pieces,
        *(piece(f"far{n}", "Mud", Rect(900 + 9 * n, 900, 905 + 9 * n, 905), Deep=2) for n in range(9)),
    ]
    random.shuffle(pieces)
    one, two = judged(table, path, mover), judged(Table(tuple(pieces)), path, mover)
    assert told(one) == told(two)
    assert one.cost == two.cost


@given(tables(), paths(), movers)
@settings(max_examples=100, deadline=None)
def test_a_preview_is_the_resolution_without_dice(table: Table, path: tuple[Any, ...], mover: Model) -> None:
    situation = Situation(mover=mover, table=table, moves=(path,))
    preview, resolved = adjudicate(PLAIN, situation, preview=True), adjudicate(PLAIN, situation)
    assert told(preview) == told(resolved)
    assert (preview.cost, preview.moved, preview.allowance, preview.trace) == (
        resolved.cost, resolved.moved, resolved.allowance, resolved.trace,
    )  # fmt: skip


@given(st.lists(st.tuples(paths(), movers), min_size=2, max_size=4), tables())
@settings(max_examples=60, deadline=None)
def test_what_was_judged_before_does_not_matter(moves: list[Any], table: Table) -> None:
    alone = [adjudicate(rules_again(), Situation(mover=m, table=table, moves=(p,))) for p, m in moves]
    together = [judged(table, p, m) for p, m in moves]
    assert alone == together


def rules_again() -> Any:
    """The same rules with nothing remembered."""
    from groundrules.engine import Rulebook

    return Rulebook(PLAIN)


@given(tables(["Mud", "Bog"]), paths())
@settings(max_examples=60, deadline=None)
def test_exact_ways_are_what_scripts_play(table: Table, path: tuple[Any, ...]) -> None:
    table = Table(tuple(replace(each, fields=()) for each in table.pieces[:2]))
    situation = Situation(mover=Model(), table=table, moves=(path,))
    total = Fraction(0)
    for number, (chance, verdict) in enumerate(every_way(RISKY, situation)):
        total += chance
        if number < 20:
            script = ScriptedDice(face for roll in verdict.rolls for face in roll.dice or ())
            assert adjudicate(RISKY, situation, script, trace=False) == verdict
            assert script.left == ()
    assert total == 1


@given(tables(), paths(), movers)
@settings(max_examples=100, deadline=None)
def test_the_trace_adds_up(table: Table, path: tuple[Any, ...], mover: Model) -> None:
    verdict = judged(table, path, mover)
    assert all(line.source is None or line.source.startswith("test.terrain:") for line in verdict.trace)
    costs = [line.cost for line in verdict.trace if line.cost is not None]
    assert not costs or max(costs) <= verdict.models[0].cost + 1e-9
    starts = [line.at for line in verdict.trace if line.at is not None]
    assert starts == sorted(starts)
