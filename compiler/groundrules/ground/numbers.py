"""Numbers on the table: coordinates, the tolerance, square roots that stay exact.

A coordinate is an ``int`` or a :class:`~fractions.Fraction` wherever it was given exactly,
and a ``float`` only where a caller gave one. Lengths are in the unit of the table. Every
decision is taken with :data:`EPSILON`: what is nearer to an edge than that lies on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeAlias

from groundrules.limits import COORDINATE

#: A coordinate or a length.
Number: TypeAlias = int | Fraction | float
#: A place on the table: x to the right, y upwards.
Point: TypeAlias = tuple[Number, Number]
#: x0, y0, x1, y1 of the smallest box with sides along the axes.
Box: TypeAlias = tuple[float, float, float, float]

#: Two places nearer to each other than this are one place.
EPSILON = 1e-9


class ShapeError(ValueError):
    """A shape, path or base that cannot be: the message says what is wrong, in words."""


def number(value: object, what: str) -> Number:
    """A coordinate or length as the table keeps it.

    Raises :class:`ShapeError` naming ``what`` for anything that is not a finite number
    within :data:`COORDINATE`.
    """
    kept: Number
    if isinstance(value, bool):
        raise ShapeError(f"{what} is not a number: {str(value).lower()}")
    if isinstance(value, (int, Fraction)):
        kept = value
    elif isinstance(value, Integral):
        kept = int(value)
    elif isinstance(value, (Rational, Decimal)):
        if isinstance(value, Decimal) and not value.is_finite():
            raise ShapeError(f"{what} is not a finite number")
        kept = Fraction(value)
    elif isinstance(value, Real):
        kept = float(value)
        if not math.isfinite(kept):
            raise ShapeError(f"{what} is not a finite number")
    else:
        raise ShapeError(f"{what} is not a number: {value!r}"[:120])
    if not -COORDINATE <= kept <= COORDINATE:
        raise ShapeError(f"{what} lies beyond {COORDINATE:,}")
    return kept


def point(value: object, what: str) -> Point:
    """A pair of coordinates; :class:`ShapeError` for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise ShapeError(f"{what} is not a pair of coordinates [x, y]")
    return number(value[0], f"x of {what}"), number(value[1], f"y of {what}")


def is_exact(values: Iterable[object]) -> bool:
    """Whether none of the numbers is a float."""
    return not any(isinstance(value, float) for value in values)


def root(square: Number) -> Number:
    """The square root: a Fraction where it is rational and the square exact, else a float."""
    if isinstance(square, float):
        return math.sqrt(square)
    above, below = square.numerator, square.denominator
    top, bottom = math.isqrt(above), math.isqrt(below)
    if top * top == above and bottom * bottom == below:
        return Fraction(top, bottom)
    return math.sqrt(square)


def absolute(value: Number) -> Number:
    """The number without its sign (``abs`` alone loses the type)."""
    return -value if value < 0 else value


def divided(above: Number, below: Number) -> Number:
    """A quotient, exact where both numbers are; :class:`ZeroDivisionError` as ever."""
    if isinstance(above, float) or isinstance(below, float):
        return above / below
    return Fraction(above) / below


def length(dx: Number, dy: Number) -> Number:
    """The length of a step: exact where it is rational (along an axis, 3-4-5), else a float."""
    if isinstance(dx, float) or isinstance(dy, float):
        return math.hypot(dx, dy)
    if not dx or not dy:
        return absolute(Fraction(dx or dy))
    return root(dx * dx + dy * dy)


def lattice(points: Sequence[Point]) -> tuple[int, list[tuple[int, int]]]:
    """The points on a grid of whole numbers: ``(d, [(x * d, y * d), …])``, nothing rounded.

    Floats are binary fractions, so they too lie on such a grid.
    """
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in points]
    scale = math.lcm(*[below for (_, w), (_, v) in ratios for below in (w, v)])
    return scale, [(x * (scale // w), y * (scale // v)) for (x, w), (y, v) in ratios]


def plain(value: Number) -> str:
    """A number as messages show it: at most six digits behind the point."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def place(x: Number, y: Number) -> str:
    """A place as messages show it."""
    return f"({plain(x)}, {plain(y)})"
