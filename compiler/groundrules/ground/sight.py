"""Looking from one model at another.

Lines of sight run from the centre of the viewer to the *facing* of the target: of a round
base the diameter across the line between the centres, of a rectangular one the side turned
to the viewer (two sides where that is a tie), of a point the point. What hides is measured
as shares of the facing; what *blocks* is judged on the line between the centres, so that it
is the same both ways. A line of sight that only touches a piece, at a corner or along an
edge, does not pass through it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from groundrules.ground.bands import Band
from groundrules.ground.cover import covered
from groundrules.ground.footprint import Footprint, halved, no_base
from groundrules.ground.numbers import EPSILON, Number, Point, divided, length
from groundrules.ground.outline import Outline
from groundrules.ground.parting import intervals_without, line_spans, shadow_without, without
from groundrules.ground.shadow import Interval, facing_inside, measure, merged, shadow
from groundrules.ground.shapes import Circle, Ellipse
from groundrules.ground.standing import Lies, how_lies
from groundrules.ground.walk import Span

if TYPE_CHECKING:
    from groundrules.ground.scene import Scene

#: One side of the facing; both ends are the same for a point.
Side = tuple[Point, Point]


def facing(viewer: Point, target: Point, base: Footprint) -> tuple[Side, ...]:
    """What of the target is turned to the viewer: one side, or two where that is a tie.

    The side of a rectangular base that the viewer lies farthest in front of is turned to
    him, so that a square is divided along its diagonals. A viewer on the very centre of
    the target sees a point.
    """
    x, y = target
    if base.kind == "rect":
        return _turned_sides(viewer, target, base)
    dx, dy = x - viewer[0], y - viewer[1]
    far = length(dx, dy)
    if base.is_point or far <= EPSILON:
        return ((target, target),)
    share = divided(halved(base.width), far)
    return (((x - dy * share, y + dx * share), (x + dy * share, y - dx * share)),)


def _turned_sides(viewer: Point, target: Point, base: Footprint) -> tuple[Side, ...]:
    corners = base.corners(target)
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    # Corners go counter-clockwise: the outside of a side is on its right.
    fronts = [
        ((b[1] - a[1]) * (viewer[0] - a[0]) - (b[0] - a[0]) * (viewer[1] - a[1]))
        / float(length(b[0] - a[0], b[1] - a[1]))
        for a, b in sides
    ]
    nearest = max(fronts)
    return tuple(side for side, front in zip(sides, fronts, strict=True) if front >= nearest - EPSILON)


def width_across(outline: Outline, viewer: Point, target: Point) -> Number:
    """The breadth of a piece as seen along the line of sight: its extent square to that line.

    Exact for straight edges where the distance is rational; nothing where both stand on one spot.
    """
    dx, dy = target[0] - viewer[0], target[1] - viewer[1]
    far = length(dx, dy)
    if far <= EPSILON:
        return 0
    shape = outline.shape
    if isinstance(shape, Circle):
        return 2 * shape.r
    if isinstance(shape, Ellipse):
        return divided(2 * length(shape.rx * dy, shape.ry * dx), far)
    asides = [dx * y - dy * x for chain in outline.chains() for x, y in chain]
    return divided(max(asides) - min(asides), far)


class Look:
    """One model looking at another over the pieces of a scene.

    Made by :meth:`Scene.look`. ``keys`` are the pieces that can matter: those met by the
    triangle of viewer and facing, or by one of the two bases. ``touching`` is what of either
    touches ground, which decides in what they stand. All shares are of the
    facing, from 0 to 1, exact where the coordinates, the shapes and the distance are.
    """

    __slots__ = (
        "_inside", "_lines", "_scene", "_shadows", "_under",
        "base", "distance", "facing", "keys", "target", "touching", "viewer", "viewer_base",
    )  # fmt: skip

    def __init__(
        self,
        scene: Scene,
        viewer: Point,
        viewer_base: Footprint,
        target: Point,
        base: Footprint,
        band: Band | None,
        touching: tuple[Footprint, Footprint],
    ) -> None:
        self._scene = scene
        self.touching = touching
        self.viewer, self.viewer_base, self.target, self.base = viewer, viewer_base, target, base
        self.distance: Number = length(target[0] - viewer[0], target[1] - viewer[1])
        self.facing = facing(viewer, target, base)
        points = [viewer, target, *(end for side in self.facing for end in side)]
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        reach = max(*viewer_base.reach, *base.reach)
        box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
        self.keys = scene.near_box(box, band)
        self._shadows: dict[str, tuple[list[Interval], ...]] = {}
        self._inside: dict[str, Number] = {}
        self._lines: dict[str, tuple[Span, ...]] = {}
        self._under: dict[str, tuple[str, tuple[str, ...]]] = {}

    def left_of(self, key: str, over: Iterable[str]) -> str:
        """A key of its own for what is left of a piece where others lie over it; the piece's where none do."""
        pieces = tuple(sorted(set(over)))
        if not pieces:
            return key
        name = "\0".join((key, *pieces))
        self._under[name] = (key, pieces)
        return name

    def piece_of(self, key: str) -> str:
        """The piece that a key of :meth:`left_of` is a part of; any other key itself."""
        return self._under[key][0] if key in self._under else key

    def viewer_lies(self, key: str) -> Lies:
        """How the viewer's base lies to a piece; ``IN`` is the viewer's own terrain."""
        return self._lies(key, self.viewer, self.touching[0])

    def target_lies(self, key: str) -> Lies:
        """How the target's base lies to a piece: in it, touching it, or apart."""
        return self._lies(key, self.target, self.touching[1])

    def hidden(self, keys: Iterable[str]) -> Number:
        """The share of the facing that these pieces hide together: the union of their shadows."""
        shadows = [self._shadow(key) for key in set(keys)]
        return self._share(
            [measure(merged([i for parts in shadows for i in parts[n]])) for n in range(len(self.facing))]
        )

    def inside(self, key: str) -> Number:
        """The share of the facing that lies in a piece; a point lies in it whole or not at all."""
        if key not in self._inside:
            outline, over = self._parts(key)
            if self._is_spot:
                lies = self._lies(key, self.target, no_base())
                self._inside[key] = int(lies is Lies.IN and not outline.thin)
            else:
                parts = [
                    measure(
                        intervals_without(
                            merged(facing_inside(outline, a, b)),
                            [i for each in over for i in facing_inside(each, a, b)],
                        )
                    )
                    for a, b in self.facing
                ]
                self._inside[key] = self._share(parts)
        return self._inside[key]

    def covered(self, key: str) -> Number:
        """The share of the target's base in a piece; of what is left of one, unless the base is wholly off it."""
        return covered(self._parts(key)[0], self.target, self.touching[1]) if self.target_lies(key) is Lies.IN else 0

    def between(self, key: str) -> bool:
        """Whether some line of sight to the facing passes through the piece before it ends."""
        return any(self._shadow(key))

    def is_inside(self, key: str) -> bool:
        """Whether more than half of the facing lies in the piece."""
        return self.inside(key) > 0.5 + EPSILON

    def is_behind(self, key: str) -> bool:
        """Whether more than half of the facing lies off the piece, and the piece between."""
        return 1 - self.inside(key) > 0.5 + EPSILON and self.between(key)

    def depth(self, key: str) -> Number:
        """How far the line between the centres runs inside the piece; nothing for a line."""
        return sum((span.length for span in self._line(key) if span.inside and not span.thin), start=0)

    def passes_through(self, key: str) -> bool:
        """Whether the line between the centres goes into the piece and out of it, neither centre in it."""
        inside = [span for span in self._line(key) if span.inside]
        return bool(inside) and inside[0].enters and inside[-1].leaves

    def blocks(self, key: str) -> bool:
        """Whether the piece is in the way: passed through, and neither base in it. The same both ways."""
        own = Lies.IN in (self.viewer_lies(key), self.target_lies(key))
        return not own and self.passes_through(key)

    def width(self, key: str) -> Number:
        """The breadth of the piece square to the line between the centres."""
        return width_across(self._parts(key)[0], self.viewer, self.target)

    @property
    def _is_spot(self) -> bool:
        """Whether the facing is a point."""
        return self.facing[0][0] == self.facing[0][1]

    def _parts(self, key: str) -> tuple[Outline, tuple[Outline, ...]]:
        """The shape of a piece, and those that lie over it."""
        piece, over = self._under.get(key, (key, ()))
        return self._scene.outline(piece), tuple(map(self._scene.outline, over))

    def _lies(self, key: str, point: Point, base: Footprint) -> Lies:
        outline, over = self._parts(key)
        lies = how_lies(outline, float(point[0]), float(point[1]), base)
        under = lies is Lies.IN and any(covered(each, point, base) >= 1 - EPSILON for each in over)
        return Lies.APART if under else lies

    def _line(self, key: str) -> tuple[Span, ...]:
        """What the line between the centres meets of a piece."""
        if key not in self._lines:
            outline, over = self._parts(key)
            spans = line_spans(key, outline, self.viewer, self.target)
            for each in over:
                spans = without(spans, line_spans(key, each, self.viewer, self.target))
            self._lines[key] = tuple(spans)
        return self._lines[key]

    def _shadow(self, key: str) -> tuple[list[Interval], ...]:
        """The shadow of a piece on each side of the facing."""
        if key not in self._shadows:
            if self._is_spot:
                hit = any(span.inside for span in self._line(key))
                self._shadows[key] = ([(0, 1)] if hit else [],)
            else:
                outline, over = self._parts(key)
                self._shadows[key] = tuple(
                    shadow_without(outline, over, self.viewer, a, b) if over else shadow(outline, self.viewer, a, b)
                    for a, b in self.facing
                )
        return self._shadows[key]

    def _share(self, parts: list[Number]) -> Number:
        """The share of the whole facing, from the shares of its sides."""
        if len(parts) == 1:
            return parts[0]
        sizes = [length(b[0] - a[0], b[1] - a[1]) for a, b in self.facing]
        return divided(sum((p * size for p, size in zip(parts, sizes, strict=True)), start=0), sum(sizes, start=0))
