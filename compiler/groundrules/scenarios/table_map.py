"""A table as a map: every piece with its number and its name, and a scale.

On a grid a piece is drawn as the cells that it covers. Numbers lie inside their pieces,
apart from each other where there is room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.sax.saxutils import escape

from groundrules.engine import Piece
from groundrules.ground import Cell, Grid, Piece as GroundPiece, Polygon, Scene, Shape, box_of, is_line, no_base
from groundrules.ground.numbers import Box
from groundrules.ground.outline import Outline
from groundrules.ground.shapes import lines_of
from groundrules.ground.standing import Lies, how_lies
from groundrules.ruleset import Ruleset
from groundrules.scenarios.picture import INK, QUIET, View, fill_of, frame, outline, svg
from groundrules.scenarios.picture_labels import printable
from groundrules.scenarios.table_overlaps import cells_of
from groundrules.scenarios.table_report import TableReport
from groundrules.scenarios.telling import amount

Place = tuple[float, float]

#: How many places across and down a piece are tried for its number.
_TRIES = 9
#: Half the height of a number with its name, in pixels; half the width of a letter.
_HIGH, _LETTER = 23.0, 4.0


def map_of(report: TableReport) -> str:
    """The map of a sound table, its pieces numbered as in the report."""
    return table_map(report.ruleset, report.name, [(each.number, each.piece) for each in report.pieces])


def table_map(ruleset: Ruleset, title: str, numbered: Sequence[tuple[int, Piece]]) -> str:
    """The map of pieces with their numbers, as SVG. Pieces must be sound."""
    drawn = [(number, piece, _shapes(ruleset, piece)) for number, piece in numbered]
    boxes = [box for _, _, shapes in drawn for shape in shapes for box in (box_of(shape),)]
    view, width, height = frame(boxes)
    parts: list[str] = []
    for _, piece, shapes in drawn:
        parts.append(f'<g fill-opacity="0.75"><title>{escape(printable(piece.name))}</title>')
        for shape in shapes:
            parts += outline(replace(piece, shape=shape, cells=()), view, fill_of(piece, ruleset))
        parts.append("</g>")
    taken: list[Box] = []
    scene = Scene(GroundPiece(f"{number} {at}", s) for number, _, shapes in drawn for at, s in enumerate(shapes))
    for number, piece, shapes in sorted(drawn, key=lambda each: _size(each[2])):
        parts += _number(number, piece.name, _free(_inside(shapes, scene), piece.name, view, taken))
    if boxes:
        parts += _scale(view, width, height, ruleset)
        height += 40
    return svg(printable(title), width, height, parts)


def _shapes(ruleset: Ruleset, piece: Piece) -> list[Shape]:
    """What is drawn of a piece: its cells on a grid, its shape else."""
    if ruleset.settings.grid is not None and not (piece.shape is not None and is_line(piece.shape)):
        cells = sorted(cells_of(ruleset, piece))
        if cells:
            return [_cell(cell, ruleset.settings.grid.cell == "hexes") for cell in cells]
    return [] if piece.shape is None else [piece.shape]


def _cell(cell: Cell, hexes: bool) -> Polygon:
    """A square of side 1, or a hex whose neighbours lie 1 apart, standing on a corner."""
    x, y = (float(part) for part in Grid("hexes" if hexes else "squares", "equal").centre(cell))
    count, reach, turn = (6, 1 / math.sqrt(3), 30) if hexes else (4, math.sqrt(0.5), 45)
    angles = [math.radians(turn + 360 / count * corner) for corner in range(count)]
    return Polygon(tuple((round(x + reach * math.cos(a), 9), round(y + reach * math.sin(a), 9)) for a in angles))


def _size(shapes: Sequence[Shape]) -> float:
    boxes = [box_of(shape) for shape in shapes]
    return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)


# ---- numbers


def _number(number: int, name: str, at: Place) -> Iterator[str]:
    x, y = at
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="#ffffff" stroke="{INK}" stroke-width="1.5"/>'
    style = f'text-anchor="middle" font-weight="bold" font-size="15" fill="{INK}"'
    yield f'<text x="{x:.1f}" y="{y + 5:.1f}" {style}>{number}</text>'
    if name != str(number):
        yield (
            f'<text x="{x:.1f}" y="{y + 27:.1f}" text-anchor="middle" font-size="13" fill="{QUIET}" '
            f'stroke="#ffffff" stroke-width="2.5" paint-order="stroke">{escape(printable(name))}</text>'
        )


def _free(inside: Sequence[Place], name: str, view: View, taken: list[Box]) -> Place:
    """The first place where nothing is written yet; else the first."""
    places = [view.at(place) for place in inside] or [view.at((0, 0))]
    for x, y in places:
        wide = max(15.0, len(name) * _LETTER)
        box = (x - wide, y - 15, x + wide, y - 15 + 2 * _HIGH)
        if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
            break
    else:
        x, y = places[0]
    taken.append(box)
    return x, y


def _inside(shapes: Sequence[Shape], scene: Scene) -> list[Place]:
    """Places in a piece: those away from other pieces first, then the nearest to its middle."""
    if not shapes:
        return []
    boxes = [box_of(shape) for shape in shapes]
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    found: list[Place] = []
    for shape in shapes:
        if is_line(shape):
            found += _along(shape)
            continue
        prepared = Outline(shape)
        tries = _TRIES if len(shapes) == 1 else 1
        held = [place for place in _spread(box_of(shape), tries) if _holds(prepared, place)]
        found += held or [place for place in _beside_edges(prepared) if _holds(prepared, place)]
    return sorted(found, key=lambda place: (len(scene.at(place)), math.dist(place, middle))) or [middle]


def _holds(prepared: Outline, place: Place) -> bool:
    return how_lies(prepared, *place, no_base()) is Lies.IN


def _spread(box: Box, tries: int) -> Iterator[Place]:
    """Places spread over a box."""
    x0, y0, x1, y1 = box
    for across in range(1, tries + 1):
        for up in range(1, tries + 1):
            yield x0 + (x1 - x0) * across / (tries + 1), y0 + (y1 - y0) * up / (tries + 1)


def _beside_edges(prepared: Outline) -> Iterator[Place]:
    """For pieces that are thin everywhere: places a little to both sides of each edge."""
    for ring in prepared.rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            for side in (-1e-3, 1e-3):
                yield (ax + bx) / 2 - (by - ay) * side, (ay + by) / 2 + (bx - ax) * side


def _along(shape: Shape) -> Iterator[Place]:
    """Places on a line, some on each of its stretches."""
    for chain in lines_of(shape):  # type: ignore[arg-type]  # it is one without area
        for (ax, ay), (bx, by) in pairwise(chain):
            for part in (0.5, 0.25, 0.75):
                yield float(ax) + (float(bx) - float(ax)) * part, float(ay) + (float(by) - float(ay)) * part


# ---- the scale


def _scale(view: View, width: float, height: float, ruleset: Ruleset) -> Iterator[str]:
    """A bar of a round length, about a fifth of the map."""
    about = width / view.scale / 5
    power = 10.0 ** math.floor(math.log10(about))
    length = max(power * step for step in (1, 2, 5) if power * step <= about * 1.0001)
    grid = ruleset.settings.grid
    exact = Fraction(length).limit_denominator(1000)
    words = amount(exact, grid.cell if grid is not None else ruleset.settings.distance)
    x, y, end = 20.0, height + 12, 20.0 + length * view.scale
    bar = f"M{x:.1f} {y - 5:.1f} V{y:.1f} H{end:.1f} V{y - 5:.1f}"
    yield f'<path d="{bar}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    yield f'<text x="{(x + end) / 2:.1f}" y="{y + 18:.1f}" text-anchor="middle" font-size="15">{escape(words)}</text>'
