"""The course that an action may take: the plays that were met, and what each throw brings on the way to the next.

The rules have been asked by then; what is left is to weigh. Weights are whole numbers over
one denominator. Two ways of weighing:

- *one thing*: how often it happens is a polynomial, whose coefficients are the weights of
  each number. From the ends back to the beginning, what may still come of a play is the
  sum over its throws of weight times what may come then, shifted by one where the throw
  brings the thing. Polynomials are kept as single whole numbers, their value at a power of
  two so large that no coefficient reaches into the next (Kronecker's substitution), so that
  a step costs a few multiplications whatever the number of results.
- *everything together*: from the beginning to the ends, every tally with its weight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import lcm
from typing import Generic, TypeVar

from groundrules.engine import Refusal
from groundrules.engine.play import Play

#: Each count has so many bits of a tally: an action takes fewer steps than these can count.
BITS = 32
_MASK = (1 << BITS) - 1

#: What is counted.
K = TypeVar("K", bound=Hashable)


@dataclass(slots=True, eq=False)
class Node:
    """A play that waited for dice, or (with its ``play``) has come to its end.

    ``asks``: for what it wanted dice. ``throws``: of so many equally likely throws, so many
    (the values of ``steps``) count so much more (a tally) and lead to that node.
    ``number``: its place in the order in which plays were followed.
    """

    play: Play | None
    asks: str = ""
    number: int = 0
    throws: int = 1
    steps: dict[tuple[int, Node], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End:
    """An end with every tally that led there: its weight, of ``denominator`` in all."""

    play: Play
    tallies: Mapping[int, int]
    denominator: int


class Course(Generic[K]):
    """What was met, in an order in which every play comes before those that it leads to.

    ``places`` says which digit of a tally counts what; ``opening`` is what was counted before any dice.
    """

    __slots__ = ("_back", "_denominators", "_places", "nodes", "opening")

    def __init__(self, first: Node, opening: int, places: Mapping[K, int]) -> None:
        self.opening = opening
        self.nodes = _ordered(first)
        self._places = places
        index = {node: number for number, node in enumerate(self.nodes)}
        #: For each node from the last to the first, its number and steps: weight, tally, where to.
        self._back: list[tuple[int, list[tuple[int, int, int]]]] = []
        self._denominators = [1] * len(self.nodes)
        for node in reversed(self.nodes):
            if node.play is not None:
                continue
            targets = [(weight, more, index[target]) for (more, target), weight in node.steps.items()]
            common = lcm(*(self._denominators[target] for _, _, target in targets))
            steps = [(weight * (common // self._denominators[to]), more, to) for weight, more, to in targets]
            self._back.append((index[node], steps))
            self._denominators[index[node]] = node.throws * common

    @property
    def keys(self) -> Sequence[K]:
        """All that is counted anywhere."""
        return tuple(self._places)

    # ---- one thing

    def never(self, key: K) -> Fraction:
        """The chance that something does not happen at all."""
        shift = self._shift(key)
        if shift is None:
            return Fraction(1)
        if self.opening >> shift & _MASK:
            return Fraction(0)
        values = [1] * len(self.nodes)
        for number, steps in self._back:
            values[number] = sum(weight * values[to] for weight, more, to in steps if not more >> shift & _MASK)
        return Fraction(values[0], self._denominators[0])

    def how_often(self, key: K) -> dict[int, Fraction]:
        """The chance of each number of times that something happens; the least first."""
        shift = self._shift(key)
        if shift is None:
            return {0: Fraction(1)}
        whole = self._denominators[0]
        width = whole.bit_length() + 1
        values = [1] * len(self.nodes)
        for number, steps in self._back:
            value = 0
            for weight, more, to in steps:
                times = more >> shift & _MASK
                value += weight * values[to] << width * times if times else weight * values[to]
            values[number] = value
        before = self.opening >> shift & _MASK
        return {before + times: Fraction(ways, whole) for times, ways in _digits(values[0], width)}

    def _shift(self, key: K) -> int | None:
        place = self._places.get(key)
        return None if place is None else place * BITS

    # ---- everything

    def arrivals(self) -> list[tuple[Play, Fraction]]:
        """Every end with its chance, whatever was counted."""
        weights: dict[Node, Fraction] = {self.nodes[0]: Fraction(1)}
        found = []
        for node in self.nodes:
            weight = weights.pop(node)
            if node.play is not None:
                found.append((node.play, weight))
            for (_, target), ways in node.steps.items():
                weights[target] = weights.get(target, Fraction(0)) + weight * Fraction(ways, node.throws)
        return found

    def together(self, budget: int) -> tuple[list[End], int, int]:
        """Every end with every tally; how many states there were, a play with a tally being one, and at most at once.

        Raises :class:`~groundrules.engine.Refusal` of kind ``budget`` for more states than that.
        """
        waiting: dict[Node, _Waiting] = {}
        states = waits = widest = 0

        def arrive(node: Node, tallies: Mapping[int, int], more: int, weight: int, denominator: int) -> None:
            nonlocal states, waits, widest
            there = waiting.setdefault(node, _Waiting({}, denominator))
            new = there.add(tallies, more, weight, denominator)
            states += 1 + new
            if node.play is None:
                waits += new
                widest = max(widest, waits)

        arrive(self.nodes[0], {0: 1}, self.opening, 1, 1)
        ends = []
        for node in self.nodes:
            here = waiting.pop(node)
            if node.play is not None:
                ends.append(End(node.play, here.tallies, here.denominator))
                continue
            waits -= len(here.tallies)
            for (more, target), weight in node.steps.items():
                arrive(target, here.tallies, more, weight, here.denominator * node.throws)
                if states > budget:
                    raise too_many(node.asks, budget)
        return ends, states, widest

    def counts(self, tally: int) -> dict[K, int]:
        """How often each key was counted; those that were not are left out."""
        found = {}
        for key in self._places:
            number = tally & _MASK
            if number:
                found[key] = number
            tally >>= BITS
        return found


@dataclass(slots=True)
class _Waiting:
    """The tallies at a node while they come together."""

    tallies: dict[int, int]
    denominator: int

    def add(self, tallies: Mapping[int, int], more: int, weight: int, denominator: int) -> int:
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


def _digits(value: int, width: int) -> Iterator[tuple[int, int]]:
    """The coefficients that a number holds, those that are not 0, with their places."""
    if value.bit_length() > 64 * width:
        half = value.bit_length() // width // 2 + 1
        low = value & (1 << half * width) - 1
        yield from _digits(low, width)
        yield from ((half + place, digit) for place, digit in _digits(value >> half * width, width))
        return
    mask, place = (1 << width) - 1, 0
    while value:
        digit = value & mask
        if digit:
            yield place, digit
        value >>= width
        place += 1


def _ordered(first: Node) -> list[Node]:
    """Every node after all that lead to it; where that leaves a choice, as they were followed."""
    comers: dict[Node, int] = {first: 0}
    todo = [first]
    while todo:
        for _, target in todo.pop().steps:
            if target not in comers:
                comers[target] = 0
                todo.append(target)
            comers[target] += 1
    entry = count()
    ready: list[tuple[bool, int, int, Node]] = [(first.play is not None, first.number, next(entry), first)]
    found: list[Node] = []
    while ready:
        node = heappop(ready)[-1]
        found.append(node)
        for _, target in node.steps:
            comers[target] -= 1
            if not comers[target]:
                heappush(ready, (target.play is not None, target.number, next(entry), target))
    if len(found) < len(comers):
        raise Refusal("budget", "the dice may bring the action back to where it was, and so on for ever")
    return found


def too_many(asks: str, budget: int) -> Refusal:
    """Odds that would take more states than the budget allows."""
    return Refusal(
        "budget",
        f"`{asks}` asks for more than the {budget:,} states that odds may take",
        "give a larger `--budget`, or ask for a sample with `--sample`",
    )
