"""The compiled ruleset: plain frozen data that fully determines behaviour and cards.

Nobody after this looks at the tree. Groups are expanded, tables are ordinary rules,
``as``, ``use``, ``override`` and ``remove`` are resolved, and who wins over whom is
computed (:attr:`Rule.beats`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from groundrules.ruleset.effects import Effect, Handler, Qualifiers
from groundrules.ruleset.terms import Expr, Term

#: The format this version writes; a reader refuses a newer number by name.
FORMAT = "groundrules-rules/1"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was written: file, code-point offsets, line (from 1). ``via`` are the
    places that brought it here: the ``as``, ``use`` or ``override`` lines, nearest last.
    """

    file: str
    start: int
    end: int
    line: int
    via: tuple[Origin, ...] = ()

    @property
    def place(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What every declaration has: a name, the name it is shown under, words for the card, a place."""

    name: str
    display: str | None = None
    prose: tuple[str, ...] = ()
    ref: str | None = None
    origin: Origin = field(metadata={"json": "from"})

    @property
    def shown(self) -> str:
        """The name that readers see."""
        return self.display if self.display is not None else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the sheet says of the whole: title, credits, prose."""

    title: str | None = None
    version: str | None = None
    author: str | None = None
    licence: str | None = None
    notice: str | None = None
    source: str | None = None
    prose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GridSetting:
    """Cell by cell; ``size`` is the length of a cell in the ruleset's unit (1 unless stated)."""

    cell: Literal["squares", "hexes", "spaces"]
    size: Fraction = Fraction(1)
    diagonals: Literal["equal", "alternate", "forbidden"] = "equal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """How and over what a cost is rounded."""

    direction: Literal["up", "down", "nearest"]
    scope: Literal["move", "activation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The ruleset's own unit and policies."""

    distance: str = "inches"
    overlap: Literal["worst", "multiply", "add"] | None = None
    rounding: Rounding | None = None
    measure: Literal["base", "centre"] = "base"
    grid: GridSetting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value of a one-of or ordered field."""

    name: str
    display: str | None = None

    @property
    def shown(self) -> str:
        """The name that readers see."""
        return self.display if self.display is not None else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSchema(Declared):
    """What a model, a piece or the game states.

    ``type``: ``distance``, ``number``, ``unit`` (``unit`` names it), ``agreed`` (for the
    terrains of ``agreed_for``, all if empty), ``one of``, ``ordered`` (``values``, lowest
    first). ``asked_by``: ids of the rules, rolls, numbers and actions whose answer hangs on it.
    """

    owner: Literal["model", "piece", "game"]
    type: Literal["distance", "number", "unit", "agreed", "one of", "ordered"]
    unit: str | None = None
    values: tuple[Value, ...] = ()
    agreed_for: tuple[str, ...] = ()
    optional: bool = False
    asked_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain(Declared):
    """A kind of ground; ``params`` are the names in its brackets."""

    params: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Declared):
    """What a model may have."""

    params: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """How far an action goes: ``moves`` legs, each from ``minimum`` to ``maximum``."""

    maximum: Expr
    minimum: Expr | None = None
    moves: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Declared):
    """A kind of move; without ``allowance`` it has no limit. ``implied``: none was declared, this is ``Move``."""

    allowance: Allowance | None = None
    implied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Declared):
    """A name for several terrains, actions, values, traits; members in full, nested groups expanded."""

    members: tuple[Term, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Declared):
    """What the rules hand to the game around them. ``implied``: used without a declaration."""

    params: tuple[str, ...] = ()
    implied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Declared):
    """A condition a model can be in, and until when."""

    params: tuple[str, ...] = ()
    until: Literal["move", "activation", "turn", "game"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover(Declared):
    """A grade of cover; later ones are better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Declared):
    """A choice open to the player; ``branch`` is the id of the rule or branch it opens."""

    branch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPair:
    """A value of a ``number … by`` field: for the named ``key``, or for a range of a number field."""

    value: Expr
    key: str | None = None
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAdjust:
    """A change of a ``number`` where its qualifiers hold."""

    id: str
    qualifiers: Qualifiers
    op: Literal["plus", "minus", "times", "set"]
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Declared):
    """A named quantity: ``value``, or ``pairs`` read by the model's field ``by``; then ``adjusts`` in order."""

    value: Expr | None = None
    by: str | None = None
    pairs: tuple[NumberPair, ...] = ()
    adjusts: tuple[NumberAdjust, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """What a roll says for a range of its total (``total``), of every die (``each``), of the faces (``natural``).

    ``low`` and ``high`` close the range on both sides, ``None`` leaves it open;
    ``otherwise`` takes what no other band takes. ``id``: ``Roll > 2-6``; an inherited band
    keeps the id of the roll that declares it.
    """

    id: str
    text: str
    mode: Literal["total", "each", "natural"] = "total"
    low: Expr | None = None
    high: Expr | None = None
    otherwise: bool = False
    names: tuple[str, ...] = ()
    qualifiers: Qualifiers = field(default_factory=Qualifiers)
    effects: tuple[Effect, ...] = ()
    origin: Origin = field(metadata={"json": "from"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Declared):
    """A dice procedure.

    ``base`` names the roll it derives from (its total, flags and bands are then already
    here); ``keep`` of ``keep_which`` dice count; ``extra`` and ``fewer`` say which dice
    stay when one is added or taken away (``None``: unsaid).
    """

    total: Expr
    params: tuple[str, ...] = ()
    base: str | None = None
    keep: int | None = None
    keep_which: Literal["highest", "lowest"] | None = None
    extra: Literal["highest", "lowest"] | None = None
    fewer: Literal["highest", "lowest"] | None = None
    bands: tuple[Band, ...] = ()
    handlers: tuple[Handler, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPlace:
    """Where in a table a rule stands."""

    table: str
    row: str
    column: str
    verb: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a rule is about; ``via`` is the group whose name the author wrote."""

    term: Term
    via: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule.

    ``id``: its left side (see :mod:`groundrules.meaning.ids`); ``beats``: ids of the
    rules it wins over where both hold and answer the same question
    (:mod:`groundrules.ruleset.questions`), or, for ``no effect``, which it silences.
    ``option``: the rule holds only when that option is chosen. A cell ``-`` has no effects.
    """

    id: str
    subjects: tuple[Subject, ...]
    qualifiers: Qualifiers = field(default_factory=Qualifiers)
    effects: tuple[Effect, ...] = ()
    option: str | None = None
    beats: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    ref: str | None = None
    cell: CellPlace | None = None
    origin: Origin = field(metadata={"json": "from"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A change of the base: what was overridden, removed or added, with the base's rule as it was."""

    change: Literal["override", "remove", "add"]
    id: str
    base: Rule | None = None
    base_name: str | None = None
    setting: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A whole compiled ruleset; ``rules`` in the order of the text, bases first."""

    name: str
    header: Header = field(default_factory=Header)
    settings: Settings = field(default_factory=Settings)
    fields: tuple[FieldSchema, ...] = ()
    terrains: tuple[Terrain, ...] = ()
    traits: tuple[Trait, ...] = ()
    actions: tuple[Action, ...] = ()
    groups: tuple[Group, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    states: tuple[State, ...] = ()
    covers: tuple[Cover, ...] = ()
    options: tuple[Option, ...] = ()
    numbers: tuple[Number, ...] = ()
    rolls: tuple[Roll, ...] = ()
    rules: tuple[Rule, ...] = ()
    revisions: tuple[Revision, ...] = ()
    format: str = FORMAT
