"""Arithmetic of the tree to arithmetic of the compiled rules: names resolved, units checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from groundrules import ruleset as rs
from groundrules.diagnostics import Fix, Related, choice, replace
from groundrules.meaning.env import Env
from groundrules.meaning.names import ANY, Spot, declared_at, is_any_terrain, say_wrong_kind, term_of
from groundrules.meaning.quantities import bounded, dice_fit, length_unit, number
from groundrules.meaning.symbols import Symbol
from groundrules.meaning.unknown import say_unknown
from groundrules.ruleset import Binary, Dice, Expr, FieldOf, Num, NumberOf, Param, TotalOf, ValueOf
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex

#: What an operand may be.
OPERANDS = ("field", "number", "roll")
AMOUNT = Spot("here", OPERANDS, groups=False)
HALF = Num(Fraction(1, 2))


def expression(env: Env, node: ex.Expr, spot: Spot = AMOUNT) -> Expr | None:
    """The compiled form of a number to be worked out, or ``None`` after a finding."""
    match node:
        case ex.Num(quantity=quantity):
            return number(env, quantity, node.span)
        case ex.Ref():
            return operand(env, node, spot)
        case ex.Owned(owner=owner, name=name):
            return owned(env, owner, name)
        case ex.Dice():
            return dice(env, node)
        case ex.Measure(kind=kind):
            return rs.Measure(kind)
        case ex.Read(what=what):
            if not env.result:
                _no_result(env, what, node.span)
            return rs.Read(what)
        case ex.Half(term=term):
            inner = expression(env, term, spot)
            return None if inner is None else times(inner, HALF)
        case ex.Neg(term=term):
            inner = expression(env, term, spot)
            return None if inner is None else negative(inner)
        case ex.Binary():
            return _binary(env, node, spot)
        case ex.Rate():
            return rate(env, node, spot)


def _no_result(env: Env, what: str, span: Span) -> None:
    env.report.say(
        "GR236", span, f"no roll is being read here, so there is no `{what}`",
        help=f"`{what}` stands in the bands of a roll and in the lines below a rule that makes one",
    )  # fmt: skip


def _binary(env: Env, node: ex.Binary, spot: Spot) -> Expr | None:
    # A long sum leans to the left: walked in a loop, so that its length needs no depth.
    chain: list[ex.Binary] = []
    leftmost: ex.Expr = node
    while isinstance(leftmost, ex.Binary):
        chain.append(leftmost)
        leftmost = leftmost.left
    left = expression(env, leftmost, spot)
    for link in reversed(chain):
        right = expression(env, link.right, spot)
        if link.op == "div" and isinstance(right, Num) and right.value == 0:
            env.report.say("GR214", link.right.span, "nothing can be divided by zero", help="write another number")
            right = None
        left = None if left is None or right is None else Binary(link.op, left, right)
    return left


def times(left: Expr, right: Expr) -> Expr:
    """A product; two plain numbers are worked out."""
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(left.value * right.value, left.unit or right.unit)
    return Binary("mul", left, right)


def negative(term: Expr) -> Expr:
    """The same with the other sign."""
    return Num(-term.value, term.unit) if isinstance(term, Num) else rs.Neg(term)


def rate(env: Env, node: ex.Rate, spot: Spot = AMOUNT) -> rs.Rate | None:
    """``2" per 1" or part of rise``."""
    amount = expression(env, node.amount, spot)
    step = number(env, node.per, node.span)
    if step.value <= 0:
        env.report.say("GR214", node.span, "a step of nothing never ends", help='write a step, as in `per 1"`',
                       fix=choice(_step_of_one(node.span)))  # fmt: skip
        return None
    if amount is None:
        return None
    return rs.Rate(amount, step.value, node.measure, node.whole, step.unit)


def _step_of_one(rate: Span) -> Fix | None:
    """``per 1"`` for ``per 0"``: the step in which nearly every rulebook counts."""
    found = re.search(r"\bper\s+(?:full\s+)?(0+)(?![\d.,/])", rate.text)
    if found is None:
        return None
    return replace("write a step of 1", rate.source.span(rate.start + found.start(1), rate.start + found.end(1)), "1")


def dice(env: Env, node: ex.Dice) -> Dice | None:
    """``2d6``, ``Test Dice d6``."""
    unit = length_unit(env, node.unit, node.span)
    if isinstance(node.count, int):
        if not dice_fit(env, node.count, node.sides, node.span):
            return None
        return Dice(Num(Fraction(node.count)), node.sides, unit)
    if not dice_fit(env, 1, node.sides, node.span):
        return None
    count = operand(env, ex.Ref(span=node.count.span, name=node.count), Spot("before the dice", ("number", "field")))
    return None if count is None else Dice(count, node.sides, unit)


# ---- names as operands


def operand(env: Env, ref: ex.Ref, spot: Spot) -> Expr | None:
    """A name where a number, or in brackets a name, may stand."""
    name = ref.name
    if name.key in env.params and not ref.args:
        return Param(env.params[name.key])
    if is_any_terrain(name) and "terrain" in spot.kinds:
        return rs.NameArg(ANY)
    symbol = env.table.get(name.key)
    if symbol is None:
        say_unknown(env, name, spot.kinds)
        return None
    env.table.use(name.key, name.span)
    if symbol.kind not in spot.kinds:
        say_wrong_kind(env, name, symbol, spot)
        return None
    if symbol.kind == "field":
        return no_args(env, ref, field_of(env, symbol, name.span))
    if symbol.kind == "number":
        return no_args(env, ref, NumberOf(symbol.name))
    if symbol.kind == "roll":
        args = arguments(env, ref, symbol)
        return None if args is None else TotalOf(symbol.name, args)
    if symbol.kind == "value":
        return no_args(env, ref, value_of(symbol))
    args = arguments(env, ref, symbol, pattern=True)
    return None if args is None else rs.NameArg(term_of(symbol, args))


def no_args(env: Env, ref: ex.Ref, made: Expr | None) -> Expr | None:
    """The operand itself; reports brackets behind a name that takes none."""
    if ref.args:
        env.report.say(
            "GR211", ref.span, f"`{ref.name.text}` takes nothing in brackets", help=f"write `{ref.name.text}` alone",
            fix=without_brackets(ref.name, ref.span),
        )  # fmt: skip
    return made


def without_brackets(name: ex.Name, span: Span) -> Fix:
    """Take the brackets behind a name away."""
    text, depth, end = span.source.text, 0, name.span.end
    while end < span.end:
        sign, end = text[end], end + 1
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == ")" and depth == 0:
            break
    return replace("take the brackets away", span.source.span(name.span.end, end), "")


def value_of(symbol: Symbol, owner: str | None = None, field: str | None = None) -> ValueOf:
    """A value of a field as an operand; of two fields that hold it, the one asked for or the first."""
    for place in symbol.places:
        if (owner in (None, place.owner) or owner in ("shooter", "target")) and field in (None, place.field):
            return ValueOf(owner or place.owner, place.field, symbol.name)
    first = symbol.places[0]
    return ValueOf(first.owner, first.field, symbol.name)


def field_of(env: Env, symbol: Symbol, span: Span) -> FieldOf | None:
    """A bare field: a model's, a piece's or the day's, where only one can be meant."""
    places = symbol.places if env.piece else [p for p in symbol.places if p.owner != "piece"] or symbol.places
    if len(places) > 1:
        say_ambiguous(env, symbol, span)
        return None
    return FieldOf(places[0].owner, places[0].field)


def say_ambiguous(env: Env, symbol: Symbol, span: Span) -> None:
    """Report a bare field that both a model and a piece have."""
    owners = " and ".join(f"a {place.owner}" if place.owner != "game" else "the game" for place in symbol.places)
    written = " or ".join(f"`{p.owner} {symbol.name}`" for p in symbol.places if p.owner != "game")
    related = [Related(place.node.name.span, f"the one of the {place.owner}") for place in symbol.places]
    env.report.say("GR212", span, f"{owners} have a `{symbol.name}`", help=f"write {written}", related=related)


Owner = Literal["model", "piece", "shooter", "target"]


def owned(env: Env, owner: Owner, name: ex.Name) -> FieldOf | None:
    """``model Height``, ``target Height``: shooter and target are models."""
    symbol = env.table.get(name.key)
    if symbol is None:
        say_unknown(env, name, ("field",))
        return None
    env.table.use(name.key, name.span)
    if symbol.kind != "field":
        say_wrong_kind(env, name, symbol, Spot(f"after `{owner}`", ("field",)))
        return None
    kind = "piece" if owner == "piece" else "model"
    for place in symbol.places:
        if place.owner == kind:
            return FieldOf(owner, place.field)
    say_not_owned(env, owner, name, symbol)
    return None


def say_not_owned(env: Env, owner: str, name: ex.Name, symbol: Symbol) -> None:
    """Report a field asked of an owner that has none of that name."""
    has = symbol.places[0].owner
    if name.key in env.report.suspects or not env.report.first("owner", name.key, owner):
        return
    help = f"write `{name.text}`" if has == "game" else f"write `{has} {name.text}`"
    fix, word = None, _word_of_owner(owner, name)
    if word is not None:
        fix = replace(f"write `{has}`", word, has) if has != "game" else _without_owner(owner, word, name)
    env.report.say(
        "GR204", name.span, f"`{name.text}` is a field of the {has}, not of the {owner}",
        help=help, related=declared_at(symbol), fix=fix,
    )  # fmt: skip


def _word_of_owner(owner: str, name: ex.Name) -> Span | None:
    """The word ``model``, ``piece`` … before the name of a field."""
    source = name.span.source
    start, _ = source.line_bounds(name.span.line)
    ahead = source.text[start : name.span.start].rstrip()
    at = start + len(ahead) - len(owner)
    return source.span(at, start + len(ahead)) if ahead.endswith(owner) else None


def _without_owner(owner: str, word: Span, name: ex.Name) -> Fix:
    return replace(f"take `{owner}` away", word.source.span(word.start, name.span.start), "")


# ---- what stands in brackets

_ARGUMENTS = ("field", "number", "roll", "value", "terrain", "trait", "state", "action")
ARGUMENT = Spot("in brackets", _ARGUMENTS, groups=False)


def arguments(env: Env, ref: ex.Ref, symbol: Symbol, *, pattern: bool = False) -> tuple[Expr, ...] | None:
    """The arguments of a name; ``pattern``: a bare name stands for all of them."""
    if pattern and not ref.args:
        return ()
    if not fitting_count(env, ref.name, len(ref.args), symbol, ref.span):
        return None
    return argument_values(env, ref.args)


def argument_values(env: Env, args: Sequence[ex.Expr]) -> tuple[Expr, ...] | None:
    """The compiled arguments, or ``None`` when one of them was reported."""
    made = [expression(env, arg, ARGUMENT) for arg in args]
    if any(value is None for value in made):
        return None
    return tuple(value for value in made if value is not None)


def fitting_count(env: Env, name: ex.Name, given: int, symbol: Symbol, span: Span) -> bool:
    """Whether a name has as many arguments as parameters; else a finding."""
    if given == len(symbol.params):
        return True
    fix = None
    if not symbol.params:
        message, help = f"`{name.text}` takes nothing in brackets", f"write `{name.text}` alone"
        fix = without_brackets(name, span)
    else:
        form = f"{symbol.name}({', '.join(symbol.params)})"
        takes = "one thing" if len(symbol.params) == 1 else f"{len(symbol.params)} things"
        message, help = f"`{name.text}` takes {takes} in brackets, here {given or 'nothing'}", f"its form is `{form}`"
    env.report.say("GR211", span, message, help=help, related=declared_at(symbol), fix=fix)
    return False


def whole(env: Env, value: Fraction, span: Span) -> int | None:
    """A whole number, or ``None`` after a finding."""
    value = bounded(env, value, span)
    if value.denominator == 1:
        return int(value)
    env.report.say("GR214", span, "this must be a whole number", help="write it without a fraction")
    return None
