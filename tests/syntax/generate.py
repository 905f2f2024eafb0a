"""Random trees of the language, drawn from the declarations of its nodes.

A field is drawn by its type; :data:`SHAPES` holds what the grammar asks beyond the types: an
operand of a condition has no brackets, a rule has effects or a block. ``generate.files()`` is a
strategy of :class:`~groundrules.syntax.ast.File`, ``generate.nodes(kind)`` one of any node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from groundrules.quantity import GLUED, Quantity
from groundrules.source import Source, Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

N = TypeVar("N", bound=ex.Node)
Draw = Callable[[st.SearchStrategy[Any]], Any]
Shape = Callable[["Grower", int], dict[str, Any]]

NOWHERE = Span(Source("<drawn>", ""), 0, 0)
#: How deep blocks, brackets and conditions grow.
DEPTH = 3

ACTS = ("enter", "leave", "cross", "contact", "start", "end", "activate", "climb", "jump", "drop")
APART = ("squares", "hexes", "spaces", "levels", "points")
UNITS = (*GLUED, *APART)

# ---- words of the author

_LETTERS = "abcdeilmnorstuzäéłß"


def _spelled(first: str, rest: str, mark: str, tail: str) -> str:
    return first + rest + mark + tail if mark else first + rest


_word = st.builds(
    _spelled,
    st.sampled_from("ABCDEFGHKLMNOPRSTUVWXYZÄÉŁØЛΩ沼地"),
    st.text(_LETTERS, max_size=5),
    st.sampled_from(["", "", "", "'", "’", "-"]),
    st.text(_LETTERS, min_size=1, max_size=4),
) | st.sampled_from(["Woods", "X", "No", "T34", "War", "Level2", "Die", "Cost", "Terrain", "D", "Dice"])
NAMES = st.lists(_word, min_size=1, max_size=3).map(" ".join)
ONE_WORD = st.sampled_from(["X", "N", "Armour", "Łąka", "Skill2", "沼地"])

_SIGNS = st.characters(categories=("L", "N", "P", "S", "Zs"))
STRINGS = st.text(_SIGNS, max_size=12).map(lambda text: text.replace("”", "") if '"' in text else text)
PROSE = st.text(_SIGNS, max_size=20).map(str.strip)
FRACTIONS = st.integers(0, 20).map(Fraction) | st.fractions(min_value=0, max_value=30, max_denominator=12)
COUNTS = st.integers(0, 12)


class Grower:
    """Draws nodes; ``draw`` is Hypothesis's own."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def pick(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def maybe(self) -> bool:
        return bool(self.draw(st.booleans()))

    # ---- by type

    def node(self, kind: type[N], depth: int, /, **given: Any) -> N:
        """A node of this class; ``given`` fields are taken as they are."""
        shape = SHAPES.get(kind)
        values = {**(shape(self, depth) if shape else {}), **given}
        hints = get_type_hints(kind)
        for each in fields(kind):
            if each.name in values or each.name in ("span", "key", "damaged", "suspects"):
                continue
            optional = each.default is not MISSING
            values[each.name] = self.value(hints[each.name], depth, empty=optional)
        return kind(span=NOWHERE, **values)

    def value(self, hint: Any, depth: int, *, empty: bool = False) -> Any:
        """A value of an annotated type; ``empty`` allows no elements."""
        origin, args = get_origin(hint), get_args(hint)
        if hint is ex.Expr:
            return self.expr(depth)
        if hint is ru.Condition:
            return self.condition(depth)
        if origin in (Union, UnionType):
            return self.union(args, depth)
        if origin is tuple:
            return self.many(args[0], depth, least=0 if empty else 1)
        if origin is Literal:
            return self.pick(*args)
        if isinstance(hint, type) and issubclass(hint, ex.Node):
            return self.node(hint, depth)
        return self.draw(_PLAIN[hint])

    def union(self, options: tuple[Any, ...], depth: int) -> Any:
        if depth <= 0 and type(None) in options:
            return None
        if depth <= 0 and ast.Prose in options:
            return self.node(ast.Prose, depth)
        if set(get_args(ex.Expr)) < set(options):
            return None if self.maybe() else self.expr(depth)
        return self.value(self.pick(*options), depth)

    def many(self, hint: Any, depth: int, *, least: int = 0, most: int = 2) -> tuple[Any, ...]:
        """Some values of one type; qualifiers come in plain order."""
        if hint == ast.Line and depth <= 0 and not least:
            return ()
        number = self.draw(st.integers(least, max(least, most)))
        inner = depth - 1 if hint in (ast.Line, ex.Expr) else depth
        drawn = [self.value(hint, inner) for _ in range(number)]
        return ru.in_plain_order(drawn) if hint == ru.Qualifier else tuple(drawn)

    # ---- arithmetic

    def expr(self, depth: int) -> ex.Expr:
        leaves = (ex.Num, ex.Num, ex.Ref, ex.Dice, ex.Owned, ex.Measure, ex.Read)
        grown = (ex.Binary, ex.Half, ex.Rate) if depth > 0 else ()
        kind: type[ex.Expr] = self.pick(*leaves, *grown)
        return self.node(kind, depth - 1)

    def signed(self, depth: int) -> ex.Expr:
        """What may have a minus before it: arguments and the values of pairs."""
        return self.negative(self.expr(depth)) if self.draw(st.integers(0, 4)) == 0 else self.expr(depth)

    def negative(self, term: ex.Expr) -> ex.Neg:
        return ex.Neg(span=NOWHERE, term=term)

    def num(self, value: Fraction | int | None = None, unit: str | None = None) -> ex.Num:
        return ex.Num(span=NOWHERE, quantity=Quantity(self.draw(FRACTIONS) if value is None else Fraction(value), unit))

    # ---- operands of conditions: no brackets, no dice

    def operand(self, depth: int) -> ex.Expr:
        if depth > 0 and self.maybe():
            op = self.pick("add", "sub")
            return ex.Binary(span=NOWHERE, op=op, left=self.operand(depth - 1), right=self.operand_term(depth - 1))
        return self.operand_term(depth)

    def operand_term(self, depth: int) -> ex.Expr:
        if depth > 0 and self.maybe():
            op = self.pick("mul", "div")
            return ex.Binary(span=NOWHERE, op=op, left=self.operand_term(depth - 1), right=self.operand_atom(depth - 1))
        return self.operand_atom(depth)

    def operand_atom(self, depth: int) -> ex.Expr:
        kind = self.pick(ex.Num, ex.Ref, ex.Measure, ex.Read, ex.Owned, ex.Half)
        if kind is ex.Half:
            return ex.Half(span=NOWHERE, term=self.operand_atom(depth - 1)) if depth > 0 else self.num()
        drawn: ex.Expr = self.node(kind, 0)
        return drawn

    # ---- conditions

    def condition(self, depth: int) -> ru.Condition:
        if depth > 0 and self.maybe():
            return ru.Either(span=NOWHERE, terms=self.terms(self.all_of, depth))
        return self.all_of(depth)

    def all_of(self, depth: int) -> ru.Condition:
        if depth > 0 and self.maybe():
            return ru.Both(span=NOWHERE, terms=self.terms(self.one, depth))
        return self.one(depth)

    def terms(self, of: Callable[[int], ru.Condition], depth: int) -> tuple[ru.Condition, ...]:
        return tuple(of(depth - 1) for _ in range(self.draw(st.integers(2, 3))))

    def one(self, depth: int) -> ru.Condition:
        grown = (ru.Not, ru.Bracket) if depth > 0 else ()
        kind: type[ru.Condition] = self.pick(ru.Fact, ru.Agreed, ru.Named, ru.Share, ru.Compare, *grown)
        if kind is ru.Not:
            return ru.Not(span=NOWHERE, term=self.one(depth - 1))
        return self.node(kind, depth - 1)


_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: STRINGS,
    bool: st.booleans(),
    int: COUNTS,
    type(None): st.none(),
    Quantity: st.builds(Quantity, FRACTIONS, st.none() | st.sampled_from(UNITS)),
}

# ---- what the grammar asks beyond the types


def _binary(grow: Grower, depth: int) -> dict[str, Any]:
    return {"left": grow.expr(depth), "right": grow.expr(depth)}


def _dice(grow: Grower, depth: int) -> dict[str, Any]:
    return {"sides": grow.draw(st.integers(1, 100)), "unit": grow.pick(None, None, *GLUED)}


def _quantifier(grow: Grower, depth: int) -> dict[str, Any]:
    kind = grow.pick("any", "all", "none", "over", "at least")
    return {"kind": kind, "number": Quantity(grow.draw(FRACTIONS)) if kind in ("over", "at least") else None}


def _share(grow: Grower, depth: int) -> dict[str, Any]:
    where = grow.pick("inside", "outside", "touching", "behind", "obscured")
    by = grow.node(ex.Ref, 0) if where == "obscured" and grow.maybe() else None
    return {"where": where, "by": by}


def _compare(grow: Grower, depth: int) -> dict[str, Any]:
    return {"left": grow.operand(depth), "right": grow.operand(depth)}


def _once(grow: Grower, depth: int) -> dict[str, Any]:
    scopes = st.lists(st.sampled_from(get_args(ru.Scope)), min_size=1, max_size=3, unique=True)
    return {"scopes": tuple(grow.draw(scopes))}


def _cost_plus(grow: Grower, depth: int) -> dict[str, Any]:
    amount = grow.expr(depth)
    return {"amount": grow.negative(amount) if grow.maybe() else amount, "per": grow.pick(None, *UNITS)}


def _permit(grow: Grower, depth: int) -> dict[str, Any]:
    some = grow.draw(st.lists(st.sampled_from(ACTS) | st.none(), min_size=1, max_size=3))
    return {"what": tuple(each or grow.node(ex.Name, 0) for each in some)}


def _change(grow: Grower, depth: int) -> dict[str, Any]:
    op = grow.pick("times", "plus", "minus", "set", "own", "half")
    bound = grow.expr(depth) if op in ("plus", "minus") and grow.maybe() else None
    return {"op": op, "value": None if op == "half" else grow.expr(depth), "bound": bound}


def _reroll(grow: Grower, depth: int) -> dict[str, Any]:
    if grow.maybe():
        return {"what": grow.node(ex.Name, 0)}
    low, more = grow.draw(COUNTS), grow.draw(COUNTS)
    return {"what": (low, low + more)}


def _range(grow: Grower, depth: int) -> dict[str, Any]:
    kind = grow.pick("span", "from", "exact", "upto", "otherwise")
    low: ex.Expr | None = None
    high: ex.Expr | None = None
    if kind == "span" and grow.maybe():
        low, high = grow.negative(grow.num()), grow.num()
        high = grow.negative(high) if grow.maybe() else high
    elif kind == "span":
        low, high = grow.num(grow.draw(COUNTS)), _one_word_or(grow, grow.num(grow.draw(COUNTS)))
    elif kind == "from":
        low = grow.node(ex.Ref, 0, args=()) if grow.maybe() else grow.num(grow.draw(COUNTS))
    elif kind != "otherwise":
        end = grow.negative(grow.num()) if grow.maybe() else grow.num()
        low, high = (end, None) if kind == "exact" else (None, end)
    return {"kind": kind, "low": low, "high": high}


def _one_word_or(grow: Grower, num: ex.Num) -> ex.Expr:
    if grow.maybe():
        return num
    return ex.Ref(span=NOWHERE, name=ex.Name(span=NOWHERE, text=grow.draw(ONE_WORD)))


def _pair(grow: Grower, depth: int) -> dict[str, Any]:
    kind = grow.pick("name", "span", "from", "exact")
    key: ex.Name | ast.Range
    if kind == "name":
        key = grow.node(ex.Name, 0)
    elif kind == "exact":
        key = ast.Range(span=NOWHERE, kind="exact", low=grow.num())
    else:
        high = _one_word_or(grow, grow.num(grow.draw(COUNTS))) if kind == "span" else None
        key = ast.Range(span=NOWHERE, kind=kind, low=grow.num(grow.draw(COUNTS)), high=high)
    return {"key": key, "value": grow.signed(depth)}


def _number(grow: Grower, depth: int) -> dict[str, Any]:
    if grow.maybe():
        return {"by": None, "value": grow.expr(depth), "pairs": ()}
    return {"by": grow.node(ex.Name, 0), "value": None, "pairs": grow.many(ast.Pair, depth, least=1)}


def _adjust(grow: Grower, depth: int) -> dict[str, Any]:
    op = grow.pick("plus", "minus", "times", "set")
    return {"op": op, "value": grow.num() if op == "times" else grow.expr(depth)}


def _field_type(grow: Grower, depth: int) -> dict[str, Any]:
    kind = grow.pick("distance", "number", "unit", "agreed", "one of", "ordered")
    least = {"one of": 1, "ordered": 2}.get(kind)
    return {
        "kind": kind,
        "unit": grow.pick(*UNITS) if kind == "unit" else None,
        "values": grow.many(ast.Named, depth, least=least, most=3) if least else (),
        "agreed_for": grow.many(ex.Name, depth) if kind == "agreed" else (),
        "optional": grow.maybe() and kind != "agreed",
    }


def _grid(grow: Grower, depth: int) -> dict[str, Any]:
    size = Quantity(grow.draw(FRACTIONS), grow.pick(*GLUED)) if grow.maybe() else None
    return {"cell": grow.pick(*UNITS), "size": size}


def _cell(grow: Grower, depth: int) -> dict[str, Any]:
    kind = grow.pick(*get_args(get_type_hints(ast.Cell)["kind"]))
    shape: dict[str, Any] = {"kind": kind, "ref": None, "display": None, "value": None, "effects": ()}
    if kind == "titled":
        return {**shape, "ref": grow.node(ex.Ref, 1), "display": grow.draw(STRINGS)}
    if kind == "effects":
        return {**shape, "effects": grow.many(ru.Effect, depth, least=1)}
    if kind in ("times", "plus", "minus", "value", "all"):
        units = {"times": (), "value": tuple(GLUED)}.get(kind, UNITS)
        value = None if kind == "all" else grow.num(unit=grow.pick(None, *units))
        return {**shape, "value": value, "effects": grow.many(ru.Effect, depth)}
    return shape


def _effects_or_block(grow: Grower, depth: int) -> dict[str, Any]:
    if grow.maybe():
        return {"effects": grow.many(ru.Effect, depth, least=1)}
    return {"effects": (), "block": grow.many(ast.Line, depth, least=1)}


def _clause(grow: Grower, depth: int) -> dict[str, Any]:
    if grow.maybe():
        return {"effects": grow.many(ru.Effect, depth, least=1)}
    return {"qualifiers": grow.many(ru.Qualifier, depth, least=1), **_effects_or_block(grow, depth)}


def _rule(grow: Grower, depth: int) -> dict[str, Any]:
    if grow.draw(st.integers(0, 3)) == 0:
        return {"option": grow.node(ast.Option, depth), "effects": (), "block": ()}
    return {"option": None, **_effects_or_block(grow, depth)}


def _only(**types: Any) -> Shape:
    """Fields drawn as another type than they are declared with, or as one of some values."""

    def shape(grow: Grower, depth: int) -> dict[str, Any]:
        return {
            name: grow.draw(hint) if isinstance(hint, st.SearchStrategy) else grow.value(hint, depth)
            for name, hint in types.items()
        }

    return shape


SHAPES: dict[type, Shape] = {
    ex.Name: _only(text=NAMES),
    ex.Ref: lambda grow, depth: {
        "args": tuple(grow.signed(depth - 1) for _ in range(grow.pick(0, 0, 1, 2) * (depth > 0)))
    },
    ex.Dice: _dice,
    ex.Binary: _binary,
    ru.Quantifier: _quantifier,
    ru.Share: _share,
    ru.Compare: _compare,
    ru.Named: _only(name=ex.Ref | ex.Owned),
    ru.Once: _once,
    ru.CostTimes: lambda grow, depth: {"factor": grow.num()},
    ru.CostPlus: _cost_plus,
    ru.CostRate: _only(rate=ex.Rate),
    ru.Permit: _permit,
    ru.Change: _change,
    ru.MoreDice: _only(count=st.integers(-3, 3)),
    ru.Reroll: _reroll,
    ast.Prose: _only(text=PROSE),
    ast.Distance: _only(unit=st.sampled_from((*UNITS, "moves"))),
    ast.Grid: _grid,
    ast.FieldType: _field_type,
    ast.Range: _range,
    ast.Pair: _pair,
    ast.Number: _number,
    ast.Adjust: _adjust,
    ast.Band: lambda grow, depth: {"names": grow.many(ex.Name, depth)},
    ast.Cell: _cell,
    ast.Clause: _clause,
    ast.Handler: _effects_or_block,
    ast.Option: lambda grow, depth: {"effects": grow.many(ru.Effect, depth, least=1)},
    ast.Rule: _rule,
    ast.Override: _only(item=ast.Setting | ast.Declaration),
    ast.File: lambda grow, depth: {"items": grow.many(ast.Item, depth, least=0, most=3)},
}


@st.composite
def nodes(draw: Draw, kind: type[N], depth: int = DEPTH) -> N:
    """Nodes of one class, as the grammar allows them."""
    return Grower(draw).node(kind, depth)


def files(depth: int = DEPTH) -> st.SearchStrategy[ast.File]:
    """Whole files."""
    return nodes(ast.File, depth)
