"""Where a model meets a circle or an ellipse.

A base that overlaps a curve does so where its centre lies in the curve grown by the base: a
convex figure, symmetric about the centre of the curve. A straight leg therefore meets it in
one stretch. How far the line passes from the centre, against how far the figure reaches in
that direction, tells a crossing from a tangent.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from groundrules.ground.crossings import CURVE, Meeting, keep
from groundrules.ground.footprint import Footprint
from groundrules.ground.measuring import Leg
from groundrules.ground.numbers import EPSILON

#: Centre and half-axes.
Curve: TypeAlias = tuple[float, float, float, float]
_REF = (CURVE, 0, 0)
_STEPS = 60


def curve_meetings(curve: Curve, leg: Leg, base: Footprint) -> list[Meeting]:
    """The meetings of a model that moves along the leg with a circle or an ellipse."""
    if base.is_round and curve[2] == curve[3]:
        x, y, r, _ = curve
        return _plain(leg, (x, y, r + base.radius, r + base.radius))
    if base.is_point:
        return _plain(leg, curve)
    return _grown_by_disc(leg, curve, base.radius) if base.is_round else _grown_by_rect(leg, curve, base)


def _plain(leg: Leg, curve: Curve) -> list[Meeting]:
    """A point against an ellipse: a quadratic equation."""
    px, py, ux, uy, length = leg[:5]
    cx, cy, rx, ry = curve
    reach = math.hypot(rx * uy, ry * ux)
    aside = ux * (cy - py) - uy * (cx - px)
    meetings: list[Meeting] = []
    if abs(aside) <= reach + EPSILON:
        middle, half = _chord(leg, curve, aside, reach)
        keep(meetings, middle - half, middle + half, abs(aside) < reach - EPSILON, _REF, _REF, length)
    return meetings


def _chord(leg: Leg, curve: Curve, aside: float, reach: float) -> tuple[float, float]:
    """Middle and half of the stretch of the leg's line in the ellipse; nothing where it is a tangent."""
    px, py, ux, uy = leg[:4]
    cx, cy, rx, ry = curve
    qx, qy, wx, wy = (px - cx) / rx, (py - cy) / ry, ux / rx, uy / ry
    square = wx * wx + wy * wy
    middle = -(qx * wx + qy * wy) / square
    if abs(aside) >= reach - EPSILON:
        return middle, 0.0
    return middle, math.sqrt((reach - aside) * (reach + aside)) / (rx * ry * square)


def distance_to(curve: Curve, x: float, y: float) -> tuple[float, float, float]:
    """How far a place lies outside an ellipse (nothing inside), and the nearest point of it.

    The nearest point solves ``(a x / (t + a²))² + (b y / (t + b²))² = 1`` for ``t``; the
    left side falls and is convex, so Newton's steps from the left end at the root.
    """
    cx, cy, a, b = curve
    px, py = abs(x - cx), abs(y - cy)
    if (px / a) ** 2 + (py / b) ** 2 <= 1:
        return 0.0, x, y
    t = 0.0
    for _ in range(_STEPS):
        u, v = a * px / (t + a * a), b * py / (t + b * b)
        excess = u * u + v * v - 1
        step = excess / (2 * (u * u / (t + a * a) + v * v / (t + b * b)))
        t += step
        if step <= 1e-15 * (t + a * b):
            break
    nx, ny = a * a * px / (t + a * a), b * b * py / (t + b * b)
    return math.hypot(px - nx, py - ny), cx + math.copysign(nx, x - cx), cy + math.copysign(ny, y - cy)


def _grown_by_disc(leg: Leg, curve: Curve, radius: float) -> list[Meeting]:
    """A round base against an ellipse: the distance is convex along the leg, so Newton finds both ends."""
    px, py, ux, uy, length = leg[:5]
    cx, cy, rx, ry = curve
    core = math.hypot(rx * uy, ry * ux)
    reach = core + radius
    aside = ux * (cy - py) - uy * (cx - px)
    if abs(aside) > reach + EPSILON:
        return []
    # The point of the figure that lies farthest on the side of the line, seen along the leg.
    farthest = ux * uy * (ry * ry - rx * rx) / core * math.copysign(1, aside)
    middle = ux * (cx - px) + uy * (cy - py) - farthest * min(1.0, abs(aside) / reach)
    meetings: list[Meeting] = []
    if abs(aside) >= reach - EPSILON:
        keep(meetings, middle, middle, False, _REF, _REF, length)
        return meetings
    ends = []
    for side in (-1.0, 1.0):
        along = middle + side * 2 * (max(rx, ry) + radius)
        for _ in range(_STEPS):
            x, y = px + along * ux, py + along * uy
            gap, nx, ny = distance_to(curve, x, y)
            slope = ((x - nx) * ux + (y - ny) * uy) / gap if gap else 0.0
            if gap <= radius or not slope:
                break
            step = (gap - radius) / slope
            along -= step
            if abs(step) < 1e-14 * (1 + abs(along)):
                break
        ends.append(along)
    keep(meetings, ends[0], ends[1], True, _REF, _REF, length)
    return meetings


def _grown_by_rect(leg: Leg, curve: Curve, base: Footprint) -> list[Meeting]:
    """A rectangular base: the figure is an octagon with an ellipse at every corner of the base."""
    ux, uy, length = leg.ux, leg.uy, leg.length
    cx, cy, rx, ry = curve
    corners = [(float(x), float(y)) for x, y in base.corners((0.0, 0.0))]
    octagon: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        size = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / size, (ax - bx) / size
        core = math.hypot(rx * nx, ry * ny)
        ex, ey = rx * rx * nx / core, ry * ry * ny / core
        octagon += [(cx + ax + ex, cy + ay + ey), (cx + bx + ex, cy + by + ey)]
    core = math.hypot(rx * uy, ry * ux)
    reach = core + max(abs(ux * y - uy * x) for x, y in corners)
    aside = ux * (cy - leg.y) - uy * (cx - leg.x)
    if abs(aside) > reach + EPSILON:
        return []
    meetings: list[Meeting] = []
    seen = [(ux * (x - leg.x) + uy * (y - leg.y), ux * (y - leg.y) - uy * (x - leg.x)) for x, y in octagon]
    ends: list[tuple[float, float]] = []
    if abs(aside) >= reach - EPSILON:
        on = [along for along, off in seen if abs(off) <= 2 * EPSILON]
        ends += [(along, along) for along in on]
    for x, y in corners:
        shifted = (cx + x, cy + y, rx, ry)
        off = aside + ux * y - uy * x
        if abs(off) <= core + EPSILON:
            middle, half = _chord(leg, shifted, off, core)
            ends.append((middle - half, middle + half))
    crossing = [
        a + (b - a) * s / (s - r)
        for (a, s), (b, r) in zip(seen, seen[1:] + seen[:1], strict=True)
        if (s > 0) != (r > 0)
    ]
    if abs(aside) < reach - EPSILON and crossing:
        ends.append((min(crossing), max(crossing)))
    if not ends:
        return []
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    keep(meetings, low, high, abs(aside) < reach - EPSILON, _REF, _REF, length)
    return meetings
