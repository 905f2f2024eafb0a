"""Numbers that stand for things which are compared often: the same one for things that are equal.

Plays share most of what they are made of. A thing that was numbered before is known by its
identity, which is quicker than working out its hash again.
"""

from __future__ import annotations

from collections.abc import Sequence

#: When so many things are known by their identities, these are forgotten; their hashes find the numbers again.
MOST_KNOWN = 20_000


class Numbering:
    """Gives out the numbers. Things stay alive while they are known, so that no other takes their identity."""

    __slots__ = ("_alive", "_by_identity", "_by_value", "_rows")

    def __init__(self) -> None:
        self._by_identity: dict[int, int] = {}
        self._by_value: dict[object, int] = {}
        self._alive: list[object] = []
        #: Equal rows are one, since many plays keep them.
        self._rows: dict[tuple[int | None, ...], tuple[int | None, ...]] = {}

    def __call__(self, things: Sequence[object]) -> tuple[int | None, ...]:
        """The numbers of things, which must be hashable."""
        numbers: tuple[int | None, ...] = tuple(map(self._by_identity.get, map(id, things)))
        if None in numbers:
            numbers = tuple(self._number(thing) for thing in things)
        return self._rows.setdefault(numbers, numbers)

    def _number(self, thing: object) -> int:
        known = self._by_identity.get(id(thing))
        if known is not None:
            return known
        if len(self._alive) >= MOST_KNOWN:
            self._by_identity.clear()
            self._alive.clear()
        number = self._by_value.setdefault(thing, len(self._by_value))
        self._by_identity[id(thing)] = number
        self._alive.append(thing)
        return number
