"""Exact numbers: how they are read and written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from groundrules.quantity import UNITS, Quantity, parse_number, plain, reading_number


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("1.5", Fraction(3, 2)), ("3/2", Fraction(3, 2)), ("½", Fraction(1, 2)), ("1½", Fraction(3, 2)),
     ("2¾", Fraction(11, 4)), ("0.1", Fraction(1, 10)), ("1.5/2", Fraction(3, 4)), ("007", 7)],
)  # fmt: skip
def test_numbers_are_read_exactly(text: str, value: Fraction) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize("text", ["", "x", "1/0", "½½", "1 2", "-1", "1e3", "٣", "1.", ".5", "1_000", "½1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_number(text)


@given(st.fractions(min_value=0))
def test_plain_numbers_are_read_back(value: Fraction) -> None:
    assert parse_number(plain(value, None)) == value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 2), "½"),
        (Fraction(3, 2), "1½"),
        (Fraction(-7, 4), "−1¾"),
        (Fraction(5, 3), "5/3"),
        (Fraction(0), "0"),
    ],
)
def test_numbers_as_people_read_them(value: Fraction, shown: str) -> None:
    assert reading_number(value) == shown


@pytest.mark.parametrize(
    ("quantity", "shown"),
    [(Quantity(Fraction(6), "inches"), '6"'), (Quantity(Fraction(1), "levels"), "1 level"),
     (Quantity(Fraction(5, 2), "cm"), "5/2cm"), (Quantity(Fraction(2), "hexes"), "2 hexes")],
)  # fmt: skip
def test_quantities_in_the_languages_spelling(quantity: Quantity, shown: str) -> None:
    assert str(quantity) == shown


def test_every_unit_is_its_own_name() -> None:
    assert {unit for unit in UNITS.values() if unit not in UNITS} == set()
