"""The project that one stands in, and what commands work on there when nothing is named.

A project is the nearest folder upwards with a ``groundrules.toml``. Paths are given as a
person would write them, from the folder that they stand in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from groundrules.diagnostics import Diagnostic
from groundrules.project.roots import PAGE_SUFFIX, SETTINGS, NoRuleset, find, from_here, pages_below, root_of
from groundrules.project.settings import Settings, settings_of

#: Where a project's cards go unless it says otherwise.
OUTPUT = "cards"
_MARK = re.compile(rb"<!--[ \t]*groundrules:")


class BrokenSettings(Exception):
    """A project whose settings cannot be followed: the findings, and their file as one would write it."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], shown: str) -> None:
        super().__init__(f"`{shown}` cannot be followed")
        self.diagnostics = diagnostics
        self.shown = shown


@dataclass(frozen=True, slots=True)
class Project:
    """A project: its root, links resolved, and its settings."""

    root: Path
    settings: Settings

    @property
    def sources(self) -> tuple[str, ...]:
        """Rulesets, and folders of them."""
        return self._shown(self.settings.sources)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Where scenarios are; those in a page of rules are among them."""
        pages = [path for path in self.settings.sources if path.suffix.lower() == PAGE_SUFFIX]
        return self._shown((*(self.settings.scenarios or (self.root,)), *pages))

    @property
    def tables(self) -> tuple[str, ...]:
        """Where tables are."""
        return self._shown(self.settings.tables)

    @property
    def documents(self) -> tuple[str, ...]:
        """Documents with cards in them: unless said, all Markdown files that hold a mark for one."""
        return tuple(map(_from_here, self.settings.documents or pages_below(self.root, _MARK)))

    @property
    def output(self) -> str:
        """Where cards go."""
        return _from_here(self.settings.output or self.root / OUTPUT)

    def rulesets(self) -> tuple[str, ...]:
        """Every ruleset of the project, by its path."""
        found = [each for each in map(find, self.sources) if not isinstance(each, NoRuleset)]
        return tuple(dict.fromkeys(place.shown for places in found for place in places))

    def _shown(self, paths: Iterable[Path]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(_from_here, tuple(paths) or (self.root,))))


def project_here() -> Project | None:
    """The project of the folder one stands in, if it is one; what is wrong with its settings stands in them."""
    root = root_of(Path.cwd())
    return Project(root, settings_of(root)) if (root / SETTINGS).is_file() else None


def sound_project_here() -> Project | None:
    """The project of the folder one stands in. Raises :class:`BrokenSettings` for settings with an error."""
    project = project_here()
    if project is not None and any(each.is_error for each in project.settings.diagnostics):
        raise BrokenSettings(project.settings.diagnostics, _from_here(project.root / SETTINGS))
    return project


def _from_here(path: Path) -> str:
    return Path(from_here(path, os.path.realpath(os.getcwd()))).as_posix()
