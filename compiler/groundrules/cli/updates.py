"""The work of ``groundrules test --update``."""

from __future__ import annotations

from collections.abc import Sequence

import click

from groundrules.cli import entry
from groundrules.cli.diffs import show_diff
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.project.updating import Updated, update_paths
from groundrules.project.writing import Unwritable


def update(paths: Sequence[str], only: str | None, sure: bool) -> int:
    """Show what would change in scenario files, ask, and write; the answer is the exit code."""
    output, progress = standard_output(), standard_error()
    done = list(update_paths(paths or (".",), only))
    changed = [each.file for each in done if each.file is not None]
    for file in changed:
        show_diff(output, file.before, file.after, file.shown)
    _show_left(done)
    mended = sum(len(each.mended) for each in done)
    if not changed:
        progress.line("nothing to update")
        return entry.FOUND if done else entry.WELL
    if not sure and not _agreed(mended, len(changed)):
        progress.line("nothing is written")
        return entry.FOUND
    for file in changed:
        try:
            file.write()
        except Unwritable as problem:
            progress.line(visible(str(problem)))
            return entry.FOUND
    progress.line(f"{mended} updated in {_files(len(changed))}")
    return entry.FOUND if any(each.left for each in done) else entry.WELL


def _show_left(done: Sequence[Updated]) -> None:
    progress = standard_error()
    for updated in done:
        for name, reason in updated.left:
            where = f"{updated.shown}: {name}" if name else updated.shown
            progress.line(f"{visible(where)}: {visible(reason)}")


def _agreed(scenarios: int, files: int) -> bool:
    """Whether the person who asked wants it written; where nobody can answer, nobody does."""
    what = f"{scenarios} {'scenario' if scenarios == 1 else 'scenarios'} in {_files(files)}"
    try:
        return click.confirm(f"write the expectations of {what}?", default=False, err=True)
    except click.Abort:
        return False


def _files(count: int) -> str:
    return f"{count} {'file' if count == 1 else 'files'}"
