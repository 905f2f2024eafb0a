"""``groundrules new``: a project to begin with."""

from __future__ import annotations

import click

from groundrules.cli import entry
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.project import bundled
from groundrules.project.roots import NothingThere, nearest
from groundrules.project.starting import start
from groundrules.project.writing import Unwritable


@click.command(short_help="Begin a project: rules, a scenario, settings.")
@click.argument("folder", metavar="DIR")
@click.option("--from", "base", metavar="RULESET", help="Build on a bundled ruleset instead of beginning anew.")
def new(folder: str, base: str | None) -> int:
    """Begin a project in the folder DIR, which must be new or empty.

    It holds a small ruleset that checks clean, scenarios that pass, the
    settings, and a README that says what to do next. With --from, the ruleset
    is a bundled one and a piece of terrain more.

    \b
    Examples:
        groundrules new mygame
        groundrules new house-rules --from trench-crusade
    """
    output = standard_output()
    try:
        made = start(folder, base)
    except NothingThere as problem:
        there = ", ".join(f"`{name}`" for name in bundled.names())
        close = nearest(problem.path, bundled.names())
        hint = f"; did you mean `{close}`?" if close else f"; there are: {there}"
        standard_error().line(f"groundrules: no bundled ruleset is called `{visible(problem.path)}`{hint}")
        return entry.MISUSE
    except Unwritable as problem:
        standard_error().line(f"groundrules: {visible(str(problem))}")
        return entry.MISUSE
    output.line(f"made {visible(folder)}: {', '.join(made)}")
    steps = ["groundrules check", "groundrules test", "groundrules build"]
    output.line("next:")
    for step in steps if folder == "." else [f"cd {_quoted(folder)}", *steps]:
        output.line(f"    {visible(step)}")
    return entry.WELL


def _quoted(folder: str) -> str:
    """The folder as it is typed: in quotes where it has blanks, which all shells take."""
    return f'"{folder}"' if any(char.isspace() for char in folder) else folder
