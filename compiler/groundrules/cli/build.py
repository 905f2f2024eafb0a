"""``groundrules build``: cards and compiled rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import click

from groundrules.cli import entry
from groundrules.cli.defaults import project_or_usage
from groundrules.cli.progress import counted
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.cli.watching import watch
from groundrules.project.building import Build, Made, NoCard, build as build_rulesets
from groundrules.project.checking import files_of
from groundrules.project.rendering import Form, Wanted


@click.command(short_help="Make reference cards and compiled rules.")
@click.argument("source", required=False, metavar="[SRC]")
@click.option("-o", "--out", metavar="OUT", help="The folder to write to; made if need be.")
@click.option("--only", multiple=True, metavar="NAMES", help="Only these cards: `Woods,Marsh`.")
@click.option("--changed-since", "since", metavar="OLD", help="Only cards that were otherwise in OLD; see `diff`.")
@click.option("--to", "form", type=click.Choice(["md", "html"]), default="md", help="Markdown, or pages to print.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="What pages are printed on; a4 unless said.")
@click.option("--copies", type=click.IntRange(1, 100), metavar="N", help="Print each card N times.")
@click.option("--single", is_flag=True, help="Write the whole ruleset as one Markdown file.")
@click.option("--ascii", "plain", is_flag=True, help='Write 6" and x2 instead of signs that need more than ASCII.')
@click.option("--watch", "watching", is_flag=True, help="Do it again whenever a file changes.")
@click.option("--all", "everything", is_flag=True, help="Show all findings, not only the first fifty.")
def build(
    source: str | None,
    out: str | None,
    only: tuple[str, ...],
    since: str | None,
    form: str,
    paper: Literal["a4", "letter"] | None,
    copies: int | None,
    single: bool,
    plain: bool,
    watching: bool,
    everything: bool,
) -> int:
    """Make reference cards and compiled rules.

    SRC is a ruleset (a file) or a folder of them. In a project, SRC and OUT
    may be left out: `groundrules.toml` says which they are. For each ruleset,
    OUT/NAME receives index.md, quick-reference.md, a card for each terrain, trait,
    state, outcome and roll in cards/, and ruleset.json for programs.
    With --single it receives ruleset.md instead; with --to html it receives
    cards.html, which any browser prints: nine cards of 63 x 88 mm to a page.

    With an error in any ruleset nothing is written. An interrupted build
    leaves the old output whole; only files of an earlier build are replaced.

    \b
    Examples:
        groundrules build woods.terrain -o cards
        groundrules build rules/ -o generated
        groundrules build woods.terrain -o cards --single --only Woods,Marsh
        groundrules build woods.terrain -o cards --to html --copies 4
        groundrules build rules/ -o changed --changed-since v1:rules
        groundrules build --watch woods.terrain -o cards
    """
    sources = (source,) if source is not None else project_or_usage("SRC, a ruleset or a folder of them").sources
    folder = out if out is not None else project_or_usage("the folder to write to, by -o OUT").output
    if form == "html" and single:
        raise click.UsageError("--single is Markdown; --to html is one file by itself")
    if form != "html" and (paper or copies):
        raise click.UsageError("--paper and --copies go with --to html")
    kind: Form = "html" if form == "html" else "single" if single else "pages"
    wanted = Wanted(kind, names_of(only), plain, paper or "a4", copies or 1)
    if since is not None:
        if only or watching:
            raise click.UsageError("--changed-since chooses the cards itself, once: leave out --only and --watch")
        from groundrules.cli.since import build_changed  # only where it is asked for

        return build_changed(since, sources, folder, wanted, _tell, everything)
    if not watching:
        result = build_rulesets(sources, folder, wanted, counted)
        if result.missing is not None:
            raise click.BadParameter(_no_card(result.missing), param_hint="--only")
        return _tell(result, folder, everything)

    def again() -> tuple[str | Path, ...]:
        result = build_rulesets(sources, folder, wanted, counted)
        _tell(result, folder, everything)
        return (*sources, *files_of(result.report))

    watch(again, apart=(folder,))
    return entry.WELL


def _tell(result: Build, out: str, everything: bool) -> int:
    """The findings and what was made; the exit code."""
    render(standard_output(), "text", result.report.diagnostics, result.report.shown, everything)
    progress = standard_error()
    if result.missing is not None:
        progress.line(_no_card(result.missing))
    for made in result.made:
        progress.line(sentence(made, out))
        for line in made.told:
            progress.line(f"  {visible(line)}")
    if result.report.has_errors or result.missing is not None:
        progress.line(f"nothing was written to {visible(out)}")
        return entry.FOUND
    return entry.WELL


def _no_card(missing: NoCard) -> str:
    close = f"; did you mean `{visible(missing.suggestion)}`?" if missing.suggestion else ""
    return f"nothing called `{visible(missing.name)}` has a card{close}"


def names_of(given: Iterable[str]) -> tuple[str, ...]:
    """The names in what stands behind ``--only``, each once; commas part them."""
    texts = list(given)
    names = tuple(dict.fromkeys(name.strip() for text in texts for name in text.split(",") if name.strip()))
    if texts and not names:
        raise click.BadParameter("name a card, or several with commas between them", param_hint="--only")
    return names


def sentence(made: Made, out: str) -> str:
    """``generated/epic: 24 files, 3 new or changed, 1 removed``."""
    changes = [f"{made.changed} new or changed"] if made.changed else []
    changes += [f"{made.removed} removed"] if made.removed else []
    return ", ".join([f"{visible(out)}/{visible(made.folder)}: {made.files} files", *(changes or ["none changed"])])
