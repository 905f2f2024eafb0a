"""Prose that names a number which no rule has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, finding
from groundrules.limits import DIGITS
from groundrules.lint.context import Context
from groundrules.meaning.traverse import parts
from groundrules.quantity import UNITS, parse_number
from groundrules.ruleset import Allowance, Dice, MoreDice, Num, Rate, Reroll, Roll, Ruleset, Share
from groundrules.syntax import ast
from groundrules.syntax.walk import walk

#: Numbers by which books are found, not played.
_ELSEWHERE = re.compile(
    r"(?:\b(?:p\.|pp\.|pages?|sections?|chapters?|rules?|versions?|editions?|figures?|tables?|turns?|rounds?)|[§#v.])\Z",
    re.IGNORECASE,
)
#: The longest of these words, and what shows that it is one.
_BEFORE = 12
_UNIT = "|".join(sorted((re.escape(unit) for unit in UNITS), key=len, reverse=True))
#: No more of them than a rule may have, and those of the language only.
_DIGITS = rf"[0-9]{{1,{DIGITS}}}"
_NUMBER = re.compile(
    rf"(?<![\w.,/-])(?:(?P<count>{_DIGITS})?[dD](?P<sides>{_DIGITS})|"
    rf"(?P<number>{_DIGITS}[½¼¾]|[½¼¾]|{_DIGITS}/{_DIGITS}|{_DIGITS}(?:\.{_DIGITS})?))"
    rf"(?P<plus>\+)?(?:\s*(?P<unit>{_UNIT})(?![A-Za-z]))?(?![\w%:]|[.,/-]\d)"
)


def check(context: Context) -> Iterator[Diagnostic]:
    """`> Roll 3+ to get through`, and the roll says 4+: one of the two was changed and the other was not."""
    numbers: set[Fraction] | None = None
    for unit in context.meaning.units:
        for prose in (node for item in unit.file.items if not isinstance(item, ast.Header) for node in walk(item)):
            if not isinstance(prose, ast.Prose) or not any(sign.isdigit() or sign in "½¼¾" for sign in prose.text):
                continue
            numbers = _numbers(context.ruleset) if numbers is None else numbers
            for found, wrong in _wrong(prose, numbers):
                span = prose.span.source.span(prose.span.start + found, prose.span.start + found + len(wrong))
                yield finding(
                    "GR323", span, f"the prose says `{wrong}`, and no rule has that number",
                    help="write the number that holds, or put it into a rule",
                )  # fmt: skip


def _wrong(prose: ast.Prose, numbers: set[Fraction]) -> Iterator[tuple[int, str]]:
    """Numbers of a line of prose that no rule has, with where in the line they stand."""
    line = prose.span.text
    for found in _NUMBER.finditer(line):
        stop = found.start()
        while stop and line[stop - 1].isspace():
            stop -= 1
        if _ELSEWHERE.search(line[max(0, stop - _BEFORE) : stop]):
            continue
        named = [found[name] for name in ("count", "sides", "number") if found[name]]
        try:
            values = [parse_number(each) for each in named]
        except ValueError:  # nothing below the line: `1/0` is no number
            continue
        # A single small number is as good as a word: `1 model`, `the 2 of them`.
        plain = found["number"] is not None and not found["unit"] and not found["plus"]
        if any(value not in numbers for value in values) and not (plain and max(values) <= 2):
            yield found.start(), found[0].rstrip()


def _numbers(ruleset: Ruleset) -> set[Fraction]:
    """Every number that the rules hold, and what is made of two of them at a limit: one more and one less."""
    found: set[Fraction] = {Fraction(0), Fraction(1)}
    for part in parts(ruleset):
        match part:
            case Num(value):
                found.add(value)
            case Rate(per=per):
                found.add(per)
            case Dice(sides=sides):
                found.add(Fraction(sides))
            case Share(number=number) if number is not None:
                found.add(number)
            case Allowance(moves=moves):
                found.add(Fraction(moves))
            case MoreDice(count=count):
                found.add(Fraction(abs(count)))
            case Roll(keep=keep) if keep is not None:
                found.add(Fraction(keep))
            case Reroll(low=low, high=high):
                found |= {Fraction(each) for each in (low, high) if each is not None}
    return found | {abs(value) for value in found}
