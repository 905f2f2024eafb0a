"""Names, arithmetic and conditions of compiled rules, all resolved.

Everything here is plain frozen data. A class with a ``TAG`` is one member of a tagged
union: in JSON it is an object whose ``kind`` is the tag. Names are the declared names,
spelled as their author declared them, the same string wherever the thing is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

Event = Literal[
    "enter", "leave", "cross", "contact", "start", "end", "activate", "climb", "jump", "drop", "turn start", "turn end"
]
EVENTS: tuple[Event, ...] = (
    "activate", "start", "leave", "contact", "enter", "cross", "end", "climb", "jump", "drop", "turn start", "turn end",
)  # fmt: skip

TermKind = Literal[
    "terrain", "any terrain", "trait", "value", "state", "action", "option", "cover", "outcome", "parameter"
]


@dataclass(frozen=True, slots=True)
class Term:
    """A resolved name where a rule speaks of something.

    ``value`` is a value of a field that holds one of several (a class, an ordered height,
    the season); ``owner`` and ``field`` then say of which. ``args`` are what stands in
    brackets: numbers, parameters of the rule's own subject (:class:`Param`), or names.
    ``Any Terrain`` is the kind ``any terrain``, with that name. The kind ``parameter`` is a
    parameter of the rule's own subject that stands for a name: ``Ground`` in
    ``Strider(Ground) in Ground``.
    """

    kind: TermKind
    name: str
    args: tuple[Expr, ...] = ()
    owner: str | None = None
    field: str | None = None


# ---- arithmetic


@dataclass(frozen=True, slots=True)
class Num:
    """A number. A length is in the ruleset's own unit, which ``unit`` names for the reader."""

    TAG: ClassVar[str] = "number"
    value: Fraction
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class FieldOf:
    """What a model, a piece or the game states. ``owner``: model, piece, game, shooter, target."""

    TAG: ClassVar[str] = "field"
    owner: Literal["model", "piece", "game", "shooter", "target"]
    field: str


@dataclass(frozen=True, slots=True)
class ValueOf:
    """A value of a one-of or ordered field as an operand: ``Large`` in ``Height at least Large``."""

    TAG: ClassVar[str] = "value"
    owner: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class NumberOf:
    """A quantity declared by ``number``."""

    TAG: ClassVar[str] = "named number"
    name: str


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of the subject, roll or outcome that is being evaluated: ``X`` in ``Dangerous(X)``."""

    TAG: ClassVar[str] = "parameter"
    name: str


@dataclass(frozen=True, slots=True)
class NameArg:
    """A name handed over as an argument: ``Water`` in ``Strider(Water)``."""

    TAG: ClassVar[str] = "name"
    term: Term


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` sides; ``unit`` names what the faces are, if not plain numbers."""

    TAG: ClassVar[str] = "dice"
    count: Expr
    sides: int
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class TotalOf:
    """The total of another roll, made for this purpose: ``Speed + Charge Roll``."""

    TAG: ClassVar[str] = "total of roll"
    roll: str
    args: tuple[Expr, ...] = ()


MeasureKind = Literal["obscured", "covered", "width", "base", "distance", "moved", "rise", "gap", "fall"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of the situation; lengths in the ruleset's unit, ``obscured`` and ``covered`` as shares."""

    TAG: ClassVar[str] = "measure"
    measure: MeasureKind


@dataclass(frozen=True, slots=True)
class Read:
    """``result``, the total of the roll that is being read, or ``natural``, its faces."""

    TAG: ClassVar[str] = "read"
    what: Literal["result", "natural"]


@dataclass(frozen=True, slots=True)
class Binary:
    """``left op right``."""

    TAG: ClassVar[str] = "arithmetic"
    op: Literal["add", "sub", "mul", "div"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Neg:
    """``-term``."""

    TAG: ClassVar[str] = "negative"
    term: Expr


@dataclass(frozen=True, slots=True)
class Rate:
    """``amount`` for every ``per`` of a measure.

    ``whole``: ``full`` counts only full steps, ``part`` counts a begun one, ``None`` is in
    proportion. ``unit`` names the unit of ``per`` for the reader.
    """

    TAG: ClassVar[str] = "rate"
    amount: Expr
    per: Fraction
    measure: MeasureKind
    whole: Literal["full", "part"] | None = None
    unit: str | None = None


Expr = Num | FieldOf | ValueOf | NumberOf | Param | NameArg | Dice | TotalOf | Measure | Read | Binary | Neg | Rate

# ---- conditions


@dataclass(frozen=True, slots=True)
class All:
    """Every term holds; of no terms: true."""

    TAG: ClassVar[str] = "all"
    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """One of the terms holds."""

    TAG: ClassVar[str] = "any"
    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The term does not hold."""

    TAG: ClassVar[str] = "not"
    term: Condition


@dataclass(frozen=True, slots=True)
class Is:
    """The owner has the trait, is in the state, has the value, is of the terrain; the option is chosen.

    ``owner``: model (unless said otherwise), shooter, target, piece, game.
    """

    TAG: ClassVar[str] = "is"
    term: Term
    owner: Literal["model", "piece", "shooter", "target", "game"] = "model"


@dataclass(frozen=True, slots=True)
class MoveLies:
    """The ``whole`` of the move, or ``part`` of it, lies in this terrain (all its pieces together)."""

    TAG: ClassVar[str] = "move lies"
    part: Literal["whole", "part"]


@dataclass(frozen=True, slots=True)
class Stands:
    """The model (or the target of a look) is inside, behind, touching this piece, or it lies between."""

    TAG: ClassVar[str] = "stands"
    where: Literal["inside", "behind", "between", "touching"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """A fact that the players agree on, in the author's words; false until the scenario lists it."""

    TAG: ClassVar[str] = "agreed"
    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the unit, the base or the facing.

    ``over``/``at least`` compare with ``number``: a fraction below one, or one, is a
    share; of a unit a whole number above one counts models. ``by``: the terrains that
    obscure (all their pieces together); empty means this piece.
    """

    TAG: ClassVar[str] = "share"
    quantity: Literal["any", "all", "none", "over", "at least"]
    of: Literal["unit", "base", "facing"]
    where: Literal["inside", "outside", "touching", "behind", "obscured"]
    number: Fraction | None = None
    by: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """``left op right``; ordered values compare by their place in the declared order."""

    TAG: ClassVar[str] = "compare"
    op: Literal["ge", "le", "gt", "lt", "eq", "ne"]
    left: Expr
    right: Expr


Condition = All | Any | Not | Is | MoveLies | Stands | Agreed | Share | Compare
