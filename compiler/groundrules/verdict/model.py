"""A verdict: what became of one action, and the rule behind every line of it.

Plain frozen data. A number is a :class:`~fractions.Fraction`, or a float only where a
square root had to be one; lengths are in the ruleset's unit. Rules are named by their id
and by the place they were written at (``file:line``).
"""

from __future__ import annotations

from dataclasses import dataclass, field as stored
from fractions import Fraction
from typing import Literal

from groundrules.verdict.memory import Argument, Memory

#: The format this version writes.
FORMAT = "groundrules-verdict/1"

Number = Fraction | float
Point = tuple[Number, Number]
ReasonKind = Literal["piece", "rule", "allowance", "minimum", "action"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason why an action is not legal.

    ``kind`` says in one word what it is; ``piece`` and ``rule`` name what stands behind
    it, ``event`` what was forbidden, ``at`` how far along the path it bites, ``words`` is
    the whole of it as a sentence.
    """

    kind: ReasonKind
    words: str
    model: str | None = None
    piece: str | None = None
    rule: str | None = None
    source: str | None = stored(default=None, metadata={"json": "from"})
    event: str | None = None
    leg: int = 0
    at: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollMade:
    """A roll that was made; in a preview one that would be (``dice`` and ``total`` are then ``None``).

    ``dice``: the faces as they lie at the end, all that were rolled; ``kept``: those that
    count; ``rerolled``: faces that were rolled again, in order. ``bands``: every name of
    the bands it fell into, a name once; ``band_ids``: the ids of those bands. ``model`` is
    the unit where the unit rolled as one. ``stood``: where that model stood at the test.
    """

    roll: str
    model: str | None = None
    piece: str | None = None
    rule: str | None = None
    source: str | None = stored(default=None, metadata={"json": "from"})
    base: str | None = None
    sides: int | None = None
    dice: tuple[int, ...] | None = None
    kept: tuple[int, ...] | None = None
    rerolled: tuple[int, ...] = ()
    total: Number | None = None
    bands: tuple[str, ...] = ()
    band_ids: tuple[str, ...] = ()
    stood: Point | None = None

    @property
    def outcome(self) -> str | None:
        """The first name of the first band."""
        return self.bands[0] if self.bands else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeMade:
    """An outcome handed to the game around: ``Hit(10)``, ``Hit without Critical Damage``."""

    outcome: str
    args: tuple[Argument, ...] = ()
    without: tuple[str, ...] = ()
    model: str | None = None
    piece: str | None = None
    rule: str | None = None
    source: str | None = stored(default=None, metadata={"json": "from"})

    @property
    def text(self) -> str:
        """As scenarios write it."""
        brackets = f"({', '.join(str(each) for each in self.args)})" if self.args else ""
        left_out = f" without {' and '.join(self.without)}" if self.without else ""
        return self.outcome + brackets + left_out


@dataclass(frozen=True, slots=True, kw_only=True)
class EventMade:
    """Something that happened to a model on its way: ``enter wire``."""

    event: str
    at: Number
    model: str
    piece: str | None = None
    leg: int = 0
    point: Point | None = None

    @property
    def text(self) -> str:
        """As scenarios write it."""
        return f"{self.event} {self.piece}" if self.piece is not None else self.event


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceLine:
    """One line of the story: where, what, and the rule that caused it.

    ``cost`` is the cost of this move so far; ``length`` is the length of a stretch of
    ground that the line speaks of; ``roll`` the number of the roll in ``Verdict.rolls``.
    """

    effect: str
    at: Number | None = None
    point: Point | None = None
    leg: int = 0
    model: str | None = None
    piece: str | None = None
    event: str | None = None
    rule: str | None = None
    source: str | None = stored(default=None, metadata={"json": "from"})
    length: Number | None = None
    cost: Number | None = None
    roll: int | None = None
    branch: str | None = None


WhyNotKind = Literal[
    "condition", "during", "for", "except", "in", "option", "once", "beaten", "silenced", "ignored", "treated",
    "replaced", "passed", "event", "agreed",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """A rule of ground that was met (or of the model itself) and what kept it from acting.

    ``words``: the condition that did not hold; ``read``: what was read there, as pairs of
    what and its value; ``by``: the rule that beat, silenced, ignored or replaced it.
    """

    rule: str
    kind: WhyNotKind
    words: str
    source: str | None = stored(default=None, metadata={"json": "from"})
    model: str | None = None
    piece: str | None = None
    at: Number | None = None
    leg: int = 0
    by: str | None = None
    read: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An answer that is missing.

    ``kind``: ``dice`` (``dice`` faces of ``sides`` are wanted), ``option`` or ``may stop``
    (yes or no), ``agreed`` (is that so?). ``name``: the roll, the option, the fact.
    ``choices``: what may be answered, where that is a short list.
    """

    kind: Literal["dice", "option", "may stop", "agreed"]
    name: str
    dice: int = 0
    sides: int = 0
    choices: tuple[str, ...] = ()
    rule: str | None = None
    source: str | None = stored(default=None, metadata={"json": "from"})
    model: str | None = None
    piece: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEnd:
    """How one model came out: ``allowance`` has one entry for each leg, ``None`` is without limit.

    ``left`` is the allowance less the cost, never under 0; ``None`` without limit.
    ``lifted``: how much higher it stands than when the action began, by climbs and drops.
    """

    model: str
    cost: Number = Fraction(0)
    moved: Number = Fraction(0)
    allowance: tuple[Number | None, ...] = ()
    left: Number | None = None
    ends_at: Point | None = None
    lifted: Number = Fraction(0)
    ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """A field of the shooter or of the target that a look changes: ``shooter ToHit -1``."""

    owner: str
    field: str
    effect: str
    rule: str
    source: str | None = stored(default=None, metadata={"json": "from"})
    piece: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A look from one model to another: clear or blocked, the grade of cover, the share hidden."""

    viewer: str
    target: str
    blocked: bool
    cover: str | None
    obscured: Number
    blocked_by: tuple[str, ...] = ()
    cover_from: str | None = None
    changes: tuple[FieldChange, ...] = ()
    notes: tuple[str, ...] = ()
    trace: tuple[TraceLine, ...] = ()
    why_not: tuple[WhyNot, ...] = ()

    @property
    def sight(self) -> str:
        """``clear`` or ``blocked``."""
        return "blocked" if self.blocked else "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Farthest:
    """The last point of the announced path up to which it is legal, and what ends it (nothing: all of it)."""

    leg: int
    at: Number
    point: Point
    ended_by: Reason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one action came to.

    ``models`` has one entry for each model that moved, in the order of the unit; ``unit``
    is the unit's name, ``None`` for a model alone. The short names (``cost``, ``moved``,
    ``ends_at`` …) are what scenarios compare: a value for a model alone, a mapping by
    model for a unit. ``asks``: facts that conditions read and nobody had agreed.
    ``pending``: the answer that is missing; what stands beside it is then only what had
    happened so far. ``after``: what the next action must know.
    """

    legal: bool
    why: tuple[Reason, ...] = ()
    action: str | None = None
    unit: str | None = None
    legs: int = 1
    models: tuple[ModelEnd, ...] = ()
    rolls: tuple[RollMade, ...] = ()
    outcomes: tuple[OutcomeMade, ...] = ()
    events: tuple[EventMade, ...] = ()
    gained: tuple[str, ...] = ()
    look: Sight | None = None
    notes: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    farthest: Farthest | None = None
    trace: tuple[TraceLine, ...] = ()
    why_not: tuple[WhyNot, ...] = ()
    pending: Pending | None = None
    preview: bool = False
    after: Memory = stored(default_factory=Memory)
    format: str = FORMAT

    @property
    def cost(self) -> Number | dict[str, Number]:
        """What the move cost."""
        return {each.model: each.cost for each in self.models} if self.unit else self._one.cost

    @property
    def moved(self) -> Number | dict[str, Number]:
        """How far it went."""
        return {each.model: each.moved for each in self.models} if self.unit else self._one.moved

    @property
    def ends_at(self) -> Point | dict[str, Point | None] | None:
        """Where it ended."""
        return {each.model: each.ends_at for each in self.models} if self.unit else self._one.ends_at

    @property
    def left(self) -> Number | dict[str, Number | None] | None:
        """What is left of the allowance."""
        return {each.model: each.left for each in self.models} if self.unit else self._one.left

    @property
    def allowance(self) -> Number | tuple[Number | None, ...] | None:
        """The allowance; a list with one entry a leg where there are several. Of a unit: its smallest."""
        rows = [each.allowance for each in self.models]
        if not rows:
            return None
        legs = tuple(
            min((value for value in column if value is not None), default=None) for column in zip(*rows, strict=True)
        )
        return legs if self.legs > 1 else (legs[0] if legs else None)

    @property
    def activation(self) -> Literal["continues", "ended"]:
        """Whether anything more may be done: ``ended`` once any of the models may do nothing more."""
        return "ended" if any(each.ended for each in self.models) else "continues"

    @property
    def sight(self) -> str | None:
        """``clear``, ``blocked``, or ``None`` where nobody looked."""
        return self.look.sight if self.look is not None else None

    @property
    def cover(self) -> str | None:
        """The grade of cover, or ``None``."""
        return self.look.cover if self.look is not None else None

    @property
    def obscured(self) -> Number | None:
        """The share of the target's facing that is hidden."""
        return self.look.obscured if self.look is not None else None

    @property
    def _one(self) -> ModelEnd:
        return self.models[0] if self.models else ModelEnd(model="")
