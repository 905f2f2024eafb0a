"""The line of a text that a finding speaks of, with marks under the place itself."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.cli.terminal import Output, fit, visible, width
from groundrules.source import Span

#: Columns of a long line that are shown, the place among them.
_WIDEST = 110
_TAB = "    "


def excerpt(output: Output, span: Span, mark: str, message: str, role: str, place: str, arrow: str) -> Iterator[str]:
    """The place, its first line, and marks under what of the range lies in that line."""
    source = span.source
    line, _ = source.line_column(span.start)
    number = str(line)
    margin = " " * len(number)
    yield f"{margin}{output.paint(arrow, 'place')} {place}"
    if not source.text:
        if message:
            yield f"{margin} {output.paint('=', 'place')} {message}"
        return
    start, end = source.line_bounds(line)
    inside = max(span.start, start), max(min(span.end, end), span.start)
    before, marked, after = _window(source.line_text(line), inside[0] - start, inside[1] - start, output.encoding)
    bar = output.paint("|", "place")
    yield f"{margin} {bar}"
    yield f"{output.paint(number, 'place')} {bar} {before}{marked}{after}".rstrip()
    underline = " " * width(before) + output.paint(mark * max(1, width(marked)), role)
    yield f"{margin} {bar} {underline}{' ' + message if message else ''}"


def _window(line: str, start: int, end: int, encoding: str) -> tuple[str, str, str]:
    """What stands before, in and after the place, as it is printed, cut to what fits."""
    end = min(end, start + _WIDEST)
    left = max(0, start - max(20, _WIDEST - (end - start) - 20)) if len(line) > _WIDEST else 0
    right = min(len(line), left + _WIDEST)
    parts = [
        _printed(line[left:start], encoding),
        _printed(line[start:end], encoding),
        _printed(line[end:right], encoding),
    ]
    if left > 0:
        parts[0] = "..." + parts[0]
    if right < len(line):
        parts[2] += "..."
    return parts[0], parts[1], parts[2]


def _printed(text: str, encoding: str) -> str:
    return fit(visible(text.replace("\t", _TAB)), encoding)
