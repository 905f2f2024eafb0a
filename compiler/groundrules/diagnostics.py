"""What the compiler says about a text: one type for every finding of every stage.

Message style is fixed in ``docs/diagnostics/STYLE.md``: lower case, no full stop, the
author's words in backticks, the language's own words and never the parser's; the fix
stands in the help. Codes live in :mod:`groundrules.codes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from groundrules.codes import CODES
from groundrules.source import Source, Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class Severity(StrEnum):
    """How much a finding weighs: an ``error`` keeps a ruleset from being published."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters of ``span`` by ``text``; an empty span inserts."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that a machine may apply by itself: what it does, and its edits.

    The edits of one fix never overlap and all lie in one source. ``choice`` marks one of several
    ways that the author may have meant: it is made only when a person asks for it.
    """

    title: str
    edits: tuple[Edit, ...]
    choice: bool = False


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that belongs to a finding, with what it has to do with it."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, where, what, and how to mend it.

    ``span`` is the author's mistake itself; other places are ``related``. ``help`` is one
    or more lines and may hold a ready line to paste. ``fix`` is there only when applying
    it by machine is safe, or is marked as a choice. ``witness`` is a scenario in which it happens, as YAML: an entry of
    ``scenarios:``, played before it is shown.
    """

    code: str
    span: Span
    message: str
    severity: Severity = Severity.ERROR
    help: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    witness: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether this finding keeps the ruleset from being compiled."""
        return self.severity is Severity.ERROR


def finding(
    code: str,
    span: Span,
    message: str,
    *,
    help: str | None = None,
    related: Iterable[Related] = (),
    fix: Fix | None = None,
    witness: str | None = None,
) -> Diagnostic:
    """A :class:`Diagnostic` with the severity that its code is registered with.

    Raises :class:`KeyError` for a code that is not registered: that is our fault, not the
    author's, and a test emits every code.
    """
    return Diagnostic(code, span, message, Severity(CODES[code].severity), help, tuple(related), fix, witness)


def listed(names: Sequence[str], most: int) -> str:
    """Names in backticks, so many at most, and how many there are besides: ```a`, `b` and 8 more``."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def choice(fix: Fix | None) -> Fix | None:
    """The same fix, marked as one of several ways that may be meant."""
    return None if fix is None else Fix(fix.title, fix.edits, choice=True)


def replace(title: str, span: Span, text: str) -> Fix:
    """A fix of one edit."""
    return Fix(title, (Edit(span, text),))


def put_before(title: str, span: Span, text: str) -> Fix:
    """A fix that writes something right in front of a place."""
    return replace(title, span.source.span(span.start, span.start), text)


def put_behind(title: str, span: Span, text: str) -> Fix:
    """A fix that writes something right behind a place."""
    return replace(title, span.source.span(span.end, span.end), text)


def take_away(title: str, span: Span) -> Fix:
    """A fix that takes words away, and the blanks in front of them."""
    start, _ = span.source.line_bounds(span.line)
    ahead = span.source.text[start : span.start]
    begin = start + len(ahead.rstrip(" \t"))
    return replace(title, span.source.span(span.start if begin == start else begin, span.end), "")


def take_from_list(title: str, places: Sequence[Span], index: int) -> Fix | None:
    """A fix that takes one of several things parted by commas away, with its comma; ``None`` for the only one."""
    place = places[index]
    if index:
        return replace(title, place.source.span(places[index - 1].end, place.end), "")
    return replace(title, place.source.span(place.start, places[1].start), "") if len(places) > 1 else None


def set_aside(title: str, span: Span) -> Fix:
    """A fix that makes comments of the lines in which something stands: no word is lost."""
    lines, edits = whole_lines(span), []
    for found in re.finditer(r"(?m)^[ \t]*(?=[^\s#])", lines.text):
        at = lines.start + found.end()
        edits.append(Edit(span.source.span(at, at), "# "))
    return Fix(title, tuple(edits))


def take_lines(title: str, span: Span) -> Fix:
    """A fix that takes the lines away in which something stands, whole."""
    return replace(title, whole_lines(span), "")


def whole_lines(span: Span) -> Span:
    """The lines in which something stands, the end of the last one included."""
    source = span.source
    last = span.start + max(len(span.text.rstrip()) - 1, 0)
    start, _ = source.line_bounds(span.line)
    _, end = source.line_bounds(source.line_column(last)[0])
    after = _LINE_END.match(source.text, end)
    return source.span(start, after.end() if after is not None else end)


def put_below(title: str, span: Span, line: str) -> Fix:
    """A fix that writes a line below the last one of a place; ``line`` brings its own indent."""
    end = span.start + len(span.text.rstrip())
    _, at = span.source.line_bounds(span.source.line_column(max(span.start, end - 1))[0])
    return replace(title, span.source.span(at, at), line_end(span.source) + line)


def line_start(source: Source, offset: int) -> int:
    """Where the line begins in which an offset lies: in the text itself, which of a page is a part of each line."""
    return max(source.text.rfind("\n", 0, offset), source.text.rfind("\r", 0, offset)) + 1


def indent_of(span: Span) -> str:
    """The blanks before the first word of the line in which something stands."""
    line = span.source.text[line_start(span.source, span.start) : span.end]
    return line[: len(line) - len(line.lstrip(" \t"))]


def line_end(source: Source) -> str:
    """How the lines of a text end."""
    found = _LINE_END.search(source.text)
    return found[0] if found else "\n"


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings by file, place, weight and code: the order in which they are shown."""
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.HINT: 2}
    return tuple(
        sorted(
            dict.fromkeys(diagnostics),
            key=lambda d: (d.span.source.name, d.span.start, rank[d.severity], d.code, d.message),
        )
    )
