"""``groundrules diff``: what a change of the rules changes."""

from __future__ import annotations

import json

import click

from groundrules.cli import entry
from groundrules.cli.defaults import project_or_usage
from groundrules.cli.diff_words import as_data, markdown, text
from groundrules.cli.render import render
from groundrules.cli.terminal import fit_json, standard_error, standard_output, visible
from groundrules.project.differing import compare
from groundrules.project.rendering import CardProblem
from groundrules.project.revisions import NoRevision


@click.command(short_help="Say what a change of the rules changes in play.")
@click.argument("old", metavar="[OLD]", required=False)
@click.argument("new", metavar="[NEW]", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="Text, Markdown for a changelog, or JSON.",
)
@click.option("--no-situations", "quick", is_flag=True, help="Make no situations of our own; only play scenarios.")
@click.option("--exit-code", "telling", is_flag=True, help="Exit with 1 where there are differences.")
def diff(old: str | None, new: str | None, form: str, quick: bool, telling: bool) -> int:
    """Say what a change of the rules changes in play.

    OLD and NEW are rulesets (files), folders of them, or either as it stood at
    a revision in git: `HEAD~1:rules/woods.terrain`. In a project NEW may be left
    out, and is its rules; so may OLD, the same as last committed. What is told: the rules that
    are new, gone or changed, in words; every scenario beside them that comes
    out otherwise or with other chances; a situation for each change in which
    it shows, ready to be pasted; and the cards that say something else.

    Layout and comments are no differences. Exits with 0 whether there are
    differences or not; with --exit-code, 1 means that there are some. Rulesets
    with errors are not compared: that exits with 1, too.

    \b
    Examples:
        groundrules diff old.terrain new.terrain
        groundrules diff HEAD:rules rules
        groundrules diff --format markdown v1:rules v2:rules
    """
    output = standard_output()
    old, new = _sides(old, new)
    try:
        found = compare(old, new, situations=not quick)
    except NoRevision as problem:
        standard_error().line(f"groundrules: {visible(str(problem))}")
        return entry.MISUSE
    except CardProblem as problem:
        render(output, "text", (problem.diagnostic,), lambda source: source.name)
        return entry.FOUND
    if found.report is not None:
        render(output, "text", found.report.diagnostics, found.report.shown)
        standard_error().line(f"{visible(found.side or '')} has errors: nothing was compared")
        return entry.FOUND
    if form == "json":
        written = json.dumps(as_data(found, old, new), indent=2, ensure_ascii=False) + "\n"
        output.write(fit_json(written, output.encoding))
    else:
        lines = markdown(found, old, new) if form == "markdown" else text(found)
        for line in lines:
            output.line(visible(line))
    return entry.FOUND if telling and found.any else entry.WELL


def _sides(old: str | None, new: str | None) -> tuple[str, str]:
    """What is compared where the command line leaves it open: the project's rules, as committed and as they are."""
    if new is None:
        sources = project_or_usage("OLD and NEW, two rulesets or folders of them").sources
        if len(sources) != 1:
            raise click.UsageError(f"name OLD and NEW; the project has {len(sources)} sources")
        new = sources[0]
    return (old if old is not None else f"HEAD:{new}"), new
