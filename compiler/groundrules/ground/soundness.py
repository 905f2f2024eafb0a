"""What is wrong with an outline, in words.

All of it is decided in whole numbers (:func:`~groundrules.ground.numbers.lattice`), so a
crossing is a crossing however small it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from groundrules.ground.numbers import Point, lattice, place

_Node: TypeAlias = tuple[int, int]
_Ring: TypeAlias = list[_Node]
#: More reasons than this nobody reads.
_TOLD = 3
#: Rings of more edges than this are swept along the better axis.
_MANY = 64
#: Ring, edge, and the two ends with the lower x first.
_Edge: TypeAlias = tuple[int, int, _Node, _Node]


def against_polygon(outer: Sequence[Point], holes: Sequence[Sequence[Point]]) -> list[str]:
    """The reasons why this is no polygon; none when it is sound."""
    names = ["the outline", *(f"hole {i}" for i in range(1, len(holes) + 1))]
    scale, rings = _rings([outer, *holes])
    reasons: list[str] = []
    for name, ring in zip(names, rings, strict=True):
        reasons += [f"{name} {reason}" for reason in _against_ring(ring, scale)]
    if reasons:
        return reasons
    shell, inner = rings[0], rings[1:]
    for name, hole in zip(names[1:], inner, strict=True):
        if not _lies_within(hole, [shell]):
            reasons.append(f"{name} does not lie inside the outline")
        if len(reasons) >= _TOLD:
            return reasons
    for j, i in sorted(_boxes_that_meet(inner), key=lambda pair: pair[::-1]):
        if _overlap([inner[i]], [inner[j]]):
            reasons.append(f"hole {j + 1} and hole {i + 1} overlap")
            if len(reasons) >= _TOLD:
                break
    return reasons


def against_parts(parts: Sequence[Sequence[Sequence[Point]]]) -> list[str]:
    """The reasons why these polygons (each its rings, sound by itself) are not one piece."""
    _, rings = _rings([ring for part in parts for ring in part])
    walk = iter(rings)
    areas = [[next(walk) for _ in part] for part in parts]
    overlapping = (
        f"part {j + 1} and part {i + 1} overlap"
        for j, i in sorted(_boxes_that_meet([area[0] for area in areas]))
        if _overlap(areas[i], areas[j])
    )
    return list(islice(overlapping, _TOLD))


def against_line(points: Sequence[Point]) -> list[str]:
    """The reasons why this is no line: it runs back over itself or crosses itself."""
    closed = len(points) > 2 and points[0] == points[-1]
    scale, (ring,) = _rings([points[:-1] if closed else points])
    return [f"the line {reason}" for reason in islice(_self_meetings(ring, scale, closed), 1)]


def areas_overlap(one: Sequence[Sequence[Point]], other: Sequence[Sequence[Point]]) -> bool:
    """Whether two sound areas, each given by its rings, share more than edges and points."""
    _, rings = _rings([*one, *other])
    return _overlap(rings[: len(one)], rings[len(one) :])


def _rings(rings: Sequence[Sequence[Point]]) -> tuple[int, list[_Ring]]:
    scale, nodes = lattice([corner for ring in rings for corner in ring])
    walk = iter(nodes)
    return scale, [[next(walk) for _ in ring] for ring in rings]


def _against_ring(ring: _Ring, scale: int) -> list[str]:
    if all(_turn(ring[0], ring[1], node) == 0 for node in ring):
        return ["has no area"]
    # The first is told, and the others are not looked for: of points that repeat there are as many as pairs of edges.
    meetings = list(islice(_self_meetings(ring, scale, True), 1))
    if not meetings and not sum(a[0] * b[1] - a[1] * b[0] for a, b in _edges(ring, True)):
        return ["has no area"]
    return meetings


def _edges(ring: _Ring, closed: bool) -> list[tuple[_Node, _Node]]:
    return list(zip(ring, ring[1:] + ring[:1] if closed else ring[1:], strict=False))


def _turn(a: _Node, b: _Node, c: _Node) -> int:
    """Twice the area of the triangle: over 0 where ``c`` lies left of ``a`` to ``b``."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: _Node, b: _Node, c: _Node) -> bool:
    """Whether ``c``, which is on the line of ``a`` and ``b``, lies between them, ends included."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _pairs(ring: _Ring, closed: bool) -> Iterator[tuple[int, int, tuple[_Node, _Node], tuple[_Node, _Node]]]:
    """Every two edges whose boxes meet, the first one first."""
    edges = _edges(ring, closed)
    if len(edges) > _MANY and _runs_across(edges):
        # Edges that lie side by side are swept across: few of them are open at once.
        yield from ((i, j, edges[i], edges[j]) for i, j, *_ in _swept([_turned(edge) for edge in edges]))
    else:
        yield from _swept(edges)


def _turned(edge: tuple[_Node, _Node]) -> tuple[_Node, _Node]:
    (ax, ay), (bx, by) = edge
    return (ay, ax), (by, bx)


def _runs_across(edges: list[tuple[_Node, _Node]]) -> bool:
    """Whether the edges reach over more of the whole along x than along y."""
    reach = []
    for axis in (0, 1):
        places = [node[axis] for edge in edges for node in edge]
        along = sum(abs(a[axis] - b[axis]) for a, b in edges)
        reach.append((along, max(places) - min(places)))
    (along_x, wide), (along_y, high) = reach
    return along_x * high > along_y * wide


def _swept(edges: list[tuple[_Node, _Node]]) -> Iterator[tuple[int, int, tuple[_Node, _Node], tuple[_Node, _Node]]]:
    order = sorted(range(len(edges)), key=lambda i: min(edges[i][0][0], edges[i][1][0]))
    open_edges: list[int] = []
    for i in order:
        (x0, y0), (x1, y1) = edges[i]
        left, low, high = min(x0, x1), min(y0, y1), max(y0, y1)
        open_edges = [j for j in open_edges if max(edges[j][0][0], edges[j][1][0]) >= left]
        for j in open_edges:
            if min(edges[j][0][1], edges[j][1][1]) <= high and max(edges[j][0][1], edges[j][1][1]) >= low:
                first, second = min(i, j), max(i, j)
                yield first, second, edges[first], edges[second]
        open_edges.append(i)


def _self_meetings(ring: _Ring, scale: int, closed: bool) -> Iterator[str]:
    """Where an outline or a chain turns back, crosses or touches itself."""
    for i in range(0 if closed else 1, len(ring) if closed else len(ring) - 1):
        before, corner, after = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
        if _turn(before, corner, after) == 0 and _goes_back(before, corner, after):
            yield f"runs back over itself at {_shown(corner, scale)}"
    count = len(ring) if closed else len(ring) - 1
    for i, j, (a, b), (c, d) in _pairs(ring, closed):
        if j == i + 1 or (closed and i == 0 and j == count - 1):
            continue
        sides = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
        if _signs_differ(sides[0], sides[1]) and _signs_differ(sides[2], sides[3]):
            yield f"crosses itself at {_crossing(a, b, c, d, scale)}"
            continue
        for side, p, q, node in zip(sides, (a, a, c, c), (b, b, d, d), (c, d, a, b), strict=True):
            if side == 0 and _between(p, q, node):
                yield f"touches itself at {_shown(node, scale)}"
                break


def _goes_back(before: _Node, corner: _Node, after: _Node) -> bool:
    inwards = (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])
    return inwards > 0


def _signs_differ(one: int, other: int) -> bool:
    return (one > 0 > other) or (one < 0 < other)


def _crossing(a: _Node, b: _Node, c: _Node, d: _Node, scale: int) -> str:
    along = Fraction(_turn(c, d, a), _turn(c, d, a) - _turn(c, d, b))
    return place((a[0] + along * (b[0] - a[0])) / scale, (a[1] + along * (b[1] - a[1])) / scale)


def _shown(node: _Node, scale: int) -> str:
    return place(Fraction(node[0], scale), Fraction(node[1], scale))


def _where(node: _Node, rings: list[_Ring]) -> int:
    """1 inside the rings (an odd number of them), 0 on one of them, -1 outside."""
    inside = False
    y = node[1]
    for ring in rings:
        for a, b in _edges(ring, True):
            turn = _turn(a, b, node)
            if turn == 0 and _between(a, b, node):
                return 0
            if (a[1] > y) != (b[1] > y) and (turn > 0) == (b[1] > a[1]):
                inside = not inside
    return 1 if inside else -1


def _probes(ring: _Ring) -> Iterator[_Node]:
    """Corners and middles of edges, on the doubled grid."""
    for (ax, ay), (bx, by) in _edges(ring, True):
        yield 2 * ax, 2 * ay
        yield ax + bx, ay + by


def _doubled(rings: list[_Ring]) -> list[_Ring]:
    return [[(2 * x, 2 * y) for x, y in ring] for ring in rings]


def _cross_properly(one: list[_Ring], other: list[_Ring]) -> bool:
    edges = [edge for ring in other for edge in _edges(ring, True)]
    for ring in one:
        for a, b in _edges(ring, True):
            left, right = min(a[0], b[0]), max(a[0], b[0])
            for c, d in edges:
                if max(c[0], d[0]) <= left or min(c[0], d[0]) >= right:
                    continue
                if _signs_differ(_turn(a, b, c), _turn(a, b, d)) and _signs_differ(_turn(c, d, a), _turn(c, d, b)):
                    return True
    return False


def _lies_within(ring: _Ring, area: list[_Ring]) -> bool:
    doubled = _doubled(area)
    places = [_where(probe, doubled) for probe in _probes(ring)]
    return min(places) >= 0 and max(places) > 0 and not _cross_properly([ring], area)


def _overlap(one: list[_Ring], other: list[_Ring]) -> bool:
    """Whether two areas share more than edges and points."""
    if _cross_properly(one, other):
        return True
    for area, ground in ((one, _doubled(other)), (other, _doubled(one))):
        if any(_where(probe, ground) > 0 for ring in area for probe in _probes(ring)):
            return True
    return sorted(map(_canonical, one)) == sorted(map(_canonical, other))


def _canonical(ring: _Ring) -> _Ring:
    first = ring.index(min(ring))
    turned = ring[first:] + ring[:first]
    return turned if turned[1] < turned[-1] else [turned[0], *reversed(turned[1:])]


def _boxes_that_meet(rings: list[_Ring]) -> Iterator[tuple[int, int]]:
    """Every two rings whose boxes overlap, the earlier one first."""
    boxes = [
        (min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring))
        for ring in rings
    ]
    active: list[int] = []
    for i in sorted(range(len(boxes)), key=boxes.__getitem__):
        x0, y0, _, y1 = boxes[i]
        active = [j for j in active if boxes[j][2] > x0]
        yield from ((min(i, j), max(i, j)) for j in active if boxes[j][1] < y1 and boxes[j][3] > y0)
        active.append(i)
