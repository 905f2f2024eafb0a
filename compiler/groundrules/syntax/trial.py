"""A refused line, and the question whether a changed one would be taken.

Changes are edits of the text, so that what is tried, what is read on with and what is
offered as a fix are one and the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from groundrules.source import Source, Span
from groundrules.syntax.driver import Machine
from groundrules.syntax.tokens import Lexer, Token
from groundrules.syntax.written import WrittenNames


@dataclass(frozen=True, slots=True)
class Change:
    """Put ``text`` in place of the characters ``start:end``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a changed line: where it begins there, and the characters it stands for.

    ``text`` is what replaces those; ``None`` where they stay.
    """

    at: int
    start: int
    end: int
    text: str | None


class Trial:
    """A line that the parser refused at its token ``at`` (the line's end, if beyond the last).

    ``states`` are the parser's at the line's beginning; ``following`` are the types of what
    comes after the line, as far as a repair has to fit it.
    """

    def __init__(
        self,
        source: Source,
        lexer: Lexer,
        machine: Machine,
        tokens: Sequence[Token],
        at: int,
        states: Sequence[int],
        following: Sequence[str],
        marks: frozenset[int],
        written: WrittenNames,
        bars: int = 0,
    ) -> None:
        self.source = source
        self.lexer = lexer
        self.machine = machine
        self.tokens = list(tokens)
        self.at = at
        self.types = [token.type for token in tokens]
        self.states = list(states)
        self.following = list(following)
        #: Where the line has marks of Markdown that are no tokens of it.
        self.marks = marks
        #: The names of the whole text, and how often each stands there, by its key.
        self.written = written
        self.names = written.counts
        #: How many bars a row of this table has, if that is known.
        self.bars = bars
        self._accepted: dict[int, frozenset[str]] = {}

    @cached_property
    def broken_names(self) -> list[tuple[int, int]]:
        """The first and last tokens of what the text declares as a name and is none."""
        return self.written.broken_runs(self.tokens)

    # ---- asking

    def accepted(self, at: int) -> frozenset[str]:
        """What may stand at the place of token ``at``, given the tokens before it."""
        if at not in self._accepted:
            taken, stack = self.machine.run(self.states, self.types[:at])
            self._accepted[at] = self.machine.accepts(stack) if taken == at else frozenset()
        return self._accepted[at]

    def fits(self, types: Sequence[str]) -> bool:
        """Whether a line of these types is taken, and what follows it after it."""
        if self.bars and types.count("VBAR") != self.bars:
            return False
        wanted = [*types, "_NL", *self.following]
        return self.machine.run(self.states, wanted)[0] == len(wanted)

    def reach(self, types: Iterable[str]) -> int:
        """How many tokens of a line of these types are taken."""
        return self.machine.run(self.states, [*types, "_NL"])[0]

    # ---- places

    def token(self, at: int) -> Token | None:
        """The token with this index, if there is one."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def type(self, at: int) -> str:
        """The type of the token with this index; empty outside the line."""
        return self.types[at] if 0 <= at < len(self.types) else ""

    def span(self, first: int, last: int | None = None) -> Span:
        """The characters of the tokens from ``first`` to ``last``, or the end of the line."""
        if first >= len(self.tokens):
            end = self.tokens[-1].end_pos
            return self.source.span(end, end)
        last = first if last is None else min(last, len(self.tokens) - 1)
        return self.source.span(self.tokens[first].start_pos, self.tokens[last].end_pos)

    def text(self, first: int, last: int) -> str:
        """What the author wrote from token ``first`` to token ``last``."""
        return self.span(first, last).text

    # ---- changing

    def insert(self, at: int, text: str) -> Change:
        """Put a sign or a word before token ``at``, with the blanks it needs."""
        close = text in ":,)"
        if at >= len(self.tokens) or (close and at > 0):
            end = self.tokens[at - 1].end_pos
            return Change(end, end, text if close else f" {text}")
        start = self.tokens[at].start_pos
        return Change(start, start, text if text == "(" else f"{text} ")

    def delete(self, first: int, last: int | None = None) -> Change:
        """Take tokens away, with the blanks before them."""
        last = first if last is None else last
        if first == 0:
            after = self.token(last + 1)
            return Change(self.tokens[0].start_pos, after.start_pos if after else self.tokens[last].end_pos, "")
        return Change(self.tokens[first - 1].end_pos, self.tokens[last].end_pos, "")

    def replace(self, first: int, text: str, last: int | None = None) -> Change:
        """Put text in place of tokens."""
        last = first if last is None else last
        return Change(self.tokens[first].start_pos, self.tokens[last].end_pos, text)

    def changed(self, changes: Sequence[Change]) -> list[Token] | None:
        """The line's tokens after some changes, with the places they have in the source.

        ``None`` where a change would break the line in two.
        """
        start = min(self.tokens[0].start_pos, *(change.start for change in changes))
        end = max(self.tokens[-1].end_pos, *(change.end for change in changes))
        pieces: list[_Piece] = []
        length = 0
        for change in sorted(changes, key=lambda c: (c.start, c.end)):
            if change.start < start or "\n" in change.text:
                return None
            pieces.append(_Piece(length, start, change.start, None))
            length += change.start - start
            pieces.append(_Piece(length, change.start, change.end, change.text))
            length += len(change.text)
            start = change.end
        pieces.append(_Piece(length, start, end, None))
        text = "".join(self.source.text[p.start : p.end] if p.text is None else p.text for p in pieces)
        starts = [piece.at for piece in pieces]
        placed: list[Token] = []
        for token in self.lexer.tokens(text):
            if token.type in ("_NL", "RULEROW"):
                continue
            first = pieces[bisect_right(starts, token.start_pos) - 1]
            last = pieces[bisect_right(starts, token.end_pos - 1) - 1]
            begin = first.start + (token.start_pos - first.at if first.text is None else 0)
            stop = last.start + (token.end_pos - last.at) if last.text is None else last.end
            if begin not in self.marks:
                placed.append(Token(token.type, str(token), begin, stop))
        return placed

    def would_fit(self, changes: Sequence[Change]) -> list[Token] | None:
        """The changed line, if it is taken as a whole and what follows fits it."""
        tokens = self.changed(changes)
        if not tokens or not self.fits([token.type for token in tokens]):
            return None
        return tokens
