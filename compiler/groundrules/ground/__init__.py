"""Shapes, crossings of a path, sight and grids; knows nothing of rules.

A :class:`Scene` holds the pieces of a table. Asked for a :class:`Walk` it returns one ordered
list of :class:`Span`: where a base on its path is in each piece, and where it only touches.
Asked for a :class:`Look` it tells what one model sees of another.

*In* means that interiors overlap; touching and running along an edge are contact. Numbers
given exactly give exact answers wherever the answer is rational; floats appear where a
square root does, and are decided to :data:`EPSILON`.
"""

from groundrules.ground.bands import ALL_HEIGHTS, Band
from groundrules.ground.cells import base_of_cell, scaled, shape_of_cells
from groundrules.ground.footprint import Footprint, no_base, rect_base, round_base
from groundrules.ground.grid import Cell, Grid, Step, adjoin
from groundrules.ground.numbers import EPSILON, Box, Number, Point, ShapeError, length, point
from groundrules.ground.parting import without
from groundrules.ground.path import Mark, Path, Place, mark, path
from groundrules.ground.reading import SHAPE_KEYS, from_geojson, read_shape
from groundrules.ground.scene import Piece, Scene
from groundrules.ground.shapes import (
    Circle,
    Ellipse,
    Line,
    MultiLine,
    MultiPolygon,
    Polygon,
    Rect,
    Shape,
    box_of,
    is_line,
)
from groundrules.ground.sight import Look
from groundrules.ground.standing import Lies
from groundrules.ground.walk import EVENT_ORDER, Event, Span, Stretch, Walk

__all__ = [
    "ALL_HEIGHTS",
    "EPSILON",
    "EVENT_ORDER",
    "SHAPE_KEYS",
    "Band",
    "Box",
    "Cell",
    "Circle",
    "Ellipse",
    "Event",
    "Footprint",
    "Grid",
    "Lies",
    "Line",
    "Look",
    "Mark",
    "MultiLine",
    "MultiPolygon",
    "Number",
    "Path",
    "Piece",
    "Place",
    "Point",
    "Polygon",
    "Rect",
    "Scene",
    "Shape",
    "ShapeError",
    "Span",
    "Step",
    "Stretch",
    "Walk",
    "adjoin",
    "base_of_cell",
    "box_of",
    "from_geojson",
    "is_line",
    "length",
    "mark",
    "no_base",
    "path",
    "point",
    "read_shape",
    "rect_base",
    "round_base",
    "scaled",
    "shape_of_cells",
    "without",
]
