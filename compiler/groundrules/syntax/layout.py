"""Columns to blocks: which line opens a block, which closes some, which goes on in the next.

Layout never fails. What cannot be meant is told and read as the nearest thing that can: a
line of an odd column belongs to the level it stands nearest to, and that column is
remembered, so that one slip of the hand is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from groundrules.diagnostics import Diagnostic, Edit, Fix, finding
from groundrules.limits import NESTING
from groundrules.source import Source, Span
from groundrules.syntax.rows import TAB, Row
from groundrules.syntax.tokens import Token

#: A line that ends in one of these goes on in the next.
GOES_ON = frozenset({"COMMA", "AND", "OR"})

#: Words that can only begin a line inside a block, whatever stands above it.
_INSIDE = frozenset(["VBAR", "NUMBER", "FROM", "RANGE", "OTHERWISE", "EACH", "NATURAL", "PROSE", "REF"])


class Line:
    """What the parser takes at once: a line with those it goes on in, and its place among blocks.

    ``dedents`` blocks close before it, ``indent`` tells whether it opens one. ``joints`` are the
    indices of the tokens with which its further rows begin. ``told`` is what layout has to say
    about it, ``beyond`` means that it is not to be read: it lies deeper than blocks may, or nobody
    can know where it belongs, ``refused`` that the parser had something to say about it.
    """

    __slots__ = ("beyond", "dedents", "end", "first", "indent", "joints", "marks", "refused", "rows", "tokens", "told")

    def __init__(self, first: int, row: Row) -> None:
        self.first = first
        self.rows = 1
        self.tokens: list[Token] = row.tokens
        self.end = row.end
        self.joints: list[int] = []
        self.marks = row.marks
        self.dedents = 0
        self.indent = False
        self.told: Diagnostic | None = None
        self.beyond = False
        self.refused = False


class Level:
    """An open block: its column, and the odd ones that were read as it."""

    __slots__ = ("aliases", "column")

    def __init__(self, column: int) -> None:
        self.column = column
        self.aliases: set[int] | None = None

    def holds(self, column: int) -> bool:
        """Whether a line in this column stands in the block."""
        return column == self.column or (self.aliases is not None and column in self.aliases)

    def also(self, column: int) -> None:
        """Read this column as the block's own from now on."""
        if self.aliases is None:
            self.aliases = set()
        self.aliases.add(column)


class Layout:
    """Hands out the lines of a text, one by one, with the blocks they open and close."""

    def __init__(self, source: Source, rows: Sequence[Row], fits: Callable[[Sequence[str]], bool]) -> None:
        """``fits`` tells whether tokens of these types may come next."""
        self._source = source
        self._fits = fits
        self.rows = rows
        self.levels = [Level(0)]
        self.at = 0
        self._ends: set[int] = set()
        self._last: Token | None = None
        self._told_depth = False

    # ---- lines

    def next(self) -> Line | None:
        """The next line; ``None`` after the last."""
        if self.at >= len(self.rows):
            return None
        row = self.rows[self.at]
        line = Line(self.at, row)
        if not self.levels[-1].holds(row.column):
            self._place(line, row)
        elif self.at == 0:
            self._first(line, row)
        self.at += 1
        self._join(line)
        self._last = line.tokens[-1]
        return line

    def end_early(self, row: int) -> None:
        """Lay out again from a line on, of which ``row`` is the last row (a comma at its end is dropped)."""
        self._ends.add(row)

    def next_column(self) -> int | None:
        """The column of the line that comes next, if there is one."""
        return self.rows[self.at].column if self.at < len(self.rows) else None

    def following(self) -> list[str]:
        """The types of what comes after the line at hand, as far as they bear on it.

        That is the next line's first word; all of a line that opens a block; at the end, the end.
        """
        if self.at >= len(self.rows):
            return ["_DEDENT"] * (len(self.levels) - 1) + ["$END"]
        row = self.rows[self.at]
        types = _types(row)
        if row.column > self.levels[-1].column and not self.levels[-1].holds(row.column):
            return ["_INDENT", *types]
        for closed, level in enumerate(reversed(self.levels)):
            if level.holds(row.column):
                return ["_DEDENT"] * closed + types[:1]
        return []

    def _join(self, line: Line) -> None:
        """Take the rows in which a line goes on."""
        if line.tokens[-1].type not in GOES_ON:
            return
        tokens = list(line.tokens)
        while tokens[-1].type in GOES_ON and self.at < len(self.rows):
            if self.at - 1 in self._ends:
                tokens.pop()
                break
            row = self.rows[self.at]
            line.joints.append(len(tokens))
            tokens += row.tokens
            line.end = row.end
            line.marks |= row.marks
            line.rows += 1
            self.at += 1
        line.tokens = tokens

    # ---- columns

    def _place(self, line: Line, row: Row) -> None:
        """A line in another column than the one before it."""
        column = row.column
        if self.at == 0:
            self._first(line, row)
        elif column > self.levels[-1].column:
            self._deeper(line, row)
        else:
            depth = len(self.levels)
            closed = self.levels[-1]
            while len(self.levels) > 1 and column < self.levels[-1].column and not self.levels[-1].holds(column):
                closed = self.levels.pop()
            if not self.levels[-1].holds(column):
                self._under_none(line, row, closed, depth)
            line.dedents = depth - len(self.levels)

    def _first(self, line: Line, row: Row) -> None:
        """The first line of the file, which stands at the left edge."""
        column = row.column
        if not column:
            return
        whole = all(other.column >= column for other in self.rows)
        second = self.rows[1] if len(self.rows) > 1 else row
        if whole:
            self.levels[0].column = column
        elif column == 1 or (second.column == column and second.tokens[0].type not in _INSIDE):
            self.levels[0].also(column)
        edits = [self._shift(other, other.column - column) for other in self.rows] if whole else self.moves(self.at, 0)
        line.told = finding(
            "GR101",
            self.word(row),
            "the first line is indented",
            help="the first line of a file stands at the left edge: take the blanks before it away",
            fix=Fix("take the blanks away", tuple(edits)),
        )

    def _deeper(self, line: Line, row: Row) -> None:
        """A line farther right than its block: it opens another."""
        top = self.levels[-1]
        column = row.column
        if column - top.column == 1:
            self._one_column(line, row)
        elif len(self.levels) > NESTING:
            self._too_deep(line, row)
        else:
            level = Level(column)
            following = self.rows[self.at + 1].column if self.at + 1 < len(self.rows) else 0
            even = not column % TAB and following % TAB
            if top.column + 2 <= following < column and not even and row.tokens[-1].type not in GOES_ON:
                level = Level(following)
                level.also(column)
                self._astray(line, row, following, "stands farther right than the lines below it")
            self.levels.append(level)
            line.indent = True

    def _one_column(self, line: Line, row: Row) -> None:
        """One blank too many, or three too few: either way it is told."""
        top = self.levels[-1]
        inside, beside = self._fits(["_INDENT", *_types(row)]), self._fits(_types(row))
        opens = self._last is not None and self._last.type == "COLON" and inside >= beside
        opens = opens or (inside and row.tokens[0].type in _INSIDE)
        if opens and len(self.levels) <= NESTING:
            self.levels.append(Level(row.column))
            line.indent = True
        else:
            top.also(row.column)
            line.beyond = inside and not beside
        edits = self.moves(self.at, top.column + 4 if opens else top.column)
        line.told = finding(
            "GR102",
            self.word(row),
            "an indent of one column",
            help="a line of a block stands at least two columns farther right than the line above, "
            "and any other line stands right under it",
            fix=None
            if line.beyond
            else Fix("indent by four columns" if opens else "take the blank away", tuple(edits)),
        )

    def _under_none(self, line: Line, row: Row, closed: Level, depth: int) -> None:
        """A line farther left than the block ``closed`` and farther right than the one around it."""
        outer = self.levels[-1]
        types = _types(row)
        inside = self._fits(["_DEDENT"] * (depth - len(self.levels) - 1) + types)
        outside = self._fits(["_DEDENT"] * (depth - len(self.levels)) + types)
        near = closed.column - row.column <= row.column - outer.column
        stray = row.column - outer.column == 1 and row.tokens[0].type not in _INSIDE
        level = closed if (inside if inside != outside else near) and not stray else outer
        if level is closed:
            self.levels.append(level)
        self._astray(line, row, level.column, "stands under no line above")
        level.also(row.column)
        if level is outer and inside and not outside:
            line.beyond = True
            line.told = replace(line.told, fix=None) if line.told else None

    def _astray(self, line: Line, row: Row, column: int, message: str) -> None:
        line.told = finding(
            "GR103",
            self.word(row),
            f"this line {message}",
            help="every line of a block stands in the same column",
            fix=Fix("move it into the column of its block", tuple(self.moves(self.at, column))),
        )

    def _too_deep(self, line: Line, row: Row) -> None:
        """A line beyond the limit of nesting: the parser passes over it."""
        line.beyond = True
        if not self._told_depth:
            self._told_depth = True
            line.told = finding(
                "GR104",
                self.word(row),
                f"blocks lie more than {NESTING} deep in each other",
                help="write some of these lines as rules of their own",
            )

    # ---- places

    def _line_start(self, row: Row) -> int:
        offset = row.tokens[0].start_pos
        text = self._source.text
        while offset > 0 and text[offset - 1] not in "\r\n":
            offset -= 1
        return offset

    def word(self, row: Row) -> Span:
        """The first word of a line: what the eye finds when the blanks before it are wrong."""
        return self._source.span(row.tokens[0].start_pos, row.tokens[0].end_pos)

    def moves(self, first: int, wanted: int, rows: int | None = None) -> list[Edit]:
        """Moves a row, and those right below it in the same column, into another column.

        With ``rows``, that many rows are moved by the same distance, whatever their columns.
        """
        column = self.rows[first].column
        edits = []
        for index in range(first, len(self.rows) if rows is None else first + rows):
            row = self.rows[index]
            if rows is None and row.column != column:
                break
            edits.append(self._shift(row, max(0, wanted + row.column - column)))
        return edits

    def _shift(self, row: Row, column: int) -> Edit:
        text = self._source.text
        start = self._line_start(row)
        end = start
        while end < len(text) and text[end] in " \t\u00a0":
            end += 1
        return Edit(self._source.span(start, end), " " * column)


def _types(row: Row) -> list[str]:
    """The types of a row that stands alone, with its end."""
    types = [token.type for token in row.tokens]
    return types if types[-1] in GOES_ON else [*types, "_NL"]
