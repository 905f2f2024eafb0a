"""Running a play over all faces: what goes on alike is one, what was counted is kept beside it.

A play that waits for dice stands for all ways that led to the same place; the ways differ
in what has happened so far, which the future does not read. So each throw is played once,
and what comes of it is a :class:`~groundrules.odds.course.Course`, to be weighed. Who is
least far plays on first, so that ways of different length meet again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Generic

from groundrules.engine import Request
from groundrules.engine.play import Play
from groundrules.engine.reads import Classes, Parted, Reads, Total
from groundrules.limits import ODDS_STATES
from groundrules.odds.course import BITS, Course, K, Node, too_many
from groundrules.odds.pools import Throw, by_classes, by_faces, by_parted, by_total, group_count

#: More states than this in all are refused; ``--budget`` changes it.
BUDGET = ODDS_STATES

#: So many steps in grouping throws are the work of one state.
_STEPS = 20


class Search(Generic[K]):
    """Plays on, whoever is least far first, until every play has come to its end.

    ``keys`` says under which keys something that was noted counts. A tally holds how often
    each was counted, as digits of one number, so that adding tallies is adding numbers.
    """

    def __init__(self, keys: Callable[[object], tuple[K, ...]], budget: int = BUDGET, *, coarse: bool = True) -> None:
        self.keys = keys
        self.budget = budget
        self.coarse = coarse
        self._plays = 0
        self._places: dict[K, int] = {}
        self._nodes: dict[Hashable, Node] = {}
        self._queue: list[tuple[tuple[int, ...], int, Hashable, Request]] = []

    def run(self, first: Play) -> Course[K]:
        """Plays everything; raises :class:`Refusal` of kind ``budget`` where that is too much."""
        opening, node = self._arrive(first)
        followed = 0
        while self._queue:
            *_, key, request = heappop(self._queue)
            waiting = self._nodes.pop(key)
            waiting.number = followed
            followed += 1
            self._follow(waiting, request)
        return Course(node, opening, self._places)

    def _follow(self, node: Node, request: Request) -> None:
        reads = request.reads
        if _groups(request, reads) > self.budget:
            raise too_many(node.asks, self.budget)
        before, node.play = node.play, None  # nobody plays on from here again
        assert before is not None
        node.throws = request.sides**request.count
        for throw in throws_of(request, reads, coarse=self.coarse):
            play = before.copy()
            play.answer(throw.faces)
            step = self._arrive(play)
            node.steps[step] = node.steps.get(step, 0) + throw.weight
            if self._plays > self.budget:
                raise too_many(node.asks, self.budget)

    def _arrive(self, play: Play) -> tuple[int, Node]:
        """Plays on to the next dice, or to the end: what was counted, and who waits there in the same state."""
        self._plays += 1
        request = play.advance()
        more = self._noted(play)
        key = (request is None, play.key())
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(play, request.asks.name if request is not None else "")
            if request is not None:
                heappush(self._queue, (play.progress(), self._plays, key, request))
        return more, node

    def _noted(self, play: Play) -> int:
        """What was noted since, as a tally; the notes are then dropped, so that plays share nothing."""
        tally = 0
        for entry in play.noted():
            for key in self.keys(entry):
                tally += 1 << BITS * self._places.setdefault(key, len(self._places))
        play.history = None
        return tally


def _groups(request: Request, reads: Reads) -> int:
    """How many different throws there are at most, before any is made, or the work of finding them if that is more."""
    match reads:
        case Classes(classes=classes):
            return group_count(request.count, len(set(classes)))
        case Total(keep=keep):
            count, sides = request.count, request.sides
            if keep is None or keep >= count:
                return max(count * sides, count**2 * sides // _STEPS)
            return max(count * sides, count * (sides * keep) ** 2 // _STEPS)
        case Parted(again=again):
            others = request.sides - len(again)
            states = (request.count + 1) * (request.count * others + 1)
            return max(states, states * request.count * others // (2 * _STEPS))
    return group_count(request.count, request.sides)


def throws_of(request: Request, reads: Reads, *, coarse: bool = True) -> tuple[Throw, ...]:
    """The different throws that a request may be answered with, by what is read of them.

    ``coarse``: totals that fall into the same bands are one where nothing reads more.
    """
    if not coarse and isinstance(reads, Total):
        reads = Total(reads.keep, reads.which)
    return _throws(request.count, request.sides, reads)


@lru_cache(maxsize=1024)
def _throws(count: int, sides: int, reads: Reads) -> tuple[Throw, ...]:
    match reads:
        case Parted(again=again):
            return by_parted(count, sides, again)
        case Classes(classes=classes):
            return by_classes(count, sides, classes)
        case Total(keep=keep, which=which, classes=None):
            return by_total(count, sides, keep, which)
        case Total(keep=keep, which=which, classes=classes):
            found: dict[int, Throw] = {}
            for number, throw in zip(classes or (), by_total(count, sides, keep, which), strict=True):
                same = found.get(number)
                found[number] = throw if same is None else Throw(same.weight + throw.weight, same.faces)
            return tuple(found.values())
    return by_faces(count, sides)
