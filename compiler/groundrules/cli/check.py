"""``groundrules check``: every finding about some rulesets."""

from __future__ import annotations

import click

from groundrules.cli.findings import check_paths


@click.command(short_help="Say what is wrong with rulesets, and how to mend it.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--strict", is_flag=True, help="Exit with 1 for a warning or a hint, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "short", "json"]),
    default="text",
    help="With excerpts (text), one line each (short), or for programs (json).",
)
@click.option("--all", "everything", is_flag=True, help="Show all findings, not only the first fifty.")
def check(paths: tuple[str, ...], strict: bool, form: str, everything: bool) -> int:
    """Say what is wrong with rulesets, and how to mend it.

    PATH is a ruleset (a file) or a folder of them, by default the folder you
    are in. In a folder, a ruleset is a file of its own or NAME/NAME.terrain;
    other files are reached by `use`.

    Exits with 1 when there is an error. No output means that all is well.

    \b
    Examples:
        groundrules check woods.terrain
        groundrules check --strict rules/
        groundrules check --format short rules/ | sort
    """
    return check_paths(paths, strict, form, everything)
