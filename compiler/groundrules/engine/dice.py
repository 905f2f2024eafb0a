"""Where faces come from: a seed, a list, or the player.

The evaluator never rolls: it stops with a :class:`Request` and goes on once somebody has
answered. Exact odds answer with every possible face in turn (:mod:`groundrules.engine.exact`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from groundrules.engine.reads import FACES, Reads
from groundrules.engine.refusal import Refusal
from groundrules.verdict import Pending


@dataclass(frozen=True, slots=True)
class Request:
    """Faces that are wanted: ``count`` dice of ``sides`` sides, for what ``asks`` says."""

    count: int
    sides: int
    asks: Pending
    #: Finds out what of the faces will be read; only exact odds want to know.
    reading: Callable[[], Reads] = field(default=lambda: FACES, compare=False, repr=False)

    @property
    def reads(self) -> Reads:
        """How much of the faces matters for what follows; to be asked before the play goes on."""
        return self.reading()


class Dice(Protocol):
    """A source of faces."""

    def roll(self, request: Request) -> tuple[int, ...] | None:
        """As many faces as asked for, each from 1 to the number of sides; ``None``: not known yet."""
        ...


class SeededDice:
    """Random faces, the same for the same seed (any integer or text)."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed.encode("utf-8", "surrogatepass") if isinstance(seed, str) else seed)

    def roll(self, request: Request) -> tuple[int, ...]:
        """Faces of the seed's sequence."""
        return tuple(self._random.randint(1, request.sides) for _ in range(request.count))


class ScriptedDice:
    """Faces from a list, in the order in which they are rolled."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = tuple(faces)
        self.used = 0

    @property
    def left(self) -> tuple[int, ...]:
        """Faces that nobody asked for."""
        return self.faces[self.used :]

    def roll(self, request: Request) -> tuple[int, ...] | None:
        """The next faces; ``None`` when too few are left.

        Raises :class:`Refusal` for a face that such a die does not have.
        """
        end = self.used + request.count
        if end > len(self.faces):
            return None
        faces = self.faces[self.used : end]
        for face in faces:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= request.sides:
                raise Refusal("dice", f"a d{request.sides} has no face {face!r}, asked for by {request.asks.name}")
        self.used = end
        return faces
