"""Operators on numbers: one more, one less, the edges of bands, dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from groundrules.compare.variants import Names, Variant, changed, with_entry
from groundrules.quantity import Quantity
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.ast_expr import Node

_DICE = (2, 3, 4, 6, 8, 10, 12, 20, 100)


def more(node: Node, names: Names) -> Iterator[Variant]:
    """A number is one more; a part of one is halfway nearer to one."""
    yield from _moved(node, _more)


def less(node: Node, names: Names) -> Iterator[Variant]:
    """A number is one less; one, or a part of one, is halved."""
    yield from _moved(node, _less)


def _more(value: Fraction) -> Fraction | None:
    return (value + 1) / 2 if 0 < value < 1 else value + 1


def _less(value: Fraction) -> Fraction | None:
    if value <= 0:
        return None
    return value - 1 if value > 1 else value / 2


def _moved(node: Node, move: object) -> Iterator[Variant]:
    assert callable(move)
    match node:
        case ex.Num(quantity=quantity):
            value = move(quantity.value)
            if value is not None:
                yield Variant(changed(node, quantity=Quantity(value, quantity.unit)))
        case ru.Quantifier(number=Quantity() as quantity):
            value = move(quantity.value)
            if value is not None:
                yield Variant(changed(node, number=Quantity(value, quantity.unit)))
        case ex.Rate(per=per):
            value = move(per.value)
            if value is not None:
                yield Variant(changed(node, per=Quantity(value, per.unit)))
        case ru.MoreDice(count=count):
            value = move(Fraction(abs(count)))
            if value is not None and value.denominator == 1 and value:
                yield Variant(changed(node, count=int(value) * (1 if count > 0 else -1)))
        case ast.Allowance(moves=int(count)) | ast.Keep(count=count):
            field = "moves" if isinstance(node, ast.Allowance) else "count"
            value = move(Fraction(count))
            if value is not None and value.denominator == 1 and value:
                yield Variant(changed(node, **{field: int(value)}))
        case ru.Reroll(what=(low, high)):
            value = move(Fraction(high))
            if value is not None and value.denominator == 1 and value >= low:
                yield Variant(changed(node, what=(low, int(value))))


def dice(node: Node, names: Names) -> Iterator[Variant]:
    """One die more, one die less, another die."""
    if not isinstance(node, ex.Dice):
        return
    if isinstance(node.count, int):
        yield Variant(changed(node, count=node.count + 1))
        if node.count > 1:
            yield Variant(changed(node, count=node.count - 1))
    larger = next((sides for sides in _DICE if sides > node.sides), None)
    smaller = next((sides for sides in reversed(_DICE) if sides < node.sides), None)
    for sides in (larger, smaller):
        if sides is not None:
            yield Variant(changed(node, sides=sides))


# ---- bands


def edges(node: Node, names: Names) -> Iterator[Variant]:
    """Where one band ends and the next begins, one up or one down; the end of a band that none follows."""
    if not isinstance(node, ast.Roll):
        return
    for mode, end in _edges(node):
        for step in (1, -1):
            moved = _edge_moved(node, mode, end, step)
            if moved is not None:
                yield Variant(moved)


def _edges(roll: ast.Roll) -> Iterator[tuple[str, Fraction]]:
    """Where bands end, each once. The first and the last total are no edge unless something is left for `otherwise`."""
    bands = [line for line in roll.lines if isinstance(line, ast.Band)]
    open_ = any(band.range.kind == "otherwise" for band in bands)
    for mode in dict.fromkeys(band.mode for band in bands):
        both = [_ends(band.range) for band in bands if band.mode == mode]
        ends = {high for _, high in both if high is not None}
        begun = {low - 1 for low, _ in both if low is not None}
        for end in sorted(ends | begun):
            if mode != "total" or open_ or (end in ends and end in begun):
                yield mode, end


def _ends(where: ast.Range) -> tuple[Fraction | None, Fraction | None]:
    """The plain numbers at which a band begins and ends."""
    low, high = _plain(where.low), _plain(where.high)
    return (low, low) if where.kind == "exact" else (low, high)


def _plain(expr: ex.Expr | None) -> Fraction | None:
    match expr:
        case ex.Num(quantity=Quantity(value=value)) if value.denominator == 1:
            return value
        case ex.Neg(term=ex.Num(quantity=Quantity(value=value))) if value.denominator == 1:
            return -value
    return None


def _edge_moved(roll: ast.Roll, mode: str, end: Fraction, step: int) -> ast.Roll | None:
    """The roll with the edge behind ``end`` moved; ``None`` where a band would be left without a total."""
    lines = roll.lines
    changes = 0
    for at, line in enumerate(lines):
        if not isinstance(line, ast.Band) or line.mode != mode:
            continue
        low, high = _ends(line.range)
        new_low = low + step if low is not None and low == end + 1 else low
        new_high = high + step if high is not None and high == end else high
        if (new_low, new_high) == (low, high):
            continue
        if new_low is not None and new_high is not None and new_low > new_high:
            return None
        if mode != "total" and new_low is not None and new_low < 1:
            return None
        changes += 1
        lines = with_entry(lines, at, replace(line, range=_range(line.range, new_low, new_high)))
    return replace(roll, lines=lines) if changes else None


def _range(where: ast.Range, low: Fraction | None, high: Fraction | None) -> ast.Range:
    """The range with other ends, its kind as they ask for; an end that is no plain number stays."""
    if where.kind in ("from", "upto"):
        value = low if where.kind == "from" else high
        assert value is not None
        field = "low" if where.kind == "from" else "high"
        return replace(where, **{field: _number(where, value)})  # type: ignore[arg-type]  # an expression
    if low is None or high is None:  # `1-X`: one end is calculated
        return replace(
            where,
            low=_number(where, low) if low is not None else where.low,
            high=_number(where, high) if high is not None else where.high,
        )
    if low == high:
        return replace(where, kind="exact", low=_number(where, low), high=None)
    return replace(where, kind="span", low=_number(where, low), high=_number(where, high))


def _number(node: Node, value: Fraction) -> ex.Expr:
    number = ex.Num(span=node.span, quantity=Quantity(abs(value)))
    return ex.Neg(span=node.span, term=number) if value < 0 else number
