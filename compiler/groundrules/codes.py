"""Every diagnostic code, once.

GR1xx syntax, GR2xx meaning, GR3xx later checks, GR4xx scenarios, GR5xx tables, GR6xx
projects and files, GR9xx our own faults. A code is never reused for something else; each
has a page in ``docs/diagnostics/`` and a fixture that provokes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for: a title of a few words and its usual severity."""

    code: str
    title: str
    severity: str = "error"


_SYNTAX: tuple[Code, ...] = ()

_MEANING: tuple[Code, ...] = ()

_LATER: tuple[Code, ...] = ()

_SCENARIOS: tuple[Code, ...] = ()

_TABLES: tuple[Code, ...] = ()

_PROJECT: tuple[Code, ...] = ()

_OURS: tuple[Code, ...] = ()

CODES: dict[str, Code] = {
    code.code: code
    for group in (_SYNTAX, _MEANING, _LATER, _SCENARIOS, _TABLES, _PROJECT, _OURS)
    for code in group
}
