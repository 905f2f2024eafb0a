"""A whole move judged: what the path meets, what every rule says of it, cost, legality and tests.

Twenty pieces that do not overlap, moves of three to ten legs by a point. Ours is
`Ruleset.adjudicate` as a program calls it: table, model and points in, a verdict with its
reasons out (`preview=True`: no dice are thrown, tests are listed). The peer is what one
would put together instead: shapely's STRtree for the ground, and the compiled expression of
zen-engine, asked once for each stretch; it gives cost, legality and the number of tests, and
no reasons, no trace, no places. Both see the same rules, those of `bench/decisions.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeAlias, cast

import numpy as np
import shapely
from bench.decisions import RULES, compiled_expression
from bench.ground import MOVES, Board, Point, peer_walk
from bench.side_by_side import Row, faster

import groundrules as gr

Answer: TypeAlias = tuple[float, bool, int]
KINDS: tuple[tuple[str, ...], ...] = (("Difficult",), ("Dangerous",), ("Difficult", "Dangerous"), ("Impassable",))
PIECES = 20


def apart() -> tuple[Board, list[list[Point]]]:
    """A board and as many pieces of its kind that do not overlap."""
    board = Board(400)
    kept: list[Any] = []
    shapes: list[list[Point]] = []
    inches = random.Random(3)
    for shape in board.shapes:
        moved = _at(shape, inches.uniform(2, 46), inches.uniform(2, 46))
        area = shapely.Polygon(moved)
        if all(area.distance(each) > 0.01 for each in kept):
            kept.append(area)
            shapes.append(moved)
        if len(shapes) == PIECES:
            break
    return Board(PIECES), shapes


def _at(shape: list[Point], x: float, y: float) -> list[Point]:
    """The same shape with its first corner at a place."""
    (x0, y0), *_ = shape
    return [(round(x + a - x0, 3), round(y + b - y0, 3)) for a, b in shape]


class Peer:
    """STRtree and a compiled expression."""

    def __init__(self, shapes: list[list[Point]], kinds: list[tuple[str, ...]]) -> None:
        self.pieces = np.array([shapely.Polygon(shape) for shape in shapes])
        self.tree = shapely.STRtree(self.pieces)
        self.rules = compiled_expression()
        self.facts = [{name: name.title() in kind for name in ("difficult", "dangerous", "impassable")}
                      for kind in kinds]  # fmt: skip

    def move(self, move: list[Point]) -> Answer:
        """Cost, whether it is legal, how many tests."""
        sizes = [math.dist(a, b) for a, b in pairwise(move)]
        cost, allowed, tests = sum(sizes), True, 0
        before: dict[int, tuple[int, float]] = {}
        for piece, leg, low, high in sorted(peer_walk(self.tree, self.pieces, move), key=lambda each: each[1:3]):
            facts = {**self.facts[piece], "kind": "Open Ground", "class": "Infantry", "flying": False, "ends": False}
            found = self.rules.evaluate(facts)
            cost += (high - low) * sizes[leg] * (found["cost"] - 1)
            entered = low > 1e-9 or (leg > 0 and before.get(piece) != (leg - 1, 1.0))
            if entered:
                allowed = allowed and found["allowed"]
                tests += bool(found["test"])
            before[piece] = (leg, 1.0 if high > 1 - 1e-9 else high)
        return cost, allowed, tests


def ours_says(verdict: gr.Verdict) -> Answer:
    return float(cast(Any, verdict.cost)), verdict.legal, len(verdict.rolls)


def rows() -> Iterator[Row]:
    """Without and with the trace."""
    board, shapes = apart()
    kinds: list[tuple[str, ...]] = [KINDS[number % len(KINDS)] for number in range(len(shapes))]
    rules, _ = gr.check(RULES)
    assert rules is not None
    walker = gr.Model(Class="Infantry")
    table = gr.Table({f"p{i}": {"terrain": kind, "polygon": shape}
                      for i, (kind, shape) in enumerate(zip(kinds, shapes, strict=True))})  # fmt: skip
    peer = Peer(shapes, kinds)
    # Where a move is not legal, ours tells why and rolls nothing; only moves that both judge to the end are timed.
    moves = [[(round(x, 3), round(y, 3)) for x, y in move] for move in board.moves]
    kept = []
    for move in moves:
        mine, theirs = ours_says(rules.adjudicate(table, walker, "Move", move, preview=True)), peer.move(move)
        assert mine[1] == theirs[1], (move, mine, theirs)
        if mine[1]:
            assert math.isclose(mine[0], theirs[0], abs_tol=1e-6), (move, mine, theirs)
            assert mine[2] == theirs[2], (move, mine, theirs)
            kept.append(move)
    assert len(kept) > MOVES // 2
    for words, trace, goal in (("trace off", False, 4.0), ("with trace", True, 2.0)):

        def ours(trace: bool = trace) -> None:
            for move in kept:
                rules.adjudicate(table, walker, "Move", move, preview=True, trace=trace)

        def theirs_() -> None:
            for move in kept:
                peer.move(move)

        ratio = faster(ours, theirs_)
        yield Row(f"a whole adjudicated move, 20 pieces, {words}", "STRtree + zen-engine", ratio, goal)


if __name__ == "__main__":
    for row in rows():
        print(row)
