"""Findings as SARIF 2.1.0, the format that code hosts and editors read.

Columns count UTF-16 code units, which the run states. Paths are relative references; what
they are relative to is left to who reads the file, as the standard provides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import groundrules
from groundrules.cli.explain import page
from groundrules.cli.places import from_workspace, utf16_place
from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Edit, Fix, Severity
from groundrules.source import Source, Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

#: What relative paths are relative to, by the name that readers of SARIF know.
_BASE = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}

Paths = Callable[[Source], str]


def as_sarif(diagnostics: Sequence[Diagnostic], shown: Paths) -> dict[str, Any]:
    """Findings as one SARIF log; each code that occurs is described with its page."""
    codes = sorted({each.code for each in diagnostics})
    run = {
        "tool": {
            "driver": {
                "name": "groundrules",
                "semanticVersion": groundrules.__version__,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The root of the repository."}}},
        "results": [_result(each, codes.index(each.code), shown) for each in diagnostics],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    known = CODES.get(code)
    if known is None:
        return {"id": code}
    text = page(code)
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": _LEVELS[Severity(known.severity)]},
    }


def _result(each: Diagnostic, index: int, shown: Paths) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": each.code,
        "ruleIndex": index,
        "level": _LEVELS[each.severity],
        "message": {"text": whole_text(each)},
        "locations": [{"physicalLocation": _location(each.span, shown)}],
    }
    if each.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(other.span, shown), "message": {"text": other.message}}
            for number, other in enumerate(each.related)
        ]
    if each.fix is not None and _is_plain(each.fix):
        result["fixes"] = [_fix(each.fix, shown)]
    return result


def whole_text(each: Diagnostic) -> str:
    """The message, the help, and the scenario in which it happens, if there is one."""
    parts = [each.message, each.help, each.witness and f"a scenario in which it happens:\n{each.witness.rstrip()}"]
    return "\n".join(part for part in parts if part)


def _is_plain(fix: Fix) -> bool:
    """Whether edits can be made as they stand: a new line in a page may need a prefix that only we know."""
    return bool(fix.edits) and not any(
        edit.span.source.page is not None and len(f"{edit.span.text}{edit.text}".splitlines()) > 1 for edit in fix.edits
    )


def _fix(fix: Fix, shown: Paths) -> dict[str, Any]:
    by_source: dict[Source, list[Edit]] = {}
    for edit in fix.edits:
        by_source.setdefault(edit.span.source, []).append(edit)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(shown(source)),
                "replacements": [
                    {"deletedRegion": region(edit.span), "insertedContent": {"text": edit.text}} for edit in edits
                ],
            }
            for source, edits in by_source.items()
        ],
    }


def _location(span: Span, shown: Paths) -> dict[str, Any]:
    return {"artifactLocation": _artifact(shown(span.source)), "region": region(span)}


def region(span: Span) -> dict[str, int]:
    """A range: lines and columns from 1, the end column behind the last sign."""
    line, column = utf16_place(span.source, span.start)
    end_line, end_column = utf16_place(span.source, span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _artifact(shown: str) -> dict[str, str]:
    if shown.startswith("bundled:"):
        return {"uri": "bundled:" + _quoted(shown.removeprefix("bundled:"))}
    path = from_workspace(shown)
    if os.path.isabs(path):
        return {"uri": Path(path).as_uri()}
    return {"uri": _quoted(path), "uriBaseId": _BASE}


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")
