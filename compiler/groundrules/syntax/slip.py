"""A known slip of the pen, recognised in a refused line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from groundrules.diagnostics import Edit
from groundrules.source import Span
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import Words


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake as it is told, and the changes that mend it.

    ``title`` names the fix; without one the changes are only used to read on. ``edits`` are
    for a fix that goes beyond the line, and is not tried. ``choice``: what is meant may be another way.
    ``renames`` is the key of a name that ``edits`` mend wherever else it stands.
    """

    code: str
    span: Span
    message: str
    help: str
    changes: tuple[Change, ...] = ()
    title: str | None = None
    edits: tuple[Edit, ...] = ()
    choice: bool = False
    renames: str = ""


#: Finds its slip in a refused line, or nothing.
Recogniser = Callable[[Trial, Words], Slip | None]
