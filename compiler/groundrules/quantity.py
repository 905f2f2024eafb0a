"""Exact numbers and units.

Every number of a rule is a :class:`~fractions.Fraction`; nothing is rounded on the way.
In JSON a number is a string in lowest terms, ``"3/2"``; on cards it reads as people write
it, ``1½``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_SIGNS = {value: sign for sign, value in _VULGAR.items()}

#: Every spelling of a unit, mapped to the unit's own name.
UNITS: dict[str, str] = {
    '"': "inches", "″": "inches", "”": "inches", "in": "inches", "inch": "inches", "inches": "inches",
    "cm": "cm", "mm": "mm",
    "m": "metres", "metres": "metres",
    "ft": "feet", "feet": "feet", "foot": "feet",
    "yards": "yards",
    "square": "squares", "squares": "squares",
    "hex": "hexes", "hexes": "hexes",
    "space": "spaces", "spaces": "spaces",
    "level": "levels", "levels": "levels",
    "points": "points", "moves": "moves",
}  # fmt: skip

#: How a unit is written right after a number; a unit that is missing here stands apart, as a word.
GLUED = {"inches": '"', "cm": "cm", "mm": "mm", "metres": "m", "feet": "ft"}

#: Units that stand apart from their number, and what one of them is called.
SINGULAR = {"squares": "square", "hexes": "hex", "spaces": "space", "levels": "level"}

_NUMBER = re.compile(r"(\d*)([½¼¾])|(\d+)(?:/(\d+))?|(\d+\.\d+)(?:/(\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the unit it was given in, or without one."""

    value: Fraction
    unit: str | None = None

    def __str__(self) -> str:
        return plain(self.value, self.unit)


def parse_number(text: str) -> Fraction:
    """The number that ``3``, ``1.5``, ``3/2``, ``½`` or ``1½`` stands for.

    Raises :class:`ValueError` for anything else and for a denominator of zero.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"not a number: {text!r}")
    whole, vulgar, numerator, denominator, decimal, under = found.groups()
    if vulgar is not None:
        return Fraction(whole or 0) + _VULGAR[vulgar]
    below = int(denominator or under or 1)
    if below == 0:
        raise ValueError(f"a fraction with nothing below the line: {text!r}")
    return Fraction(decimal if decimal is not None else int(numerator)) / below


def exact(value: Fraction) -> str:
    """The number as JSON holds it: ``"2"``, ``"3/2"``, ``"-1/3"``."""
    return str(value)


def source_number(value: Fraction) -> str:
    """The number as the language writes it: ``2``, ``1.5`` is ``3/2``, never a sign."""
    return str(value)


@lru_cache(maxsize=1024)
def reading_number(value: Fraction) -> str:
    """The number as a card prints it: ``2``, ``½``, ``1½``, ``5/3``; a minus is ``−``."""
    sign = "−" if value < 0 else ""
    value = abs(value)
    whole, rest = divmod(value, 1)
    if rest in _SIGNS:
        return f"{sign}{whole if whole else ''}{_SIGNS[rest]}"
    return f"{sign}{value}"


def plain(value: Fraction, unit: str | None) -> str:
    """A quantity in the language's own spelling: ``6"``, ``5cm``, ``2 levels``, ``3/2``."""
    if unit is None:
        return source_number(value)
    if unit in GLUED:
        return source_number(value) + GLUED[unit]
    word = SINGULAR.get(unit, unit) if value == 1 else unit
    return f"{source_number(value)} {word}"
