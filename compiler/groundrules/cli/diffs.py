"""What changes in a file, on its way to a terminal or to `patch`."""

from __future__ import annotations

from groundrules.cli.terminal import Output, visible
from groundrules.project.diffing import unified

_ROLES = {"+": "hint", "-": "error", "@": "place"}


def show_diff(output: Output, before: str, after: str, shown: str) -> None:
    """Write the unified diff of a file that is shown under a path."""
    for line in unified(before, after, shown):
        text, end = (line[:-1], "\r") if line.endswith("\r") else (line, "")
        text = "\t".join(map(visible, text.split("\t")))
        output.line((output.paint(text, _ROLES[line[0]]) if line[0] in _ROLES else text) + end)
