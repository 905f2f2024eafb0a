"""The parts of a card's body as they are printed, each with its height, in the order of a reader's eye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from groundrules.cards.model import Bullet, Card, RollBox, Statement, Table
from groundrules.cards.printing.measures import CARD
from groundrules.cards.printing.tables import Grid, grid
from groundrules.cards.printing.text import Run, count, lines, run

TextKind = Literal["bullet", "prose", "example", "see", "refs"]


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph: its lines, and the icon that stands before it."""

    kind: TextKind
    lines: tuple[tuple[Run, ...], ...]
    size: float
    icon: str | None = None

    @property
    def height(self) -> float:
        """In millimetres."""
        return len(self.lines) * CARD.line(self.size)

    @property
    def runs(self) -> tuple[Run, ...]:
        """All of it, to be set in lines again."""
        return joined(self.lines)

    def split(self, room: float) -> tuple[Text, Text] | None:
        """The lines that there is room for, and the others; at least two of each."""
        fit = min(int(room / CARD.line(self.size)), len(self.lines) - 2)
        if fit < 2:
            return None
        return replace(self, lines=self.lines[:fit]), replace(self, lines=self.lines[fit:], icon=None)


def joined(found: Sequence[Sequence[Run]]) -> tuple[Run, ...]:
    """Lines as one row of runs, with the blanks that stood between them."""
    parts: list[Run] = []
    for number, line in enumerate(found):
        parts += line
        if number < len(found) - 1 and line:
            parts[-1] = Run(f"{parts[-1].text} ", parts[-1].style)
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table that stands by itself."""

    grid: Grid
    kind: Literal["table"] = "table"

    @property
    def height(self) -> float:
        """In millimetres."""
        return self.grid.height

    def split(self, room: float) -> tuple[TableBlock, TableBlock] | None:
        """Some rows, and the others."""
        parts = self.grid.split(room)
        return None if parts is None else (TableBlock(parts[0]), TableBlock(parts[1]))


@dataclass(frozen=True, slots=True)
class Frame:
    """A roll in its frame: what is rolled, and what each result brings. ``name`` heads what goes on elsewhere."""

    lines: tuple[tuple[Run, ...], ...]
    grid: Grid | None
    size: float
    name: tuple[tuple[Run, ...], ...]
    kind: Literal["roll"] = "roll"

    @property
    def runs(self) -> tuple[Run, ...]:
        """What is rolled, to be set in lines again."""
        return joined(self.lines)

    @property
    def head(self) -> float:
        """The height of all but the table."""
        return len(self.lines) * CARD.line(self.size) + 2 * (CARD.frame + CARD.frame_top)

    @property
    def height(self) -> float:
        """In millimetres."""
        return self.head + (self.grid.height if self.grid else 0.0)

    def split(self, room: float) -> tuple[Frame, Frame] | None:
        """Some results, and the others in a frame of the same name."""
        parts = self.grid.split(room - self.head) if self.grid else None
        return None if parts is None else (replace(self, grid=parts[0]), replace(self, grid=parts[1], lines=self.name))


Block = Text | TableBlock | Frame


def gap(before: Block | None, after: Block) -> float:
    """What stays blank between two parts."""
    if before is None:
        return 0.0
    return CARD.list_gap if before.kind == after.kind == "bullet" else CARD.gap


def body(card: Card, size: float) -> Iterator[Block]:
    """The body of a card in a type size, part by part."""
    room = CARD.inner - CARD.spare
    for table in card.tables:
        yield TableBlock(_grid(card, table, CARD.inner, size))
    yield from (_bullet(line, size) for line in card.bullets)
    for box in card.rolls:
        yield _frame(card, box, size)
    yield from (_bullet(line, size) for line in card.outcomes)
    if card.example is not None:
        runs = [run(f"{card.labels.example}.", "bold"), run(f" {card.example.text}")]
        yield Text("example", _lines(runs, room - CARD.indent, size), size, "example")
    for statement in card.prose:
        yield Text("prose", _lines([run(statement.text, "italic")], room, size), size)
    if card.see:
        runs = [run(f"{card.labels.see}:", "bold"), run(f" {', '.join(page.name for page in card.see)}")]
        yield Text("see", _lines(runs, room - CARD.indent, size), size, "also")
    _, besides = foot_words(card)
    if besides:
        runs = [run(f" {card.labels.separator} ".join(besides))]
        yield Text("refs", _lines(runs, room, size), size)


#: A foot of more lines than these gives its references to the body.
_FOOT_LINES = 3


def foot_words(card: Card) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of the foot: those that stand in it, and references that have no room there."""
    words = card.foot.words
    whole = [run(f" {card.labels.separator} ".join(words))]
    if len(words) < 3 or count(whole, CARD.inner - CARD.spare, CARD.foot) <= _FOOT_LINES:
        return words, ()
    return (words[0], words[-1]), words[1:-1]


def _lines(runs: Sequence[Run], room: float, size: float) -> tuple[tuple[Run, ...], ...]:
    return tuple(lines(runs, room, size))


def sentences(statements: Iterable[Statement]) -> str:
    """Statements one after the other."""
    return " ".join(each.text for each in statements)


def bullet_runs(line: Bullet) -> list[Run]:
    """A rule in a list: the words it is found by, what it says, what its author says of it."""
    runs = [run(f"{line.trigger}:", "bold"), run(" ")] if line.trigger else []
    runs.append(run(sentences(line.sentences)))
    return [*runs, *(run(f" {each.text}", "italic") for each in line.prose)]


def _bullet(line: Bullet, size: float) -> Text:
    icon = line.events[0].replace(" ", "-") if line.events else "rule"
    room = CARD.inner - CARD.spare - CARD.indent
    return Text("bullet", _lines(bullet_runs(line), room, size), size, icon)


def _frame(card: Card, box: RollBox, size: float) -> Frame:
    room = CARD.inner - 2 * (CARD.frame + CARD.frame_side)
    name = run(f"{box.name}.", "bold")
    runs = [name, run(f" {sentences(box.dice)}")]
    text = room - CARD.spare - CARD.indent
    table = None if box.table is None else _grid(card, box.table, room, size)
    return Frame(_lines(runs, text, size), table, size, _lines([name], text, size))


def _grid(card: Card, table: Table, room: float, size: float) -> Grid:
    # Columns of chances have shorter headers here than where there is room.
    short = {"one": card.labels.one, "five": card.labels.five}
    heads = [short.get(column, header) for column, header in zip(table.columns, table.headers, strict=True)]
    return grid(heads, [[cell.said for cell in row.cells] for row in table.rows], room, size)
