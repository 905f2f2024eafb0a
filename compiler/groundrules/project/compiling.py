"""One ruleset from its file to its compiled rules, by way of the cache."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, in_order
from groundrules.project import cache
from groundrules.project.library import Home, Library
from groundrules.project.reading import Unreadable, outside
from groundrules.project.roots import Place, from_here
from groundrules.source import Source

if TYPE_CHECKING:
    from groundrules.ruleset import Ruleset


@dataclass(slots=True)
class Outcome:
    """What compiling a ruleset gave; ``rules`` is the JSON of its compiled form, if it has one.

    ``lint``: what the checks of :mod:`groundrules.lint` found, where they were run.
    """

    place: Place
    diagnostics: tuple[Diagnostic, ...]
    rules: str | None = None
    homes: dict[Source, Home] = field(default_factory=dict)
    lint: tuple[Diagnostic, ...] = ()
    _ruleset: Ruleset | None = None

    @property
    def ruleset(self) -> Ruleset | None:
        """The compiled rules; ``None`` when there was an error."""
        if self._ruleset is None and self.rules is not None:
            from groundrules.ruleset import from_json

            self._ruleset = from_json(self.rules)
        return self._ruleset

    def shown(self, source: Source) -> str:
        """The path of a text as the person would write it, from where they named the ruleset."""
        home = self.homes.get(source)
        if home is None or home.path == self.place.path:
            return self.place.shown
        if home.prefix:
            return source.name
        beside = from_here(home.path, self.place.path.parent)
        return Path(os.path.normpath(os.path.join(os.path.dirname(self.place.shown), beside))).as_posix()


def compile_place(place: Place, edited: Mapping[str, str] | None = None, *, thorough: bool = False) -> Outcome:
    """Compile the ruleset at a place; never raises for what an author wrote.

    ``edited`` texts stand in for what files hold, by the files' real paths; then no cache is used.
    ``thorough``: the checks of :mod:`groundrules.lint` are run too.
    """
    leads_out = outside(place.path, place.root, place.source_name) if place.is_found else None
    if leads_out is not None:
        return Outcome(place, (leads_out.in_file(place.source_name),))
    kept = None if edited else cache.recall(place)
    if kept is not None and (kept.lint is not None or not thorough):
        return Outcome(place, kept.diagnostics, kept.rules, kept.homes, kept.lint or ())
    library = Library(edited=edited or {})
    opened = library.open(place)
    if isinstance(opened, Unreadable):
        return Outcome(place, (opened.in_file(place.source_name),))
    ruleset, found, lint = _compile(opened, place.name, library, thorough)
    diagnostics = in_order((*library.warnings, *found))
    if lint is not None and any("groundrules:" in source.text for source in library.homes):
        from groundrules.project.ignoring import heard  # only where a text speaks to us

        diagnostics, lint = heard(library, opened, diagnostics, lint)
    rules = None if ruleset is None else json_of(ruleset)
    if not edited:
        cache.remember(place, library, cache.Kept(library.homes, diagnostics, lint, rules))
    return Outcome(place, diagnostics, rules, library.homes, lint or (), ruleset)


def _compile(
    opened: Source, name: str, library: Library, thorough: bool
) -> tuple[Ruleset | None, list[Diagnostic], tuple[Diagnostic, ...] | None]:
    """The rules of a text, what there is to say of it and of its examples, and what lint says of the text."""
    ruleset: Ruleset | None = None
    found: list[Diagnostic] = []
    lint: tuple[Diagnostic, ...] | None = () if thorough else None
    if opened.text.strip() or not library.examples:
        if thorough:
            ruleset, own, lint = compile_thoroughly(opened, name, library)
        else:
            ruleset, own = compile_source(opened, name, library)
        found += own
    for example in library.examples:
        found += compile_source(example, name, library)[1]
    return ruleset, found, lint


def compile_source(source: Source, name: str, library: Library) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """The compiler itself, imported only when there is something to compile."""
    from groundrules.meaning import compile_ruleset

    compiled = compile_ruleset(source, name, library.load)
    return compiled.ruleset, tuple(compiled.diagnostics)


def compile_thoroughly(
    source: Source, name: str, library: Library
) -> tuple[Ruleset | None, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The same, and what is allowed and most likely not meant, in texts that their author can change."""
    from groundrules.lint import findings
    from groundrules.meaning import compile_ruleset

    compiled = compile_ruleset(source, name, library.load)
    return compiled.ruleset, *findings(compiled, lambda text: not library.homes[text].prefix)


def json_of(ruleset: Ruleset) -> str:
    """The compiled rules as they are kept and published."""
    from groundrules.ruleset import to_json

    return to_json(ruleset)
