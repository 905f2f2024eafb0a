"""What is judged: a table, models alone or as a unit, and one action.

Names may be spelled as people spell them (``Risky Roll``, ``RiskyRoll``); the engine
finds the declared one and refuses what it does not know. Numbers are exact; lengths are
in the ruleset's unit. On a grid the points are cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from groundrules.ground.numbers import Number, Point
from groundrules.ground.shapes import Shape
from groundrules.verdict import Argument

#: What a field states: a number, the name of a value, or (agreed) whatever was agreed.
FieldValue = Fraction | str | bool
#: The stated fields, by name; hashable.
Fields = tuple[tuple[str, FieldValue], ...]


def fields_of(stated: Mapping[str, FieldValue] | Iterable[tuple[str, FieldValue]]) -> Fields:
    """Stated fields in the form that pieces and models keep them in."""
    return tuple(sorted(dict(stated).items()))


@dataclass(frozen=True, slots=True)
class Named:
    """A name with its brackets: the terrain ``Dangerous(1)``, the trait ``Strider(Water)``, a state."""

    name: str
    args: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of terrain; it may be several kinds at once.

    ``shape``: see :mod:`groundrules.ground.shapes`; ``cells``: the cells of a grid that it
    covers, instead of a shape. ``bottom`` and ``top`` bound the heights in which it meets
    a model.
    """

    name: str
    terrains: tuple[Named, ...]
    shape: Shape | None = None
    cells: tuple[tuple[int, int], ...] = ()
    fields: Fields = ()
    bottom: Fraction | None = None
    top: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces on the table."""

    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Upright:
    """A step up or down on the spot, or a jump over what lies there: its height or width."""

    kind: Literal["climb", "jump", "drop"]
    by: Fraction


#: A point of the path, or an upright step at the point before it.
Step = Point | Upright
#: One leg: it begins with a point.
Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model: what it states, its traits, its base, where it stands.

    ``base``: nothing (a point), a diameter, or width and depth; ``facing`` in degrees.
    ``at`` is needed only where no path says it. ``path`` (in a unit): a path of its own,
    instead of the unit's displacement; ``moves`` the same for several legs.
    """

    name: str = "model"
    fields: Fields = ()
    traits: tuple[Named, ...] = ()
    base: Number | tuple[Number, Number] | None = None
    facing: Fraction = Fraction(0)
    at: Point | None = None
    bottom: Fraction | None = None
    top: Fraction | None = None
    moves: tuple[Path, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Several models that move as one, in their order; what they share is already in each."""

    models: tuple[Model, ...]
    name: str = "unit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One action on a table.

    ``action``: ``None`` is the first one declared. ``moves``: one path a leg; none, or a
    single point, is no move. ``options``: the chosen ones; ``may stop`` takes the first
    leave to stop. ``agreed``: facts that hold. ``game``: what the day states. ``turn``:
    ``next`` lets a turn end and the next one begin first, for these models. ``activate``:
    whether the model is activated now; ``False`` goes on with an activation that began before.
    """

    mover: Model | Unit
    table: Table = Table()
    action: str | None = None
    moves: tuple[Path, ...] = ()
    options: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    game: Fields = ()
    turn: Literal["next"] | None = None
    activate: bool = True

    @property
    def models(self) -> tuple[Model, ...]:
        """The models that act, in their order."""
        return self.mover.models if isinstance(self.mover, Unit) else (self.mover,)

    @property
    def unit(self) -> str | None:
        """The unit's name; ``None`` for a model alone."""
        return self.mover.name if isinstance(self.mover, Unit) else None
