"""Qualifiers, conditions and effects of the tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from groundrules.quantity import Quantity
from groundrules.syntax.ast_expr import Expr, Name, Node, Owned, Ref

Event = Literal[
    "enter", "leave", "cross", "contact", "start", "end", "activate", "climb", "jump", "drop", "turn start", "turn end"
]
Scope = Literal["move", "feature", "activation", "turn", "game"]

# ---- qualifiers, left of the colon


@dataclass(frozen=True, slots=True, kw_only=True)
class On(Node):
    """``on enter, start``."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class In(Node):
    """``in Ground``."""

    terrains: tuple[Ref, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class During(Node):
    """``during March, Charge``."""

    actions: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class For(Node):
    """``for Infantry``."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForUnit(Node):
    """``for unit``: asked once for the whole unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Except(Node):
    """``except War Engine``."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptDuring(Node):
    """``except during Pivot``."""

    actions: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Node):
    """``when CONDITION``."""

    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Once(Node):
    """``once per feature per move``; ``piece`` is read as ``feature``."""

    scopes: tuple[Scope, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Node):
    """``together``, ``rolled together``."""


Qualifier = On | In | During | For | ForUnit | Except | ExceptDuring | When | Once | Together

#: The order in which a rule written plainly has its qualifiers, and in which the tree holds
#: them: their order in the text has no meaning.
QUALIFIER_ORDER: tuple[type, ...] = (On, In, During, For, ForUnit, Except, ExceptDuring, When, Once, Together)
_RANK = {kind: rank for rank, kind in enumerate(QUALIFIER_ORDER)}


def in_plain_order(qualifiers: Iterable[Qualifier]) -> tuple[Qualifier, ...]:
    """Qualifiers in the order of :data:`QUALIFIER_ORDER`; those of one kind as written."""
    return tuple(sorted(qualifiers, key=lambda qualifier: _RANK[type(qualifier)]))


# ---- conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(Node):
    """``a and b and c``."""

    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(Node):
    """``a or b or c``."""

    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    """``not a``."""

    term: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket(Node):
    """``(a or b)``: kept, so that ``and`` beside ``or`` without brackets can be told."""

    term: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Node):
    """A condition of a word or two of the language."""

    kind: Literal[
        "whole move", "part of move", "inside", "behind", "between", "touching", "partly obscured", "wholly obscured"
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed(Node):
    """``agreed "less than half of the base fits"``."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Node):
    """A name as a condition: a trait, a state, a class, a chosen option."""

    name: Ref | Owned


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier(Node):
    """``any``, ``all``, ``none``, ``over 1/2``, ``at least 3``."""

    kind: Literal["any", "all", "none", "over", "at least"]
    number: Quantity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(Node):
    """``over 1/2 of unit inside``, ``all of facing obscured by Any Terrain``."""

    quantifier: Quantifier
    of: Literal["unit", "base", "facing"]
    where: Literal["inside", "outside", "touching", "behind", "obscured"]
    by: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Node):
    """``model Height at least Large``, ``obscured over 1/2``, ``Season is Winter``."""

    op: Literal["ge", "le", "gt", "lt", "eq", "ne"]
    left: Expr
    right: Expr


Condition = Both | Either | Not | Bracket | Fact | Agreed | Named | Share | Compare

# ---- effects, right of the colon


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTimes(Node):
    """``cost x2``."""

    factor: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPlus(Node):
    """``cost +1``, ``cost -1`` (``amount`` negated), ``cost +5ft per square`` (``per``)."""

    amount: Expr
    per: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CostFloor(Node):
    """``cost at least 1``."""

    least: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class CostEnter(Node):
    """``cost 2" to enter``."""

    amount: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRate(Node):
    """``cost 1" per 1" of rise``; ``rate`` is a :class:`~groundrules.syntax.ast_expr.Rate`."""

    rate: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class CostAll(Node):
    """``cost all``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit(Node):
    """``forbid enter and end``, ``allow enter always``; what is an event or an action."""

    verb: Literal["forbid", "allow"]
    what: tuple[Event | Name, ...]
    always: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt(Node):
    """A stop of some kind, by its words."""

    kind: Literal["stop", "may stop", "end move", "end move beyond", "end activation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAfter(Node):
    """``stop after result``."""

    distance: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Node):
    """``at most 6"`` (cap), ``at least 5cm`` (floor), ``up to Road Speed`` (allowance)."""

    kind: Literal["cap", "floor", "allowance"]
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Node):
    """A changed field (or the total of a roll): ``Speed +5cm``, ``half Speed``, ``Armour becomes 2``.

    ``op``: ``times``, ``plus``, ``minus``, ``set`` (``becomes``), ``own`` (``is``: the
    value that pieces of this kind have), ``half``. ``bound`` is the end after ``down to``
    or ``up to``.
    """

    target: Name | Owned
    op: Literal["times", "plus", "minus", "set", "own", "half"]
    value: Expr | None = None
    bound: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreDice(Node):
    """``Risky Roll +1 die`` (``count`` 1), ``Risky Roll -1 die`` (``count`` -1)."""

    roll: Name | Owned
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GainLose(Node):
    """``gain Prone``, ``lose Prone``."""

    verb: Literal["gain", "lose"]
    states: tuple[Ref, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveCover(Node):
    """``cover Hard``."""

    grade: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSight(Node):
    """``block sight``, ``block sight beyond 3"``."""

    beyond: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsAs(Node):
    """``counts as Dangerous(2) and Difficult``."""

    terrains: tuple[Ref, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inherits(Node):
    """``as Woods``: this terrain, trait … has all rules of that one."""

    base: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(Node):
    """``Difficult and Dangerous except Open``: terrains by name."""

    terrains: tuple[Ref, ...]
    excepts: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(Node):
    """``treat Greater as Difficult``."""

    ground: Ground
    target: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore(Node):
    """``ignore Difficult and Dangerous while moving``, ``ignore Any Terrain on climb and jump``."""

    ground: Ground
    moving: bool = False
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Node):
    """``pass R and S``, ``pass R as Band``."""

    rolls: tuple[Name, ...]
    band: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Node):
    """``reroll 1 in R``, ``reroll 1-2 in R``, ``reroll Failure in R``."""

    what: Name | tuple[int, int]
    rolls: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaces(Node):
    """``replaces Woods and Marsh``."""

    terrains: tuple[Ref, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Becomes(Node):
    """``becomes Wildwood``: the piece changes for good."""

    terrain: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEffect(Node):
    """``no effect``, said on purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(Node):
    """A name as an effect: a roll made, an outcome handed over, in a cell a terrain counted as.

    ``without`` are outcomes or things left out: ``Hit without Critical Damage``.
    """

    ref: Ref
    without: tuple[Name, ...] = ()


Effect = (
    CostTimes
    | CostPlus
    | CostFloor
    | CostEnter
    | CostRate
    | CostAll
    | Permit
    | Halt
    | StopAfter
    | Limit
    | Change
    | MoreDice
    | GainLose
    | GiveCover
    | BlockSight
    | CountsAs
    | Inherits
    | Treat
    | Ignore
    | Pass
    | Reroll
    | Replaces
    | Becomes
    | NoEffect
    | Perform
)
