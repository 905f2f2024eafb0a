"""Places as other programs count them: columns in UTF-16 units, paths from where their work begins."""

from __future__ import annotations

import os
from pathlib import Path

from groundrules.source import Source

#: Where the runner of a workflow says that it put the repository.
_WORKSPACE = "GITHUB_WORKSPACE"


def utf16_place(source: Source, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1; the column counts UTF-16 code units.

    A tree or a die among the signs of a line counts as two, as editors and SARIF count it.
    """
    line, column = source.line_column(offset)
    text = source.line_text(line)
    beyond = max(0, column - 1 - len(text))  # between the two signs of a line end
    return line, utf16_length(text[: column - 1]) + beyond + 1


def utf16_length(text: str) -> int:
    """How many UTF-16 code units a text takes."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def from_workspace(shown: str) -> str:
    """A path as seen from the repository's root, with forward slashes.

    A workflow's runner names that root; elsewhere it is the folder that one works in.
    """
    root = os.environ.get(_WORKSPACE)
    if not root or shown.startswith(("bundled:", "<")):
        return shown.replace(os.sep, "/")
    path = Path(os.path.abspath(shown))
    for candidate in (path, Path(os.path.realpath(path))):
        for base in (Path(os.path.abspath(root)), Path(os.path.realpath(root))):
            if candidate.is_relative_to(base):
                return candidate.relative_to(base).as_posix()
    return path.as_posix()
