"""Sheets of paper with nine cards, and the marks by which they are cut."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from groundrules.cards.printing.measures import CARD

PaperName = Literal["a4", "letter"]

#: Cards beside one another and below one another.
ACROSS, DOWN = 3, 3
#: The margin beside the text of the sheet.
SHEET_SIDE = 12.0
#: A cut mark in the margin: how far from the cards it begins, how long it is; the arm of a cross between cards.
_AWAY, _LONG, _ARM = 1.5, 5.0, 1.0
#: The line by which a person sees that a print is not scaled.
_RULER = 50.0


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Paper:
    """A sheet of paper; all in millimetres."""

    width: float
    height: float

    @property
    def side(self) -> float:
        """The margin beside the text of the sheet."""
        return SHEET_SIDE

    @property
    def room(self) -> float:
        """How wide the text of the sheet is."""
        return self.width - 2 * SHEET_SIDE

    @property
    def left(self) -> float:
        """The margin beside the cards."""
        return round((self.width - ACROSS * CARD.width) / 2, 3)

    @property
    def top(self) -> float:
        """The margin above the cards."""
        return round((self.height - DOWN * CARD.height) / 2, 3)

    @cached_property
    def _edges(self) -> tuple[list[float], list[float]]:
        across = [self.left + number * CARD.width for number in range(ACROSS + 1)]
        return across, [self.top + number * CARD.height for number in range(DOWN + 1)]

    @property
    def cuts(self) -> str:
        """Marks in the margins, at the ends of every line to cut along, as the path of an SVG picture."""
        across, down = self._edges
        lines = []
        for x in across:
            lines += [_upright(x, down[0] - _AWAY - _LONG, _LONG), _upright(x, down[-1] + _AWAY, _LONG)]
        for y in down:
            lines += [_level(across[0] - _AWAY - _LONG, y, _LONG), _level(across[-1] + _AWAY, y, _LONG)]
        return "".join(lines)

    @property
    def crosses(self) -> str:
        """A small cross at every corner of a card, for the second cut, when the margins are off."""
        across, down = self._edges
        return "".join(_upright(x, y - _ARM, 2 * _ARM) + _level(x - _ARM, y, 2 * _ARM) for x in across for y in down)

    @property
    def ruler(self) -> str:
        """A line of 50 mm in the left margin, with ends."""
        x, y = self._beside
        return _upright(x, y, _RULER) + _level(x - 0.8, y, 1.6) + _level(x - 0.8, y + _RULER, 1.6)

    @property
    def beside(self) -> str:
        """How the words beside that line are turned."""
        x, y = self._beside
        return f"translate({_number(x)} {_number(y - 1.5)}) rotate(-90)"

    @property
    def _beside(self) -> tuple[float, float]:
        return self.left - 3.2, self.top + 1.5 * CARD.height


def _upright(x: float, y: float, length: float) -> str:
    return f"M{_number(x)} {_number(y)}v{_number(length)}"


def _level(x: float, y: float, length: float) -> str:
    return f"M{_number(x)} {_number(y)}h{_number(length)}"


PAPERS: dict[PaperName, Paper] = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}
