"""Findings as text with excerpts, as one line each, as JSON, as SARIF, or as annotations of a workflow."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from groundrules.cli.excerpt import excerpt
from groundrules.cli.terminal import Output, fit_json, visible
from groundrules.diagnostics import Diagnostic, Severity
from groundrules.source import Source, Span

#: How many findings are shown at most, unless all are asked for.
SHOWN = 50

#: A message is cut beyond this many characters: an author's name may have a million.
_LONGEST = 500

Paths = Callable[[Source], str]

#: The forms in which findings are written.
FORMS = ("text", "short", "json", "sarif", "github")


def render(
    output: Output, form: str, diagnostics: Sequence[Diagnostic], shown: Paths, everything: bool = False
) -> None:
    """Write findings in one of the ``FORMS``; those for programs hold all of them."""
    if form in ("json", "sarif"):
        data = as_json(diagnostics, shown) if form == "json" else _as_sarif(diagnostics, shown)
        output.write(fit_json(json.dumps(data, indent=2, ensure_ascii=False) + "\n", output.encoding))
        return
    if form == "github":
        from groundrules.cli.annotations import annotation

        for each in diagnostics:
            output.line(annotation(each, shown))
        return
    chosen = diagnostics if everything else most_serious(diagnostics)
    for each in chosen:
        if form == "short":
            output.line(short(each, shown))
        else:
            render_text(output, each, shown)
    if len(chosen) < len(diagnostics):
        output.line(f"... and {len(diagnostics) - len(chosen)} more; `--all` shows them")
    if form == "text" and diagnostics:
        output.line(counts(diagnostics))


def _as_sarif(diagnostics: Sequence[Diagnostic], shown: Paths) -> dict[str, Any]:
    from groundrules.cli.sarif import as_sarif  # only where it is asked for

    return as_sarif(diagnostics, shown)


def most_serious(diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """At most fifty findings, errors before others, in their own order."""
    if len(diagnostics) <= SHOWN:
        return diagnostics
    order = list(Severity)
    ranked = sorted(range(len(diagnostics)), key=lambda number: order.index(diagnostics[number].severity))
    return [diagnostics[number] for number in sorted(ranked[:SHOWN])]


def short(each: Diagnostic, shown: Paths) -> str:
    """``PATH:LINE:COL: error[GR204]: message``."""
    return f"{_place(each.span, shown)}: {each.severity}[{each.code}]: {_clip(each.message)}"


def counts(diagnostics: Sequence[Diagnostic]) -> str:
    """``2 errors, 1 warning``."""
    parts = []
    for severity in Severity:
        number = sum(each.severity is severity for each in diagnostics)
        if number:
            parts.append(f"{number} {severity}{'' if number == 1 else 's'}")
    return ", ".join(parts)


def render_text(output: Output, each: Diagnostic, shown: Paths) -> None:
    """A finding with the lines of the text it speaks of, its related places and its help."""
    head = output.paint(f"{each.severity}[{each.code}]", each.severity.value)
    output.line(f"{head}: {output.paint(_clip(each.message), 'strong')}")
    for line in excerpt(output, each.span, "^", "", each.severity.value, _place(each.span, shown), "-->"):
        output.line(line)
    for other in each.related:
        for line in excerpt(output, other.span, "-", _clip(other.message), "place", _place(other.span, shown), ":::"):
            output.line(line)
    for number, line in enumerate((each.help or "").splitlines()):
        output.line(f"  {'= help: ' if number == 0 else '  ' * 4}{_clip(line)}")
    if each.witness is not None:
        output.line("  = witness: a scenario in which it happens, for a list `scenarios:`")
        for line in each.witness.rstrip().splitlines():
            output.line(f"    {visible(line)}")
    output.line()


def as_json(diagnostics: Sequence[Diagnostic], shown: Paths) -> dict[str, Any]:
    """All findings as plain data; lines and columns count from 1, offsets from 0."""
    return {
        "format": "groundrules-findings/1",
        "diagnostics": [_as_json(each, shown) for each in diagnostics],
        **{f"{severity}s": sum(each.severity is severity for each in diagnostics) for severity in Severity},
    }


def _as_json(each: Diagnostic, shown: Paths) -> dict[str, Any]:
    edits = () if each.fix is None else each.fix.edits
    return {
        "code": each.code,
        "severity": each.severity.value,
        "message": each.message,
        **_range(each.span, shown),
        "help": each.help,
        "witness": each.witness,
        "related": [{"message": other.message, **_range(other.span, shown)} for other in each.related],
        "fix": each.fix
        and {
            "title": each.fix.title,
            "choice": each.fix.choice,
            "edits": [{**_range(edit.span, shown), "text": edit.text} for edit in edits],
        },
    }


def _range(span: Span, shown: Paths) -> dict[str, Any]:
    ends = {}
    for name, offset in (("start", span.start), ("end", span.end)):
        line, column = span.source.line_column(offset)
        ends[name] = {"offset": offset, "line": line, "column": column}
    return {"path": shown(span.source), **ends}


def _place(span: Span, shown: Paths) -> str:
    line, column = span.source.line_column(span.start)
    return f"{_clip(shown(span.source))}:{line}:{column}"


def _clip(text: str) -> str:
    text = visible(" ".join(text.split("\n")))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 60]} … {text[-50:]}"
