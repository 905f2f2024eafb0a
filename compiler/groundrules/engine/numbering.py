"""Numbers that stand for things which are compared often: the same one for things that are equal.

Plays share most of what they are made of. A thing that was numbered before is known by its
identity, which is quicker than working out its hash again.
"""

from __future__ import annotations

from collections.abc import Sequence

#: When so many things are known, all are forgotten. Numbers go on, so that what is equal may then differ: no harm.
MOST_KNOWN = 200_000


class Numbering:
    """Gives out the numbers. Things stay alive while they are known, so that no other takes their identity."""

    __slots__ = ("_alive", "_by_identity", "_by_value", "_next")

    def __init__(self) -> None:
        self._by_identity: dict[int, int] = {}
        self._by_value: dict[object, int] = {}
        self._alive: list[object] = []
        self._next = 0

    def __call__(self, things: Sequence[object]) -> tuple[int | None, ...]:
        """The numbers of things, which must be hashable."""
        numbers = tuple(map(self._by_identity.get, map(id, things)))
        if None not in numbers:
            return numbers
        return tuple(self._number(thing) for thing in things)

    def _number(self, thing: object) -> int:
        known = self._by_identity.get(id(thing))
        if known is not None:
            return known
        if len(self._alive) >= MOST_KNOWN:
            self._by_identity.clear()
            self._by_value.clear()
            self._alive.clear()
        number = self._by_value.get(thing)
        if number is None:
            number = self._by_value[thing] = self._next
            self._next += 1
        self._by_identity[id(thing)] = number
        self._alive.append(thing)
        return number
