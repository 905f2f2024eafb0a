"""``groundrules check``: every finding about some rulesets."""

from __future__ import annotations

from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.findings import check_paths, sources_here, tell
from groundrules.cli.fixes import fix_paths, show_fixes
from groundrules.cli.render import FORMS
from groundrules.cli.terminal import standard_error
from groundrules.cli.watching import watch
from groundrules.project.checking import files_of


@click.command(short_help="Say what is wrong with rulesets, and how to mend it.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--strict", is_flag=True, help="Exit with 1 for a warning or a hint, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    help="With excerpts (text), one line each (short), for programs (json, sarif), or "
    "as annotations of a GitHub workflow (github).",
)
@click.option("--fix", "fixing", is_flag=True, help="Mend what can be mended by machine; show what is left.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--choose", is_flag=True, help="With --fix or --diff: where a finding leaves a choice, make it, too.")
@click.option("--watch", "watching", is_flag=True, help="Do it again whenever a file changes.")
@click.option("--all", "everything", is_flag=True, help="Show all findings, not only the first fifty.")
def check(
    paths: tuple[str, ...],
    strict: bool,
    form: str,
    fixing: bool,
    diff: bool,
    choose: bool,
    watching: bool,
    everything: bool,
) -> int:
    """Say what is wrong with rulesets, and how to mend it.

    PATH is a ruleset (a file) or a folder of them, by default the sources of
    your project, or the folder you are in. In a folder, a ruleset is a file of its own or NAME/NAME.terrain;
    other files are reached by `use`. Of a Markdown file that is named, the
    ruleset is what stands in its `terrain` fences.

    Exits with 1 when there is an error. No output means that all is well.

    With --fix, nothing is ever left worse than it was: a fix that would bring
    more mistakes to light than it mends is not made. Bundled rulesets are
    never changed. Where a finding names several ways, nothing is guessed:
    you write the one you mean, or --choose takes one of them.

    \b
    Examples:
        groundrules check woods.terrain
        groundrules check --strict rules/
        groundrules check --format short rules/ | sort
        groundrules check --fix woods.terrain
        groundrules check --watch woods.terrain
    """
    if watching and (fixing or diff):
        raise click.UsageError("--watch goes with neither --fix nor --diff: what you are writing is yours")
    if choose and not (fixing or diff):
        raise click.UsageError("--choose goes with --fix or --diff")
    if watching:
        paths = paths or sources_here()
        watch(lambda: (*paths, *_watched(paths, form, everything)))
        return entry.WELL
    if diff:
        return show_fixes(paths, strict, choose)
    if fixing:
        return fix_paths(paths, strict, form, everything, choose)
    return check_paths(paths, strict, form, everything)


def _watched(paths: tuple[str, ...], form: str, everything: bool) -> list[Path]:
    """Tell once; the files on which that hangs."""
    report = tell(paths, form, everything)
    if not report.diagnostics:
        standard_error().line("all is well")
    return list(files_of(report))
