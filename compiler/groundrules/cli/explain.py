"""``groundrules explain``: the page of a diagnostic code."""

from __future__ import annotations

import os
from importlib import import_module

import click

from groundrules.cli import entry
from groundrules.cli.terminal import standard_error, standard_output
from groundrules.codes import CODES


@click.command(short_help="Explain the code of a finding.")
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """Explain the code of a finding: what it means, what to avoid, what to
    prefer. Without CODE, list all codes.

    \b
    Examples:
        groundrules explain GR101
        groundrules explain 101
    """
    output = standard_output()
    if code is None:
        for each in CODES.values():
            output.line(f"{each.code}  {each.severity:7}  {each.title}")
        return entry.WELL
    wanted = code.upper() if code[:2].upper() == "GR" else f"GR{code}"
    if wanted not in CODES:
        standard_error().line(f"groundrules: there is no code `{code}`; `groundrules explain` lists all")
        return entry.MISUSE
    output.write(page(wanted))
    return entry.WELL


def page(code: str) -> str:
    """The page of a code, from inside the package; a code without one still has its title."""
    folder = import_module("groundrules.diagnostic_pages").__path__[0]
    try:
        with open(os.path.join(folder, f"{code}.md"), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return f"# {code}: {CODES[code].title}\n"
