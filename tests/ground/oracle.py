"""What the ground should answer, worked out another way: in fractions, segment by edge.

No boxes, no grid, no tolerance where fractions serve. A leg is cut at every place where it
meets an edge; the middle of each part is inside, on an edge, or outside. Bases are measured
edge by edge by bisection. Slow, and short enough to be believed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

Point = tuple[Fraction, Fraction]
Ring = Sequence[Point]
#: From a distance along the path to another one.
Interval = tuple[float, float]

#: Nearer than this is the same place.
NEAR = 1e-9


def exact(x: float | int | Fraction, y: float | int | Fraction) -> Point:
    """A point in fractions."""
    return Fraction(x), Fraction(y)


def edges(rings: Iterable[Ring], closed: bool = True) -> list[tuple[Point, Point]]:
    """Every edge."""
    found = []
    for ring in rings:
        corners = list(ring) + ([ring[0]] if closed else [])
        found += list(itertools.pairwise(corners))
    return found


def cross(o: Point, a: Point, b: Point) -> Fraction:
    """Twice the signed area of the triangle."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment, its ends included."""
    return (
        cross(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def where(p: Point, rings: Iterable[Ring]) -> str:
    """``in``, ``on`` or ``out``: on an edge, or in an odd number of rings."""
    odd = False
    for a, b in edges(rings):
        if on_segment(p, a, b):
            return "on"
        if (a[1] > p[1]) != (b[1] > p[1]):
            x = a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            odd ^= x > p[0]
    return "in" if odd else "out"


def cuts(p: Point, q: Point, sides: Sequence[tuple[Point, Point]]) -> list[Fraction]:
    """Every share of the leg at which it meets an edge or the end of one."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    found = {Fraction(0), Fraction(1)}
    for a, b in sides:
        ex, ey = b[0] - a[0], b[1] - a[1]
        slope = dx * ey - dy * ex
        if slope:
            t = ((a[0] - p[0]) * ey - (a[1] - p[1]) * ex) / slope
            s = ((a[0] - p[0]) * dy - (a[1] - p[1]) * dx) / slope
            if 0 <= t <= 1 and 0 <= s <= 1:
                found.add(t)
        elif cross(p, q, a) == 0:
            found |= {
                t for c in (a, b) if 0 <= (t := ((c[0] - p[0]) * dx + (c[1] - p[1]) * dy) / (dx * dx + dy * dy)) <= 1
            }
    return sorted(found)


def at(p: Point, q: Point, t: Fraction) -> Point:
    """The point at a share of a leg."""
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def sizes(path: Sequence[Point]) -> list[float]:
    """The lengths of the legs."""
    return [math.dist((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for a, b in itertools.pairwise(path)]


def point_and_area(path: Sequence[Point], rings: Sequence[Ring]) -> tuple[list[Interval], list[Interval]]:
    """Where a point on the path is inside the rings, and where it is on an edge."""
    sides = edges(rings)
    inside: list[Interval] = []
    touching: list[Interval] = []
    start = 0.0
    for (p, q), size in zip(itertools.pairwise(path), sizes(path), strict=True):
        if not size:
            continue
        shares = cuts(p, q, sides)
        for t in shares:
            if where(at(p, q, t), rings) == "on":
                touching.append((start + float(t) * size, start + float(t) * size))
        for low, high in itertools.pairwise(shares):
            place = where(at(p, q, (low + high) / 2), rings)
            part = (start + float(low) * size, start + float(high) * size)
            if place == "in":
                inside.append(part)
            elif place == "on":
                touching.append(part)
        start += size
    return tidy(inside, touching)


def tidy(inside: list[Interval], touching: list[Interval], near: float = NEAR) -> tuple[list[Interval], list[Interval]]:
    """Overlaps joined where nothing lies between them; contacts only where there is no overlap within ``near``."""
    held = joined([part for part in inside if part[1] - part[0] > NEAR])
    left: list[Interval] = []
    for start, end in joined([*touching, *(part for part in inside if part[1] - part[0] <= NEAR)]):
        here = start
        for low, high in held:
            if high < here - near or low > end + near:
                continue
            if low > here + near:
                left.append((here, low))
            here = max(here, high)
            if here >= end - near:
                break
        else:
            left.append((here, end))
    return held, left


def joined(parts: list[Interval]) -> list[Interval]:
    """Intervals in order, those that meet made one."""
    found: list[Interval] = []
    for low, high in sorted(parts):
        if found and low <= found[-1][1] + NEAR:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def crosses_wall(path: Sequence[Point], chain: Sequence[Point], start: float, end: float) -> bool:
    """Whether the touch from ``start`` to ``end`` of the path is a crossing of the chain.

    The path round the touch is pushed aside by a hair; it crosses if it then meets the
    chain an odd number of times.
    """
    hair = (Fraction(1, 1_000_000_003), Fraction(1, 3_000_000_017))
    margin = Fraction(1, 1_000_000)
    total = sum(sizes(path))
    if start <= NEAR or end >= total - NEAR:
        return False
    piece = part_of(path, Fraction(start) - margin, Fraction(end) + margin)
    touched = part_of(path, Fraction(start), Fraction(end))
    if chain[0] != chain[-1]:
        for tip in (chain[0], chain[-1]):
            legs = list(itertools.pairwise(touched))
            if any(distance(tip, a, b) <= 1e-7 for a, b in legs):
                return False
    moved = [(x + hair[0], y + hair[1]) for x, y in piece]
    count = 0
    for p, q in itertools.pairwise(moved):
        for a, b in edges([chain], closed=False):
            if cross(p, q, a) * cross(p, q, b) < 0 and cross(a, b, p) * cross(a, b, q) < 0:
                count += 1
    return count % 2 == 1


def part_of(path: Sequence[Point], start: Fraction, end: Fraction) -> list[Point]:
    """The points of the path between two distances."""
    found: list[Point] = []
    gone = Fraction(0)
    for (p, q), size in zip(itertools.pairwise(path), sizes(path), strict=True):
        if size:
            low, high = (start - gone) / Fraction(size), (end - gone) / Fraction(size)
            if low <= 1 and high >= 0:
                ends = [at(p, q, max(low, Fraction(0))), at(p, q, min(high, Fraction(1)))]
                found += [point for point in ends if not found or point != found[-1]]
        gone += Fraction(size)
    return found


def distance(p: Point, a: Point, b: Point) -> float:
    """The distance from a point to a segment."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    share = Fraction(0)
    if square:
        share = max(
            Fraction(0), min(Fraction(1), ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / square)
        )
    foot = at(a, b, share)
    return math.sqrt((p[0] - foot[0]) ** 2 + (p[1] - foot[1]) ** 2)


def below(gap: Callable[[float], float], length: float) -> tuple[Interval | None, Interval | None]:
    """Where a convex function of the distance along a leg is under 0, and where it only touches 0."""
    low, high = 0.0, length
    for _ in range(200):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if gap(a) <= gap(b):
            high = b
        else:
            low = a
    least = min((0.0, length, (low + high) / 2), key=gap)
    if gap(least) > NEAR:
        return None, None
    if gap(least) >= -NEAR:
        # Flat at the bottom: as far as it stays there. Of a circle's bottom that is a millionth to either side.
        level = gap(least) + 1e-12
        return None, (_end(gap, least, 0.0, level), _end(gap, least, length, level))
    return (_end(gap, least, 0.0, 0.0), _end(gap, least, length, 0.0)), None


def _end(gap: Callable[[float], float], inner: float, outer: float, level: float) -> float:
    if gap(outer) <= level:
        return outer
    for _ in range(80):
        middle = (inner + outer) / 2
        if gap(middle) <= level:
            inner = middle
        else:
            outer = middle
    return inner


def segment_gap(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance from a point to a segment, in floats."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    share = max(0.0, min(1.0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square)) if square else 0.0
    return math.hypot(p[0] - a[0] - share * ex, p[1] - a[1] - share * ey)


def disc_and_edges(
    path: Sequence[Point], rings: Sequence[Ring], radius: float, closed: bool = True
) -> tuple[list[Interval], list[Interval]]:
    """Where a disc on the path overlaps the rings (or chains), and where it only touches."""
    inside, touching = (point_and_area(path, rings)[0], []) if closed else ([], [])
    plain = [((float(x), float(y)), (float(u), float(v))) for (x, y), (u, v) in edges(rings, closed)]
    start = 0.0
    for (p, q), size in zip(itertools.pairwise(path), sizes(path), strict=True):
        if not size:
            continue
        (px, py), (qx, qy) = (float(p[0]), float(p[1])), (float(q[0]), float(q[1]))
        ux, uy = (qx - px) / size, (qy - py) / size
        for a, b in plain:
            # The distance to a segment is convex along a straight line.
            over, touch = below(lambda s: segment_gap((px + s * ux, py + s * uy), a, b) - radius, size)  # noqa: B023
            if over:
                inside.append((start + over[0], start + over[1]))
            if touch:
                touching.append((start + touch[0], start + touch[1]))
        start += size
    return tidy(inside, touching, near=1e-5)


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for way in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in way:
            while len(half) > 1 and cross(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def box_and_edges(
    path: Sequence[Point], rings: Sequence[Ring], corners: Sequence[Point], closed: bool = True
) -> tuple[list[Interval], list[Interval]]:
    """Where a rectangle on the path (its corners round the origin) overlaps the rings, and where it touches."""
    inside, touching = (point_and_area(path, rings)[0], []) if closed else ([], [])
    for a, b in edges(rings, closed):
        # The base reaches over the edge where its centre is in the sum of the edge and the base turned about.
        grown = convex_hull((x - u, y - v) for x, y in (a, b) for u, v in corners)
        over, touch = point_and_area(path, [grown])
        inside += over
        touching += touch
    return tidy(inside, touching)


def hidden_share(viewer: Point, first: Point, second: Point, shapes: Sequence[tuple[Sequence[Ring], bool]]) -> Fraction:
    """The share of the facing that the shapes (rings, whether closed) hide: every line of sight is asked.

    Between two neighbouring breaks (lines through a corner, crossings of the facing) all
    lines of sight fare alike, so one of them is asked.
    """
    breaks = {Fraction(0), Fraction(1)}
    facing = (second[0] - first[0], second[1] - first[1])
    for rings, closed in shapes:
        for a, b in edges(rings, closed):
            breaks |= set(cuts(first, second, [(a, b)]))
            for corner in (a, b):
                way = (corner[0] - viewer[0], corner[1] - viewer[1])
                slope = facing[0] * way[1] - facing[1] * way[0]
                if slope:
                    u = ((viewer[0] - first[0]) * way[1] - (viewer[1] - first[1]) * way[0]) / slope
                    if 0 < u < 1:
                        breaks.add(u)
    hidden = Fraction(0)
    ordered = sorted(breaks)
    for low, high in itertools.pairwise(ordered):
        target = at(first, second, (low + high) / 2)
        if any(passes(viewer, target, rings, closed) for rings, closed in shapes):
            hidden += high - low
    return hidden


def passes(viewer: Point, target: Point, rings: Sequence[Ring], closed: bool) -> bool:
    """Whether the line of sight runs inside the rings for some length, or crosses a chain."""
    if not closed:
        return any(
            cross(viewer, target, a) * cross(viewer, target, b) < 0 and cross(a, b, viewer) * cross(a, b, target) < 0
            for a, b in edges(rings, False)
        )
    shares = cuts(viewer, target, edges(rings))
    middles = ((low + high) / 2 for low, high in itertools.pairwise(shares))
    return any(where(at(viewer, target, t), rings) == "in" for t in middles)
