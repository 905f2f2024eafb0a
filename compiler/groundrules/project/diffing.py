"""What changes in a file, as a unified diff that `patch` understands."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

_NO_END = "\\ No newline at end of file"


def unified(before: str, after: str, shown: str) -> Iterator[str]:
    """The lines of the diff, without their ends; none when nothing changes."""
    if before == after:
        return
    lines = difflib.unified_diff(_lines(before), _lines(after), shown, shown)
    for line in lines:
        whole = line.removesuffix("\n")
        yield whole
        if whole == line:
            yield _NO_END


def _lines(text: str) -> list[str]:
    """The lines of a text as a diff counts them: each ends in a line feed."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
