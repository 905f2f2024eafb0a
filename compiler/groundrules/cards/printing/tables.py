"""Tables on a card: how wide each column is, so that the table takes as few lines as it can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from groundrules.cards.printing.font import Style, printed
from groundrules.cards.printing.measures import CARD
from groundrules.cards.printing.text import count_plain, longest_word, wide

#: By how much columns are tried wider and narrower, in millimetres, and how often.
_STEPS = (2.0, 1.0, 0.5)
_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it is printed: ``widths`` of the columns in millimetres, gaps and spare room included."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def height(self) -> float:
        """The height of all of it, the header among it."""
        return sum(self.heights)

    def split(self, room: float) -> tuple[Grid, Grid] | None:
        """As many rows as there is room for, and the others below the same header; ``None`` if not even one fits."""
        fit, used = 0, self.heights[0]
        while fit < len(self.rows) and used + self.heights[fit + 1] <= room:
            used += self.heights[fit + 1]
            fit += 1
        if fit == 0 or fit == len(self.rows):
            return None
        first = replace(self, rows=self.rows[:fit], heights=self.heights[: fit + 1])
        return first, replace(self, rows=self.rows[fit:], heights=(self.heights[0], *self.heights[fit + 1 :]))


def grid(headers: Sequence[str], rows: Iterable[Sequence[str]], room: float, size: float) -> Grid:
    """A table of texts, ``room`` millimetres wide, its header bold."""
    return _grid(tuple(map(printed, headers)), tuple(tuple(map(printed, row)) for row in rows), room, size)


@lru_cache(maxsize=1024)
def _grid(heads: tuple[str, ...], cells: tuple[tuple[str, ...], ...], room: float, size: float) -> Grid:
    """The same roll stands on many cards."""
    extra = CARD.column_gap + CARD.spare
    texts = _widths(heads, cells, room - extra * len(heads), size)
    lines = [_lines(heads, texts, size, "bold"), *(_lines(row, texts, size) for row in cells)]
    around = 2 * CARD.cell_pad + CARD.cell_rule_room
    heights = tuple(each * CARD.line(size) + around for each in lines)
    return Grid(heads, cells, tuple(ceil((each + extra) * 1000) / 1000 for each in texts), heights)


def _lines(cells: Sequence[str], widths: Sequence[float], size: float, style: Style = "regular") -> int:
    return max(count_plain(text, style, room, size) for text, room in zip(cells, widths, strict=True))


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]], room: float, size: float) -> list[float]:
    columns = list(zip(heads, *rows, strict=True))
    least = [max(_measured(column, size, longest_word)) for column in columns]
    most = [max(_measured(column, size, wide)) for column in columns]
    if sum(most) <= room:
        return [each + (room - sum(most)) / len(most) for each in most]
    if sum(least) >= room:
        return [each * room / sum(least) for each in least]
    wanted = [high - low for low, high in zip(least, most, strict=True)]
    start = [low + want * (room - sum(least)) / sum(wanted) for low, want in zip(least, wanted, strict=True)]
    return _improved(start, least, heads, rows, size)


def _measured(column: Sequence[str], size: float, measure: Callable[[str, Style, float], float]) -> list[float]:
    return [measure(text, "regular" if number else "bold", size) for number, text in enumerate(column)]


def _improved(
    start: list[float], least: list[float], heads: Sequence[str], rows: Sequence[Sequence[str]], size: float
) -> list[float]:
    """Room moved from column to column for as long as the table gets lower, or its cells shorter."""

    def cost(widths: Sequence[float]) -> tuple[int, int]:
        tall = total = 0
        for number, row in enumerate((heads, *rows)):
            style: Style = "regular" if number else "bold"
            found = [count_plain(text, style, each, size) for text, each in zip(row, widths, strict=True)]
            tall += max(found)
            total += sum(found)
        return tall, total

    best, reached = start, cost(start)
    for _ in range(_ROUNDS):
        tried = [
            [
                each + step if at == to else each - step if at == source else each
                for at, each in enumerate(best)
            ]
            for step in _STEPS
            for to in range(len(best))
            for source in range(len(best))
            if to != source and best[source] - step >= least[source]
        ]  # fmt: skip
        found = min(((cost(widths), number) for number, widths in enumerate(tried)), default=None)
        if found is None or found[0] >= reached:
            break
        reached, best = found[0], tried[found[1]]
    return best
