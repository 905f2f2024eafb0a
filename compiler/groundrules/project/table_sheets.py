"""Sheets of tables on the disk: for each table one page as Markdown and as HTML, and its map.

Everything is written at once or not at all. What no run of ours wrote is never replaced; a
run that makes an index owns the folder, and takes away pages of tables that are gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

import groundrules
from groundrules.cards.markdown import block, inline
from groundrules.naming import distinct_file_names
from groundrules.project import manifest
from groundrules.project.building import in_the_way
from groundrules.project.table_pages import Decks, TablePage, page_of, pieces_words
from groundrules.project.tables import TableFile
from groundrules.project.writing import Unwritable, Written, publish
from groundrules.scenarios.table_map import map_of
from groundrules.scenarios.table_report import TableReport
from groundrules.scenarios.table_telling import open_lines

#: The page that lists all others.
INDEX = "index"
#: What lists the files of earlier runs; a build's own list is another, so that neither takes away the other's.
LIST = "sheets.json"

_STYLE = """\
@page { size: A4; margin: 8mm; }
body { font: 10pt/1.35 sans-serif; color: #24292f; max-width: 190mm; margin: 1em auto; padding: 0 1em; }
h1 { font-size: 16pt; margin: 0; } h2 { font-size: 12pt; margin: .9em 0 .3em; border-bottom: 1px solid #d0d7de; }
h3 { font-size: 10pt; margin: .6em 0 .1em; } p { margin: .2em 0; } ul { margin: .1em 0; padding-left: 1.2em; }
h2, h3 { break-after: avoid; } table { border-collapse: collapse; margin: .3em 0; font-size: 9pt; }
th, td { border: 1px solid #d0d7de; padding: .1em .5em; text-align: left; vertical-align: top; }
figure { margin: .5em 0; text-align: center; } svg { max-width: 100%; height: auto; max-height: 95mm; }
section:has(h3) { columns: 2; } section:has(h3) h2 { column-span: all; } tr, li { break-inside: avoid; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 8pt; } table, h3 { font-size: 8pt; }
  h2 { font-size: 10pt; margin: .5em 0 .2em; } svg { max-height: 75mm; } td, th { padding: 0 .4em; } }
"""


@dataclass(frozen=True, slots=True)
class Sheets:
    """What was made: how many tables have a sheet, and which files are new or changed."""

    tables: int
    written: Written


class InTheWay(Exception):
    """Files that no run of ours wrote stand where sheets would be written; ``paths`` below the output."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(", ".join(paths))
        self.paths = paths


def write_sheets(files: Iterable[TableFile], out: str, index: bool) -> Sheets:
    """One sheet a table below ``out``, with an index if asked for or if there are several. Tables must be sound.

    Raises :class:`InTheWay`, and :class:`~groundrules.project.writing.Unwritable` with the
    reason; then nothing was changed.
    """
    reports = [report for file in files for report in file.reports]
    index = index or len(reports) > 1
    content = {path: text.encode("utf-8", "replace") for path, text in contents(reports, index).items()}
    folder = Path(out)
    before = manifest.listed(folder, LIST)
    blocked = sorted(in_the_way(folder, content, before))
    if blocked:
        raise InTheWay(blocked)
    kept = {} if index else _kept(folder, before - set(content))
    made = manifest.make("sheets", groundrules.__version__, {**kept, **content})
    written = publish(folder, {**content, LIST: made}, manifest.unchanged(folder, {*content, *kept}, LIST))
    return Sheets(len(reports), written)


def _kept(folder: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Sheets of other runs that stay."""
    found = {}
    for path in paths:
        if path != LIST and (folder / path).is_file():
            try:
                found[path] = (folder / path).read_bytes()
            except OSError as problem:
                raise Unwritable(f"`{path}` cannot be read: {problem.strerror or problem}") from problem
    return found


def contents(reports: Iterable[TableReport], index: bool) -> dict[str, str]:
    """Every file by its path in the output."""
    decks = Decks()
    listed = list(reports)
    names = distinct_file_names([*([INDEX] if index else []), *(report.name for report in listed)])[index:]
    files: dict[str, str] = {}
    entries: list[tuple[str, TablePage, TableReport]] = []
    for name, report in zip(names, listed, strict=True):
        page, drawn = page_of(report, decks), map_of(report)
        files[f"{name}.md"] = f"{page.head}\n![{inline(f'Map of {page.title}')}]({name}.svg)\n\n" + "\n".join(
            page.parts
        )
        files[f"{name}.html"] = html_of(page.title, _rendered(page.head), _figure(drawn), *map(_part, page.parts))
        files[f"{name}.svg"] = drawn
        entries.append((name, page, report))
    if index:
        files[f"{INDEX}.md"] = _index(entries, ".md")
        files[f"{INDEX}.html"] = html_of("Tables", _rendered(_index(entries, ".html")))
    return files


def _index(entries: Iterable[tuple[str, TablePage, TableReport]], ending: str) -> str:
    lines = ["# Tables", ""]
    for name, page, report in entries:
        still = len(list(open_lines(report)))
        told = pieces_words(report) + (f", {still} still to be agreed" if still else "")
        lines.append(f"- [{block(page.title)}]({name}{ending}): {told}")
    return "\n".join(lines) + "\n"


def html_of(title: str, *parts: str) -> str:
    """A whole page; the parts are HTML."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n{''.join(parts)}</body>\n</html>\n"
    )


def _rendered(markdown: str) -> str:
    """Our own Markdown as HTML; there is none in it that came as HTML."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    return html


def _part(markdown: str) -> str:
    """A part of a page; where it has several sections, they stand in two columns."""
    return f"<section>\n{_rendered(markdown)}</section>\n"


def _figure(drawn: str) -> str:
    return f"<figure>\n{drawn}</figure>\n"
