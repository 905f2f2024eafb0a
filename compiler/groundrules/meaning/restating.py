"""Settings that a fix writes: a new one under the header, or the unit that all lengths have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from groundrules.diagnostics import Fix, line_end, replace
from groundrules.meaning.context import Unit
from groundrules.quantity import Quantity
from groundrules.source import Source, Span
from groundrules.syntax import ast
from groundrules.syntax.walk import walk

_LINE = re.compile(r"[^\r\n]*(\r\n|\r|\n|$)")


def new_setting(units: Sequence[Unit], line: str, title: str) -> Fix | None:
    """A fix that writes a setting under the header of the author's own file."""
    for unit in units:
        if not unit.base:
            return replace(title, below_header(unit.source, unit.file), line + line_end(unit.source))
    return None


def below_header(source: Source, file: ast.File) -> Span:
    """The beginning of the line behind the header and settings at the top."""
    head = (ast.Header, ast.Credit, ast.Use, ast.Distance, ast.Grid, ast.Overlap, ast.Round, ast.MeasureFrom)
    at = file.items[0].span.start if file.items else 0
    for item in file.items:
        if not isinstance(item, head):
            break
        at = item.span.end
        lines = _LINE.match(source.text, max(item.span.start, at - 1))
        at = lines.end() if lines else at
    return source.span(at, at)


def other_unit(units: Sequence[Unit], unit: str, lengths: frozenset[str]) -> Fix | None:
    """A fix that declares a unit, where every length that is written has it and none has another.

    No number changes then. A base has lengths of its own: with one there is no such fix.
    """
    if len(units) != 1 or {each for each in _units(units[0].file) if each in lengths} != {unit}:
        return None
    stated = [item for item in units[0].file.items if isinstance(item, ast.Distance)]
    line = f"distance {unit}"
    if len(stated) == 1:
        return replace(f"write `{line}`", stated[0].span, line)
    return None if stated else new_setting(units, line, f"declare `{line}`")


def _units(file: ast.File) -> Iterator[str]:
    """The units of all quantities in a text, those of dice and of fields too; not of the setting itself."""
    for node in walk(file):
        if isinstance(node, ast.Distance):
            continue
        for name in ("quantity", "size", "per", "number"):
            held = getattr(node, name, None)
            if isinstance(held, Quantity) and held.unit is not None:
                yield held.unit
        unit = getattr(node, "unit", None)
        if isinstance(unit, str):
            yield unit
