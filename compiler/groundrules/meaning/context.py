"""What the passes of meaning hand on to one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic
from groundrules.meaning.symbols import SymbolTable
from groundrules.ruleset import Origin, Ruleset
from groundrules.source import Source, Span
from groundrules.syntax import ast, ast_expr as ex


@dataclass(frozen=True, slots=True)
class Unit:
    """One file of a compilation; ``base`` when another file uses it."""

    source: Source
    file: ast.File
    base: bool


@dataclass(frozen=True, slots=True)
class Context:
    """The compiled ruleset with what a check needs to point at the text.

    ``ruleset`` is a best effort where something was wrong. ``nodes`` maps the ids of rules,
    bands and changes of numbers, and the names of declarations, to the nodes they came from;
    ``broken`` are those ids and names about which something was already reported or whose
    lines could not be read; ``suspects`` the keys of names that stood in such lines: a check
    does not pile up on them.
    """

    ruleset: Ruleset
    table: SymbolTable
    units: tuple[Unit, ...]
    nodes: Mapping[str, ex.Node]
    broken: frozenset[str]
    suspects: frozenset[str]

    def span(self, origin: Origin) -> Span:
        """The place in the text that an origin speaks of."""
        for unit in self.units:
            if unit.source.name == origin.file:
                return unit.source.span(origin.start, origin.end)
        raise KeyError(origin.file)


Check = Callable[[Context], Iterable[Diagnostic]]
