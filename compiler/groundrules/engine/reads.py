"""How much of a throw matters: what follows reads a total, how many dice show what, or the faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Faces:
    """Which faces lie there matters, whatever their order."""


@dataclass(frozen=True, slots=True)
class Total:
    """Only the sum of the ``keep`` highest or lowest dice matters (of all, if ``None``).

    ``classes``: of these sums only the class, lowest sum first; ``None``: each sum matters.
    """

    keep: int | None = None
    which: Literal["highest", "lowest"] = "highest"
    classes: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Classes:
    """Only how many dice show a face of each class matters; ``classes[f - 1]`` is that of face ``f``."""

    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """Only how many dice show one of the faces ``again`` matters, and the sum of all others."""

    again: frozenset[int]


Reads = Faces | Total | Classes | Parted
FACES = Faces()


def numbered(keys: list[object]) -> tuple[int, ...]:
    """Classes for things: those with equal keys share one."""
    seen: dict[object, int] = {}
    return tuple(seen.setdefault(key, len(seen)) for key in keys)
