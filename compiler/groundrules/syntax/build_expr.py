"""Makers of names used, arithmetic, dice and ranges."""

from __future__ import annotations

import re
from typing import Any

from groundrules.diagnostics import Fix, choice, replace
from groundrules.quantity import UNITS, Quantity
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex
from groundrules.syntax.build_parts import Maker, Part, Value, Values, is_token, makes

_DISTANCE = re.compile(r"([^\"″”a-z]*)(.*)", re.DOTALL)
_DICE = re.compile(r"(\d*)[dD](\d*%?)(.*)", re.DOTALL)
_DASH = re.compile(r"[-–−]")

#: The plain strings of words that stand in nodes: tokens are strings of another class.
_WORDS: dict[str, Any] = {
    word: word
    for word in (
        *("model", "piece", "shooter", "target", "result", "natural"),
        *("obscured", "covered", "width", "base", "distance", "moved", "rise", "gap", "fall"),
    )
}


def unit_of(word: str) -> str:
    """A unit's own name; a word that is none stays as it is."""
    return UNITS.get(word, str(word))


def quantity_in(make: Maker, c: Values) -> Quantity:
    """The quantity of ``NUMBER``, ``DIST`` or ``NUMBER UNITWORD``."""
    token = c[0]
    if token.type != "DIST":
        return Quantity(make.number(token), unit_of(c[1]) if len(c) > 1 else None)
    found = _DISTANCE.fullmatch(token)
    number, unit = found.groups() if found else ("", "")
    return Quantity(make.number(token, number), unit_of(unit))


@makes("ref")
def _ref(make: Maker, c: Values) -> Value:
    name = make.name(c[0])
    if len(c) == 1:
        return ex.Ref(span=name.span, name=name)
    return make.nested(ex.Ref(span=make.span(c), name=name, args=c[1].value), name, *c[1].value)


@makes("args")
def _args(make: Maker, c: Values) -> Value:
    return Part(tuple(c[1:-1:2]), c[0].start_pos, c[-1].end_pos)


@makes("quantity")
def _quantity(make: Maker, c: Values) -> Value:
    return ex.Num(span=make.span(c), quantity=quantity_in(make, c))


@makes("atom", "pos")
def _wider(make: Maker, c: Values) -> Value:
    """``( expr )`` and ``+ term``: what is inside, grown to its signs."""
    return make.widened(c[1], c)


@makes("neg")
def _neg(make: Maker, c: Values) -> Value:
    return make.nested(ex.Neg(span=make.span(c), term=c[1]), c[1])


@makes("half")
def _half(make: Maker, c: Values) -> Value:
    return make.nested(ex.Half(span=make.span(c), term=c[1]), c[1])


@makes("add")
def _add(make: Maker, c: Values) -> Value:
    return make.nested(ex.Binary(span=make.span(c), op="add", left=c[0], right=c[2]), c[0], c[2])


@makes("sub")
def _sub(make: Maker, c: Values) -> Value:
    return make.nested(ex.Binary(span=make.span(c), op="sub", left=c[0], right=c[2]), c[0], c[2])


@makes("mul")
def _mul(make: Maker, c: Values) -> Value:
    return make.nested(ex.Binary(span=make.span(c), op="mul", left=c[0], right=c[2]), c[0], c[2])


@makes("div")
def _div(make: Maker, c: Values) -> Value:
    return make.nested(ex.Binary(span=make.span(c), op="div", left=c[0], right=c[2]), c[0], c[2])


@makes("times")
def _times(make: Maker, c: Values) -> Value:
    return make.nested(ex.Binary(span=make.span(c), op="mul", left=c[0], right=factor(make, c[1])), c[0])


def factor(make: Maker, token: Value) -> ex.Num:
    """The number of ``x2``; its place is the whole sign."""
    return make.num(token, str(token[1:]))


@makes("result", "natural")
def _read(make: Maker, c: Values) -> Value:
    return ex.Read(span=make.at(c[0]), what=_WORDS[c[0]])


@makes("owner")
def _owner(make: Maker, c: Values) -> Value:
    return c[0]


@makes("owned")
def _owned(make: Maker, c: Values) -> Value:
    return ex.Owned(span=make.span(c), owner=_WORDS[c[0]], name=make.name(c[1]))


@makes("measured")
def _measured(make: Maker, c: Values) -> Value:
    return ex.Measure(span=make.at(c[0]), kind=_WORDS[c[0]])


@makes("rate")
def _rate(make: Maker, c: Values) -> Value:
    """``term per UNITWORD of measured`` or ``term per [full] quantity [or part] of measured``."""
    full = str(c[2]) == "full" if is_token(c[2], "FULL") else False
    part = len(c) > 5 and is_token(c[-3], "PART")
    step = c[3] if full else c[2]
    per = step.quantity if isinstance(step, ex.Num) else Quantity(make.fraction("1", make.at(step)), unit_of(step))
    if full and part:
        make.tell(
            "GR153",
            Span(make.source, c[2].start_pos, c[-3].end_pos),
            "`full` and `or part` in one rate: is a begun step counted or not?",
            help="keep `full` to count whole steps only, or `or part` to count a begun one as well",
        )
    whole: Any = "full" if full else "part" if part else None
    rate = ex.Rate(span=make.span(c), amount=c[0], per=per, whole=whole, measure=c[-1].kind)
    return make.nested(rate, c[0])


@makes("dice")
def _dice(make: Maker, c: Values) -> Value:
    """``2d6``, ``d%``, ``d6"`` and ``Test Dice d6``."""
    token = c[-1]
    found = _DICE.fullmatch(token)
    number, faces, unit = found.groups() if found else ("", "6", "")
    sides = 100 if faces == "%" else int(make.number(token, faces))
    if sides < 1:
        make.tell("GR152", make.at(token), f"`{token}` is a die without a side", help="write the sides: `d6`")
        sides = 1
    count: int | ex.Name = int(make.number(token, number)) if number else 1
    if len(c) > 1:
        if number:
            plain = str(token)[len(number) :]
            make.tell(
                "GR154",
                make.span(c),
                f"`{c[0]}` and `{number}` both say how many dice are thrown",
                help=f"write `{c[0]} {plain}`, or `{token}` alone",
                fix=choice(_without_count(make.at(token), len(number), f"write `{c[0]} {plain}`")),
            )
        count = make.name(c[0])
    return ex.Dice(span=make.span(c), count=count, sides=sides, unit=unit_of(unit) if unit else None)


def _without_count(dice: Span, digits: int, title: str) -> Fix:
    """Dice whose number a name says already: who names it means it."""
    return replace(title, dice.source.span(dice.start, dice.start + digits), "")


# ---- where a band holds


@makes("span")
def _span(make: Maker, c: Values) -> Value:
    """``2-6``, ``1-X``, ``-9 to -1``."""
    if len(c) == 1:
        low, high = ends(make, c[0])
    else:
        to = next(i for i, v in enumerate(c) if is_token(v, "TO"))
        low, high = signed(make, c[:to]), signed(make, c[to + 1 :])
    return ast.Range(span=make.span(c), kind="span", low=low, high=high)


def ends(make: Maker, token: Value) -> tuple[ex.Expr, ex.Expr]:
    """The two ends of a range token; the second may be a name."""
    text = str(token)
    dash = _DASH.search(text)
    at = dash.start() if dash else len(text)
    low, high = text[:at], text[at + 1 :]
    middle = token.start_pos + at
    first = Span(make.source, token.start_pos, middle)
    second = Span(make.source, min(middle + 1, token.end_pos), token.end_pos)
    left = ex.Num(span=first, quantity=Quantity(make.fraction(low, first)))
    if high[:1].isdecimal() or not high:
        return left, ex.Num(span=second, quantity=Quantity(make.fraction(high, second)))
    return left, ex.Ref(span=second, name=ex.Name(span=second, text=high))


def signed(make: Maker, c: Values) -> ex.Expr:
    """``NUMBER`` or ``MINUS NUMBER``."""
    number = make.num(c[-1])
    return number if len(c) == 1 else ex.Neg(span=make.span(c), term=number)


@makes("from")
def _from(make: Maker, c: Values) -> Value:
    """``7+``, ``Skill+``."""
    low: ex.Expr
    if len(c) > 1:
        name = make.name(c[0])
        low = ex.Ref(span=name.span, name=name)
    else:
        token = c[0]
        span = Span(make.source, token.start_pos, max(token.start_pos, token.end_pos - 1))
        low = ex.Num(span=span, quantity=Quantity(make.fraction(str(token[:-1]), span)))
    return ast.Range(span=make.span(c), kind="from", low=low)


@makes("exact")
def _exact(make: Maker, c: Values) -> Value:
    return ast.Range(span=make.span(c), kind="exact", low=signed(make, c))


@makes("upto")
def _upto(make: Maker, c: Values) -> Value:
    """``1 or less``; the number is the high end."""
    return ast.Range(span=make.span(c), kind="upto", high=signed(make, c[:-2]))


@makes("otherwise")
def _otherwise(make: Maker, c: Values) -> Value:
    return ast.Range(span=make.at(c[0]), kind="otherwise")
