"""Makers of declarations: fields, actions, groups, outcomes, states, numbers, rolls, tables."""

from __future__ import annotations

from typing import Any

from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.build_expr import ends, factor, quantity_in, unit_of
from groundrules.syntax.build_items import Body
from groundrules.syntax.build_parts import (
    Effects,
    Maker,
    Params,
    Part,
    Value,
    Values,
    end_of,
    is_token,
    makes,
    text_of,
)

# ---- names


@makes("params")
def _params(make: Maker, c: Values) -> Value:
    return Params(make.names(c), c[0].start_pos, c[-1].end_pos)


@makes("named")
def _named(make: Maker, c: Values) -> Value:
    """``NAME [params] [STRING]``."""
    body = Body(c)
    return ast.Named(span=make.span(c), name=make.name(c[0]), params=body.params, display=body.display)


def declared(make: Maker, c: Values) -> ast.Named:
    """The name a declaration begins with, right after its word."""
    end = 2
    while end < len(c) and (type(c[end]) is Params or is_token(c[end], "STRING")):
        end += 1
    named: ast.Named = _named(make, c[1:end])
    return named


# ---- what a model, a piece, the day states


@makes("model", "piece", "game")
def _schema(make: Maker, c: Values) -> Value:
    owner: Any = str(c[0])
    return ast.Schema(span=make.line(c), owner=owner, members=tuple(c[3:-1]))


@makes("field")
def _field(make: Maker, c: Values) -> Value:
    type_ = next(v for v in c if isinstance(v, ast.FieldType))
    return ast.Field(span=make.line(c), name=make.name(c[0]), type=type_, display=Body(c).display)


@makes("traits")
def _traits(make: Maker, c: Values) -> Value:
    return ast.Traits(span=make.line(c), names=tuple([v for v in c if isinstance(v, ast.Named)]))


@makes("optional")
def _optional(make: Maker, c: Values) -> Value:
    return Part("optional", c[0].start_pos, c[1].end_pos)


def _is_optional(c: Values) -> bool:
    return type(c[-1]) is Part


@makes("t_distance")
def _distance_type(make: Maker, c: Values) -> Value:
    return ast.FieldType(span=make.span(c), kind="distance", optional=_is_optional(c))


@makes("t_number")
def _number_type(make: Maker, c: Values) -> Value:
    return ast.FieldType(span=make.span(c), kind="number", optional=_is_optional(c))


@makes("t_unit")
def _unit_type(make: Maker, c: Values) -> Value:
    return ast.FieldType(span=make.span(c), kind="unit", unit=unit_of(c[0]), optional=_is_optional(c))


@makes("t_agreed")
def _agreed_type(make: Maker, c: Values) -> Value:
    return ast.FieldType(span=make.span(c), kind="agreed", agreed_for=c[2].value if len(c) > 2 else ())


@makes("t_oneof")
def _one_of_type(make: Maker, c: Values) -> Value:
    values = tuple([v for v in c if isinstance(v, ast.Named)])
    return ast.FieldType(span=make.span(c), kind="one of", values=values, optional=_is_optional(c))


@makes("t_ordered")
def _ordered_type(make: Maker, c: Values) -> Value:
    values = tuple([v for v in c if isinstance(v, ast.Named)])
    return ast.FieldType(span=make.span(c), kind="ordered", values=values, optional=_is_optional(c))


# ---- actions and groups


@makes("action")
def _action(make: Maker, c: Values) -> Value:
    names = tuple([v for v in c if isinstance(v, ast.Named)])
    allowance = next((v for v in c if isinstance(v, ast.Allowance | ru.Limit)), None)
    if isinstance(allowance, ru.Limit):  # `up to Speed` alone reads like the effect of the same words
        allowance = ast.Allowance(span=allowance.span, maximum=allowance.value)
    return ast.Action(span=make.line(c), names=names, allowance=allowance, block=Body(c).block)


@makes("allowance")
def _allowance(make: Maker, c: Values) -> Value:
    """``up to E``, the effect too; ``E to E``; either after ``N moves [, [each]]``."""
    span = make.span(c)
    if is_token(c[0], "UP"):
        return ru.Limit(span=span, kind="allowance", value=c[2])
    moves = make.whole(c[0], "moves") if is_token(c[0], "NUMBER") else None
    minimum = None if is_token(c[-3], "UP") else c[-3]
    return ast.Allowance(span=span, maximum=c[-1], minimum=minimum, moves=moves)


@makes("group")
def _group(make: Maker, c: Values) -> Value:
    name, *members = make.names(c)
    return ast.Group(span=make.line(c), name=name, members=tuple(members), display=Body(c).display)


# ---- outcomes, states, cover


@makes("outcome")
def _outcome(make: Maker, c: Values) -> Value:
    body = Body(c)
    return ast.Outcome(span=make.line(c), named=declared(make, c), effects=body.effects, block=body.block)


@makes("state")
def _state(make: Maker, c: Values) -> Value:
    body = Body(c)
    until = next((v.value for v in c if type(v) is Part), None)
    return ast.State(span=make.line(c), named=declared(make, c), until=until, effects=body.effects, block=body.block)


@makes("until")
def _until(make: Maker, c: Values) -> Value:
    return Part(str(c[-1]), c[0].start_pos, c[-1].end_pos)


@makes("cover")
def _cover(make: Maker, c: Values) -> Value:
    body = Body(c)
    return ast.Cover(
        span=make.line(c), name=make.name(c[1]), display=body.display, effects=body.effects, block=body.block
    )


# ---- numbers


@makes("number")
def _number(make: Maker, c: Values) -> Value:
    """``number NAME [STRING] : EXPR`` or ``number NAME [STRING] by NAME : PAIRS``, adjustments below."""
    colon = next(i for i, v in enumerate(c) if is_token(v, "COLON"))
    pairs = tuple([v for v in c if isinstance(v, ast.Pair)])
    return ast.Number(
        span=make.line(c),
        name=make.name(c[1]),
        display=Body(c[:colon]).display,
        by=make.name(c[colon - 1]) if pairs else None,
        value=None if pairs else c[colon + 1],
        pairs=pairs,
        lines=tuple([v for v in c if isinstance(v, ast.Adjust | ast.Prose)]),
    )


@makes("pair")
def _pair(make: Maker, c: Values) -> Value:
    token, key = c[0], c[0].type
    where: ex.Name | ast.Range
    if key == "NAME":
        where = make.name(token)
    elif key == "RANGE":
        low, high = ends(make, token)
        where = ast.Range(span=make.at(token), kind="span", low=low, high=high)
    elif key == "FROM":
        where = ast.Range(span=make.at(token), kind="from", low=make.num(token, str(token[:-1])))
    else:
        where = ast.Range(span=make.at(token), kind="exact", low=make.num(token))
    return ast.Pair(span=make.span(c), key=where, value=c[1])


@makes("adjust")
def _adjust(make: Maker, c: Values) -> Value:
    if isinstance(c[0], ast.Prose):
        return c[0]
    change = next(v for v in c if type(v) is Part)
    op, value = change.value
    return ast.Adjust(span=make.line(c), qualifiers=Body(c).qualifiers, op=op, value=value)


@makes("c_add")
def _add_change(make: Maker, c: Values) -> Value:
    return Part(("plus", c[1]), c[0].start_pos, end_of(c[1]))


@makes("c_sub")
def _sub_change(make: Maker, c: Values) -> Value:
    return Part(("minus", c[1]), c[0].start_pos, end_of(c[1]))


@makes("c_times")
def _times_change(make: Maker, c: Values) -> Value:
    return Part(("times", factor(make, c[0])), c[0].start_pos, c[0].end_pos)


@makes("c_set")
def _set_change(make: Maker, c: Values) -> Value:
    return Part(("set", c[1]), c[0].start_pos, end_of(c[1]))


# ---- rolls


@makes("roll")
def _roll(make: Maker, c: Values) -> Value:
    colon = next(i for i, v in enumerate(c) if is_token(v, "COLON"))
    return ast.Roll(
        span=make.line(c),
        named=declared(make, c[:colon]),
        total=c[colon + 1],
        keep=next((v for v in c if isinstance(v, ast.Keep)), None),
        extra=tuple([v for v in c if isinstance(v, ast.ExtraDice)]),
        lines=tuple([v for v in c[colon + 2 :] if isinstance(v, ast.Band | ast.Handler | ast.Prose | ast.Cite)]),
    )


@makes("keep")
def _keep(make: Maker, c: Values) -> Value:
    which: Any = str(c[2])
    return ast.Keep(span=make.span(c), count=make.whole(c[1], "dice"), which=which)


@makes("extra")
def _extra(make: Maker, c: Values) -> Value:
    """``, extra dice keep highest``; its place begins after the comma."""
    which: Any = str(c[1])
    keep: Any = str(c[4])
    return ast.ExtraDice(span=make.span(c[1:]), which=which, keep=keep)


@makes("band")
def _band(make: Maker, c: Values) -> Value:
    mode: Any = "total" if isinstance(c[0], ast.Range) else str(c[0])
    body = Body(c)
    where = c[0] if mode == "total" else c[1]
    return ast.Band(
        span=make.line(c),
        range=where,
        mode=mode,
        names=make.names(c),
        qualifiers=body.qualifiers,
        effects=body.effects,
        block=body.block,
    )


# ---- tables


@makes("table")
def _table(make: Maker, c: Values) -> Value:
    by = next(i for i, v in enumerate(c) if is_token(v, "BY"))
    verb: Any = None
    if by == 2:
        verb = make.name(c[1]) if is_token(c[1], "NAME") else str(c[1])
    rows = tuple([v for v in c if isinstance(v, ast.Row)])
    return ast.Table(span=make.line(c), by=make.name(c[by + 1]), rows=rows, verb=verb)


@makes("row")
def _row(make: Maker, c: Values) -> Value:
    """Cells between bars; an empty one gets the place between its two bars."""
    cells: list[ast.Cell] = []
    bar = None
    for value in c:
        if is_token(value, "VBAR"):
            if bar is not None and (not cells or cells[-1].span.start < bar.end_pos):
                cells.append(ast.Cell(span=Span(make.source, bar.end_pos, value.start_pos), kind="empty"))
            bar = value
        elif isinstance(value, ast.Cell):
            cells.append(value)
    return ast.Row(span=make.line(c), cells=tuple(cells))


@makes("empty")
def _empty(make: Maker, c: Values) -> Value:
    return None  # the row knows where


@makes("dash")
def _dash(make: Maker, c: Values) -> Value:
    return ast.Cell(span=make.at(c[0]), kind="dash")


@makes("corner")
def _corner(make: Maker, c: Values) -> Value:
    return ast.Cell(span=make.at(c[0]), kind="corner")


@makes("c_no")
def _no(make: Maker, c: Values) -> Value:
    return ast.Cell(span=make.at(c[0]), kind="no")


@makes("titled")
def _titled(make: Maker, c: Values) -> Value:
    return ast.Cell(span=make.span(c), kind="titled", ref=c[0], display=text_of(c[1]))


@makes("cell")
def _cell(make: Maker, c: Values) -> Value:
    return ast.Cell(span=make.span(c), kind="effects", effects=c[0].value)


@makes("value")
def _value(make: Maker, c: Values) -> Value:
    """``x2``, ``all``, ``2``, ``2"``, ``+1``, ``-1``: the kind of a cell and its number."""
    sign, kind = c[0], c[0].type
    start, end = sign.start_pos, end_of(c[-1])
    if len(c) == 2:
        return Part(("plus" if kind == "PLUS" else "minus", c[1]), start, end)
    if kind == "TIMES":
        return Part(("times", factor(make, sign)), start, end)
    if kind in ("NUMBER", "DIST"):
        return Part(("value", ex.Num(span=make.at(sign), quantity=quantity_in(make, c))), start, end)
    return Part(("all", None), start, end)


@makes("c_value")
def _value_cell(make: Maker, c: Values) -> Value:
    kind, value = c[0].value
    effects = c[-1].value if type(c[-1]) is Effects else ()
    return ast.Cell(span=make.span(c), kind=kind, value=value, effects=effects)
