"""The files of a compilation: the ruleset's own and all that it reaches by ``use``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from groundrules.diagnostics import Diagnostic, Related, finding, take_lines
from groundrules.limits import RULESETS_DEEP
from groundrules.meaning.context import Unit
from groundrules.source import Source, Span
from groundrules.syntax import ast, parse


class Missing(Protocol):
    """Why there is no text: it knows how to say so at the place that asked for it."""

    def at(self, span: Span) -> Diagnostic:
        """The finding, shown at ``span``."""
        ...


#: ``load(path, using)``: the text that ``use "path"`` in ``using`` stands for.
Loader = Callable[[str, Source], Source | Missing]


@dataclass(slots=True)
class _Loading:
    load: Loader
    units: dict[Source, Unit] = field(default_factory=dict)
    open: list[Source] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def read(self, source: Source) -> None:
        parsed = parse(source)
        self.diagnostics += parsed.diagnostics
        self.open.append(source)
        for item in parsed.file.items:
            if isinstance(item, ast.Use):
                self.use(item)
        self.open.pop()
        self.units[source] = Unit(source, parsed.file, base=bool(self.open))

    def use(self, item: ast.Use) -> None:
        if len(self.open) >= RULESETS_DEEP:
            self.diagnostics.append(
                finding("GR203", item.span, f"more than {RULESETS_DEEP} rulesets stand on one another here",
                        help="let one ruleset use several others instead of a chain")
            )  # fmt: skip
            return
        found = self.load(item.path, self.open[-1])
        if not isinstance(found, Source):
            self.diagnostics.append(found.at(item.span))
        elif found in self.open:
            names = [source.name for source in self.open[self.open.index(found) :]]
            itself = found is self.open[-1]
            circle = " → ".join(f"`{name}`" for name in [*names, found.name])
            self.diagnostics.append(
                finding("GR202", item.span, f"this `use` leads back to where it came from: {circle}",
                        help="leave this line out: a file has its own rules already" if itself
                             else "move what both need into a file of its own",
                        fix=take_lines("take the line away", item.span) if itself else None)
            )  # fmt: skip
        elif found not in self.units:
            self.read(found)


def load_units(root: Source, load: Loader) -> tuple[tuple[Unit, ...], tuple[Diagnostic, ...]]:
    """The parsed files, bases before those that use them, the root last; each once."""
    loading = _Loading(load)
    loading.read(root)
    return tuple(loading.units.values()), tuple(loading.diagnostics)


def related_use(unit: Unit) -> Related | None:
    """The first ``use`` of a file, to show where its base comes in."""
    for item in unit.file.items:
        if isinstance(item, ast.Use):
            return Related(item.span, "the base comes in here")
    return None
