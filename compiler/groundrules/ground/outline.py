"""A shape made ready for many questions: its rings in floats, its box, its whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from groundrules.ground.numbers import Box, Point, is_exact, lattice
from groundrules.ground.shapes import (
    Circle,
    Ellipse,
    Line,
    MultiLine,
    Shape,
    box_of,
    lines_of,
    points_of,
    rings_of,
)

Node: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Node, ...]


class Outline:
    """What :mod:`~groundrules.ground.crossings` and its neighbours read of a shape.

    ``rings`` are closed (the first corner does not come again) where the shape has an
    area; otherwise they are the chains of a line, open, whose first point comes again
    where they are closed. ``curve`` is centre and half-axes of a circle or an ellipse.
    """

    __slots__ = ("_whole", "box", "curve", "exact", "rings", "shape", "thin")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.box: Box = box_of(shape)
        self.thin = isinstance(shape, (Line, MultiLine))
        self.curve: tuple[float, float, float, float] | None = None
        self.rings: tuple[Ring, ...] = ()
        self.exact = is_exact(value for pair in points_of(shape) for value in pair)
        self._whole: tuple[int, list[list[tuple[int, int]]]] | None = None
        if isinstance(shape, Circle):
            self.curve = (float(shape.x), float(shape.y), float(shape.r), float(shape.r))
        elif isinstance(shape, Ellipse):
            self.curve = (float(shape.x), float(shape.y), float(shape.rx), float(shape.ry))
        else:
            self.rings = tuple(tuple((float(x), float(y)) for x, y in chain) for chain in self.chains())

    def chains(self) -> tuple[tuple[Point, ...], ...]:
        """The corners as they were given; none for a curve."""
        shape = self.shape
        if isinstance(shape, (Circle, Ellipse)):
            return ()
        return lines_of(shape) if isinstance(shape, (Line, MultiLine)) else rings_of(shape)

    def whole(self) -> tuple[int, list[list[tuple[int, int]]]]:
        """The corners on a grid of whole numbers, ring by ring, with the scale of that grid.

        Of a curve there is one ring: its centre and its half-axes.
        """
        if self._whole is None:
            chains: Sequence[Sequence[Point]] = self.chains()
            shape = self.shape
            if isinstance(shape, Circle):
                chains = [[(shape.x, shape.y), (shape.r, shape.r)]]
            elif isinstance(shape, Ellipse):
                chains = [[(shape.x, shape.y), (shape.rx, shape.ry)]]
            scale, nodes = lattice([corner for chain in chains for corner in chain])
            walk = iter(nodes)
            self._whole = scale, [[next(walk) for _ in chain] for chain in chains]
        return self._whole
