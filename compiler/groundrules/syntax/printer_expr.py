"""Names and arithmetic back to text, with the fewest brackets that keep the meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from groundrules.quantity import GLUED, Quantity, parse_number, plain, source_number
from groundrules.syntax import ast_expr as ex

# How tightly an expression holds together: what stands where a tighter one is wanted gets brackets.
SUM, TERM, ATOM = 0, 1, 2

#: One of a unit that is glued to its number, as a word.
_ONE_OF = {"inches": "inch", "feet": "foot", "cm": "cm", "mm": "mm", "metres": "metres"}


#: A number that reads better than the fraction it is, and so stays as its author wrote it.
_OWN_NUMBER = re.compile(r"[x×]?([0-9]+\.[0-9]+|[0-9]+[½¼¾])(?![0-9/.])")


def quoted(text: str) -> str:
    """A string of the language; one that holds an inch mark gets curly quotes."""
    return f"“{text}”" if '"' in text else f'"{text}"'


def expr_text(expr: ex.Expr, level: int = SUM) -> str:
    """An expression as the language writes it, bracketed where ``level`` asks for a tighter one."""
    return _PRINTERS[type(expr)](expr, level)


def args_text(args: Sequence[ex.Expr]) -> str:
    """Arguments in their brackets; nothing for none."""
    return f"({', '.join(expr_text(arg) for arg in args)})" if args else ""


def ref_text(ref: ex.Ref | ex.Owned) -> str:
    """A name used, with its arguments or with its owner."""
    return expr_text(ref)


def refs_text(refs: Sequence[ex.Ref], joint: str) -> str:
    """Several names used, parted by ``joint``."""
    return joint.join(map(ref_text, refs))


def names_text(names: Sequence[ex.Name], joint: str = ", ") -> str:
    """Several names, parted by ``joint``."""
    return joint.join(name.text for name in names)


def target_text(target: ex.Name | ex.Owned) -> str:
    """A field, bare or with its owner."""
    return target.text if isinstance(target, ex.Name) else ref_text(target)


def signed_text(sign: str, term: ex.Expr, level: int = TERM) -> str:
    """``+5cm`` or ``+ Charge Roll``: a number stands right behind its sign."""
    text = expr_text(term, level)
    return f"{sign}{text}" if text[0].isdecimal() else f"{sign} {text}"


def unit_word(unit: str) -> str:
    """One of a unit as a word: ``inch``, ``square``, ``cm``."""
    return _ONE_OF.get(unit) or plain(Fraction(1), unit).removeprefix("1 ")


def step_text(step: Quantity) -> str:
    """The step of a rate: one of a unit that is written apart is the word alone."""
    if step.value == 1 and step.unit is not None and step.unit not in GLUED:
        return unit_word(step.unit)
    return plain(step.value, step.unit)


def _bracketed(text: str, own: int, wanted: int) -> str:
    return f"({text})" if own < wanted else text


def _num(expr: ex.Num, level: int) -> str:
    value, unit = expr.quantity.value, expr.quantity.unit
    own = _OWN_NUMBER.match(expr.span.text)
    if own is None or parse_number(own[1]) != value:
        return plain(value, unit)
    return own[1] + plain(value, unit).removeprefix(source_number(value))


def _ref(expr: ex.Ref, level: int) -> str:
    return expr.name.text + args_text(expr.args)


def _dice(expr: ex.Dice, level: int) -> str:
    if isinstance(expr.count, ex.Name):
        count = f"{expr.count.text} "
    else:
        count = "" if expr.count == 1 else str(expr.count)
    return f"{count}d{expr.sides}{GLUED[expr.unit] if expr.unit else ''}"


def _owned(expr: ex.Owned, level: int) -> str:
    return f"{expr.owner} {expr.name.text}"


def _measure(expr: ex.Measure, level: int) -> str:
    return expr.kind


def _read(expr: ex.Read, level: int) -> str:
    return expr.what


def _binary(expr: ex.Binary, level: int) -> str:
    if expr.op in ("add", "sub"):
        sign = "+" if expr.op == "add" else "-"
        return _bracketed(f"{expr_text(expr.left, SUM)} {sign} {expr_text(expr.right, TERM)}", SUM, level)
    left = expr_text(expr.left, TERM)
    if expr.op == "div":
        return _bracketed(f"{left} / {expr_text(expr.right, ATOM)}", TERM, level)
    return _bracketed(f"{left} {factor_text(expr.right)}", TERM, level)


def factor_text(factor: ex.Expr) -> str:
    """``x2``, ``x 2"``, ``x Rate``: what follows a thing that is taken several times."""
    if isinstance(factor, ex.Num) and factor.quantity.unit is None:
        return f"x{expr_text(factor)}"
    return f"x {expr_text(factor, ATOM)}"


def _neg(expr: ex.Neg, level: int) -> str:
    return f"-{expr_text(expr.term, TERM)}"


def _half(expr: ex.Half, level: int) -> str:
    return f"half {expr_text(expr.term, ATOM)}"


def _rate(expr: ex.Rate, level: int) -> str:
    if expr.whole == "full":
        step = f"full {plain(expr.per.value, expr.per.unit)}"
    elif expr.whole == "part":
        step = f"{plain(expr.per.value, expr.per.unit)} or part"
    else:
        step = step_text(expr.per)
    return _bracketed(f"{expr_text(expr.amount, TERM)} per {step} of {expr.measure}", TERM, level)


_PRINTERS: dict[type, Callable[[Any, int], str]] = {
    ex.Num: _num,
    ex.Ref: _ref,
    ex.Dice: _dice,
    ex.Owned: _owned,
    ex.Measure: _measure,
    ex.Read: _read,
    ex.Binary: _binary,
    ex.Neg: _neg,
    ex.Half: _half,
    ex.Rate: _rate,
}
