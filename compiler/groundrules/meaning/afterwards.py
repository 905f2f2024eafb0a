"""Fixes that can be made out only when all is known.

A name is declared for its author only where it is the one that is missing: where several are, a file
more likely is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from groundrules.diagnostics import Diagnostic, Fix, choice, indent_of, line_end, put_below, replace as edit
from groundrules.meaning.context import Unit
from groundrules.meaning.reporting import Open, Report
from groundrules.meaning.restating import below_header
from groundrules.meaning.traverse import brought
from groundrules.ruleset import Perform, Ruleset
from groundrules.syntax import ast

#: Findings about names that nothing declares.
_MISSING = frozenset({"GR200", "GR205"})


def give_fixes(report: Report, units: Sequence[Unit], ruleset: Ruleset) -> None:
    """Give the findings that wait for one their fix."""
    missing = sum(each.code in _MISSING for each in report.found)
    whole = not any(unit.file.damaged or unit.base for unit in units)
    for each in report.open:
        told = report.found[each.at]
        if told.fix is not None:
            continue
        if each.kind == "rolls of":
            report.found[each.at] = _with_roll(told, each, ruleset)
        elif missing == 1 and whole:
            report.found[each.at] = replace(told, fix=choice(_declared(each, units[-1])))


def _declared(each: Open, unit: Unit) -> Fix | None:
    """The declaration: of a field in the `model` block, of others below everything else."""
    name, items = each.name.text, unit.file.items
    if each.kind == "field":
        return _field(f"{name}: distance", unit)
    line = f"{name}: no effect" if each.kind == "terrain" else f"outcome {name}"
    return put_below(f"declare it: `{line}`", items[-1].span, line) if items else None


def _field(line: str, unit: Unit) -> Fix:
    title, end = f"declare it: `{line}`", line_end(unit.source)
    for item in unit.file.items:
        if isinstance(item, ast.Schema) and item.owner == "model" and item.members:
            return put_below(title, item.members[-1].span, indent_of(item.members[-1].span) + line)
    return edit(title, below_header(unit.source, unit.file), f"model{end}    {line}{end}")


def _with_roll(told: Diagnostic, each: Open, ruleset: Ruleset) -> Diagnostic:
    """The one roll that a terrain makes, for the terrain."""
    made = {
        effect.roll
        for rule in ruleset.rules
        if any(subject.term.name == each.name.text for subject in rule.subjects)
        for effect in brought(rule.effects)
        if isinstance(effect, Perform)
    }
    if len(made) != 1:
        return told
    (roll,) = made
    fix = edit(f"write `{roll}`", each.name.span, roll)
    return replace(told, fix=fix, help=f"write the roll that it makes: `{roll}`")
