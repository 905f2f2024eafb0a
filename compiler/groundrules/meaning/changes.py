"""Changed fields, numbers and rolls: ``Speed +5cm``, ``Test Dice +1``, ``Risky Roll -1 die``."""

from __future__ import annotations

from groundrules import ruleset as rs
from groundrules.diagnostics import Fix, replace
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import (
    HALF,
    OPERANDS,
    expression,
    field_of,
    owned,
    value_of,
)
from groundrules.meaning.names import Spot, declared_at, resolve, say_wrong_kind
from groundrules.meaning.quantities import LENGTHS
from groundrules.meaning.symbols import Symbol
from groundrules.meaning.unknown import say_unknown
from groundrules.ruleset import Effect, Expr, FieldOf
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

_CHANGED = Spot("before a change", ("field", "number", "roll"), groups=False)


def changed(env: Env, node: ru.Change | ru.MoreDice) -> Effect | None:
    """The compiled change, or ``None`` after a finding."""
    if isinstance(node, ru.MoreDice):
        return _more_dice(env, node)
    if isinstance(node.target, ex.Owned):
        where = owned(env, node.target.owner, node.target.name)
        return None if where is None else _field(env, node, where)
    symbol = env.table.get(node.target.key)
    if symbol is None:
        before = env.report.count
        say_unknown(env, node.target, _CHANGED.kinds, effect=True)
        by = node.value.quantity.unit if isinstance(node.value, ex.Num) else None
        if env.report.count > before and env.report.found[-1].code == "GR200" and by in LENGTHS:
            env.report.leave_open("field", node.target)
        return None
    env.table.use(symbol.key, node.target.span)
    if symbol.kind == "field":
        where = _own(env, node, symbol) if node.op == "own" else field_of(env, symbol, node.target.span)
        return None if where is None else _field(env, node, where)
    if symbol.kind == "number":
        return _number(env, node, symbol)
    if symbol.kind == "roll":
        return _roll(env, node, symbol)
    say_wrong_kind(env, node.target, symbol, _CHANGED)
    return None


def _more_dice(env: Env, node: ru.MoreDice) -> Effect | None:
    if isinstance(node.roll, ex.Owned):
        env.report.say("GR204", node.roll.span, "only a roll has dice, and a roll has no owner",
                       help=f"write `{node.roll.name.text}` alone")  # fmt: skip
        return None
    symbol = resolve(env, node.roll, Spot("before a number of dice", ("roll",), groups=False))
    return None if symbol is None else rs.MoreDice(symbol.name, node.count)


def _own(env: Env, node: ru.Change, symbol: Symbol) -> FieldOf | None:
    """``Height is 7``: a value that pieces of a kind have."""
    if any(place.owner == "piece" for place in symbol.places):
        return FieldOf("piece", symbol.name)
    assert isinstance(node.target, ex.Name)
    env.report.say(
        "GR245", node.span, f"`is` gives a piece its own value, and `{symbol.name}` is no field of a piece",
        help=f"write `{symbol.name} becomes …`", related=declared_at(symbol), fix=_becomes(node),
    )  # fmt: skip
    return None


def _becomes(node: ru.Change) -> Fix | None:
    """``becomes`` for ``is``."""
    if node.value is None:
        return None
    source, start = node.span.source, node.target.span.end
    between = source.text[start : node.value.span.start]
    at = start + len(between) - len(between.lstrip())
    return replace("write `becomes`", source.span(at, at + 2), "becomes") if between.strip() == "is" else None


def _field(env: Env, node: ru.Change, where: FieldOf) -> Effect | None:
    symbol = env.table.get(where.field)
    assert symbol is not None
    kind = "model" if where.owner in ("shooter", "target") else where.owner
    declared = next(place.node for place in symbol.places if place.owner == kind)
    if declared.type.kind == "agreed":
        env.report.say("GR235", node.span, f"`{where.field}` is agreed by the players and has no value to change",
                       help="leave the change out", related=declared_at(symbol))  # fmt: skip
        return None
    if declared.type.kind in ("one of", "ordered"):
        value: Expr | None = _one_of(env, node, where, declared)
    else:
        value = _value(env, node)
    if value is None:
        return None
    bound = None if node.bound is None else expression(env, node.bound)
    if node.bound is not None and bound is None:
        return None
    op = "times" if node.op == "half" else node.op
    return rs.Change(where.owner, where.field, op, value, bound)


def _value(env: Env, node: ru.Change) -> Expr | None:
    if node.op == "half" or node.value is None:
        return HALF
    return expression(env, node.value, Spot("in a change", OPERANDS, groups=False))


def _one_of(env: Env, node: ru.Change, where: FieldOf, declared: ast.Field) -> Expr | None:
    values = declared.type.values
    listed = ", ".join(f"`{value.name.text}`" for value in values)
    if node.op not in ("set", "own"):
        env.report.say("GR235", node.span, f"`{where.field}` is one of {listed}, not a number",
                       help=f"write `{where.field} becomes {values[0].name.text}`")  # fmt: skip
        return None
    if isinstance(node.value, ex.Ref) and not node.value.args:
        if node.value.name.key in env.params:
            return rs.Param(env.params[node.value.name.key])
        symbol = resolve(env, node.value.name, Spot("here", ("value",), groups=False))
        if symbol is None:
            return None
        if any(value.name.key == symbol.key for value in values):
            return value_of(symbol, where.owner, where.field)
    span = node.span if node.value is None else node.value.span
    env.report.say("GR235", span, f"this is no value of `{where.field}`", help=f"its values are {listed}")
    return None


def _number(env: Env, node: ru.Change, symbol: Symbol) -> Effect | None:
    value = _value(env, node)
    if value is None:
        return None
    if node.op == "own":
        env.report.say("GR245", node.span, f"`is` gives a piece its own value, and `{symbol.name}` is a number",
                       help=f"write `{symbol.name} becomes …`", related=declared_at(symbol),
                       fix=_becomes(node))  # fmt: skip
        return None
    bound = None if node.bound is None else expression(env, node.bound)
    op = "times" if node.op == "half" else node.op
    return rs.ChangeNumber(symbol.name, op, value, bound)


def _roll(env: Env, node: ru.Change, symbol: Symbol) -> Effect | None:
    value = _value(env, node)
    if value is None:
        return None
    op = "times" if node.op == "half" else node.op
    if op in ("set", "own") or node.bound is not None:
        env.report.say("GR235", node.span, f"`{symbol.name}` is a roll: it takes `+`, `-` and dice",
                       help=f"write `{symbol.name} +1`, `{symbol.name} +1 die` or `pass {symbol.name}`",
                       related=declared_at(symbol))  # fmt: skip
        return None
    return rs.ChangeRoll(symbol.name, op, value)  # type: ignore[arg-type]  # `set` and `own` are gone
