"""A chance as people read it."""

from __future__ import annotations

from fractions import Fraction

#: Fractions with larger parts say nothing to a reader: a percentage is given alone.
LARGEST = 10**6


def percent(chance: Fraction) -> str:
    """The percentage; only what is certain is said to be 0 or 100 %."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    return f"{min(max(float(chance * 100), 0.1), 99.9):.1f} %"


def shown(chance: Fraction) -> str:
    """A chance as fraction and percentage; the percentage alone where the fraction is beyond reading."""
    if chance in (0, 1):
        return f"{'always' if chance else 'never'} ({percent(chance)})"
    if chance.denominator > LARGEST:
        return percent(chance)
    return f"{chance.numerator} in {chance.denominator} ({percent(chance)})"
