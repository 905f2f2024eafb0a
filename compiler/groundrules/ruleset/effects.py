"""What a compiled rule does: one tagged record an effect, each with its resolved scope.

The scope says when the effect holds:

``event``
    when one of the rule's events happens (or, in a band or a handler, when it is reached);
``stretch``
    over every length of path that lies in the ground;
``whole move``
    decided once by where the announced move lies (``when whole move``, ``when part of move``);
``while there``
    while the model is in the ground, or while it is looked at through or in it;
``action``
    for the whole action: what a trait, state, value, action or option says of its own model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from groundrules.ruleset.terms import Condition, Event, Expr, Term

Scope = Literal["event", "stretch", "whole move", "while there", "action"]
OnceScope = Literal["move", "feature", "activation", "turn", "game"]


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """What stands left of the colon behind the subject, inherited qualifiers included.

    ``within``, ``during``, ``who`` hold one group of alternatives for each qualifier: all
    groups must hold, each by one of its members. ``but`` and ``but_during`` hold names of
    which none may apply. ``when`` joins all conditions.
    """

    on: tuple[Event, ...] = ()
    within: tuple[tuple[Term, ...], ...] = ()
    during: tuple[tuple[str, ...], ...] = ()
    who: tuple[tuple[Term, ...], ...] = ()
    unit: bool = False
    but: tuple[Term, ...] = ()
    but_during: tuple[str, ...] = ()
    when: Condition | None = None
    once: tuple[OnceScope, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """Terrains by name, less those excepted; ``Any Terrain`` is one of kind ``any terrain``."""

    terrains: tuple[Term, ...]
    excepts: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class CostTimes:
    """Each unit of distance counts ``factor`` times."""

    TAG: ClassVar[str] = "cost times"
    factor: Expr
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class CostPlus:
    """Each unit of distance costs ``amount`` more (less, if negative); with ``per``, each cell entered."""

    TAG: ClassVar[str] = "cost plus"
    amount: Expr
    per: str | None = None
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class CostFloor:
    """A unit of distance costs at least ``least``."""

    TAG: ClassVar[str] = "cost at least"
    least: Expr
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class CostEnter:
    """``amount`` once on each entering."""

    TAG: ClassVar[str] = "cost to enter"
    amount: Expr
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class CostRate:
    """A cost by a measure; at an upright step (or another event) once, else over the stretch."""

    TAG: ClassVar[str] = "cost by measure"
    rate: Expr
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class CostAll:
    """Uses up what is left of the allowance, whatever multiplies it."""

    TAG: ClassVar[str] = "cost all"
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class Permit:
    """``forbid`` or ``allow`` events and actions; nothing lifts a forbid that holds ``always``."""

    TAG: ClassVar[str] = "permit"
    verb: Literal["forbid", "allow"]
    events: tuple[Event, ...] = ()
    actions: tuple[str, ...] = ()
    always: bool = False
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class Halt:
    """``stop`` no farther in this action; ``end move`` this leg ends here; ``end move beyond`` once
    across; ``end activation`` nothing more; ``may stop`` the player's choice.
    """

    TAG: ClassVar[str] = "halt"
    halt: Literal["stop", "may stop", "end move", "end move beyond", "end activation"]
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class StopAfter:
    """The model goes ``distance`` farther and stops."""

    TAG: ClassVar[str] = "stop after"
    distance: Expr
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class Limit:
    """``cap``: moves at most; ``floor``: at least; ``allowance``: the action's allowance is."""

    TAG: ClassVar[str] = "limit"
    limit: Literal["cap", "floor", "allowance"]
    value: Expr
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class Change:
    """A changed field of ``owner``; ``own`` is the value that every piece of this kind states.

    ``bound`` ends a ``plus`` (up to) or a ``minus`` (down to).
    """

    TAG: ClassVar[str] = "change"
    owner: Literal["model", "piece", "game", "shooter", "target"]
    field: str
    op: Literal["times", "plus", "minus", "set", "own"]
    value: Expr
    bound: Expr | None = None
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class ChangeNumber:
    """A changed quantity declared by ``number``, for this model."""

    TAG: ClassVar[str] = "change number"
    name: str
    op: Literal["times", "plus", "minus", "set"]
    value: Expr
    bound: Expr | None = None
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class ChangeRoll:
    """The total of a roll ``plus`` or ``minus`` a value."""

    TAG: ClassVar[str] = "change roll"
    roll: str
    op: Literal["plus", "minus", "times"]
    value: Expr
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class MoreDice:
    """A roll is made with ``count`` dice more (fewer, if negative)."""

    TAG: ClassVar[str] = "more dice"
    roll: str
    count: int
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class GainLose:
    """The model gains or loses states."""

    TAG: ClassVar[str] = "gain or lose"
    verb: Literal["gain", "lose"]
    states: tuple[Term, ...]
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class GiveCover:
    """The target is in cover of this grade."""

    TAG: ClassVar[str] = "cover"
    grade: str
    scope: Scope = "while there"


@dataclass(frozen=True, slots=True)
class BlockSight:
    """Sight passes in and out, not through; with ``beyond``, not deeper than that."""

    TAG: ClassVar[str] = "block sight"
    beyond: Expr | None = None
    scope: Scope = "while there"


@dataclass(frozen=True, slots=True)
class CountsAs:
    """The ground keeps what it is and is these terrains too."""

    TAG: ClassVar[str] = "counts as"
    terrains: tuple[Term, ...]
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class Treat:
    """To this model the ground is ``target`` instead."""

    TAG: ClassVar[str] = "treat as"
    ground: Ground
    target: Term
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class Ignore:
    """The model ignores the ground; ``moving``: only between the ends of the move; ``events``: only then."""

    TAG: ClassVar[str] = "ignore"
    ground: Ground
    moving: bool = False
    events: tuple[Event, ...] = ()
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class Pass:
    """These rolls are passed as ``band`` without being made (``band`` None: as each die's best, not made)."""

    TAG: ClassVar[str] = "pass"
    rolls: tuple[str, ...]
    band: str | None = None
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Dice of these rolls that show ``low``–``high`` are rolled again, or the whole roll when it fell into ``band``."""

    TAG: ClassVar[str] = "reroll"
    rolls: tuple[str, ...]
    low: int | None = None
    high: int | None = None
    band: str | None = None
    scope: Scope = "action"


@dataclass(frozen=True, slots=True)
class Replaces:
    """Where this ground lies over these terrains, only it speaks."""

    TAG: ClassVar[str] = "replaces"
    terrains: tuple[Term, ...]
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class Becomes:
    """The piece becomes that terrain, for good."""

    TAG: ClassVar[str] = "becomes"
    terrain: Term
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class NoEffect:
    """Said on purpose; in a rule with qualifiers it silences the rules that the rule ``beats``."""

    TAG: ClassVar[str] = "no effect"
    scope: Scope = "stretch"


@dataclass(frozen=True, slots=True)
class Handler:
    """What follows when the roll of a :class:`Perform` (or of a derived roll) falls into ``band``.

    ``id`` is ``RULE > Band``.
    """

    id: str
    band: str
    qualifiers: Qualifiers = field(default_factory=Qualifiers)
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Perform:
    """A roll is made; its own bands act, then the handlers, then stops and ends take hold."""

    TAG: ClassVar[str] = "roll"
    roll: str
    args: tuple[Expr, ...] = ()
    handlers: tuple[Handler, ...] = ()
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class Deliver:
    """An outcome is handed to the game around, ``without`` some of what it would bring."""

    TAG: ClassVar[str] = "outcome"
    outcome: str
    args: tuple[Expr, ...] = ()
    without: tuple[str, ...] = ()
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class Choose:
    """Effects that hold when the player has chosen the option. ``id`` is ``RULE > option Name``."""

    TAG: ClassVar[str] = "option"
    id: str
    option: str
    qualifiers: Qualifiers = field(default_factory=Qualifiers)
    effects: tuple[Effect, ...] = ()
    scope: Scope = "event"


@dataclass(frozen=True, slots=True)
class Conditional:
    """Effects below a band or handler that hold only under further qualifiers. ``id`` names the branch."""

    TAG: ClassVar[str] = "conditional"
    id: str
    qualifiers: Qualifiers
    effects: tuple[Effect, ...] = ()
    scope: Scope = "event"


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
    | ChangeNumber
    | ChangeRoll
    | MoreDice
    | GainLose
    | GiveCover
    | BlockSight
    | CountsAs
    | Treat
    | Ignore
    | Pass
    | Reroll
    | Replaces
    | Becomes
    | NoEffect
    | Perform
    | Deliver
    | Choose
    | Conditional
)
