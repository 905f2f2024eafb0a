"""Table files on the disk: which there are, and what there is to say of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding
from groundrules.limits import FOLDER_DEPTH
from groundrules.project.compiling import Outcome
from groundrules.project.playing import ENDINGS, Play, load, named_file
from groundrules.project.roots import NothingThere, nearest_file
from groundrules.scenarios.geojson import read_table_file
from groundrules.scenarios.table_report import TableReport, report, tables_of
from groundrules.source import Source

#: Endings of files that may hold GeoJSON.
GEOJSON = (".geojson", ".json")
#: One of these stands in every table, in one that cannot be read as well.
_WORDS = ("table", "FeatureCollection")


@dataclass(frozen=True, slots=True)
class TableFile:
    """One file: the reports of its tables, and what is wrong with the file itself."""

    play: Play
    reports: tuple[TableReport, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that was found, in order."""
        found = [*self.diagnostics, *(each for report in self.reports for each in report.diagnostics)]
        return tuple(dict.fromkeys(found))

    @property
    def sound(self) -> bool:
        """Whether there are no errors."""
        return not any(each.is_error for each in self.all_diagnostics)

    def shown_as(self, source: Source) -> str:
        """The path of a text as the person would write it."""
        return self.play.shown_as(source)


def read_tables(named: Iterable[str], rules: Outcome | None = None) -> Iterator[TableFile]:
    """The tables at the paths that a person named, each file once; ``rules`` go before those that a file names.

    In a folder: every YAML and GeoJSON file below it that holds a table. Raises
    :class:`~groundrules.project.roots.NothingThere` when nothing exists at a path.
    """
    seen: set[Path] = set()
    for shown in named:
        path = Path(os.path.abspath(shown))
        if not os.path.exists(path):
            raise NothingThere(shown, nearest_file(path))
        is_folder = os.path.isdir(path)
        for each in sorted(_below(path)) if is_folder else [named_file(path)]:
            if each in seen:
                continue
            seen.add(each)
            name = shown if not is_folder else os.path.join(shown, os.path.relpath(each, path))
            found = read_table(each, name, rules)
            if is_folder and _is_no_table(found):
                continue
            yield found


def read_table(path: Path, shown: str, rules: Outcome | None = None) -> TableFile:
    """One file. Never raises for what an author wrote."""
    play = load(path, shown, reader=read_table_file, rules=rules)
    assert play is not None
    if play.document is None or play.ruleset is None:
        return TableFile(play, (), play.diagnostics)
    tables = tables_of(play.document, path.stem)
    found = play.diagnostics
    if not tables:
        help = "write `table:` with the pieces by name, or a GeoJSON `FeatureCollection`"
        found += (finding("GR503", play.document.source.span(0, 0), "the file holds no table", help=help),)
    return TableFile(play, tuple(report(play.ruleset, each) for each in tables), found)


def _is_no_table(found: TableFile) -> bool:
    """Whether a file that nobody named is of another kind."""
    if found.play.document is not None:
        return not tables_of(found.play.document, "")
    return not any(word in each.span.source.text for each in found.diagnostics for word in _WORDS)


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if f[0] != "." and f != "__pycache__" and depth < FOLDER_DEPTH)
        for name in files:
            if name.endswith((*ENDINGS, *GEOJSON)) and name[0] != ".":
                yield Path(place) / name
