"""What a path meets: one ordered list of stretches for all pieces.

A :class:`Span` says of one piece that the interiors of base and piece overlap over a
stretch of the path (``inside``), or that they merely touch there. Costs, events and stops
all come from this one list.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from groundrules.ground.footprint import Footprint
from groundrules.ground.numbers import EPSILON, Number
from groundrules.ground.path import Path, Place


class Span(NamedTuple):
    """One piece and one stretch of the path; a named tuple, since a walk makes many.

    ``inside``: the interiors overlap from ``start`` to ``end``; otherwise they only touch
    (at one point where the two places are the same). ``enters``: at ``start`` the model
    comes in from outside or from the edge; it does not where the path begins inside.
    ``leaves``: at ``end`` it is out again, be it only at the edge. ``thin``: the piece is
    a line; it has no length to pay for, and a point that crosses it is inside at one place.
    """

    key: str
    inside: bool
    start: Place
    end: Place
    enters: bool
    leaves: bool
    thin: bool

    @property
    def length(self) -> Number:
        """How long the stretch is."""
        return self.end.at - self.start.at


class Stretch(NamedTuple):
    """A part of the path on which nothing changes: ``keys`` are the pieces with an area it lies in, sorted."""

    start: Place
    end: Place
    keys: tuple[str, ...]

    @property
    def length(self) -> Number:
        """How long the stretch is."""
        return self.end.at - self.start.at


class Event(NamedTuple):
    """Something that happens at a place of the path to one piece."""

    kind: str
    place: Place
    key: str


#: What happens at one point happens in this order.
EVENT_ORDER = ("start", "leave", "contact", "enter", "cross", "end")


class Walk(NamedTuple):
    """A path, the base that goes along it, and its ``spans``, by distance and then by key."""

    path: Path
    base: Footprint
    spans: tuple[Span, ...]

    def of(self, key: str) -> tuple[Span, ...]:
        """The spans of one piece."""
        return tuple(span for span in self.spans if span.key == key)

    def length_in(self, key: str) -> Number:
        """How much of the path lies in a piece: nothing for a line."""
        return sum((span.length for span in self.spans if span.key == key and span.inside and not span.thin), start=0)

    def stretches(self) -> tuple[Stretch, ...]:
        """The path cut wherever it enters or leaves a piece with an area, open ground included.

        The lengths add up to the length of the path; a path of no length has none.
        """
        inside = [span for span in self.spans if span.inside and not span.thin and span.start != span.end]
        first, last = self.path.start, self.path.end
        if first == last:
            return ()
        cuts = sorted({first, last, *(s.start for s in inside), *(s.end for s in inside)}, key=lambda p: p.at)
        return tuple(
            Stretch(a, b, tuple(sorted({s.key for s in inside if s.start.at <= a.at and b.at <= s.end.at})))
            for a, b in pairwise(cuts)
        )

    def events(self) -> tuple[Event, ...]:
        """Everything that happens, in order: by distance, then :data:`EVENT_ORDER`, then key.

        ``start`` and ``end``: the path begins or ends inside. ``enter`` and ``leave``: from
        not inside to inside, and the reverse; ``cross``: left after having been entered on
        this path. ``contact``: the first touch of a piece, inside and the start included.
        """
        if not self.spans:
            return ()
        events: list[Event] = []
        touched: set[str] = set()
        entered: set[str] = set()
        nowhere = self.path.length == 0
        for span in self.spans:
            if span.key not in touched:
                touched.add(span.key)
                events.append(Event("contact", span.start, span.key))
            if not span.inside or nowhere:
                continue
            if span.enters:
                events.append(Event("enter", span.start, span.key))
                entered.add(span.key)
            else:
                events.append(Event("start", span.start, span.key))
            if span.leaves:
                events.append(Event("leave", span.end, span.key))
                if span.key in entered:
                    events.append(Event("cross", span.end, span.key))
            else:
                events.append(Event("end", span.end, span.key))
        thin = {(span.end, span.key) for span in self.spans if span.enters and span.start == span.end}
        return tuple(sorted(events, key=lambda event: _event_order(event, thin)))


def _event_order(event: Event, thin: set[tuple[Place, str]]) -> tuple[Number, float, str]:
    rank: float = EVENT_ORDER.index(event.kind)
    if event.kind == "leave" and (event.place, event.key) in thin:
        # What has no width is entered before it is left, at the one point.
        rank = EVENT_ORDER.index("enter") + 0.5
    return event.place.at, rank, event.key


def ordered(spans: list[Span]) -> tuple[Span, ...]:
    """Spans by distance and then by key; places nearer to each other than the tolerance become one."""
    if len(spans) > 1:
        same = _same_places(spans)
        if same:
            spans = [span._replace(start=same.get(span.start, span.start), end=same.get(span.end, span.end))
                     for span in spans]  # fmt: skip
        spans.sort(key=lambda span: (span.start.at, span.key, span.end.at, span.inside))
    return tuple(spans)


def _same_places(spans: list[Span]) -> dict[Place, Place]:
    """Places that differ by less than the tolerance, each with the one that stands for them all."""
    ats = sorted([at for span in spans for at in (span[2][0], span[3][0])])
    if all([after - before > EPSILON for before, after in pairwise(ats)]):
        return {}
    places = sorted({place for span in spans for place in (span.start, span.end)}, key=lambda place: place.at)
    same: dict[Place, Place] = {}
    group = [places[0]]
    for place in [*places[1:], None]:
        if place is not None and place.at - group[0].at <= EPSILON:
            group.append(place)
            continue
        if len(group) > 1:
            best = min(group, key=lambda p: (isinstance(p.at, float), isinstance(p.t, float), p.leg))
            same.update({other: best for other in group if other is not best})
        if place is not None:
            group = [place]
    return same
