"""Running a play over all faces: what goes on alike is one, what was counted is kept beside it.

A play that waits for dice stands for all ways that led to the same place; the ways differ
in what has happened so far, which the future does not read. So each throw is played once,
and what it brings is added to every number that was counted before: a convolution. Who is
least far plays on first, so that ways of different length meet again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import lcm
from typing import Generic, TypeVar

from groundrules.engine import Refusal, Request
from groundrules.engine.play import Play
from groundrules.engine.reads import Classes, Reads, Total
from groundrules.odds.pools import Throw, by_classes, by_faces, by_total, group_count

#: More states than this in all are refused; ``--budget`` changes it.
BUDGET = 1_000_000
#: Each count has so many bits of a tally: an action takes fewer steps than these can count.
_BITS = 32

#: What is counted.
K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class Node:
    """A play that waits for dice, or has come to its end; for every tally its weight over ``denominator``."""

    play: Play
    request: Request | None
    tallies: dict[int, int]
    denominator: int

    def add(self, tallies: dict[int, int], more: int, weight: int, denominator: int) -> int:
        """Takes in ways that led here, each having counted ``more``; how many tallies are new."""
        if denominator != self.denominator:
            common = lcm(denominator, self.denominator)
            scale = common // self.denominator
            if scale > 1:
                self.tallies = {tally: ways * scale for tally, ways in self.tallies.items()}
            weight *= common // denominator
            self.denominator = common
        known = self.tallies
        before = len(known)
        for tally, ways in tallies.items():
            known[tally + more] = known.get(tally + more, 0) + ways * weight
        return len(known) - before


class Search(Generic[K]):
    """Plays on, whoever is least far first, until every play has come to its end.

    ``keys`` says under which keys something that was noted counts. A tally holds how often
    each was counted, as digits of one number, so that adding tallies is adding numbers.
    ``states``: merged states visited, a play with a tally being one; ``widest``: the most
    of them that waited at the same time.
    """

    def __init__(self, keys: Callable[[object], tuple[K, ...]], budget: int = BUDGET, *, coarse: bool = True) -> None:
        self.keys = keys
        self.budget = budget
        self.coarse = coarse
        self.states = 0
        self.widest = 0
        self.ended: list[Node] = []
        self._places: dict[K, int] = {}
        self._nodes: dict[Hashable, Node] = {}
        self._queue: list[tuple[tuple[int, ...], int, Hashable]] = []
        self._waiting = 0

    def run(self, first: Play) -> None:
        """Plays everything; raises :class:`Refusal` of kind ``budget`` where that is too much."""
        self._arrive(first, {0: 1}, 1, 1)
        while self._queue:
            node = self._nodes.pop(heappop(self._queue)[-1])
            self._waiting -= len(node.tallies)
            self._follow(node)
        self.ended = list(self._nodes.values())

    def _follow(self, node: Node) -> None:
        request = node.request
        assert request is not None
        reads = request.reads
        if _groups(request, reads) > self.budget:
            raise _too_many(request, self.budget)
        denominator = node.denominator * request.sides**request.count
        for throw in throws_of(request, reads, coarse=self.coarse):
            play = node.play.copy()
            play.answer(throw.faces)
            self._arrive(play, node.tallies, throw.weight, denominator)
            if self.states > self.budget:
                raise _too_many(request, self.budget)

    def _arrive(self, play: Play, tallies: dict[int, int], weight: int, denominator: int) -> None:
        """Plays on to the next dice, or to the end, and joins whoever waits there in the same state."""
        request = play.advance()
        more = self._noted(play)
        key = (request is None, play.key())
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(play, request, {}, denominator)
            if request is not None:
                heappush(self._queue, (play.progress(), self.states, key))
        new = node.add(tallies, more, weight, denominator)
        self.states += 1 + new
        if request is not None:
            self._waiting += new
            self.widest = max(self.widest, self._waiting)

    def _noted(self, play: Play) -> int:
        """What was noted since, as a tally; the notes are then dropped, so that plays share nothing."""
        tally = 0
        for entry in play.noted():
            for key in self.keys(entry):
                tally += 1 << _BITS * self._places.setdefault(key, len(self._places))
        play.history = None
        return tally

    def counts(self, tally: int) -> dict[K, int]:
        """How often each key was counted; those that were not are left out."""
        found = {}
        for key in self._places:
            number = tally & (1 << _BITS) - 1
            if number:
                found[key] = number
            tally >>= _BITS
        return found


def _too_many(request: Request, budget: int) -> Refusal:
    return Refusal(
        "budget",
        f"`{request.asks.name}` asks for more than the {budget:,} states that odds may take",
        "give a larger `--budget`, or ask for a sample with `--sample`",
    )


def _groups(request: Request, reads: Reads) -> int:
    """How many different throws there are at most, before any is made."""
    match reads:
        case Classes(classes=classes):
            return group_count(request.count, len(set(classes)))
        case Total():
            return request.count * request.sides
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
