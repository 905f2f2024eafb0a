"""What an expression of the tree measures: a length, a number, levels, or something unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from groundrules.meaning.quantities import LENGTHS
from groundrules.meaning.symbols import Symbol, SymbolTable
from groundrules.syntax import ast, ast_expr as ex

#: ``bare``: a number as it stands, without unit; ``height``: a length or levels, as the game has it.
Dimension = Literal["length", "number", "levels", "bare", "height"]

Tell = Callable[[ex.Expr, str], None]


@dataclass(slots=True)
class Dimensions:
    """Works dimensions out; ``tell`` hears of operands that do not go together.

    It is told the operand that is wrong and why: ``mixed`` (a length and a number in one
    sum), ``unit`` (a number without its unit beside a length), ``levels`` (levels and a
    length in one sum).
    """

    table: SymbolTable
    tell: Tell = lambda node, why: None
    _open: set[str] = field(default_factory=set)

    def of(self, node: ex.Expr) -> Dimension | None:
        """The dimension of an expression, ``None`` where it cannot be known."""
        match node:
            case ex.Num(quantity=quantity):
                return of_unit(quantity.unit) if quantity.unit is not None else "bare"
            case ex.Dice(unit=unit):
                return of_unit(unit) if unit is not None else "number"
            case ex.Ref(name=name):
                return self._named(name)
            case ex.Owned(name=name):
                return self._named(name)
            case ex.Measure(kind="obscured" | "covered"):
                return "number"
            case ex.Measure(kind="rise" | "gap" | "fall"):
                return "height"
            case ex.Measure():
                return "length"
            case ex.Half(term=term) | ex.Neg(term=term):
                return self.of(term)
            case ex.Rate(amount=amount):
                return self.of(amount)
            case ex.Binary(op="add" | "sub"):
                return self._sum(node)
            case ex.Binary(op=op, left=left, right=right):
                return _product(op, self.of(left), self.of(right))
        return None

    def _sum(self, node: ex.Binary) -> Dimension | None:
        # A long sum leans to the left: walked in a loop.
        terms: list[ex.Expr] = []
        leftmost: ex.Expr = node
        while isinstance(leftmost, ex.Binary) and leftmost.op in ("add", "sub"):
            terms.append(leftmost.right)
            leftmost = leftmost.left
        known: Dimension | None = self.of(leftmost)
        before = leftmost
        for term in reversed(terms):
            known = self.meet(before, known, term, self.of(term))
            before = term
        return known

    def meet(self, left: ex.Expr, one: Dimension | None, right: ex.Expr, other: Dimension | None) -> Dimension | None:
        """The dimension that two sides of a sum or comparison share; tells where they share none."""
        if one is None or other is None or one == other:
            return one if other is None else other
        if "height" in (one, other):
            rest, side = (other, right) if one == "height" else (one, left)
            if rest == "bare":
                self._bare(side)
            return "height" if rest == "bare" else rest
        if "bare" in (one, other):
            rest, side = (one, right) if other == "bare" else (other, left)
            if rest == "length":
                self._bare(side)
            return rest
        if "levels" in (one, other):
            self.tell(right, "levels")
            return None
        # A number's own words are right where its field says so; the length that is written out is the slip.
        wrong = next((side for side in (right, left) if isinstance(side, ex.Num)), None)
        if wrong is not None:
            self.tell(wrong, "mixed")
        return None

    def _bare(self, node: ex.Expr) -> None:
        if isinstance(node, ex.Num) and node.quantity.value != 0:
            self.tell(node, "unit")

    # ---- names

    def _named(self, name: ex.Name) -> Dimension | None:
        symbol = self.table.get(name.key)
        return None if symbol is None or name.key in self._open else self._symbol(symbol)

    def _symbol(self, symbol: Symbol) -> Dimension | None:
        if symbol.kind == "field":
            kinds = {_of_field(place.node.type) for place in symbol.places}
            return kinds.pop() if len(kinds) == 1 else None
        node = symbol.node
        quiet = Dimensions(self.table, _open=self._open | {symbol.key})
        if isinstance(node, ast.Number):
            found = {quiet.of(value) for value in _values(node)}
            only = found.pop() if len(found) == 1 else None
            return "number" if only == "bare" else only
        if isinstance(node, ast.Roll):
            return quiet.of(node.total)
        return None


def _values(node: ast.Number) -> Iterator[ex.Expr]:
    if node.value is not None:
        yield node.value
    yield from (pair.value for pair in node.pairs)


def _of_field(kind: ast.FieldType) -> Dimension | None:
    if kind.kind == "distance":
        return "length"
    if kind.kind == "unit" and kind.unit is not None:
        return of_unit(kind.unit)
    return "number" if kind.kind == "number" else None


def of_unit(unit: str) -> Dimension | None:
    """The dimension of a unit; points and moves count something of their own."""
    return "length" if unit in LENGTHS else "levels" if unit == "levels" else None


def _product(op: str, one: Dimension | None, other: Dimension | None) -> Dimension | None:
    plain = ("bare", "number")
    if other in plain:
        return one if one != "bare" or other == "bare" else other
    if op == "mul":
        return other if one in plain else None
    return "number" if one == other and one is not None else None
