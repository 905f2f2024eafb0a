"""``groundrules table``: whether a table is ready to be played on."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.defaults import or_project
from groundrules.cli.render import as_json as findings_json, render
from groundrules.cli.terminal import Output, fit_json, standard_error, standard_output, visible
from groundrules.project.compiling import Outcome
from groundrules.project.rulesets import ruleset_named
from groundrules.project.single import write_text
from groundrules.project.tables import TableFile, read_tables
from groundrules.project.writing import Unwritable
from groundrules.scenarios.table_map import map_of
from groundrules.scenarios.table_telling import FORMAT, as_data, lines


@click.command(short_help="Say what a table lacks, and what overlaps on it.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--rules", metavar="RULESET", help="Play by these rules, whatever the file says.")
@click.option("--json", "as_json", is_flag=True, help="The reports as JSON.")
@click.option("--svg", metavar="FILE", help="Draw the map of the one table, with numbers.")
@click.option("--sheet", metavar="OUT", help="Write a page for each table below OUT, as Markdown and HTML.")
def table(files: tuple[str, ...], rules: str | None, as_json: bool, svg: str | None, sheet: str | None) -> int:
    """Say whether every piece of a table states what the rules ask, what the
    players have still to agree, which pieces overlap and what holds there.

    FILE is YAML with `rules:` and `table:` (a scenario file will do), GeoJSON,
    or a folder of such files; by default the tables of your project, or the
    folder you are in. RULESET is a file or the name of a bundled
    ruleset. Exits with 1 when something is wrong with a table.

    \b
    Examples:
        groundrules table tables/ford.yaml
        groundrules table --rules epic ford.geojson --svg ford.svg
        groundrules table tables/ --sheet sheets
    """
    named = bool(files)
    files = or_project(files, lambda project: project.tables)
    output = standard_output()
    outcome = _rules(output, rules)
    if outcome is not None and outcome.ruleset is None:
        return entry.FOUND
    found = list(read_tables(files, outcome))
    well = (bool(found) or not named) and all(each.sound for each in found)
    if svg is not None:
        well = _draw(svg, found) and well
    if as_json:
        _write_json(output, found)
    else:
        for each in found:
            _write(output, each)
    if not found:
        output.line("there is no table here; a table is YAML with `table:`, or GeoJSON")
    if sheet is not None and well:
        well = _write_sheets(output if not as_json else standard_error(), found, sheet, any(map(os.path.isdir, files)))
    return entry.WELL if well else entry.FOUND


def _rules(output: Output, named: str | None) -> Outcome | None:
    if named is None:
        return None
    outcome = ruleset_named(named)
    if outcome.ruleset is None:
        render(output, "text", [each for each in outcome.diagnostics if each.is_error], outcome.shown)
    return outcome


def _draw(svg: str, found: list[TableFile]) -> bool:
    """The map of the one table, if it is sound; whether it could be written."""
    reports = [report for file in found for report in file.reports]
    if len(reports) != 1:
        raise click.UsageError(f"--svg draws one table, and here are {len(reports)}")
    if not found[0].sound:
        return False
    try:
        write_text(Path(svg), map_of(reports[0]))
    except Unwritable as problem:
        standard_error().line(visible(str(problem)))
        return False
    return True


def _write_sheets(output: Output, found: list[TableFile], out: str, index: bool) -> bool:
    """The sheets of sound tables; whether they could be written."""
    from groundrules.project.table_sheets import InTheWay, write_sheets

    try:
        made = write_sheets(found, out, index)
    except InTheWay as problem:
        more = f" and {len(problem.paths) - 1} more files" if len(problem.paths) > 1 else ""
        standard_error().line(
            visible(f"{out}/{problem.paths[0]}{more} would be replaced, and no sheet was written there")
        )
        return False
    except Unwritable as problem:
        standard_error().line(visible(f"{out} cannot be written: {problem}"))
        return False
    count = f"{made.tables} {'sheet' if made.tables == 1 else 'sheets'}"
    output.line(visible(f"{out}: {count}, {len(made.written.changed)} files new or changed"))
    return True


def _write(output: Output, file: TableFile) -> None:
    for report in file.reports:
        for line in lines(report, file.shown_as):
            output.line(visible(line))
        output.line()
    render(output, "text", file.all_diagnostics, file.shown_as)


def _write_json(output: Output, found: list[TableFile]) -> None:
    files = [
        {
            "path": file.play.shown,
            "tables": [as_data(report, file.shown_as) for report in file.reports],
            "findings": findings_json(file.all_diagnostics, file.shown_as)["diagnostics"],
        }
        for file in found
    ]
    text = json.dumps({"format": FORMAT, "files": files}, indent=2, ensure_ascii=False) + "\n"
    output.write(fit_json(text, output.encoding))
