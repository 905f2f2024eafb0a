"""Tokens grouped into the lines of the text, without what only Markdown put there."""

from __future__ import annotations

from groundrules.syntax.tokens import Token

#: A tab reaches to the next multiple of this many columns.
TAB = 4

_BULLETS = frozenset("-–*+•")
_EMPHASIS = frozenset("*_")


class Row:
    """A line of the text that holds something: its tokens, its line end, its first column.

    ``start`` is the offset of its first character, ``word`` of the first that is no blank; the
    column counts from 0, tabs expanded. ``marks`` are the places of Markdown's marks, which are
    not among the tokens.
    """

    __slots__ = ("column", "end", "marks", "start", "tokens", "word")

    def __init__(self, tokens: list[Token], blanks: str) -> None:
        self.tokens = tokens
        self.word = tokens[0].start_pos
        self.start = self.word - len(blanks)
        self.column = len(blanks) if "\t" not in blanks else _width(blanks)
        self.end: Token = tokens[-1]
        self.marks: frozenset[int] = frozenset()


def rows_of(text: str, raw: list[Token]) -> list[Row]:
    """The lines that hold tokens; blank lines, comments and rule rows of tables make none."""
    rows: list[Row] = []
    row: Row | None = None
    blanks = text[: raw[0].start_pos]
    for token in raw:
        kind = token.type
        if kind == "_NL":
            if row is not None:
                row.end = token
                row = None
            blanks = token
        elif kind == "RULEROW":
            continue
        elif row is None:
            row = Row([token], blanks[max(blanks.rfind("\n"), blanks.rfind("\r")) + 1 :])
            rows.append(row)
        else:
            row.tokens.append(token)
    for row in rows:
        first = row.tokens[0]
        if first.type != "NAME" and (str(first) in _BULLETS or str(first) in _EMPHASIS):
            plain = without_marks(row.tokens)
            row.marks = frozenset(t.start_pos for t in row.tokens) - {t.start_pos for t in plain}
            row.tokens = plain
    return rows


def _width(blanks: str) -> int:
    """The column after these blanks."""
    column = 0
    for blank in blanks:
        column = column // TAB * TAB + TAB if blank == "\t" else column + 1
    return column


def without_marks(tokens: list[Token]) -> list[Token]:
    """A line without a list mark at its start and without bold or italic marks round its subject.

    ``- Woods: cost x2``, ``**Woods**: cost x2`` and ``**Woods:** cost x2`` come from pages
    where they looked well. A band ``-9`` has no blank behind its minus.
    """
    first = tokens[0]
    if first in _BULLETS and len(tokens) > 1 and tokens[1].start_pos > first.end_pos:
        tokens = tokens[1:]
    opening = 0
    while opening < len(tokens) - 1 and tokens[opening].type == "UNKNOWN" and tokens[opening] in _EMPHASIS:
        if tokens[opening + 1].start_pos > tokens[opening].end_pos:
            return tokens
        opening += 1
    if not opening or tokens[opening].type != "NAME":
        return tokens
    wanted = [str(token) for token in reversed(tokens[:opening])]
    for at in range(opening + 1, len(tokens) - opening + 1):
        if tokens[at - 1].type == "COLON" and tokens[at].type != "UNKNOWN":
            break
        if tokens[at : at + opening] == wanted:
            return tokens[opening:at] + tokens[at + opening :]
    return tokens
