"""A moment that no table shows: what is stated of it, for the odds of a roll by itself.

Whatever is asked and was not stated is refused: nothing of a moment is ever taken for granted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from groundrules.engine.profile import Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Fields, Named
from groundrules.engine.words import condition_words
from groundrules.naming import name_key
from groundrules.ruleset import Agreed, MeasureKind, MoveLies, Share, Stands
from groundrules.verdict import Number

#: A condition that only the table, the move or the players can answer.
Fact = Agreed | MoveLies | Share | Stands
#: By what the terrain of the piece is stated at which a roll is made.
GROUND = "ground"


def fact_name(fact: Fact) -> str:
    """What a fact is stated by: its words in the rules; of one that players agree on, theirs."""
    return fact.text if isinstance(fact, Agreed) else condition_words(fact)


def stated_key(name: str) -> str:
    """What names of measures and facts are compared by."""
    return name_key(name.replace("_", " ")).casefold()


@dataclass(frozen=True, slots=True)
class Stated:
    """``measures`` and ``facts`` by :func:`stated_key`; ``ground``: the terrains of the piece, ``None`` if unsaid.

    ``piece``: the fields of that piece.
    """

    measures: Mapping[str, Number] = field(default_factory=dict)
    facts: Mapping[str, bool] = field(default_factory=dict)
    ground: tuple[Named, ...] | None = None
    piece: Fields = ()

    def measure(self, kind: MeasureKind) -> Number:
        """A measure; refused where nobody stated it."""
        value = self.measures.get(stated_key(kind))
        if value is None:
            raise _unsaid(kind, f"{kind}=4")
        return value

    def holds(self, fact: Fact) -> bool:
        """Whether a fact holds; refused where nobody stated it."""
        name = fact_name(fact)
        value = self.facts.get(stated_key(name))
        if value is None:
            raise _unsaid(name, f"{name}=yes")
        return value

    def spot(self) -> Spot:
        """The piece, which has only what is stated of it."""
        return _UnsaidGround((), self.piece) if self.ground is None else Spot(self.ground, self.piece)


class _UnsaidGround(Spot):
    """A piece of which nobody said what terrain it is."""

    __slots__ = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.fields))
        object.__setattr__(self, "_fields", dict(self.fields))

    def __getattribute__(self, name: str) -> object:
        if name == "terrains":
            raise _unsaid(GROUND, f"{GROUND}=Open")
        return super().__getattribute__(name)


def _unsaid(name: str, example: str) -> Refusal:
    shown = f'"{example}"' if " " in example else example
    return Refusal("field", f"the chances hang on `{name}`, which is not stated", f"state it, as in `{shown}`")
