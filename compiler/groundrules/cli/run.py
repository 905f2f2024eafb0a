"""``groundrules run``: the story of a scenario's move."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import replace
from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.defaults import project_or_usage
from groundrules.cli.refusals import refused
from groundrules.cli.render import render
from groundrules.cli.terminal import Output, fit_json, standard_error, standard_output, visible
from groundrules.diagnostics import Diagnostic
from groundrules.project.playing import Play, find_files, load, named_file
from groundrules.project.roots import NothingThere, nearest_file
from groundrules.project.single import write_text
from groundrules.scenarios.picture import picture
from groundrules.scenarios.running import Result
from groundrules.verdict import Verdict
from groundrules.verdict.json import to_data


@click.command(short_help="Tell the story of a move, rule by rule.")
@click.argument("scenario", required=False, metavar="[SCENARIO]")
@click.option("--name", metavar="WORDS", help="Only the scenarios whose names hold these words.")
@click.option("--seed", metavar="TEXT", help="Roll with this seed; the same seed rolls the same dice.")
@click.option("--preview", is_flag=True, help="Without dice: what would be rolled, and what is to be agreed.")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as JSON.")
@click.option("--svg", metavar="FILE", help="Draw the table and the move.")
def run(scenario: str | None, name: str | None, seed: str | None, preview: bool, as_json: bool, svg: str | None) -> int:
    """Tell the story of a move: where what happened, by which rule, at what
    cost, with which dice, and which condition kept other rules from acting.

    SCENARIO is a scenario file; in a project of several, --name may do to tell
    which scenario is meant. Scripted dice are used where the scenario
    has them; otherwise dice are rolled, and the seed is told.

    \b
    Examples:
        groundrules run scenarios/woods.yaml --name "half a turn"
        groundrules run scenarios/woods.yaml --preview --svg woods.svg
    """
    if scenario is None:
        scenario = _file_of_project(name)
    output, progress = standard_output(), standard_error()
    path = Path(scenario)
    if not os.path.exists(path):
        raise NothingThere(scenario, nearest_file(path.absolute()))
    play = load(named_file(path), scenario)
    assert play is not None
    if play.ruleset is None or play.document is None or any(each.is_error for each in play.diagnostics):
        render(output, "text", play.diagnostics, play.shown_as)
        return entry.FOUND
    chosen = [each for each in play.document.scenarios if name is None or name.casefold() in each.name.casefold()]
    if not chosen:
        progress.line(f"no scenario of {visible(scenario)} is called so; there are:")
        for each in play.document.scenarios:
            progress.line(f"  {visible(each.name)}")
        return entry.MISUSE
    return tell(output, play, [each.name for each in chosen], seed, preview, as_json, svg)


def _file_of_project(name: str | None) -> str:
    """The one scenario file of the project that holds a scenario of a name, or the only one."""
    wanted = "SCENARIO, a scenario file"
    found = []
    for path, shown in find_files(project_or_usage(wanted).scenarios):
        play = load(path, shown, only_scenarios=True)
        if play is not None and (name is None or _holds(play, name)):
            found.append(shown)
    if len(found) == 1:
        return found[0]
    more = f" and {len(found) - 10} more" if len(found) > 10 else ""
    listed = (", ".join(found[:10]) or "none") + more
    which = "" if name is None else " with a scenario of that name"
    raise click.UsageError(f"name {wanted}; the project has {len(found)}{which}: {listed}")


def _holds(play: Play, name: str) -> bool:
    """Whether a scenario is called so; a file that cannot be read may hold any."""
    scenarios = () if play.document is None else play.document.scenarios
    return play.document is None or any(name.casefold() in each.name.casefold() for each in scenarios)


def tell(
    output: Output, play: Play, names: list[str], seed: str | None, preview: bool, as_json: bool, svg: str | None
) -> int:
    """Play the named scenarios and write what came of them."""
    from groundrules.scenarios import stories

    assert play.document is not None and play.ruleset is not None
    worst, data = entry.WELL, []
    shown: set[Diagnostic] = set()
    fallback = secrets.token_hex(4)
    for scenario in play.document.scenarios:
        if scenario.name not in names:
            continue
        teller = stories.Teller(seed, fallback, preview)
        result = stories.tell(play.ruleset, scenario, teller)
        if result.findings or result.refusal is not None:
            new = [each for each in result.findings if each not in shown]
            shown.update(new)
            if new or not result.findings:
                render(output, "text", new, play.shown_as)
            refused(output, scenario.name, result.refusal)
            worst = entry.FOUND
            continue
        if as_json:
            data += verdicts(result)
        else:
            used = (seed if seed is not None else fallback) if teller.rolled else None
            for line in stories.told(result, play.ruleset, used):
                output.line(visible(line))
            output.line()
        if svg is not None:
            write_text(Path(svg), picture(play.ruleset, result))
    if as_json:
        whole = data[0] if len(data) == 1 else data
        output.write(fit_json(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", output.encoding))
    return worst


def verdicts(result: Result) -> list[object]:
    """The verdicts and looks of a scenario as JSON holds them, step by step."""
    found: list[object] = []
    for step in result.steps:
        verdict = step.verdict if step.verdict is not None else Verdict(legal=True)
        found.append(to_data(verdict if step.look is None else replace(verdict, look=step.look)))
    return found
