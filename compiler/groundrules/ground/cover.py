"""How much of a base lies in a piece, and whether two pieces overlap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from groundrules.ground.curves import distance_to
from groundrules.ground.footprint import Footprint, no_base
from groundrules.ground.meeting import spans_of
from groundrules.ground.numbers import EPSILON, Number, Point, absolute, divided
from groundrules.ground.outline import Outline
from groundrules.ground.path import Path
from groundrules.ground.shapes import MultiPolygon, Polygon, Rect, Shape, rings_of
from groundrules.ground.soundness import areas_overlap
from groundrules.ground.standing import Lies, edge_distance, how_lies, rings_hold

_TOLERANCE = 1e-10
_PIECES = 16
_HALVINGS = 12


def covered(outline: Outline, at: Point, base: Footprint) -> Number:
    """The share of the base's area that lies inside the piece, from 0 to 1.

    Exact for a rectangular base along the axes on straight edges; a float in closed form
    else, and to 1e-9 for a round base on an ellipse. A point is inside whole or not at
    all; a line covers nothing.
    """
    if outline.thin:
        return 0
    if base.is_point:
        return int(how_lies(outline, float(at[0]), float(at[1]), base) is Lies.IN)
    if outline.curve is not None:
        area: Number = _area_on_curve(outline.curve, at, base)
    elif base.is_round:
        area = _ringwise(outline.shape, lambda ring: _disc_and_ring(ring, at, base.radius))
    else:
        corners = base.corners(at)
        area = _ringwise(outline.shape, lambda ring: _area(_cut_to(ring, corners)))
    share = divided(area, base.area)
    return min(max(share, 0.0), 1.0) if isinstance(share, float) else share


def overlap(one: Outline, other: Outline) -> bool:
    """Whether two pieces share ground: more than edges and points; for a line, a stretch of it. Two lines never."""
    if one.thin and other.thin:
        return False
    if one.thin or other.thin:
        line, ground = (one, other) if one.thin else (other, one)
        return any(_runs_inside(chain, ground) for chain in line.chains())
    if one.curve is None and other.curve is None:
        return areas_overlap(one.chains(), other.chains())
    if one.curve is not None and other.curve is not None:
        return _curves_overlap(one.curve, other.curve)
    curved, straight = (one, other) if one.curve is not None else (other, one)
    assert curved.curve is not None
    cx, cy, rx, ry = curved.curve
    unit = [tuple(((x - cx) / rx, (y - cy) / ry) for x, y in ring) for ring in straight.rings]
    return edge_distance(unit, 0.0, 0.0) < 1 - EPSILON or rings_hold(unit, 0.0, 0.0)


def _runs_inside(chain: Sequence[Point], ground: Outline) -> bool:
    path = Path(tuple(chain))
    legs = path.legs
    return any(span.inside for span in spans_of("", ground, path, no_base(), legs, float(path.length)))


def _curves_overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    cx, cy, rx, ry = one
    dx, dy, sx, sy = other
    seen = ((dx - cx) / rx, (dy - cy) / ry, sx / rx, sy / ry)
    return distance_to(seen, 0.0, 0.0)[0] < 1 - EPSILON


def _ringwise(shape: Shape, area: Callable[[Sequence[Point]], Number]) -> Number:
    """Outlines count, holes count against."""
    if isinstance(shape, MultiPolygon):
        return sum((_ringwise(part, area) for part in shape.parts), start=0)
    assert isinstance(shape, (Rect, Polygon))
    outer, *holes = rings_of(shape)
    return area(outer) - sum((area(hole) for hole in holes), start=0)


def _area(ring: Sequence[Point]) -> Number:
    pairs = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return divided(absolute(sum(((a[0] * b[1] - a[1] * b[0]) for a, b in pairs), start=0)), 2)


def _cut_to(ring: Sequence[Point], corners: Sequence[Point]) -> list[Point]:
    """What of a ring lies in a convex figure, its corners counter-clockwise; seams of no area may remain."""
    kept = list(ring)
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        offs = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in kept]
        cut: list[Point] = []
        for i, (here, off) in enumerate(zip(kept, offs, strict=True)):
            before, last = kept[i - 1], offs[i - 1]
            if (off > 0 > last) or (off < 0 < last):
                share = divided(last, last - off)
                cut.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
            if off >= 0:
                cut.append(here)
        kept = cut
    return kept


def _disc_and_ring(ring: Sequence[Point], at: Point, radius: float) -> float:
    """The area that a disc and a ring share: a signed triangle or sector for every edge."""
    cx, cy = float(at[0]), float(at[1])
    nodes = [(float(x) - cx, float(y) - cy) for x, y in ring]
    return abs(math.fsum(_sector(a, b, radius) for a, b in zip(nodes, nodes[1:] + nodes[:1], strict=True)))


def _sector(a: tuple[float, float], b: tuple[float, float], radius: float) -> float:
    """The signed area of disc and triangle of centre, ``a`` and ``b``."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    if not square:
        return 0.0
    middle = -(a[0] * ex + a[1] * ey) / square
    inner = middle * middle - (a[0] * a[0] + a[1] * a[1] - radius * radius) / square
    cuts = [0.0, 1.0]
    if inner > 0:
        half = math.sqrt(inner)
        cuts += [share for share in (middle - half, middle + half) if 0 < share < 1]
    cuts.sort()
    points = [(a[0] + share * ex, a[1] + share * ey) for share in cuts]
    total = 0.0
    for low, high, p, q in zip(cuts, cuts[1:], points, points[1:], strict=False):
        cross = p[0] * q[1] - p[1] * q[0]
        within = (low + high) / 2
        x, y = a[0] + within * ex, a[1] + within * ey
        # An edge that only touches the disc has no chord in it, whatever its middle rounds to.
        if inner > 0 and x * x + y * y <= radius * radius:
            total += cross / 2
        else:
            total += radius * radius * math.atan2(cross, p[0] * q[0] + p[1] * q[1]) / 2
    return total


def _area_on_curve(curve: tuple[float, float, float, float], at: Point, base: Footprint) -> float:
    cx, cy, rx, ry = curve
    if base.kind == "rect":
        corners = [((float(x) - cx) / rx, (float(y) - cy) / ry) for x, y in base.corners(at)]
        return _disc_and_ring(corners, (0.0, 0.0), 1.0) * rx * ry
    dx, dy = float(at[0]) - cx, float(at[1]) - cy
    if rx == ry:
        return _lens(math.hypot(dx, dy), base.radius, rx)
    return _disc_and_ellipse(dx, dy, base.radius, rx, ry)


def _lens(apart: float, r: float, s: float) -> float:
    """The area that two discs share."""
    if apart >= r + s:
        return 0.0
    if apart <= abs(r - s):
        return math.pi * min(r, s) ** 2
    u = (apart * apart + r * r - s * s) / (2 * apart)
    v = apart - u
    height = math.sqrt(max(0.0, r * r - u * u))
    return r * r * math.atan2(height, u) + s * s * math.atan2(height, v) - apart * height


def _disc_and_ellipse(dx: float, dy: float, radius: float, rx: float, ry: float) -> float:
    """The area of a disc inside an ellipse round the origin: chords of both, added up by halving where they bend.

    ``x = middle + half * sin(angle)`` keeps the ends of the common stretch smooth.
    """
    left, right = max(-rx, dx - radius), min(rx, dx + radius)
    if left >= right:
        return 0.0
    middle, half = (left + right) / 2, (right - left) / 2
    enough = _TOLERANCE * min(radius * radius, rx * ry)

    def strip(angle: float) -> float:
        x = middle + half * math.sin(angle)
        tall = ry * math.sqrt(max(0.0, 1 - (x / rx) ** 2))
        broad = math.sqrt(max(0.0, (radius - x + dx) * (radius + x - dx)))
        chord = min(dy + broad, tall) - max(dy - broad, -tall)
        return max(0.0, chord) * half * math.cos(angle)

    def refine(low: float, high: float, a: float, m: float, b: float, whole: float, depth: int) -> float:
        centre = (low + high) / 2
        c, d = strip((low + centre) / 2), strip((centre + high) / 2)
        first, second = (centre - low) / 6 * (a + 4 * c + m), (high - centre) / 6 * (m + 4 * d + b)
        both = first + second
        if depth == 0 or abs(both - whole) <= enough * (high - low):
            return both + (both - whole) / 15
        return refine(low, centre, a, c, m, first, depth - 1) + refine(centre, high, m, d, b, second, depth - 1)

    total = 0.0
    for i in range(_PIECES):
        low, high = (math.pi * (i + k) / _PIECES - math.pi / 2 for k in (0, 1))
        a, m, b = strip(low), strip((low + high) / 2), strip(high)
        total += refine(low, high, a, m, b, (high - low) / 6 * (a + 4 * m + b), _HALVINGS)
    return total
