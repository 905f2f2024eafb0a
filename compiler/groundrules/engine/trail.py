"""The way of one model on one leg: where it is in which piece, what happens where.

How it is laid over the table is the work of :mod:`groundrules.engine.laying`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from groundrules.engine.profile import Spot
from groundrules.engine.situation import Named
from groundrules.ground import EPSILON, Lies, Number, Point, Span

#: What happens at one point happens in this order.
RANKS = {
    "turn end": -2, "turn start": -1, "activate": 0, "start": 1, "leave": 2, "contact": 3, "climb": 4, "jump": 4,
    "drop": 4, "enter": 5, "cross": 7, "end": 8,
}  # fmt: skip
#: More spans than this are searched by halves.
_MANY = 8
#: What has no width is entered before it is left, at the one point.
_LEAVES_THIN = 6


# Made anew for every move, and never changed: a frozen dataclass would take three times as long to make.


@dataclass(slots=True, eq=False)
class Meeting:
    """A piece (or those of its terrains that nothing replaces) and where on the leg it is met.

    ``parted``: on some of the leg other ground replaces it, and an upright step there does not meet it.
    ``whole``: what the piece is, where this is only a part of its terrains. ``inner``: something happens to these
    terrains alone, the piece being met before and after.
    """

    piece: str
    spot: Spot
    spans: tuple[Span, ...]
    thin: bool = False
    cellwise: bool = False
    parted: bool = False
    whole: Spot | None = None
    inner: bool = False
    #: Each span in floats, which is exact enough to tell where one is: start, end, and the span.
    _rough: tuple[tuple[float, float, Span], ...] = field(init=False, repr=False)
    #: Where they end, if many follow one another, so that those at a place are found without looking at all.
    _ends: tuple[float, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rough = self._rough = tuple([(float(span.start.at), float(span.end.at), span) for span in self.spans])
        self._ends = ()
        if len(rough) > _MANY and all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(rough)):
            self._ends = tuple([end for _, end, _ in rough])

    def _from(self, place: float) -> Sequence[tuple[float, float, Span]]:
        """The spans but for those that end well before a place; and for those that begin well behind it."""
        if not self._ends:
            return self._rough
        first = bisect_left(self._ends, place - 2 * EPSILON)
        last = first
        while last < len(self._rough) and self._rough[last][0] <= place + 2 * EPSILON:
            last += 1
        return self._rough[first:last]

    def lies(self, at: Number, length: Number) -> Lies:
        """How the model lies to the piece so far along."""
        touching = False
        place = float(at)
        for start, end, span in self._from(place):
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
        return any(s.inside and a <= start + EPSILON and end <= b + EPSILON for a, b, s in self._from(start))

    def stretch(self, at: Number) -> Span | None:
        """The stretch inside that one is on, or at an end of."""
        place = float(at)
        for start, end, span in self._from(place):
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
    _joins: dict[tuple[bool, tuple[int, ...]], Meeting] = field(default_factory=dict, init=False, repr=False)
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
            found = self.joined([each for each in self.meetings if each.covers(start, end)])
            self._here[start, end] = found
        return found

    def inside(self, at: Number) -> tuple[Meeting, ...]:
        """The meetings that one is in, so far along."""
        return self.joined([each for each in self.meetings if each.lies(at, self.length) is Lies.IN])

    def joined(self, meetings: Sequence[Meeting]) -> tuple[Meeting, ...]:
        """The parts of one piece as one meeting with all that it then is."""
        if all(each.whole is None for each in meetings):
            return tuple(meetings)
        return tuple(self._join(parts) for parts in _by_piece(meetings))

    def part(self, meeting: Meeting, ground: Named | None) -> Meeting:
        """The meeting with this ground of the piece alone, where only a part of it is met throughout."""
        if meeting.whole is None or ground is None:
            return meeting
        return next((each for each in self.of(meeting.piece) if ground in each.spot.terrains), meeting)

    def _join(self, parts: Sequence[Meeting], inner: bool = False) -> Meeting:
        if len(parts) == 1 and not inner:
            return parts[0]
        key = (inner, tuple(map(id, parts)))
        found = self._joins.get(key)
        if found is None:
            found = self._joins[key] = replace(_joint(parts), inner=inner)
        return found

    def _of_parts(self, parts: Sequence[Meeting]) -> list[Happening]:
        """What happens at a piece of which other ground replaces some terrains: to it as one, and to those alone."""
        to_parts: dict[tuple[str, float], list[tuple[Happening, Meeting]]] = {}
        for part in parts:
            for each in _of_meeting(part):
                to_parts.setdefault((each.event, round(each.place, 8)), []).append((each, part))
        found = []
        for each in _of_meeting(self._join(parts)):
            same = [part for _, part in to_parts.pop((each.event, round(each.place, 8)), ())]
            found.append(Happening(each.at, each.event, each.rank, self._join(same or parts)))
        for left in to_parts.values():
            first = left[0][0]
            inner = self._join([part for _, part in left], True)
            found.append(Happening(first.at, first.event, first.rank, inner))
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
        return replace(self, meetings=tuple(meetings), cuts=cuts_of(meetings, self.length))

    def happenings(self) -> list[Happening]:
        """What happens on the leg, but for activation and the end, unordered."""
        found = self._happenings
        if self.still or found:
            return found
        found.append(Happening(Fraction(0), "start", RANKS["start"]))
        for parts in _by_piece(self.meetings):
            found += _of_meeting(parts[0]) if len(parts) == 1 else self._of_parts(parts)
        for each_mark in self.marks:
            here = (m for m in self.meetings if m.piece in each_mark.pieces)
            met = self.joined([m for m in here if not m.parted or m.lies(each_mark.at, self.length) is not Lies.APART])
            rank = RANKS[each_mark.kind]
            found.append(Happening(each_mark.at, each_mark.kind, rank, None, each_mark))
            found += [Happening(each_mark.at, each_mark.kind, rank, m, each_mark) for m in met]
        return found


def _by_piece(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    found: dict[str, list[Meeting]] = {}
    for each in meetings:
        found.setdefault(each.piece, []).append(each)
    return list(found.values())


def _joint(parts: Sequence[Meeting]) -> Meeting:
    whole = parts[0].whole
    assert whole is not None
    terrains = tuple(each for each in whole.terrains if any(each in part.spot.terrains for part in parts))
    spans: list[Span] = []
    for span in sorted((span for part in parts for span in part.spans), key=_begins):
        if spans and spans[-1].inside == span.inside and span.start.at <= spans[-1].end.at + EPSILON:
            if span.end.at > spans[-1].end.at:
                spans[-1] = spans[-1]._replace(end=span.end, leaves=span.leaves)
        else:
            spans.append(span)
    parted = all(part.parted for part in parts)
    return replace(parts[0], spot=replace(whole, terrains=terrains), spans=tuple(spans), parted=parted)


def _begins(span: Span) -> float:
    return float(span.start.at)


def _of_meeting(meeting: Meeting) -> list[Happening]:
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
        elif begin <= EPSILON and not meeting.thin:
            happens(span.start.at, "start")
        if span.leaves:
            thin = span.enters and span.start.at == span.end.at
            found.append(Happening(span.end.at, "leave", _LEAVES_THIN if thin else RANKS["leave"], meeting))
            if entered:
                happens(span.end.at, "cross")
    return found


def cuts_of(meetings: Sequence[Meeting], length: Number) -> tuple[tuple[float, Number], ...]:
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
