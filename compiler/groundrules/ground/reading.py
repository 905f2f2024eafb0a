"""Shapes from plain data: the keys of a table file, and GeoJSON geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundrules.ground.numbers import ShapeError
from groundrules.ground.shapes import Circle, Ellipse, Line, MultiLine, MultiPolygon, Polygon, Rect, Shape

#: The keys under which a piece states its shape, each with what stands behind it.
SHAPE_KEYS: dict[str, str] = {
    "rect": "[x0, y0, x1, y1]",
    "circle": "[x, y, radius]",
    "ellipse": "[x, y, rx, ry]",
    "polygon": "a list of points [x, y]",
    "line": "a list of points [x, y]",
    "geometry": "a GeoJSON geometry",
}


def read_shape(key: str, value: object, holes: object = None) -> Shape:
    """The shape that stands behind one of :data:`SHAPE_KEYS`; ``holes`` only with ``polygon``.

    Raises :class:`~groundrules.ground.numbers.ShapeError` with the reason in words, and
    for an unknown key.
    """
    if holes is not None and key != "polygon":
        raise ShapeError(f"only a polygon has holes, not `{key}`")
    if key == "rect":
        x0, y0, x1, y1 = _values(value, key, 4)
        return Rect(x0, y0, x1, y1)  # type: ignore[arg-type]  # the shape itself checks what it is given
    if key == "circle":
        x, y, r = _values(value, key, 3)
        return Circle(x, y, r)  # type: ignore[arg-type]  # as above
    if key == "ellipse":
        x, y, rx, ry = _values(value, key, 4)
        return Ellipse(x, y, rx, ry)  # type: ignore[arg-type]  # as above
    if key == "polygon":
        return Polygon(value, () if holes is None else _list(holes, "holes"))  # type: ignore[arg-type]  # as above
    if key == "line":
        return Line(value)  # type: ignore[arg-type]  # as above
    if key == "geometry":
        return from_geojson(value)
    raise ShapeError(f"`{key}` is no shape; a piece states {', '.join(f'`{name}`' for name in SHAPE_KEYS)}")


def from_geojson(value: object) -> Shape:
    """The shape of a GeoJSON geometry (or of a Feature): Polygon, MultiPolygon, LineString, MultiLineString.

    A collection of geometries is taken where all of them are areas or all of them lines.
    A third coordinate is left out. Raises :class:`~groundrules.ground.numbers.ShapeError`.
    """
    return _geometry(value, 0)


def _geometry(value: object, depth: int) -> Shape:
    if not isinstance(value, Mapping):
        raise ShapeError("the geometry is not a mapping with `type` and `coordinates`")
    kind = value.get("type")
    if kind == "Feature":
        return _geometry(value.get("geometry"), depth)
    if kind == "GeometryCollection":
        if depth > 8:
            raise ShapeError("the geometry holds collections in collections")
        return _joined([_geometry(part, depth + 1) for part in _list(value.get("geometries"), "`geometries`")])
    coordinates = value.get("coordinates")
    if kind == "Polygon":
        return _polygon(coordinates)
    if kind == "MultiPolygon":
        return _joined([_polygon(part) for part in _list(coordinates, "`coordinates`")])
    if kind == "LineString":
        return Line(_flat(coordinates, "the line"))  # type: ignore[arg-type]  # the shape checks what it is given
    if kind == "MultiLineString":
        parts = _list(coordinates, "`coordinates`")
        return _joined([Line(_flat(part, "the line")) for part in parts])  # type: ignore[arg-type]  # as above
    if kind in ("Point", "MultiPoint"):
        raise ShapeError(f"a {kind} has neither area nor length")
    raise ShapeError(f"`{kind}` is no kind of geometry" if isinstance(kind, str) else "the geometry has no `type`")


def _polygon(coordinates: object) -> Polygon:
    rings = [_flat(ring, "a ring") for ring in _list(coordinates, "`coordinates`")]
    if not rings:
        raise ShapeError("the outline is empty")
    return Polygon(rings[0], tuple(rings[1:]))  # type: ignore[arg-type]  # the shape checks what it is given


def _joined(parts: Sequence[Shape]) -> Shape:
    """Several shapes as one."""
    if len(parts) == 1:
        return parts[0]
    polygons: list[Polygon] = []
    lines: list[Line] = []
    for part in parts:
        if isinstance(part, Polygon):
            polygons.append(part)
        elif isinstance(part, MultiPolygon):
            polygons += part.parts
        elif isinstance(part, Line):
            lines.append(part)
        elif isinstance(part, MultiLine):
            lines += part.parts
    if polygons and lines:
        raise ShapeError("one piece cannot be an area and a line at once")
    return MultiLine(tuple(lines)) if lines else MultiPolygon(tuple(polygons))


def _flat(points: object, what: str) -> tuple[object, ...]:
    """Points without the height that GeoJSON allows."""
    return tuple(
        tuple(pair[:2]) if isinstance(pair, (list, tuple)) and len(pair) == 3 else pair for pair in _list(points, what)
    )


def _list(value: object, what: str) -> tuple[object, ...]:
    if not isinstance(value, (list, tuple)):
        raise ShapeError(f"{what} is not a list")
    return tuple(value)


def _values(value: object, key: str, count: int) -> tuple[object, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise ShapeError(f"`{key}` takes {SHAPE_KEYS[key]}")
    return tuple(value)
