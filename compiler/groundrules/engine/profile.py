"""Keys of remembered answers: what rules can read of a model, and of a piece of ground.

Both are hashable, and know their hash, since every decision is looked up by them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from groundrules.engine.situation import Fields, FieldValue, Named


@dataclass(frozen=True, slots=True)
class Profile:
    """All that a rule can ask of a model without looking at the table: names as declared.

    ``options`` are the chosen ones, ``game`` what the day states.
    """

    fields: Fields = ()
    traits: tuple[Named, ...] = ()
    states: tuple[Named, ...] = ()
    options: tuple[str, ...] = ()
    game: Fields = ()
    _hash: int = field(init=False, repr=False, compare=False)
    _fields: dict[str, FieldValue] = field(init=False, repr=False, compare=False)
    _game: dict[str, FieldValue] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        key = (self.fields, self.traits, self.states, self.options, self.game)
        object.__setattr__(self, "_hash", hash(key))
        object.__setattr__(self, "_fields", dict(self.fields))
        object.__setattr__(self, "_game", dict(self.game))

    def __hash__(self) -> int:
        return self._hash

    def field(self, name: str) -> FieldValue | None:
        """What the model states there, ``None`` for nothing."""
        return self._fields.get(name)

    def of_game(self, name: str) -> FieldValue | None:
        """What the day states there, ``None`` for nothing."""
        return self._game.get(name)


@dataclass(frozen=True, slots=True)
class Spot:
    """All that a rule can ask of a piece without looking where it lies."""

    terrains: tuple[Named, ...] = ()
    fields: Fields = ()
    _hash: int = field(init=False, repr=False, compare=False)
    _fields: dict[str, FieldValue] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.terrains, self.fields)))
        object.__setattr__(self, "_fields", dict(self.fields))

    def __hash__(self) -> int:
        return self._hash

    def field(self, name: str) -> FieldValue | None:
        """What the piece states there, ``None`` for nothing."""
        return self._fields.get(name)
