"""What carries over from one action to the next: states, used-up onces, ground that changed.

Plain frozen data, JSON out and in with the verdict, so that a game survives a restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

#: What stands in the brackets of a terrain, a trait, a state or an outcome.
Argument = Fraction | str


@dataclass(frozen=True, slots=True)
class StateHeld:
    """A model is in a state. ``until`` overrides how long the state lasts by its declaration."""

    model: str
    state: str
    args: tuple[Argument, ...] = ()
    until: str | None = None

    @property
    def text(self) -> str:
        """As scenarios write it: ``Prone``, ``Hurt(2)``."""
        return self.state + (f"({', '.join(str(each) for each in self.args)})" if self.args else "")


@dataclass(frozen=True, slots=True)
class Used:
    """A rule with ``once`` has happened. What is ``None`` stands for every model, piece or time.

    ``turn``, ``activation`` and ``leg`` count from 0 in the numbering of :class:`Memory`.
    """

    rule: str
    model: str | None = None
    piece: str | None = None
    turn: int | None = None
    activation: int | None = None
    leg: int | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A piece that has become another terrain, for good."""

    piece: str
    terrain: str
    args: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that later actions must know; an empty one is the beginning of a game."""

    states: tuple[StateHeld, ...] = ()
    used: tuple[Used, ...] = ()
    changed: tuple[Changed, ...] = ()
    turn: int = 0
    activation: int = 0
