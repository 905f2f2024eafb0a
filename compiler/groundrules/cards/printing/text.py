"""Text in lines: where each line of a paragraph ends, by the widths of the font.

Lines break at blanks alone, and inside words only where a word is longer than a line. A
browser may break in more places, so it never needs more lines than are counted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from groundrules.cards.printing.font import Style, printed, width
from groundrules.cards.printing.measures import POINT


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one style."""

    text: str
    style: Style = "regular"


def run(text: str, style: Style = "regular") -> Run:
    """A run of a text as it is set."""
    return Run(printed(text), style)


#: A word: its pieces, and the width of the blank before it.
_Word = tuple[tuple[Run, ...], int]


def _words(runs: Iterable[Run]) -> Iterator[_Word]:
    pieces: list[Run] = []
    blank = 0
    for each in runs:
        for number, text in enumerate(each.text.split(" ")):
            if number:
                if pieces:
                    yield tuple(pieces), blank
                    blank = 0
                pieces = []
                blank = width(" ", each.style)
            if text:
                pieces.append(Run(text, each.style))
    if pieces:
        yield tuple(pieces), blank


def _width(word: Iterable[Run]) -> int:
    return sum(width(piece.text, piece.style) for piece in word)


def _broken(word: Sequence[Run], room: int) -> Iterator[tuple[Run, ...]]:
    """A word that is longer than a line, cut where lines end."""
    line: list[Run] = []
    used = 0
    for piece in word:
        for char in piece.text:
            wide = width(char, piece.style)
            if used + wide > room and line:
                yield tuple(line)
                line, used = [], 0
            line.append(Run(char, piece.style))
            used += wide
    yield tuple(line)


def lines(runs: Iterable[Run], room: float, size: float) -> list[tuple[Run, ...]]:
    """The lines of a paragraph ``room`` millimetres wide in a type size; a blank line if there is no text."""
    limit = int(room / (size * POINT) * 1000)
    found: list[tuple[Run, ...]] = []
    line: list[Run] = []
    used = 0
    for word, blank in _words(runs):
        wide = _width(word)
        if line and used + blank + wide <= limit:
            line += (Run(" ", line[-1].style), *word)
            used += blank + wide
            continue
        if line:
            found.append(tuple(line))
        *whole, last = _broken(word, limit) if wide > limit else [word]
        found += whole
        line, used = list(last), _width(last)
    found.append(tuple(line))
    return [_joined(each) for each in found]


def _joined(line: Iterable[Run]) -> tuple[Run, ...]:
    """A line with neighbouring runs of one style made one."""
    found: list[Run] = []
    for each in line:
        if found and found[-1].style == each.style:
            found[-1] = Run(found[-1].text + each.text, each.style)
        else:
            found.append(each)
    return tuple(found)


def count(runs: Sequence[Run], room: float, size: float) -> int:
    """How many lines a paragraph takes."""
    return len(lines(runs, room, size))


@cache
def _word_widths(text: str, style: Style) -> tuple[int, ...]:
    return tuple(width(word, style) for word in text.split(" ") if word)


def count_plain(text: str, style: Style, room: float, size: float) -> int:
    """The same for a text in one style, without making the lines."""
    limit = int(room / (size * POINT) * 1000)
    blank = width(" ", style)
    found, used = 1, -blank
    for wide in _word_widths(text, style):
        if wide > limit:
            return count([Run(text, style)], room, size)
        if used + blank + wide <= limit:
            used += blank + wide
        else:
            found += 1
            used = wide
    return found


def wide(text: str, style: Style, size: float) -> float:
    """How many millimetres a text takes on one line."""
    return width(printed(text), style) * size * POINT / 1000


def longest_word(text: str, style: Style, size: float) -> float:
    """How many millimetres the longest word of a text takes."""
    return max((wide(word, style, size) for word in text.split(" ")), default=0.0)
