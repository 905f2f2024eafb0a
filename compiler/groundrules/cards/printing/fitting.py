"""The tables of the printed sheet: in which type a table has room for the longest word of every column."""

from __future__ import annotations

from dataclasses import dataclass

from groundrules.cards.model import Table
from groundrules.cards.printing.font import Style, printed
from groundrules.cards.printing.text import longest_word

#: Type sizes of tables on the sheet in points, the largest first; no text is smaller than the last.
SIZES = (8.0, 7.5, 7.0, 6.5, 6.0)
#: What a column takes beside its text, in millimetres: the gap to the next, and what a browser may round up.
_BESIDE = 2.2


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a table is set: its type size in points, and whether every word has room on one line."""

    size: float
    whole: bool


def fitted(table: Table, room: float) -> Fitted:
    """The largest type in which no column is narrower than its longest word; ``room``: the width, in millimetres.

    Where not even the smallest type has room, words break.
    """
    for size in SIZES:
        if sum(least(table, column, size) + _BESIDE for column in range(len(table.headers))) <= room:
            return Fitted(size, True)
    return Fitted(SIZES[-1], False)


def least(table: Table, column: int, size: float) -> float:
    """How wide the longest word of a column is, in millimetres."""
    texts: list[tuple[str, Style]] = [(table.headers[column], "bold")]
    texts += [(row.cells[column].said, "regular") for row in table.rows]
    return max(longest_word(printed(text), style, size) for text, style in texts)
