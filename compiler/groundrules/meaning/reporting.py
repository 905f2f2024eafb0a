"""The findings of one compilation: collected, and a name complained about only once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from groundrules.diagnostics import Diagnostic, Fix, Related, finding
from groundrules.source import Span


@dataclass(slots=True)
class Report:
    """What was found so far.

    ``suspects`` are keys of names about which nothing more is said: they stood in lines
    that could not be read, or were reported before.
    """

    suspects: set[str] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)

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

    @property
    def count(self) -> int:
        """How many findings there are: to see later whether something was added."""
        return len(self.found)
