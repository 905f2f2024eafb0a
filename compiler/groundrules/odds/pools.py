"""Pools of dice as few different results, each with an integer weight.

A pool of ``n`` dice with ``s`` sides has ``s**n`` equally likely throws. What follows a
throw seldom depends on all of it: on a total, on how many dice fall into a band, on the
highest two. Each function here groups the throws by what matters and gives, for every
group, the number of its throws (all weights sum to ``s**n``) and one throw that stands for
it. The work follows the number of different results, not of throws.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import Literal


@dataclass(frozen=True, slots=True)
class Throw:
    """A group of throws that lead to the same: how many there are, and one of them."""

    weight: int
    faces: tuple[int, ...]


@lru_cache(maxsize=512)
def sums(count: int, sides: int) -> tuple[int, ...]:
    """How many throws of ``count`` dice give each total; entry ``i`` is the total ``count + i``.

    By repeated convolution with one die, each a running sum: ``count² · sides`` additions.
    """
    ways = [1]
    for _ in range(count):
        running, longer = 0, []
        for i in range(len(ways) + sides - 1):
            running += ways[i] if i < len(ways) else 0
            running -= ways[i - sides] if i >= sides else 0
            longer.append(running)
        ways = longer
    return tuple(ways)


def by_total(
    count: int, sides: int, keep: int | None = None, which: Literal["highest", "lowest"] = "highest"
) -> tuple[Throw, ...]:
    """The throws grouped by the sum of the ``keep`` highest or lowest dice (all, if ``None``)."""
    if keep is None or keep >= count:
        return tuple(Throw(weight, _spread(count, sides, count + i)) for i, weight in enumerate(sums(count, sides)))
    return _kept(count, sides, keep, which)


@lru_cache(maxsize=512)
def _kept(count: int, sides: int, keep: int, which: Literal["highest", "lowest"]) -> tuple[Throw, ...]:
    """``keep`` of ``count``: faces are dealt from the best downwards.

    State: dice dealt so far (fewer than are kept), their sum. Of the dice still to deal any
    number show the next face, in so many combinations; once enough are kept, every other
    die may show any of the faces that are left.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    totals: dict[int, int] = {}
    order = range(sides, 0, -1) if which == "highest" else range(1, sides + 1)
    for left, face in zip(range(sides - 1, -1, -1), order, strict=True):
        further: dict[tuple[int, int], int] = {}
        free = [left**number for number in range(count + 1)]
        for (dealt, total), weight in ways.items():
            for showing in range(count - dealt + 1):
                more, now = weight * comb(count - dealt, showing), dealt + showing
                if now >= keep:
                    kept = total + face * (keep - dealt)
                    totals[kept] = totals.get(kept, 0) + more * free[count - now]
                else:
                    state = (now, total + face * showing)
                    further[state] = further.get(state, 0) + more
        ways = further
    filler = 1 if which == "highest" else sides
    return tuple(
        Throw(totals[total], _spread(keep, sides, total) + (filler,) * (count - keep)) for total in sorted(totals)
    )


def by_classes(count: int, sides: int, classes: Sequence[int]) -> tuple[Throw, ...]:
    """The throws grouped by how many dice show a face of each class.

    ``classes[f - 1]`` is the class of face ``f``. The weight of a group is multinomial
    times the number of faces of each class to the power of its count.
    """
    if len(classes) != sides:
        raise ValueError(f"{sides} sides and {len(classes)} classes")
    names = list(dict.fromkeys(classes))
    faces = [next(f + 1 for f, each in enumerate(classes) if each == name) for name in names]
    sizes = [classes.count(name) for name in names]
    found = []
    for counts in _compositions(count, len(names)):
        weight = factorial(count)
        for number, size in zip(counts, sizes, strict=True):
            weight = weight // factorial(number) * size**number
        found.append(Throw(weight, tuple(f for f, number in zip(faces, counts, strict=True) for _ in range(number))))
    return tuple(found)


def by_parted(count: int, sides: int, again: Collection[int]) -> tuple[Throw, ...]:
    """The throws grouped by how many dice show one of the faces ``again``, and by the sum of all others.

    Dice are added one by one; each state (how many, the sum) keeps one throw that leads to it.
    """
    others = [face for face in range(1, sides + 1) if face not in again]
    first = min(again, default=0)
    states: dict[tuple[int, int], Throw] = {(0, 0): Throw(1, ())}
    for _ in range(count):
        further: dict[tuple[int, int], Throw] = {}
        for (number, total), throw in states.items():
            steps = [((number, total + face), 1, face) for face in others]
            if again:
                steps.append(((number + 1, total), len(again), first))
            for state, ways, face in steps:
                same = further.get(state)
                weight = throw.weight * ways
                further[state] = (
                    Throw(weight, (*throw.faces, face)) if same is None else Throw(same.weight + weight, same.faces)
                )
        states = further
    return tuple(states.values())


def by_faces(count: int, sides: int) -> tuple[Throw, ...]:
    """The throws grouped by which faces lie there, whatever the order."""
    return by_classes(count, sides, range(sides))


def group_count(count: int, classes: int) -> int:
    """How many groups :func:`by_classes` makes: the ways to part ``count`` dice among ``classes``."""
    return comb(count + classes - 1, classes - 1)


def _spread(count: int, sides: int, total: int) -> tuple[int, ...]:
    """Some throw of ``count`` dice with that total, the highest faces first."""
    rest = total - count
    faces = []
    for _ in range(count):
        more = min(rest, sides - 1)
        faces.append(1 + more)
        rest -= more
    return tuple(faces)


def _compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(total,)]
    return [(first, *rest) for first in range(total + 1) for rest in _compositions(total - first, parts - 1)]
