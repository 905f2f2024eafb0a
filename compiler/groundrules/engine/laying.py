"""A path laid over the table: which pieces a leg meets, and where.

On open ground the crossings come from :mod:`groundrules.ground`; on a grid a step belongs
to the cell that it enters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from groundrules.engine.profile import Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import ReadyTable
from groundrules.engine.situation import Path, Upright
from groundrules.engine.trail import Mark, Meeting, Trail, cuts_of
from groundrules.ground import (
    EPSILON,
    Band,
    Cell,
    Footprint,
    Number,
    Path as GroundPath,
    Place,
    Point,
    ShapeError,
    Span,
)
from groundrules.ground.path import mark, path as ground_path
from groundrules.limits import COORDINATE

# ---- open ground


def laid_path(steps: Path, what: str) -> GroundPath:
    """A path as the ground walks it; :class:`Refusal` where it cannot be walked."""
    points: list[Point] = []
    marks = []
    for step in steps:
        if isinstance(step, Upright):
            if not points:
                raise Refusal("path", f"the path of {what} begins with an upright step", "let it begin with a point")
            marks.append((len(points) - 1, step.kind, step.by))
        else:
            points.append(step)
    try:
        uprights = tuple(mark(after, kind, by) for after, kind, by in marks)
        made = GroundPath(tuple(points), uprights)
        # Within the bounds of a table no number needs a second look.
        inside = max(made.box) <= COORDINATE and min(made.box) >= -COORDINATE
        return made if inside else ground_path(*points, marks=uprights)
    except ShapeError as error:
        raise Refusal("path", f"the path of {what}: {error}") from None


def open_trail(table: ReadyTable, path: GroundPath, base: Footprint, band: Band | None) -> Trail:
    """The leg over open ground."""
    walk = table.scene.walk(path, base, band)
    by_piece: dict[str, list[Span]] = {}
    for span in walk.spans:
        by_piece.setdefault(span.key, []).append(span)
    marks = []
    lift: Number = 0
    for number, each in enumerate(path.marks):
        point = path.points[each.after]
        bands = [None] if band is None else [band.lifted(lift), band.lifted(lift + each.lift)]
        pieces = {key for one in bands for key in table.scene.at(point, base, one)}
        marks.append(Mark(path.vertex(each.after).at, each.kind, each.height, tuple(sorted(pieces)), number))
        lift += each.lift
        for key in pieces - by_piece.keys():
            by_piece[key] = []
    meetings = [
        Meeting(key, table.spots[key], tuple(spans), spans[0].thin if spans else False)
        for key, spans in sorted(by_piece.items())
    ]
    return Trail(path.length, _places(path), tuple(meetings), tuple(marks), cuts=cuts_of(meetings, path.length))


def _places(path: GroundPath) -> Callable[[Number], Point]:
    """Where one is so far along; at the ends exactly where the path has them."""
    length = float(path.length)

    def point_at(at: Number) -> Point:
        place = float(at)
        if place <= EPSILON:
            return path.points[0]
        return path.points[-1] if place >= length - EPSILON else path.point_at(path.place_at(at))

    return point_at


# ---- grids


def grid_trail(table: ReadyTable, steps: Path, size: Number, what: str) -> Trail:
    """The leg cell by cell; its lengths are in the ruleset's unit, ``size`` to a step."""
    grid = table.grid
    assert grid is not None
    cells: list[Cell] = []
    uprights: list[tuple[int, Upright]] = []
    try:
        for step in steps:
            if isinstance(step, Upright):
                uprights.append((len(cells) - 1, step))
            else:
                cells.append(grid.cell(step))
        walked = grid.steps(cells)
    except ShapeError as error:
        raise Refusal("path", f"the path of {what}: {error}") from None
    way = [cells[0], *(each.end for each in walked)]
    ats: list[Number] = [Fraction(0)]
    for each in walked:
        ats.append(ats[-1] + each.length * size)
    marks = []
    for number, (after, upright) in enumerate(uprights):
        if after < 0:
            raise Refusal("path", f"the path of {what} begins with an upright step", "let it begin with a cell")
        index = len(grid.steps(cells[: after + 1]))
        pieces = tuple(name for name, covered in sorted(table.cells.items()) if way[index] in covered)
        marks.append(Mark(ats[index], upright.kind, upright.by, pieces, number))
    meetings = [_grid_meeting(name, table.spots[name], way, ats, table.cells[name]) for name in sorted(table.cells)]

    def point_at(at: Number) -> Point:
        index = max(i for i, begin in enumerate(ats) if begin <= at + EPSILON)
        return (Fraction(way[index][0]), Fraction(way[index][1]))

    met = [each for each in meetings if each is not None]
    trail = Trail(ats[-1], point_at, tuple(met), tuple(marks), tuple(ats[:-1]))
    return trail.with_meetings(met)


def _grid_meeting(
    name: str, spot: Spot, way: Sequence[tuple[int, int]], ats: Sequence[Number], cells: frozenset[tuple[int, int]]
) -> Meeting | None:
    """The runs of steps into cells of the piece; a step begins where the one before it ended."""
    spans: list[Span] = []
    inside = [cell in cells for cell in way]
    index = 0
    while index < len(way):
        if not inside[index]:
            index += 1
            continue
        last = index
        while last + 1 < len(way) and inside[last + 1]:
            last += 1
        first = max(index - 1, 0)
        start, end = Place(ats[first], first, 0), Place(ats[last], last, 0)
        spans.append(Span(name, True, start, end, index > 0, last + 1 < len(way), False))
        index = last + 1
    return Meeting(name, spot, tuple(spans), cellwise=True) if spans else None
