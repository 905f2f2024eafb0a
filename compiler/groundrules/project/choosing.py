"""Which findings a project wants to hear of, and how much each weighs: ``[lint]`` in its settings.

Only what is registered as less than an error can be chosen: an error is told always.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Severity

#: What a code can be made; ``off`` is never told.
WEIGHTS = ("off", "warning", "error")

#: What such codes begin with: those about rules. What is said of files and settings is always told.
_ABOUT_RULES = ("GR1", "GR2", "GR3")


def choosable(code: str) -> bool:
    """Whether a project may choose not to hear of a code, or to weigh it otherwise."""
    known = CODES.get(code)
    return known is not None and known.severity != Severity.ERROR and code.startswith(_ABOUT_RULES)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a project chose; a code or the beginning of several, the longer one before the shorter.

    Without ``select`` all are told. What ``select`` and ``ignore`` name alike is not told.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    weights: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False

    def of(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The findings that are told, with the weight that they have here."""
        return tuple(each for each in map(self._weighed, diagnostics) if each is not None)

    def _weighed(self, each: Diagnostic) -> Diagnostic | None:
        if not choosable(each.code):
            return each
        selected = _longest(each.code, self.select or ("",))
        ignored = _longest(each.code, self.ignore)
        weight = self.weights.get(_longest(each.code, self.weights) or "")
        if selected is None or weight == "off" or (ignored is not None and len(ignored) >= len(selected)):
            return None
        return each if weight is None else replace(each, severity=Severity(weight))


def _longest(code: str, beginnings: Iterable[str]) -> str | None:
    return max((each for each in beginnings if code.startswith(each)), key=len, default=None)
