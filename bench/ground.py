"""Moves and looks over a table of pieces, beside shapely's STRtree.

Star-shaped pieces of five to twelve corners lie as thick as on a real table (20 on 48 by 48
inches; a larger table for more). Moves are 12 inches in three to ten legs, by a point and by
a round base of 32 mm; looks are 24 inches long, and pieces that hold an end of the line do not
count. The peer answers all legs of a move in one vectorised call; for a base it walks pieces
that were grown by the radius beforehand. Answers agree: lengths inside every piece to a
millionth for a point, within what a grown piece's flat corners lose for a base, all looks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import shapely
from bench.side_by_side import Row, faster, times_of

from groundrules.ground import Path, Piece, Polygon, Scene, round_base

Point: TypeAlias = tuple[float, float]

SIZES = (20, 200, 2_000)
#: Inches: the radius of the base, the length of a move, the length of a look.
RADIUS, MOVE, LOOK = 0.63, 12.0, 24.0
MOVES = 200


@dataclass(frozen=True)
class Board:
    """The same pieces, moves and looks for both."""

    size: int

    @cached_property
    def _random(self) -> random.Random:
        return random.Random(self.size)

    @property
    def side(self) -> float:
        """Inches of one side."""
        return 48 * math.sqrt(self.size / 20)

    @cached_property
    def shapes(self) -> list[list[Point]]:
        return [self._star() for _ in range(self.size)]

    @cached_property
    def moves(self) -> list[list[Point]]:
        return [self._move() for _ in range(MOVES)]

    @cached_property
    def looks(self) -> list[tuple[Point, Point]]:
        starts = ((move[0], self._random.uniform(0, math.tau)) for move in self.moves)
        return [((x, y), (x + LOOK * math.cos(a), y + LOOK * math.sin(a))) for (x, y), a in starts]

    @cached_property
    def scene(self) -> Scene:
        return Scene(Piece(f"p{i}", Polygon(tuple(shape))) for i, shape in enumerate(self.shapes))

    @cached_property
    def pieces(self) -> Any:
        return np.array([shapely.Polygon(shape) for shape in self.shapes])

    @cached_property
    def grown(self) -> Any:
        return shapely.buffer(self.pieces, RADIUS)

    def _star(self) -> list[Point]:
        x, y = self._random.uniform(0, self.side), self._random.uniform(0, self.side)
        corners = self._random.randint(5, 12)
        made = []
        for corner in range(corners):
            angle = math.tau * (corner + 0.7 * self._random.random()) / corners
            reach = self._random.uniform(1, 3)
            made.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        return made

    def _move(self) -> list[Point]:
        legs = self._random.randint(3, 10)
        x, y = self._random.uniform(0, self.side), self._random.uniform(0, self.side)
        angle = self._random.uniform(0, math.tau)
        made = [(x, y)]
        for _ in range(legs):
            angle += self._random.uniform(-0.6, 0.6)
            x, y = x + MOVE / legs * math.cos(angle), y + MOVE / legs * math.sin(angle)
            made.append((x, y))
        return made


def peer_walk(tree: shapely.STRtree, pieces: Any, points: list[Point]) -> list[tuple[int, int, float, float]]:
    """Piece, leg, where on the leg it begins and ends (0 to 1): all legs in one call."""
    corners = np.asarray(points)
    begin, along = corners[:-1], np.diff(corners, axis=0)
    legs = shapely.linestrings(np.stack([begin, corners[1:]], axis=1))
    leg, piece = tree.query(legs, predicate="intersects")
    if not len(leg):
        return []
    parts, of = shapely.get_parts(shapely.intersection(legs[leg], pieces[piece]), return_index=True)
    ends, part = shapely.get_coordinates(parts, return_index=True)
    on = leg[of][part]
    place = ((ends - begin[on]) * along[on]).sum(1) / (along[on] ** 2).sum(1)
    low, high = np.full(len(parts), np.inf), np.full(len(parts), -np.inf)
    np.minimum.at(low, part, place)
    np.maximum.at(high, part, place)
    return list(zip(piece[of].tolist(), leg[of].tolist(), low.tolist(), high.tolist(), strict=True))


def peer_blocked(tree: shapely.STRtree, pieces: Any, look: tuple[Point, Point]) -> bool:
    found = tree.query(shapely.LineString(look), predicate="intersects")
    if not len(found):
        return False
    viewer, target = shapely.points(look)
    met = pieces[found]
    return bool(np.any(~shapely.contains(met, viewer) & ~shapely.contains(met, target)))


def inside(walk: Any) -> float:
    """Inches inside pieces, by ours."""
    return sum(float(span.length) for span in walk.spans if span.inside)


def peer_inside(found: list[tuple[int, int, float, float]], move: list[Point]) -> float:
    return sum((high - low) * math.dist(move[leg], move[leg + 1]) for _, leg, low, high in found)


def pairs(board: Board) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Point, round base, look: ours and the peer's, all moves or looks at once, equal answers checked."""
    scene, base = board.scene, round_base(2 * RADIUS)
    tree, grown = shapely.STRtree(board.pieces), shapely.STRtree(board.grown)
    for move, look in zip(board.moves, board.looks, strict=True):
        point = inside(scene.walk(Path(tuple(move))))
        assert math.isclose(point, peer_inside(peer_walk(tree, board.pieces, move), move), abs_tol=1e-6)
        wide = inside(scene.walk(Path(tuple(move)), base))
        assert math.isclose(wide, peer_inside(peer_walk(grown, board.grown, move), move), abs_tol=0.5, rel_tol=0.05)
        assert scene.is_clear(*look) != peer_blocked(tree, board.pieces, look)
    return {
        "point": (
            lambda: [scene.walk(Path(tuple(move))) for move in board.moves],
            lambda: [peer_walk(tree, board.pieces, move) for move in board.moves],
        ),
        "round base": (
            lambda: [scene.walk(Path(tuple(move)), base) for move in board.moves],
            lambda: [peer_walk(grown, board.grown, move) for move in board.moves],
        ),
        "look": (
            lambda: [scene.is_clear(*look) for look in board.looks],
            lambda: [peer_blocked(tree, board.pieces, look) for look in board.looks],
        ),
    }


GOALS = {"point": ("move of 3 to 10 legs, point", 2.5), "round base": ("the same, round base", 1.7),
         "look": ("one line of sight", 2.5)}  # fmt: skip


def rows() -> Iterator[Row]:
    """Three jobs at three sizes, and how the time of ours grows with the table."""
    made = {size: pairs(Board(size)) for size in SIZES}
    for job, (words, goal) in GOALS.items():
        for size in SIZES:
            yield Row(f"{words}, {size:,} pieces", "shapely STRtree", faster(*made[size][job]), goal)
    for job, (words, _) in GOALS.items():
        took = times_of({str(size): made[size][job][0] for size in (SIZES[1], SIZES[2])})
        ratio = min(took[str(SIZES[2])]) / min(took[str(SIZES[1])])
        exponent = math.log(ratio) / math.log(SIZES[2] / SIZES[1])
        yield Row(f"{words}: growth with the pieces, exponent", "–", exponent, 0.1, least=False, unit="")


if __name__ == "__main__":
    for row in rows():
        print(row)
