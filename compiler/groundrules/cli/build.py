"""``groundrules build``: cards and compiled rules."""

from __future__ import annotations

from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output
from groundrules.cli.watching import watch
from groundrules.project.building import Made, build as build_rulesets
from groundrules.project.checking import files_of


@click.command(short_help="Make reference cards and compiled rules.")
@click.argument("source", metavar="SRC")
@click.option("-o", "--out", required=True, metavar="OUT", help="The folder to write to; made if need be.")
@click.option("--watch", "watching", is_flag=True, help="Do it again whenever a file changes.")
@click.option("--all", "everything", is_flag=True, help="Show all findings, not only the first fifty.")
def build(source: str, out: str, watching: bool, everything: bool) -> int:
    """Make reference cards and compiled rules.

    SRC is a ruleset (a file) or a folder of them. For each ruleset, OUT/NAME
    receives index.md, quick-reference.md, a card for each terrain, trait,
    state, outcome and roll in cards/, and ruleset.json for programs.

    With an error in any ruleset nothing is written. An interrupted build
    leaves the old output whole; only files of an earlier build are replaced.

    \b
    Examples:
        groundrules build woods.terrain -o cards
        groundrules build rules/ -o generated
        groundrules build --watch woods.terrain -o cards
    """
    if not watching:
        return _build(source, out, everything)[0]
    watch(lambda: (source, *_build(source, out, everything)[1]), apart=(out,))
    return entry.WELL


def _build(source: str, out: str, everything: bool) -> tuple[int, list[Path]]:
    """Build and tell; the exit code, and the files on which it hangs."""
    result = build_rulesets((source,), out)
    render(standard_output(), "text", result.report.diagnostics, result.report.shown, everything)
    progress = standard_error()
    for made in result.made:
        progress.line(sentence(made, out))
    if result.report.has_errors:
        progress.line(f"nothing was written to {out}")
    return entry.FOUND if result.report.has_errors else entry.WELL, list(files_of(result.report))


def sentence(made: Made, out: str) -> str:
    """``generated/epic: 24 files, 3 new or changed, 1 removed``."""
    changes = [f"{made.changed} new or changed"] if made.changed else []
    changes += [f"{made.removed} removed"] if made.removed else []
    return ", ".join([f"{out}/{made.folder}: {made.files} files", *(changes or ["none changed"])])
