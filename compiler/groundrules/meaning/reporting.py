"""The findings of one compilation: collected, and a name complained about only once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from groundrules.diagnostics import Diagnostic, Fix, Related, finding
from groundrules.source import Span
from groundrules.syntax.ast_expr import Name


@dataclass(frozen=True, slots=True)
class Open:
    """A finding whose fix hangs on what else is found.

    ``at`` is its place among the findings. ``kind``: ``terrain``, ``outcome`` or ``field`` for
    a name that could be declared, ``rolls of`` for a terrain named where a roll is passed.
    """

    at: int
    kind: Literal["terrain", "outcome", "field", "rolls of"]
    name: Name


@dataclass(slots=True)
class Report:
    """What was found so far.

    ``suspects`` are keys of names about which nothing more is said: they stood in lines
    that could not be read, or were reported before. ``open`` are findings whose fix waits
    (:mod:`groundrules.meaning.afterwards`).
    """

    suspects: set[str] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)

    def say(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str | None = None,
        related: Iterable[Related] = (),
        fix: Fix | None = None,
    ) -> None:
        """Add a finding."""
        self.found.append(finding(code, span, message, help=help, related=related, fix=fix))

    def first(self, *words: str) -> bool:
        """Whether something is said for the first time: what follows from one mistake is said once."""
        key = "\0".join(words)
        if key in self.suspects:
            return False
        self.suspects.add(key)
        return True

    def leave_open(self, kind: Literal["terrain", "outcome", "field", "rolls of"], name: Name) -> None:
        """Note that the last finding may get a fix when all is known."""
        self.open.append(Open(len(self.found) - 1, kind, name))

    @property
    def count(self) -> int:
        """How many findings there are: to see later whether something was added."""
        return len(self.found)
