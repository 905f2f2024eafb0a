"""``groundrules fmt``: files in their canonical form."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.defaults import or_project
from groundrules.cli.diffs import show_diff
from groundrules.cli.render import Paths, render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.diagnostics import Diagnostic, finding
from groundrules.limits import FILE_BYTES
from groundrules.project.formatting import Formatting, format_bytes, format_paths
from groundrules.project.writing import Unwritable
from groundrules.source import Source

_STDIN = "<stdin>"


@click.command(short_help="Write rulesets in their plain form.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when a file is not in its plain form.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def fmt(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Write rulesets in their plain form: qualifiers in one order, tables and
    bands in columns, four blanks for a block. Comments and blank lines stay,
    and so does what a rule says: each file is read again and compared before
    it is written.

    PATH is a file or a folder; in a folder, every terrain file below it. By
    default, the sources of your project, or the folder you are in. Of a Markdown file that is named, only what
    stands in its fences is written. A dash reads the standard input and
    writes the standard output.

    What stands between the comments `# fmt: off` and `# fmt: on` is left as
    it is. A file with a mistake in its syntax is left as it is, and exits
    with 1.

    \b
    Examples:
        groundrules fmt woods.terrain
        groundrules fmt --check rules/
        groundrules fmt - < woods.terrain
    """
    if paths == ("-",):
        return _standard_input(check, diff)
    done = list(format_paths(or_project(paths, lambda project: project.sources)))
    found = _carry_out(done, check, diff)
    render(standard_output(), "text", found, _shown_in(done))
    return entry.FOUND if found or (check and any(each.is_changed for each in done)) else entry.WELL


def _standard_input(check: bool, diff: bool) -> int:
    if sys.stdin is None or (sys.stdout is None and not check):
        standard_error().line("groundrules: the input or the output is closed")
        return entry.MISUSE
    done = format_bytes(sys.stdin.buffer.read(FILE_BYTES + 1), _STDIN, Path(_STDIN), _STDIN)
    output = standard_output()
    if done.after is None:
        render(standard_error(), "text", done.diagnostics, lambda source: _STDIN)
        return entry.FOUND
    if diff:
        show_diff(output, done.before, done.after, _STDIN)
    elif not check:
        sys.stdout.flush()
        sys.stdout.buffer.write((("\ufeff" if done.is_marked else "") + done.after).encode())
    return entry.FOUND if check and done.is_changed else entry.WELL


def _carry_out(done: Iterable[Formatting], check: bool, diff: bool) -> list[Diagnostic]:
    """Write the files, or say what would be written; what kept files from it."""
    output, progress = standard_output(), standard_error()
    found: list[Diagnostic] = []
    for each in done:
        found += each.diagnostics
        if not each.is_changed:
            continue
        shown = visible(each.shown)
        if diff:
            show_diff(output, each.before, each.after or "", each.shown)
        elif check:
            output.line(f"{shown} is not in its plain form")
        else:
            try:
                each.write()
            except Unwritable as problem:
                where = Source(each.shown, "").span(0, 0)
                found.append(finding("GR614", where, f"`{shown}` is not written: {problem}", help=_LEFT))
            else:
                progress.line(f"formatted {shown}{', now UTF-8' if each.is_recoded else ''}")
    return found


_LEFT = "the file is as it was; give yourself the right to write it and its folder"


def _shown_in(done: Iterable[Formatting]) -> Paths:
    """The path of each text that a finding speaks of."""
    paths = {
        span.source: formatting.shown
        for formatting in done
        for each in formatting.diagnostics
        for span in (each.span, *(other.span for other in each.related))
    }
    return lambda source: paths.get(source, source.name)
