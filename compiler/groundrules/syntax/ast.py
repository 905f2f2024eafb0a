"""The tree of a terrain file: every construct of the language, declared once.

Nodes are frozen; ``span`` is their place in the text and stands outside equality, so two
files that differ only in layout have equal trees. What a formatter, a schema or a random
generator needs to know of a construct is in these declarations and their types.

Effects and conditions live in :mod:`groundrules.syntax.ast_rules`, arithmetic in
:mod:`groundrules.syntax.ast_expr`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from groundrules.quantity import Quantity
from groundrules.source import Span
from groundrules.syntax.ast_expr import Expr, Name, Node, Ref
from groundrules.syntax.ast_rules import Effect, Qualifier

# ---- lines of a block


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Node):
    """``> words for the card``."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(Node):
    """``ref "p. 34"``: the page that players look up."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Node):
    """A line under a rule: more qualifiers, effects, and lines of its own."""

    qualifiers: tuple[Qualifier, ...] = ()
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler(Node):
    """``Failure: Injury Roll``: what follows when the roll above falls into a band."""

    name: Name
    args: tuple[Expr, ...] = ()
    qualifiers: tuple[Qualifier, ...] = ()
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Node):
    """``option Cautious: at most 5cm``: open to the player's choice."""

    name: Name
    display: str | None = None
    qualifiers: tuple[Qualifier, ...] = ()
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


Line = Prose | Cite | Clause | Handler | Option


# ---- header and settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(Node):
    """``ruleset "title"`` with prose below."""

    title: str
    prose: tuple[Prose, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit(Node):
    """``version``, ``author``, ``licence``, ``notice`` or ``source``, with its words."""

    kind: Literal["version", "author", "licence", "notice", "source"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance(Node):
    """``distance inches``; ``unit`` is a unit's own name (a value of ``quantity.UNITS``)."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Node):
    """``grid hexes``, ``grid 5ft squares diagonals alternate``."""

    cell: str
    size: Quantity | None = None
    diagonals: Literal["equal", "alternate", "forbidden"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap(Node):
    """``overlap worst``: what different costs do where they coincide."""

    policy: Literal["worst", "multiply", "add"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Node):
    """``round up per move``."""

    direction: Literal["up", "down", "nearest"]
    scope: Literal["move", "activation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureFrom(Node):
    """``measure base`` or ``measure centre``."""

    part: Literal["base", "centre"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Node):
    """``use "other.terrain"`` or ``use "bundled-name"``."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Override(Node):
    """``override`` before a setting or declaration that replaces one of the base."""

    item: Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Node):
    """``remove SUBJECT qualifiers``: takes a rule of the base away."""

    subjects: tuple[Subject, ...]
    qualifiers: tuple[Qualifier, ...] = ()


# ---- what a model, a piece, the day states


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Node):
    """A declared name with its parameters and the name it is shown under."""

    name: Name
    params: tuple[Name, ...] = ()
    display: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldType(Node):
    """What a field holds.

    ``kind`` is ``distance``, ``number``, ``unit`` (then ``unit`` names it), ``agreed``
    (``agreed_for``: the terrains it is asked for, empty for all), ``one of`` or
    ``ordered`` (``values``, lowest first).
    """

    kind: Literal["distance", "number", "unit", "agreed", "one of", "ordered"]
    unit: str | None = None
    values: tuple[Named, ...] = ()
    agreed_for: tuple[Name, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    """``Speed: distance``."""

    name: Name
    type: FieldType
    display: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits(Node):
    """``traits: Flying, Strider(Ground)``."""

    names: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema(Node):
    """A ``model``, ``piece`` or ``game`` block."""

    owner: Literal["model", "piece", "game"]
    members: tuple[Field | Traits | Prose, ...]


# ---- declarations


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance(Node):
    """``3 moves, each up to Speed``, ``5cm to Speed``, ``up to Speed``."""

    maximum: Expr
    minimum: Expr | None = None
    moves: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Node):
    """``action March: 3 moves, each up to Speed``, ``actions Flee, Pursuit``."""

    names: tuple[Named, ...]
    allowance: Allowance | None = None
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Node):
    """``group Rough: Woods, Marsh``."""

    name: Name
    members: tuple[Name, ...]
    display: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Node):
    """``outcome Hit(Armour Penetration) "a hit"``."""

    named: Named
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Node):
    """``state Prone until end of turn: Speed x1/2``."""

    named: Named
    until: Literal["move", "activation", "turn", "game"] | None = None
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover(Node):
    """``cover Soft "soft cover": shooter To Hit -1``; later grades are better."""

    name: Name
    display: str | None = None
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Node):
    """Where a band holds: ``2-6`` span, ``7+`` from, ``1`` exact, ``1 or less`` upto, ``otherwise``.

    Ends are expressions, since ``1-X`` and ``Skill+`` name a parameter or a field.
    """

    kind: Literal["span", "from", "exact", "upto", "otherwise"]
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Node):
    """``Standard 1`` under ``number … by Height``; the key is a value or a range."""

    key: Name | Range
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Node):
    """``for Chariot: +1`` below a ``number``."""

    qualifiers: tuple[Qualifier, ...]
    op: Literal["plus", "minus", "times", "set"]
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Node):
    """``number Test Dice by Height: Standard 1, Large 2`` or ``number Reach: Height x2``."""

    name: Name
    display: str | None = None
    by: Name | None = None
    value: Expr | None = None
    pairs: tuple[Pair, ...] = ()
    lines: tuple[Adjust | Prose, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep(Node):
    """``keep 1 highest``."""

    count: int
    which: Literal["highest", "lowest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraDice(Node):
    """``extra dice keep highest``, ``fewer dice keep lowest``."""

    which: Literal["extra", "fewer"]
    keep: Literal["highest", "lowest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band(Node):
    """``2-6 Failure: end activation``; ``mode`` says what it is read against."""

    range: Range
    mode: Literal["total", "each", "natural"] = "total"
    names: tuple[Name, ...] = ()
    qualifiers: tuple[Qualifier, ...] = ()
    effects: tuple[Effect, ...] = ()
    block: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Node):
    """``roll Risky Roll: 2d6`` with bands, handlers and prose below."""

    named: Named
    total: Expr
    keep: Keep | None = None
    extra: tuple[ExtraDice, ...] = ()
    lines: tuple[Band | Handler | Prose | Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell(Node):
    """One cell of a table row.

    ``kind``: ``empty`` (nothing written), ``dash`` ``-``, ``corner`` (the word
    ``terrain``), ``no``, ``all``, ``effects`` (a ``name`` alone is one effect
    ``Perform``), ``titled`` (a first cell with a display name; ``ref`` and ``display``),
    ``times``, ``plus``, ``minus``, ``value``. ``value`` holds the number of the last
    four; further effects may follow it.
    """

    kind: Literal["empty", "dash", "corner", "no", "all", "effects", "titled", "times", "plus", "minus", "value"]
    ref: Ref | None = None
    display: str | None = None
    value: Expr | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Node):
    """One row of a table."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Node):
    """``table by Class``, ``table cost by Move Type``; the first row names the columns.

    ``verb`` is ``None``, ``"cost"``, ``"cover"`` or a field's :class:`Name`.
    """

    by: Name
    rows: tuple[Row, ...]
    verb: Literal["cost", "cover"] | Name | None = None


# ---- rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject(Node):
    """What a rule is about: a terrain, trait, class, value, state, action …"""

    name: Name
    args: tuple[Expr, ...] = ()
    display: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Node):
    """``SUBJECT [qualifiers]: effect, effect`` and its block.

    Where the right side is an ``option``, the lines below belong to it and ``effects`` and
    ``block`` are empty.
    """

    subjects: tuple[Subject, ...]
    qualifiers: tuple[Qualifier, ...] = ()
    effects: tuple[Effect, ...] = ()
    option: Option | None = None
    block: tuple[Line, ...] = ()


Setting = Distance | Grid | Overlap | Round | MeasureFrom
Declaration = Action | Group | Outcome | State | Roll | Number | Cover | Table | Rule | Option
Item = Header | Credit | Use | Override | Remove | Schema | Setting | Declaration


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Node):
    """A whole file: its items in order.

    ``damaged`` are the lines that could not be read (each has its diagnostic), ``suspects``
    the keys of the names that stood in them: a name that is missing only because its line
    was lost is not reported a second time.
    """

    items: tuple[Item, ...]
    damaged: tuple[Span, ...] = field(default=(), compare=False)
    suspects: frozenset[str] = field(default=frozenset(), compare=False)
