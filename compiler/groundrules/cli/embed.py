"""``groundrules embed``: cards in Markdown documents."""

from __future__ import annotations

import click

from groundrules.cli import entry
from groundrules.cli.defaults import project_or_usage
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.diagnostics import Diagnostic, finding
from groundrules.project.embedding import Embedded, embed_paths
from groundrules.project.writing import Unwritable
from groundrules.source import Source


@click.command(short_help="Put cards into Markdown documents.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when a part is not up to date.")
def embed(files: tuple[str, ...], check: bool) -> int:
    """Put cards into Markdown documents, and keep them up to date.

    In FILE, what stands between these two lines is written anew, and nothing
    else:

    \b
        <!-- groundrules: card Woods -->
        <!-- /groundrules -->

    Instead of `card Woods` may stand `roll NAME`, `odds NAME` (the chances of
    a roll; words behind the name say who rolls), `sheet` (the quick reference)
    or `table CLASS` (what the sheet says for one class, or for all values of a
    field). The rules are those of FILE itself, or those that a
    line above names:

    \b
        <!-- groundrules: use rules/woods.terrain -->

    In a project, FILE may be left out: all documents are meant, or those that
    `groundrules.toml` names.

    \b
    Examples:
        groundrules embed README.md
        groundrules embed --check README.md docs/house-rules.md
    """
    files = files or _of_project()
    found: list[Diagnostic] = []
    paths: dict[Source, str] = {}
    for each in embed_paths(files):
        paths |= each.paths
        found += each.diagnostics
        if each.after is not None:
            found += each.stale if check else _write(each)
    render(standard_output(), "text", found, lambda source: paths.get(source, source.name))
    return entry.FOUND if found else entry.WELL


def _of_project() -> tuple[str, ...]:
    files = project_or_usage("FILE, a Markdown document").documents
    if not files:
        standard_error().line("there is no document with a mark for a card here")
    return files


def _write(each: Embedded) -> list[Diagnostic]:
    """Write a document that changes; what kept it from being written."""
    progress = standard_error()
    shown = visible(each.shown)
    if not each.parts:
        progress.line(f"{shown} has no marks for cards")
    if not each.stale:
        return []
    try:
        each.write()
    except Unwritable as problem:
        where = Source(each.shown, "").span(0, 0)
        help_text = "give yourself the right to write it and its folder"
        return [finding("GR614", where, f"`{shown}` is not written: {problem}", help=help_text)]
    progress.line(f"{shown}: {each.parts} {'part' if each.parts == 1 else 'parts'}, {len(each.stale)} new or changed")
    return []
