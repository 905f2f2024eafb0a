"""The tables of the printed sheet: no column is narrower than its longest word, as long as there is any way."""

from __future__ import annotations

import re

import pytest

from groundrules.cards import build_deck
from groundrules.cards.model import Cell, Row, Table
from groundrules.cards.printing import print_deck
from groundrules.cards.printing.fitting import SIZES, fitted
from groundrules.cards.printing.font import width
from groundrules.cards.printing.paper import PAPERS

from ..reading import text_of
from .reading import Element, read

ROOM = PAPERS["a4"].room
LONG = """\
overlap worst
model
    Class: %s
outcome Hit(Strength) "a hit"
outcome Critical "a critical hit"
Difficult for %s: cost x2
Very Difficult: cost x4
Any Terrain on drop when fall at most 3": Hit(fall) without Critical
Any Terrain on drop when fall over 3": Hit(fall + 1) without Critical
"""


def table(*columns: str) -> Table:
    """A table of one row, a column for each text."""
    row = Row(("row",), tuple(Cell(text) for text in columns))
    return Table(tuple(map(str, range(len(columns)))), ("",) * len(columns), (row,))


def millimetres(word: str, size: float) -> float:
    """A word in a type size: 1000 units of the font are the size, a point is a 72nd of an inch."""
    return width(word, "regular") / 1000 * size * 25.4 / 72


def test_where_there_is_room_the_type_stays() -> None:
    found = fitted(table("Terrain", "drop " * 200, "drop " * 200, "drop " * 200), ROOM)
    assert (found.size, found.whole) == (SIZES[0], True)


@pytest.mark.parametrize("letters", range(8, 40, 2))
def test_else_it_is_as_large_as_all_words_allow(letters: int) -> None:
    words = ["Terrain", *["m" * letters] * 5]
    found = fitted(table(*words), ROOM)
    needed = {size: sum(millimetres(word, size) for word in words) for size in SIZES}
    if found.whole:
        assert needed[found.size] <= ROOM
    # A larger type would leave its columns less than 3 mm apart.
    larger = [size for size in SIZES if size > found.size] if found.whole else SIZES
    assert all(needed[size] + 3 * len(words) > ROOM for size in larger)


def sheet_of(classes: str, first: str) -> Element:
    (sheet,) = read(print_deck(build_deck(text_of(LONG % (classes, first)))).text).all("article", "sheet")
    return sheet


def test_a_long_row_squeezes_no_word() -> None:
    sheet = sheet_of("Fighter, Wheeled, Tracked, Skimmer", "Fighter")
    (master,) = sheet.all("table")
    assert master.attributes["class"] == "whole-words"
    style = print_deck(build_deck(text_of(LONG % ("A, B", "A")))).text
    # Such a table takes words as they are; all else on the page may break them.
    assert re.search(r"\.sheet \.whole-words \{ overflow-wrap: normal; \}", style)
    assert "overflow-wrap: anywhere" in style


def test_words_break_only_where_no_type_is_small_enough() -> None:
    long = ", ".join("W" * 60 + "abcdef"[i] for i in range(6))
    (master,) = sheet_of(long, "W" * 60 + "a").all("table")[:1]
    assert "class" not in master.attributes
    assert master.attributes["style"] == f"font-size:{SIZES[-1]}pt"


def test_the_head_of_a_table_is_its_head_on_every_page_and_stands_on_none_alone() -> None:
    sheet = sheet_of("Fighter, Wheeled", "Fighter")
    for each in sheet.all("table"):
        ((head,), (body,)) = each.all("thead"), each.all("tbody")
        assert [len(head.all("tr")), len(head.all("td"))] == [1, 0]
        assert body.all("tr") and not body.all("th")
    style = print_deck(build_deck(text_of(LONG % ("A, B", "A")))).text
    assert ".sheet thead tr, .sheet tbody tr:first-child { break-before: avoid; }" in style
