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
from groundrules.syntax.words import ITEMS

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


#: So many rows of a file may be moved into the column where they belong.
_MOST_MOVED = 20_000


#: After so many lines that only seem to go on, lines go on in so few rows.
_MANY_ENDS = 16
_FEW_ROWS = 64


class Layout:
    """Hands out the lines of a text, one by one, with the blocks they open and close."""

    def __init__(self, source: Source, rows: Sequence[Row], fits: Callable[[Sequence[str]], bool]) -> None:
        """``fits`` tells whether tokens of these types may come next."""
        self._source = source
        self._fits = fits
        self.rows = rows
        #: The columns of the open blocks, the file's own first.
        self.levels = [0]
        self.at = 0
        self._ends: set[int] = set()
        self._carried: Diagnostic | None = None
        self._last: Token | None = None
        self._told_depth = False
        self._left = _MOST_MOVED

    # ---- lines

    def next(self) -> Line | None:
        """The next line; ``None`` after the last."""
        if self.at >= len(self.rows):
            return None
        row = self.rows[self.at]
        line = Line(self.at, row)
        line.told, self._carried = self._carried, None
        if row.column != self.levels[-1]:
            self._place(line, row)
        self.at += 1
        self._join(line)
        self._last = line.tokens[-1]
        return line

    def end_early(self, line: Line, row: int) -> None:
        """Lay a line out again, of which ``row`` is the last row (a comma at its end is dropped)."""
        self._ends.add(row)
        self._carried, line.told = line.told, None
        self.at = line.first

    def next_column(self) -> int | None:
        """The column of the line that comes next, if there is one."""
        return self.rows[self.at].column if self.at < len(self.rows) else None

    def next_types(self) -> list[str]:
        """The types of the line that comes next, if there is one."""
        return types_of(self.rows[self.at]) if self.at < len(self.rows) else []

    def following(self) -> list[str]:
        """The types of what comes after the line at hand, as far as they bear on it.

        That is the next line's first word; all of a line that opens a block; at the end, the end.
        """
        if self.at >= len(self.rows):
            return ["_DEDENT"] * (len(self.levels) - 1) + ["$END"]
        row = self.rows[self.at]
        types = types_of(row)
        if row.column > self.levels[-1]:
            return ["_INDENT", *types]
        for closed, level in enumerate(reversed(self.levels)):
            if level == row.column:
                return ["_DEDENT"] * closed + types[:1]
        return []

    def _join(self, line: Line) -> None:
        """Take the rows in which a line goes on."""
        if line.tokens[-1].type not in GOES_ON:
            return
        tokens = list(line.tokens)
        most = len(self.rows) if len(self._ends) < _MANY_ENDS else self.at + _FEW_ROWS
        while tokens[-1].type in GOES_ON and self.at < min(most, len(self.rows)):
            if self.at - 1 in self._ends:
                del tokens[max(1, len(tokens) - 1) :]
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
        elif column > self.levels[-1]:
            self._deeper(line, row)
        else:
            depth = len(self.levels)
            closed = column
            while column < self.levels[-1]:
                closed = self.levels.pop()
            if column != self.levels[-1]:
                self._under_none(line, row, closed, depth)
            else:
                self._out_of_its_block(line, row, closed, depth)
            line.dedents = depth - len(self.levels)

    def _first(self, line: Line, row: Row) -> None:
        """The first line of the file, which belongs at the left edge."""
        if row.column > 1 and not self._fits(types_of(row)):
            self.levels.append(row.column)  # a block whose first line is lost
            line.indent = True
            return
        second = self.rows[1] if len(self.rows) > 1 else row
        whole = all(other.column >= row.column for other in self.rows)
        alone = not whole and (second.column != row.column or second.tokens[0].type in _INSIDE)
        line.told = finding(
            "GR101",
            self.word(row),
            "the first line is indented",
            help="the first line of a file stands at the left edge: take the blanks before it away",
            fix=Fix("take the blanks away", tuple(self.move(0, 0, rows=1 if alone else None))),
        )

    def _deeper(self, line: Line, row: Row) -> None:
        """A line farther right than its block: it opens another."""
        top = self.levels[-1]
        column = row.column
        if column - top == 1:
            self._one_column(line, row)
        elif len(self.levels) > NESTING:
            self._too_deep(line, row)
        else:
            following = self._next_beside(column)
            even = not column % TAB and following % TAB
            if top + 2 <= following < column and not even and row.tokens[-1].type not in GOES_ON:
                self._astray(line, row, following, "stands farther right than the lines below it", rows=1)
            self.levels.append(row.column)
            line.indent = True

    def _next_beside(self, column: int) -> int:
        """The column of the next row that does not lie in the block of the row at hand."""
        for index in range(self.at + 1, min(len(self.rows), self.at + _FEW_ROWS)):
            if self.rows[index].column <= column:
                return self.rows[index].column
        return 0

    def _one_column(self, line: Line, row: Row) -> None:
        """One blank too many, or three too few: either way it is told."""
        top = self.levels[-1]
        inside, beside = self._fits(["_INDENT", *types_of(row)]), self._fits(types_of(row))
        opens = self._last is not None and self._last.type == "COLON" and inside >= beside
        opens = (opens or (inside and row.tokens[0].type in _INSIDE)) and len(self.levels) <= NESTING
        edits = self.move(self.at, top + 4 if opens else top)
        if opens:
            self.levels.append(row.column)
            line.indent = True
        else:
            line.beyond = inside and not beside
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

    def _under_none(self, line: Line, row: Row, closed: int, depth: int) -> None:
        """A line farther left than the block in column ``closed``, farther right than the one around it."""
        outer = self.levels[-1]
        types = types_of(row)
        inside = self._fits(["_DEDENT"] * (depth - len(self.levels) - 1) + types)
        outside = self._fits(["_DEDENT"] * (depth - len(self.levels)) + types)
        near = closed - row.column <= row.column - outer
        stray = row.column - outer == 1 and row.tokens[0].type not in _INSIDE
        within = (inside if inside != outside else near) and not stray
        if within:
            self.levels.append(closed)
        self._astray(line, row, self.levels[-1], "stands under no line above")
        if not within and inside and not outside:
            line.beyond = True
            line.told = replace(line.told, fix=None) if line.told else None

    def _out_of_its_block(self, line: Line, row: Row, closed: int, depth: int) -> None:
        """A line that lost its indent: it is good in the block in column ``closed`` and nowhere else."""
        closes = depth - len(self.levels)
        if row.tokens[0].type in ITEMS or not self._fits(["_DEDENT"] * closes):
            return
        end = self.at
        while end < len(self.rows) and self.rows[end].column == row.column and self._is_out(self.rows[end], closes):
            end += 1
        if end == self.at:
            return
        self.levels.append(closed)
        line.told = finding(
            "GR105",
            self._source.span(row.tokens[0].start_pos, row.tokens[-1].end_pos),
            "this line lost its indent",
            help="it belongs to the lines above it: start it in their column",
            fix=Fix("move it under the line above", tuple(self.move(self.at, closed, rows=end - self.at))),
        )

    def _is_out(self, row: Row, closes: int) -> bool:
        """Whether a row is good in the block that it closes, and not where it stands."""
        types = types_of(row)
        outside = ["_DEDENT"] * closes + types
        return row.tokens[0].type not in ITEMS and not self._fits(outside) and self._fits(outside[1:])

    def _astray(self, line: Line, row: Row, column: int, message: str, rows: int | None = None) -> None:
        line.told = finding(
            "GR103",
            self.word(row),
            f"this line {message}",
            help="every line of a block stands in the same column",
            fix=Fix("move it into the column of its block", tuple(self.move(self.at, column, rows, until=column))),
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

    def word(self, row: Row) -> Span:
        """The first word of a line: what the eye finds when the blanks before it are wrong."""
        return self._source.span(row.tokens[0].start_pos, row.tokens[0].end_pos)

    def move(self, first: int, wanted: int, rows: int | None = None, until: int = -1) -> list[Edit]:
        """Move a row into another column, with those below it that stand no farther left; the edits that do it.

        With ``rows``, so many rows are moved; a row in column ``until`` ends the run. From now
        on they stand where they belong: one slip of the hand is told once.
        """
        column = self.rows[first].column
        end = len(self.rows) if rows is None else first + rows
        edits = []
        for index in range(first, end):
            row = self.rows[index]
            beyond = rows is None and (row.column < column or row.column == until)
            if index > first and (beyond or not self._left):
                break
            self._left = max(0, self._left - 1)
            row.column = max(0, wanted + row.column - column)
            edits.append(self._shift(row, row.column))
        return edits

    def _shift(self, row: Row, column: int) -> Edit:
        return Edit(self._source.span(row.start, row.word), " " * column)


def types_of(row: Row) -> list[str]:
    """The types of a row that stands alone, with its end."""
    types = [token.type for token in row.tokens]
    return types if types[-1] in GOES_ON else [*types, "_NL"]
