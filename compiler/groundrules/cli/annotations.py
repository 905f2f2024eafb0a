"""Findings as the commands by which a GitHub workflow annotates the lines of a pull request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from groundrules.cli.places import from_workspace, utf16_place
from groundrules.cli.sarif import whole_text
from groundrules.cli.terminal import visible
from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Severity
from groundrules.source import Source

if TYPE_CHECKING:
    from groundrules.project.testing import Tested

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def annotation(each: Diagnostic, shown: Callable[[Source], str]) -> str:
    """``::error file=…,line=…::message``: one line, whatever an author wrote.

    Columns stand only where the range lies in one line, as the runner wants it; the last
    one is that of the last sign.
    """
    source = each.span.source
    line, column = utf16_place(source, each.span.start)
    end_line, end_column = utf16_place(source, each.span.end)
    place: dict[str, object] = {"file": from_workspace(shown(source)), "line": line, "endLine": end_line}
    if line == end_line:
        place |= {"col": column, "endColumn": max(column, end_column - 1)}
    known = CODES.get(each.code)
    title = f"{each.code}: {known.title}" if known is not None else each.code
    text = whole_text(each)
    for other in each.related:
        text += f"\n{from_workspace(shown(other.span.source))}:{other.span.line}: {other.message}"
    return command(_COMMANDS[each.severity], {**place, "title": title}, text)


def failures(tested: Tested) -> Iterator[str]:
    """An error for each scenario that failed, and for each finding that kept a file from being played."""
    for note in tested.notes:
        place = {"file": from_workspace(note.shown), "line": note.line, "col": note.column}
        yield command("error", {**place, "title": "a scenario file that cannot be played"}, note.text)
    for played in tested.scenarios:
        if not played.passed:
            place = {"file": from_workspace(played.shown), "line": played.line}
            yield command("error", {**place, "title": f"failed: {played.name}"}, "\n".join(played.lines))


def command(name: str, properties: Mapping[str, object], text: str) -> str:
    """A command of the workflow: its name, what it is about, its text; nothing in them can end it."""
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {listed}::{_data(text)}"


def _data(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "%0A".join(visible(line).replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(text.replace(":", "%3A").replace(",", "%2C"))
