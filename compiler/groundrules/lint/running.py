"""All checks over one compilation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from groundrules.diagnostics import Diagnostic, in_order
from groundrules.lint.context import Context
from groundrules.lint.features import features
from groundrules.lint.registry import CHECKS, Check, Entry
from groundrules.meaning import Compiled
from groundrules.source import Source
from groundrules.syntax import without_collections

Own = Callable[[Source], bool]
Findings = tuple[Diagnostic, ...]


@without_collections()
def lint(compiled: Compiled, own: Own = lambda source: True) -> tuple[Diagnostic, ...]:
    """What the checks find in a ruleset that compiled; nothing where it did not.

    ``own`` says of a text whether its author can change it: nothing is said of any other.
    """
    if compiled.ruleset is None:
        return ()
    context = Context(compiled.context)
    words = features(context.ruleset)
    said = {(each.span.source, each.span.start) for each in compiled.diagnostics}
    base = {unit.source for unit in compiled.context.units if unit.base}
    found = [
        each
        for entry in CHECKS
        if not entry.needs or not words.isdisjoint(entry.needs)
        for each in _run(entry, context)
        if own(each.span.source) and not (entry.whole and each.span.source in base) and not _said(said, each)
    ]
    return in_order(found)


def findings(compiled: Compiled, own: Own = lambda source: True) -> tuple[Findings, Findings]:
    """What the compiler said, rules that tie with their witness, and what the checks find."""
    if compiled.ruleset is not None:
        return compiled.diagnostics, lint(compiled, own)
    from groundrules.lint.tied_rules import witnessed  # only where something is wrong

    return witnessed(compiled), ()


def _said(said: set[tuple[Source, int]], found: Diagnostic) -> bool:
    """Whether the compiler said something of that very place: one mistake, one finding."""
    if not said:
        return False
    return not said.isdisjoint((each.source, each.start) for each in (found.span, *(r.span for r in found.related)))


def _run(entry: Entry, context: Context) -> Iterator[Diagnostic]:
    check: Check = import_module(f"groundrules.lint.{entry.module}").check
    yield from check(context)
