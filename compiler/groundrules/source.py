"""Text an author wrote, and places in it.

A :class:`Source` is one file (or one piece of text without a file); a :class:`Span` is a
range of characters in one source. Offsets count Unicode code points of ``Source.text``,
which is exactly what the author sees: a byte order mark is taken off before, line ends
are kept as they are. Lines and columns are computed on demand and count from 1; a column
is a number of code points, a tab counting as one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, eq=False)
class Source:
    """One text with the name it is shown under.

    ``name`` is what messages and compiled rules call the text: a path relative to the
    project's root with forward slashes, or ``<text>`` for text without a file.

    ``page`` is there when only a part of a file is the text, as in a Markdown file: the whole
    file, of the same length, in which every character of that part has the same offset. Lines,
    columns and what is shown of them are the page's.
    """

    name: str
    text: str
    _starts: list[int] = field(default_factory=list, repr=False)
    page: str | None = field(default=None, repr=False, kw_only=True)

    @property
    def _shown(self) -> str:
        return self.text if self.page is None else self.page

    def _line_starts(self) -> list[int]:
        if not self._starts:
            # In one step, so that another thread sees all of them or none.
            self._starts[:] = [0, *(m.end() for m in _LINE_END.finditer(self._shown))]
        return self._starts

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a code-point offset (clamped to the text)."""
        starts = self._line_starts()
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_count(self) -> int:
        """Number of lines; a final line end opens no further line worth counting."""
        return len(self._line_starts())

    def line_text(self, line: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        return self._shown[slice(*self.line_bounds(line))]

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Start and end offset of a line, counted from 1, without its line end."""
        starts = self._line_starts()
        start = starts[line - 1]
        end = starts[line] if line < len(starts) else len(self.text)
        return start, start + len(self._shown[start:end].rstrip("\r\n"))

    def span(self, start: int, end: int) -> Span:
        """The range ``start:end`` of this text."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters in one source; ``end`` is exclusive and may equal ``start``."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line, from 1, in which the range begins."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column, from 1, in which the range begins."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The characters of the range."""
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> str:
        """``name:line``, as verdicts, cards and traces cite a rule."""
        return f"{self.source.name}:{self.line}"

    def to(self, other: Span) -> Span:
        """From the beginning of this range to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))
