"""Random tables and paths, drawn from a seed: half of them on a coarse lattice, where edges and corners coincide."""

from __future__ import annotations

import math
import os
import random
from fractions import Fraction

from groundrules.ground import (
    Line,
    MultiLine,
    MultiPolygon,
    Path,
    Point,
    Polygon,
    Rect,
    Shape,
    ShapeError,
)
from groundrules.ground.outline import Outline
from groundrules.ground.shapes import points_of


def rounds(count: int) -> range:
    """So many situations; the variable GROUND_ROUNDS in the environment multiplies them all."""
    return range(count * int(os.environ.get("GROUND_ROUNDS", "1")))


def coordinate(rng: random.Random, coarse: bool) -> Fraction:
    """Somewhere on a table of twelve."""
    return Fraction(rng.randint(0, 12)) if coarse else Fraction(rng.randint(0, 12_000), 1000)


def star(rng: random.Random, coarse: bool) -> Polygon:
    """A polygon of 3 to 9 corners round a middle."""
    while True:
        cx, cy = coordinate(rng, coarse), coordinate(rng, coarse)
        corners: list[Point] = []
        count = rng.randint(3, 9)
        for i in range(count):
            angle, far = math.tau * (i + rng.random() * 0.8) / count, 1 + 3 * rng.random()
            x, y = cx + Fraction(far * math.cos(angle)), cy + Fraction(far * math.sin(angle))
            grain = 1 if coarse else 1000
            corners.append((Fraction(round(x * grain), grain), Fraction(round(y * grain), grain)))
        try:
            return Polygon(tuple(corners))
        except ShapeError:
            continue


def rect(rng: random.Random, coarse: bool) -> Rect:
    """A rectangle of 1 to 6 by 1 to 6."""
    x, y = coordinate(rng, coarse), coordinate(rng, coarse)
    w, h = (Fraction(rng.randint(1, 6)) if coarse else Fraction(rng.randint(500, 6000), 1000) for _ in range(2))
    return Rect(x, y, x + w, y + h)


def ring(rng: random.Random, coarse: bool) -> Polygon:
    """A square with a square hole, somewhere in it."""
    x, y = coordinate(rng, coarse), coordinate(rng, coarse)
    side = rng.randint(4, 8)
    w, h = rng.randint(1, side - 2), rng.randint(1, side - 2)
    dx, dy = rng.randint(1, side - w - 1), rng.randint(1, side - h - 1)
    outer = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    hole = ((x + dx, y + dy), (x + dx + w, y + dy), (x + dx + w, y + dy + h), (x + dx, y + dy + h))
    return Polygon(outer, (hole,))


def pair(rng: random.Random, coarse: bool) -> MultiPolygon:
    """Two polygons that are one piece; they may share a corner or an edge."""
    while True:
        parts = [Polygon(rect(rng, coarse).corners) for _ in range(2)]
        try:
            return MultiPolygon(tuple(parts))
        except ShapeError:
            continue


def wall(rng: random.Random, coarse: bool) -> Line:
    """A chain of 1 to 4 pieces, now and then closed."""
    while True:
        points = [(coordinate(rng, coarse), coordinate(rng, coarse)) for _ in range(rng.randint(2, 5))]
        if len(points) > 3 and rng.random() < 0.3:
            points.append(points[0])
        try:
            return Line(tuple(points))
        except ShapeError:
            continue


def area(rng: random.Random, coarse: bool) -> Rect | Polygon | MultiPolygon:
    """Some shape with straight edges and an area."""
    drawn = rng.randrange(6)
    if drawn < 2:
        return star(rng, coarse)
    if drawn < 4:
        return rect(rng, coarse)
    return ring(rng, coarse) if drawn == 4 else pair(rng, coarse)


def lines(rng: random.Random, coarse: bool) -> Line | MultiLine:
    """Some shape of lines."""
    return wall(rng, coarse) if rng.random() < 0.8 else MultiLine((wall(rng, coarse), wall(rng, coarse)))


def path(rng: random.Random, coarse: bool, shape: Shape | None = None) -> Path:
    """A path of 1 to 5 legs; on a coarse table some of its points are corners of the shape."""
    points: list[Point] = [(coordinate(rng, coarse), coordinate(rng, coarse)) for _ in range(rng.randint(2, 6))]
    points.append((points[0][0] + 1, points[0][1]))
    if coarse and shape is not None and rng.random() < 0.5:
        corners = [corner for chain in Outline(shape).chains() for corner in chain] or list(points_of(shape))
        points[rng.randrange(len(points))] = rng.choice(corners)
    return Path(tuple(points))
