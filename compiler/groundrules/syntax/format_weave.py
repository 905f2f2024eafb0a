"""The printed lines of a tree with the comments and blank lines of its text between them.

Printed lines and lines of the text follow each other in the same order, so they are gone
through side by side. A comment of its own stands at the depth of the line below it; where
blocks end there, its column says which of them it still belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundrules.syntax.format_align import Output, padded_bands, with_comments
from groundrules.syntax.format_joints import broken
from groundrules.syntax.parser import Parsed
from groundrules.syntax.printer import INDENT, TextLine, lines_of
from groundrules.syntax.rows import TAB
from groundrules.syntax.trivia import Comment, Piece, Written, lines_of_text

#: How many columns farther right than a line a comment stands that belongs below it.
_INSIDE = 2

#: How much deeper a line stands that goes on: farther right than a block below it.
_GOES_ON = 2

_BLANKS = re.compile(r"[ \t\u00a0]*")


def weave(text: str, parsed: Parsed) -> list[str]:
    """The lines of the canonical form of a text in which nothing is wrong."""
    lines = lines_of_text(text, parsed.tokens)
    printed = _with_rule_rows([line for item in parsed.file.items for line in lines_of(item)])
    if len(printed) != len(lines.written):
        raise AssertionError("the printer and the text have different lines")
    kept = _kept(lines.written)
    texts = padded_bands(parsed.file, [each.line for each in printed], kept)
    weaver = _Weaver(text)
    for written, each, line in zip(lines.written, printed, texts, strict=True):
        weaver.add(written, each, line)
    weaver.close(lines.below)
    return with_comments(weaver.result)


@dataclass(frozen=True, slots=True)
class _Printed:
    """A printed line, and the rule row of a table right below it, if there is one."""

    line: TextLine
    rule_row: TextLine | None = None


def _with_rule_rows(lines: Sequence[TextLine]) -> list[_Printed]:
    """A rule row, which no line of the text stands for, joined to the row above it."""
    result: list[_Printed] = []
    for line in lines:
        if result and result[-1].line.node is line.node:
            result[-1] = _Printed(result[-1].line, line)
        else:
            result.append(_Printed(line))
    return result


def _kept(written: Sequence[Written]) -> list[bool]:
    """For each line, whether it lies between ``# fmt: off`` and ``# fmt: on``."""
    off = False
    result = []
    for line in written:
        for piece in line.stretches[0].above:
            if piece is not None and piece.switch is not None:
                off = piece.switch == "off"
        result.append(off)
    return result


class _Weaver:
    """The lines of the result so far, and the columns that the blocks around them had in the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.result: list[Output] = []
        #: The column, in the text, of the last line at each depth down to that of the last line.
        self._columns: list[int] = []
        #: Where a region that is kept as it is begins, and how far right it is to be moved.
        self._off: int | None = None
        self._shift: int | None = None

    def add(self, written: Written, printed: _Printed, text: str) -> None:
        """A line with what stands above it."""
        depth = printed.line.depth
        self._pieces(written.stretches[0].above, depth)
        del self._columns[depth:]
        self._columns.append(written.column)
        if self._off is not None:
            if self._shift is None:
                self._shift = depth * len(INDENT) - written.column
            return
        parts, homeless = broken(text, written)
        for comment in homeless:
            self._comment(comment, depth)
        for number, part in enumerate(parts):
            deep = depth + _GOES_ON if number else depth
            for comment in part.above:
                self._comment(comment, deep)
            self._line(part.text, deep, part.behind)
        if printed.rule_row is not None:
            self._line(printed.rule_row.text, depth, None)

    def close(self, below: Sequence[Piece]) -> None:
        """What stands below the last line."""
        self._pieces(below, 0)
        if self._off is not None:
            self._keep(len(self._text))
        while self.result and not self.result[-1].text:
            self.result.pop()

    # ---- comments and blank lines

    def _pieces(self, pieces: Sequence[Piece], depth: int) -> None:
        """What stands above a line of this depth."""
        for piece in pieces:
            if piece is None:
                if self._off is None and self.result and self.result[-1].text:
                    self.result.append(Output(""))
                continue
            if self._off is not None and piece.switch == "on":
                self._keep(self._line_start(piece.start))
            elif self._off is None and piece.switch == "off":
                self._off = self._line_start(piece.start)
                self._shift = None
            if self._off is None:
                self._comment(piece, self._depth(piece, depth))

    def _depth(self, comment: Comment, below: int) -> int:
        """How deep a comment stands above a line of depth ``below``."""
        above = len(self._columns) - 1
        if above < 0 or below > above:
            return below
        if comment.column >= self._columns[above] + _INSIDE:
            return above + 1
        return max((d for d in range(below, above + 1) if self._columns[d] <= comment.column), default=below)

    def _comment(self, comment: Comment, depth: int) -> None:
        self.result.append(Output(INDENT * depth + comment.text))

    def _line(self, text: str, depth: int, behind: Comment | None) -> None:
        text = INDENT * depth + text
        self.result.append(Output(text) if behind is None else Output(text, behind.text, behind.column))

    # ---- what is kept as it is

    def _keep(self, end: int) -> None:
        """Take the text from where the region begins, moved as a whole to where its first line belongs."""
        assert self._off is not None
        lines = _split(self._text[self._off : end])
        self.result += [Output(_moved(line, self._shift or 0)) for line in lines]
        self._off = None

    def _line_start(self, offset: int) -> int:
        return max(self._text.rfind("\n", 0, offset), self._text.rfind("\r", 0, offset)) + 1


def _split(text: str) -> Iterator[str]:
    """The lines of a text, without their ends."""
    lines = re.split(r"\r\n?|\n", text)
    return iter(lines[:-1] if not lines[-1].strip() else lines)


def _moved(line: str, by: int) -> str:
    blanks = _BLANKS.match(line)
    assert blanks is not None
    if not by or len(blanks[0]) == len(line):
        return line
    column = len(blanks[0].expandtabs(TAB)) + by
    return " " * max(0, column) + line[blanks.end() :]
