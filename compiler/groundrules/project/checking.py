"""All findings about the rulesets at some paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, Severity, finding, in_order
from groundrules.project.compiling import Outcome, compile_place
from groundrules.project.roots import SCENARIOS, SETTINGS, NoRuleset, Place, find, from_here
from groundrules.project.settings import Settings, settings_of
from groundrules.source import Source

if TYPE_CHECKING:
    from groundrules.project.following import Follow


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order they are shown, each once; the paths of their texts; the outcomes.

    ``paths`` gives a text's path as the person would write it; ``strict`` says that a project
    wants warnings to fail, too.
    """

    diagnostics: tuple[Diagnostic, ...]
    paths: dict[Source, str]
    outcomes: tuple[Outcome, ...]
    strict: bool = False

    def shown(self, source: Source) -> str:
        """The path under which a text is shown."""
        return self.paths.get(source, source.name)

    def count(self, severity: Severity) -> int:
        """How many findings have this weight."""
        return sum(each.severity is severity for each in self.diagnostics)

    @property
    def has_errors(self) -> bool:
        """Whether anything keeps the rulesets from being published."""
        return any(each.is_error for each in self.diagnostics)


def check(named: Iterable[str], edited: Mapping[str, str] | None = None, follow: Follow | None = None) -> Report:
    """Compile every ruleset at the paths a person named, and gather what there is to say.

    What the settings of a ruleset's project leave out is not told.

    ``edited`` texts stand in for what files hold, by the files' real paths; ``follow`` is told
    of each ruleset. Raises :class:`~groundrules.project.roots.NothingThere` for a path where nothing is.
    """
    gathered = _Gathered()
    places: dict[str, Place] = {}
    for path in named:
        found = find(path)
        if isinstance(found, NoRuleset):
            gathered.add_folder(found)
        else:
            for place in found:
                places.setdefault(os.path.realpath(place.path), place)
    every = places.values() if follow is None else follow(list(places.values()), "checking")
    outcomes = tuple(compile_place(place, edited, thorough=True) for place in every)
    settings = {place.root: _settings(place.root, edited) for place in places.values()}
    for outcome in outcomes:
        gathered.add_outcome(outcome, settings[outcome.place.root])
    for root, each in settings.items():
        gathered.add_settings(os.path.join(root, SETTINGS), each.diagnostics)
    strict = any(each.choice.strict for each in settings.values())
    return Report(tuple(gathered.diagnostics.values()), gathered.paths, outcomes, strict)


def _settings(root: Path, edited: Mapping[str, str] | None) -> Settings:
    instead = edited.get(os.path.realpath(root / SETTINGS)) if edited else None
    return settings_of(root, instead)


def files_of(report: Report) -> Iterator[Path]:
    """Where everything lies that a report, and the cards after it, are made of.

    The rules with all that they `use`, the scenarios beside them, the settings and what these name.
    """
    for outcome in report.outcomes:
        yield from (home.path for home in outcome.homes.values())
        yield outcome.place.path
        yield outcome.place.path.parent / SCENARIOS
    for root in dict.fromkeys(outcome.place.root for outcome in report.outcomes):
        settings = settings_of(root)
        yield root / SETTINGS
        yield from (path for path in (settings.phrases, settings.templates) if path is not None)
        yield from (path for path in settings.languages if isinstance(path, Path))


class _Gathered:
    """Findings of several rulesets; what two say of a file that both use counts once."""

    def __init__(self) -> None:
        self.diagnostics: dict[tuple[object, ...], Diagnostic] = {}
        self.paths: dict[Source, str] = {}

    def add_outcome(self, outcome: Outcome, settings: Settings) -> None:
        for each in settings.choice.of(in_order((*outcome.diagnostics, *outcome.lint))):
            for span in (each.span, *(other.span for other in each.related)):
                self.paths[span.source] = outcome.shown(span.source)
            self._add(each)

    def add_settings(self, path: str, diagnostics: Iterable[Diagnostic]) -> None:
        for each in diagnostics:
            self.paths[each.span.source] = from_here(path)
            self._add(each)

    def add_folder(self, folder: NoRuleset) -> None:
        stray = next(iter(folder.strays), None)
        help_text = "a ruleset is a file `NAME.terrain`, or `NAME/NAME.terrain` in a folder of its own"
        if stray is not None:
            help_text += f"; name the file to check it: `{stray}`"
        source = Source(folder.shown, "")
        message = f"there is no ruleset in the folder `{folder.shown}`"
        self._add(finding("GR610", source.span(0, 0), message, help=help_text))

    def _add(self, each: Diagnostic) -> None:
        where = os.path.abspath(self.paths.get(each.span.source, each.span.source.name))
        self.diagnostics.setdefault((where, each.span.start, each.span.end, each.code, each.message), each)
