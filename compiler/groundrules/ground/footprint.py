"""The base of a model: a point, round, or rectangular."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

from groundrules.ground.numbers import EPSILON, Number, Point, ShapeError, is_exact, lattice, number


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a model covers around its centre; built by :func:`no_base`, :func:`round_base`, :func:`rect_base`.

    ``kind`` is ``point``, ``round`` or ``rect``. ``width`` and ``depth`` are the whole
    measures (both the diameter of a round base); ``facing`` turns a rectangle
    counter-clockwise, in degrees, from width along x and depth along y. A base keeps its
    facing on the way.
    """

    kind: str
    width: Number = 0
    depth: Number = 0
    facing: Number = 0
    _half: tuple[float, float] = field(init=False, repr=False, compare=False)
    _turn: tuple[float, float] = field(init=False, repr=False, compare=False)
    _reach: tuple[float, float] = field(init=False, repr=False, compare=False)
    #: Half the width and half the depth on a grid of whole numbers, the scale of that grid first; ``None`` if rounded.
    _whole: tuple[int, int, int] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        half_w, half_d = float(self.width) / 2, float(self.depth) / 2
        angle = math.radians(float(self.facing))
        cos, sin = (math.cos(angle), math.sin(angle)) if self.facing else (1.0, 0.0)
        reach = half_w * abs(cos) + half_d * abs(sin), half_w * abs(sin) + half_d * abs(cos)
        object.__setattr__(self, "_half", (half_w, half_d))
        object.__setattr__(self, "_turn", (cos, sin))
        object.__setattr__(self, "_reach", reach)
        whole = None
        if is_exact((self.width, self.depth)) and not self.facing:
            scale, ((wide, deep),) = lattice([(self.width, self.depth)])
            whole = 2 * scale, wide, deep
        object.__setattr__(self, "_whole", whole)

    @property
    def is_point(self) -> bool:
        """Whether the model has no base."""
        return self.kind == "point"

    @property
    def is_round(self) -> bool:
        """Whether the base is a disc."""
        return self.kind == "round"

    @property
    def exact(self) -> bool:
        """Whether its sides can be computed with in fractions."""
        return self._whole is not None

    @property
    def radius(self) -> float:
        """Half the diameter of a round base."""
        return self._half[0]

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and half the depth, before turning."""
        return self._half

    @property
    def turn(self) -> tuple[float, float]:
        """Cosine and sine of the facing."""
        return self._turn

    @property
    def reach(self) -> tuple[float, float]:
        """How far the base reaches from its centre along x and along y."""
        return self._reach

    def whole(self) -> tuple[int, int, int]:
        """Half the width and half the depth on a grid of whole numbers, the scale of that grid first; if exact."""
        assert self._whole is not None
        return self._whole

    @property
    def area(self) -> Number:
        """The area covered: nothing for a point, a float for a disc."""
        if self.kind == "round":
            return math.pi * self._half[0] ** 2
        return self.width * self.depth

    def corners(self, at: Point) -> tuple[Point, ...]:
        """The corners of a rectangular base standing there, counter-clockwise."""
        x, y = at
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        if not self.facing:
            w, d = halved(self.width), halved(self.depth)
            return tuple((x + i * w, y + j * d) for i, j in signs)
        cos, sin = self._turn
        u, v = self._half
        return tuple((x + i * u * cos - j * v * sin, y + i * u * sin + j * v * cos) for i, j in signs)


def halved(value: Number) -> Number:
    """Half of a number, exact where the number is."""
    return value / 2 if isinstance(value, float) else Fraction(value) / 2


_POINT = Footprint("point")


def no_base() -> Footprint:
    """A model without a base: a point."""
    return _POINT


def round_base(diameter: object) -> Footprint:
    """A round base; a diameter of nothing is a point. :class:`ShapeError` for a negative one."""
    size = _size(diameter, "the diameter of the base")
    return Footprint("round", size, size) if size > EPSILON else _POINT


def rect_base(width: object, depth: object, facing: object = 0) -> Footprint:
    """A rectangular base; see :class:`Footprint`. Both measures nothing is a point, one of them an error."""
    wide, deep = _size(width, "the width of the base"), _size(depth, "the depth of the base")
    if wide <= EPSILON and deep <= EPSILON:
        return _POINT
    if wide <= EPSILON or deep <= EPSILON:
        raise ShapeError("a base has no area: width and depth must both be over 0")
    turned = number(facing, "the facing of the base") % 180
    if turned == 90:
        wide, deep, turned = deep, wide, 0
    return Footprint("rect", wide, deep, turned)


def _size(value: object, what: str) -> Number:
    size = number(value, what)
    if size < 0:
        raise ShapeError(f"{what} is under 0")
    return size
