"""What a text holds besides its tree: comments and blank lines, and the lines they stand between.

Comments lie inside the line ends. The text of a line end before its first line break is a
comment behind the line; each further line is a blank line or a comment of its own, whose
column says what it belongs to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from groundrules.syntax.layout import GOES_ON
from groundrules.syntax.printer import text_width
from groundrules.syntax.rows import TAB, Row, rows_of
from groundrules.syntax.tokens import Token

_LINE_END = re.compile(r"\r\n?|\n")
_SWITCH = re.compile(r"#\s*fmt\s*:\s*(off|on)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment without its blanks at the end: where it begins, and its column from 0, tabs expanded."""

    text: str
    start: int
    column: int

    @property
    def switch(self) -> str | None:
        """``off`` or ``on`` for ``# fmt: off`` and ``# fmt: on``."""
        found = _SWITCH.fullmatch(self.text)
        return found[1].lower() if found else None


#: A line between two that hold tokens: a comment of its own, or blank.
Piece = Comment | None


@dataclass(slots=True)
class Stretch:
    """A row of tokens, what stands above it since the row before, and the comment behind it."""

    row: Row
    above: list[Piece]
    behind: Comment | None = None


@dataclass(slots=True)
class Written:
    """A line as the parser reads it: one row, or several where a row goes on in the next."""

    stretches: list[Stretch] = field(default_factory=list)

    @property
    def column(self) -> int:
        """The column of its first word."""
        return self.stretches[0].row.column

    @property
    def start(self) -> int:
        """The offset of its first word."""
        return self.stretches[0].row.tokens[0].start_pos

    @property
    def end(self) -> int:
        """The offset behind its last word."""
        return self.stretches[-1].row.tokens[-1].end_pos


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of a text, and what stands below the last."""

    written: tuple[Written, ...]
    below: tuple[Piece, ...]


def lines_of_text(text: str, raw: Sequence[Token]) -> Lines:
    """The lines of a text with their comments and the blank lines between them."""
    rows = {row.tokens[0].start_pos: row for row in rows_of(text, list(raw))}
    written: list[Written] = []
    above: list[Piece] = []
    open_row: Stretch | None = None
    last: Token | None = None
    for token in raw:
        if token.type == "_NL":
            behind, rest = _pieces(text, token)
            if open_row is not None:
                open_row.behind = behind
            elif behind is not None:
                above.append(behind if last is None else replace(behind, column=_column(text, last.start_pos)))
            elif last is None:
                above.append(None)
            above += rest
            open_row = None
        elif token.start_pos in rows:
            open_row = Stretch(rows[token.start_pos], above)
            above = []
            _add(written, open_row)
        last = token
    return Lines(tuple(written), tuple(above))


def _add(written: list[Written], stretch: Stretch) -> None:
    if not written or written[-1].stretches[-1].row.tokens[-1].type not in GOES_ON:
        written.append(Written())
    written[-1].stretches.append(stretch)


def _pieces(text: str, line_end: Token) -> tuple[Comment | None, list[Piece]]:
    """The comment behind the line, and the lines after it; the blanks before the next word are left out."""
    lines: list[tuple[str, int]] = []
    at = 0
    for found in _LINE_END.finditer(line_end):
        lines.append((line_end[at : found.start()], line_end.start_pos + at))
        at = found.end()
    pieces = [_comment(text, line, start) for line, start in lines]
    return pieces[0], pieces[1:]


def _comment(text: str, line: str, start: int) -> Comment | None:
    bare = line.lstrip(" \t\u00a0")
    if not bare:
        return None
    start += len(line) - len(bare)
    return Comment(bare.rstrip(), start, _column(text, start))


def _column(text: str, offset: int) -> int:
    begin = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    return text_width(text[begin:offset].expandtabs(TAB))


def comments(raw: Iterable[Token]) -> Counter[str]:
    """Every comment of a text, without blanks at its end, and how often it stands there."""
    found: Counter[str] = Counter()
    for token in raw:
        if token.type == "_NL":
            lines = (line.strip(" \t\u00a0") for line in _LINE_END.split(token))
            found.update(line.rstrip() for line in lines if line)
    return found
