"""Names and arithmetic of the tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from groundrules.naming import name_key as name_key
from groundrules.quantity import Quantity
from groundrules.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything of the tree; ``span`` is its place and stands outside equality."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """A capitalised name as its author wrote it, blanks between words made single.

    Equal to every other spelling of itself: ``War Engine`` is ``WarEngine``.
    """

    text: str = field(compare=False)
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", name_key(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref(Node):
    """A name used, with arguments in brackets: ``Dangerous(2)``."""

    name: Name
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Num(Node):
    """A number, with or without a unit."""

    quantity: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice(Node):
    """``2d6``, ``d6"``, ``Test Dice d6``, ``d%`` (100 sides).

    ``count`` is a number of dice or the name of one; ``sides`` an integer; ``unit`` the
    unit that the faces carry.
    """

    count: int | Name
    sides: int
    unit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned(Node):
    """``model Height``, ``piece Height``, ``shooter …``, ``target …``."""

    owner: Literal["model", "piece", "shooter", "target"]
    name: Name


MeasureKind = Literal["obscured", "covered", "width", "base", "distance", "moved", "rise", "gap", "fall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Node):
    """A measure of the situation: ``rise``, ``covered``, ``moved`` …"""

    kind: MeasureKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Node):
    """``result``, the total of the roll, or ``natural``, its faces."""

    what: Literal["result", "natural"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    """``left op right``; a factor ``x3/2`` is ``mul`` with a number."""

    op: Literal["add", "sub", "mul", "div"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Neg(Node):
    """``-term``."""

    term: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Half(Node):
    """``half Speed``."""

    term: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate(Node):
    """``2" per 1" or part of rise``, ``1 per level of rise``, ``1" per full 3" of fall``.

    ``per`` is the step (a unit word alone is one of it); ``whole`` is ``full`` (only full
    steps count), ``part`` (a begun step counts) or ``None`` (in proportion).
    """

    amount: Expr
    per: Quantity
    whole: Literal["full", "part"] | None
    measure: MeasureKind


Expr = Num | Ref | Dice | Owned | Measure | Read | Binary | Neg | Half | Rate
