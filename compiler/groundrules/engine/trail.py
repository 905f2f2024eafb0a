"""The way of one model on one leg: where it is in which piece, what happens where.

On open ground the crossings come from :mod:`groundrules.ground`; on a grid a step belongs
to the cell that it enters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from groundrules.engine.profile import Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import ReadyTable
from groundrules.engine.situation import Path, Upright
from groundrules.ground import (
    EPSILON,
    Band,
    Cell,
    Footprint,
    Lies,
    Number,
    Path as GroundPath,
    Place,
    Point,
    ShapeError,
    Span,
)
from groundrules.ground.path import mark, path as ground_path
from groundrules.limits import COORDINATE

#: What happens at one point happens in this order.
RANKS = {
    "turn end": -2, "turn start": -1, "activate": 0, "start": 1, "leave": 2, "contact": 3, "climb": 4, "jump": 4,
    "drop": 4, "enter": 5, "cross": 7, "end": 8,
}  # fmt: skip
#: What has no width is entered before it is left, at the one point.
_LEAVES_THIN = 6


# Made anew for every move, and never changed: a frozen dataclass would take three times as long to make.


@dataclass(slots=True, eq=False)
class Meeting:
    """A piece (or those of its terrains that nothing replaces) and where on the leg it is met.

    ``parted``: on some of the leg other ground replaces it, and an upright step there does not meet it.
    """

    piece: str
    spot: Spot
    spans: tuple[Span, ...]
    thin: bool = False
    cellwise: bool = False
    parted: bool = False
    #: Each span in floats, which is exact enough to tell where one is: start, end, and the span.
    _rough: tuple[tuple[float, float, Span], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rough = tuple([(float(span.start.at), float(span.end.at), span) for span in self.spans])

    def lies(self, at: Number, length: Number) -> Lies:
        """How the model lies to the piece so far along."""
        touching = False
        place = float(at)
        for start, end, span in self._rough:
            if not start - EPSILON <= place <= end + EPSILON:
                continue
            touching = True
            if not span.inside or self.thin:
                continue
            if self.cellwise:
                if place > start + EPSILON or not span.enters:
                    return Lies.IN
                continue
            after = place > start + EPSILON or (not span.enters and start <= EPSILON)
            before = place < end - EPSILON or (not span.leaves and end >= length - EPSILON)
            if after and before:
                return Lies.IN
        return Lies.TOUCHING if touching else Lies.APART

    def covers(self, start: float, end: float) -> bool:
        """Whether the whole stretch lies in the piece."""
        if self.thin:
            return False
        return any(s.inside and a <= start + EPSILON and end <= b + EPSILON for a, b, s in self._rough)

    def stretch(self, at: Number) -> Span | None:
        """The stretch inside that one is on, or at an end of."""
        place = float(at)
        for start, end, span in self._rough:
            if span.inside and start - EPSILON <= place <= end + EPSILON:
                return span
        return None


@dataclass(frozen=True, slots=True)
class Mark:
    """An upright step: where, of which kind, how much; the pieces it happens to."""

    at: Number
    kind: str
    by: Number
    pieces: tuple[str, ...]
    number: int

    @property
    def lift(self) -> Number:
        """How much higher one stands behind it."""
        return {"climb": exact_number(self.by), "drop": -exact_number(self.by)}.get(self.kind, Fraction(0))


@dataclass(slots=True, eq=False)
class Happening:
    """An event on the leg, before anybody asks what rules say of it."""

    at: Number
    event: str
    rank: int
    meeting: Meeting | None = None
    mark: Mark | None = None
    #: The place in floats.
    place: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.at = exact_number(self.at)
        self.place = float(self.at)


@dataclass(slots=True, eq=False)
class Trail:
    """One leg of one model. ``still``: a path of no length, on which only ``activate`` happens.

    ``cell``: the length of a step on a grid, ``steps`` where each step begins.
    """

    length: Number
    point_at: Callable[[Number], Point]
    meetings: tuple[Meeting, ...]
    marks: tuple[Mark, ...] = ()
    steps: tuple[Number, ...] = ()
    cuts: tuple[tuple[float, Number], ...] = ()
    _here: dict[tuple[float, float], tuple[Meeting, ...]] = field(default_factory=dict, init=False, repr=False)
    _happenings: list[Happening] = field(default_factory=list, init=False, repr=False)
    #: Whether the model only stands.
    still: bool = field(init=False, repr=False)
    #: In floats, where a stretch that is paid for begins or ends.
    ends: frozenset[float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.still = float(self.length) <= EPSILON and not self.marks
        self.ends = frozenset([0.0, *[place for place, _ in self.cuts]])

    def of(self, piece: str) -> tuple[Meeting, ...]:
        """All meetings with one piece."""
        return tuple(each for each in self.meetings if each.piece == piece)

    def within(self, start: float, end: float) -> tuple[Meeting, ...]:
        """The meetings in which a stretch lies whole."""
        found = self._here.get((start, end))
        if found is None:
            found = tuple(each for each in self.meetings if each.covers(start, end))
            self._here[start, end] = found
        return found

    def at(self, at: Number) -> dict[str, Lies]:
        """How the model lies, so far along, to every piece that it touches."""
        found: dict[str, Lies] = {}
        for each in self.meetings:
            lies = each.lies(at, self.length)
            if lies:
                found[each.piece] = max(found.get(each.piece, Lies.APART), lies)
        return found

    def whole_steps(self, at: Number) -> Number:
        """So far along, or on a grid at the end of the last step that is whole by then."""
        if not self.steps:
            return at
        return max([step for step in (*self.steps, self.length) if step <= at + EPSILON], default=at)

    def step_end(self, at: Number) -> Number:
        """On a grid where the step ends that begins here, or in which one is; elsewhere here."""
        return (
            min([step for step in (*self.steps, self.length) if step > at + EPSILON], default=at) if self.steps else at
        )

    def cells(self, start: Number, end: Number) -> int:
        """How many cells are entered on a stretch."""
        return sum(1 for step in self.steps if start - EPSILON <= step < end - EPSILON)

    def with_meetings(self, meetings: Sequence[Meeting]) -> Trail:
        """The same leg, the ground being other."""
        return replace(self, meetings=tuple(meetings), cuts=_cuts(meetings, self.length))

    def happenings(self) -> list[Happening]:
        """What happens on the leg, but for activation and the end, unordered."""
        found = self._happenings
        if self.still or found:
            return found
        found.append(Happening(Fraction(0), "start", RANKS["start"]))
        for each in self.meetings:
            found += _of_meeting(each, self.length)
        for each_mark in self.marks:
            here = (m for m in self.meetings if m.piece in each_mark.pieces)
            met = [m for m in here if not m.parted or m.lies(each_mark.at, self.length) is not Lies.APART]
            rank = RANKS[each_mark.kind]
            found.append(Happening(each_mark.at, each_mark.kind, rank, None, each_mark))
            found += [Happening(each_mark.at, each_mark.kind, rank, m, each_mark) for m in met]
        return found


def _of_meeting(meeting: Meeting, length: Number) -> list[Happening]:
    found: list[Happening] = []
    entered = touched = False

    def happens(at: Number, event: str) -> None:
        found.append(Happening(at, event, RANKS[event], meeting))

    for begin, _, span in meeting._rough:
        if not touched:
            touched = True
            happens(span.start.at, "contact")
        if not span.inside:
            continue
        if span.enters:
            happens(span.start.at, "enter")
            entered = True
        elif begin <= EPSILON:
            happens(span.start.at, "start")
        if span.leaves:
            thin = span.enters and span.start.at == span.end.at
            found.append(Happening(span.end.at, "leave", _LEAVES_THIN if thin else RANKS["leave"], meeting))
            if entered:
                happens(span.end.at, "cross")
    return found


def _cuts(meetings: Sequence[Meeting], length: Number) -> tuple[tuple[float, Number], ...]:
    """Where the cost may change, in floats and exactly: in order, without the start."""
    cuts: set[Number] = {length}
    for each in meetings:
        if not each.thin:
            for span in each.spans:
                if span.inside:
                    cuts.update((span.start.at, span.end.at))
    ordered: list[tuple[float, Number]] = []
    for cut in sorted(cuts):
        place = float(cut)
        if place > EPSILON and (not ordered or place > ordered[-1][0] + EPSILON):
            ordered.append((place, exact_number(cut)))
    return tuple(ordered)


def exact_number(value: Number) -> Number:
    """A number of the ground as verdicts keep it: never a plain ``int``."""
    return Fraction(value) if type(value) is int else value


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
    return Trail(path.length, _places(path), tuple(meetings), tuple(marks), cuts=_cuts(meetings, path.length))


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
