"""``groundrules test``: scenarios against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import click

from groundrules.cli import entry
from groundrules.cli.defaults import or_project
from groundrules.cli.progress import counted
from groundrules.cli.terminal import Output, standard_error, standard_output, visible
from groundrules.cli.updates import update
from groundrules.cli.watching import watch
from groundrules.cli.workers import unheard, workers
from groundrules.project.playing import find_files, misspelt
from groundrules.project.single import write_text
from groundrules.project.testing import Tested, ready_scenarios, test_file, test_paths
from groundrules.scenarios.witness import Unmet, Witness


@click.command(short_help="Play scenarios and compare what comes of them.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-k", "only", metavar="WORDS", help="Only scenarios whose names hold these words.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option("--junit", metavar="FILE", help="Write the results as JUnit XML, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github"]),
    default="text",
    help="Failures as text, or as annotations of a GitHub workflow.",
)
@click.option("--update", "updating", is_flag=True, help="Write what came into what the failing ones expect.")
@click.option("--yes", "sure", is_flag=True, help="With --update: do not ask.")
@click.option("--watch", "watching", is_flag=True, help="Do it again whenever a file changes.")
@click.option(
    "-j", "jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Play N files (or mutants) at a time."
)
@click.option("--coverage", is_flag=True, help="Say which rules, branches, bands and cells no scenario exercises.")
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail below this coverage, or share of mutants.",
)
@click.option(
    "--mutate", "mutating", is_flag=True, help="Change the rules one thing at a time; say what no scenario notices."
)
def test(
    paths: tuple[str, ...],
    only: str | None,
    fail_fast: bool,
    junit: str | None,
    form: str,
    jobs: int,
    coverage: bool,
    least: float | None,
    updating: bool,
    sure: bool,
    watching: bool,
    mutating: bool,
) -> int:
    """Play scenarios and compare what comes of them with what they expect.

    PATH is a scenario file (YAML) or a folder of them, by default those of
    your project, or the folder you are in. In a Markdown file that is named,
    scenarios stand in fences `yaml scenarios`. The last line says `N passed, N failed`; exits with 1
    when a scenario failed, when a named file holds none, and when nothing was
    tested at all.

    `--coverage` says what no scenario exercises, and prints a scenario that
    does below each: paste it under `scenarios:`, or into a file of its own
    where the table of yours is in its way.

    `--update` changes the values below `expect` and `odds` of scenarios that
    fail, and nothing else: it shows the difference and asks first. Read it:
    a scenario may fail because the rules are wrong.

    `--mutate` changes one thing at a time in the rules, a number, an event, a
    cell, and plays the scenarios: where all of them pass all the same, it says
    so, with a scenario to paste that would fail. The last line says
    `N of M mutants noticed (P %)`.

    \b
    Examples:
        groundrules test scenarios/
        groundrules test -k "half a turn" scenarios/woods.yaml
        groundrules test --coverage --min 100 scenarios/
        groundrules test --update scenarios/woods.yaml
        groundrules test --mutate --min 95 -j 2 scenarios/
    """
    paths = or_project(paths, lambda project: project.scenarios)
    if mutating:
        if updating or watching or coverage or junit is not None or form != "text":
            raise click.UsageError("`--mutate` goes together with PATH, -k, -j and --min only")
        from groundrules.cli.mutating import mutate  # only where it is asked for

        return mutate(paths, only, jobs, least)
    if updating:
        return update(paths, only, sure)
    asked = _Asked(paths, only, fail_fast, jobs, junit, form, coverage, least)
    if not watching:
        return _test(asked)[0]
    watch(lambda: (*asked.paths, *_test(asked)[1]))
    return entry.WELL


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line asks for."""

    paths: tuple[str, ...]
    only: str | None
    fail_fast: bool
    jobs: int
    junit: str | None
    form: str
    coverage: bool
    least: float | None


def _test(asked: _Asked) -> tuple[int, list[Path]]:
    """Play and tell; the exit code, and the files of the rules."""
    output, progress = standard_output(), standard_error()
    done: list[Tested] = []
    files = list(find_files(asked.paths))
    for tested in counted(_run(asked, files), "playing", len(files)):
        done.append(tested)
        _show(output, tested, asked.form)
        if progress.is_terminal:
            progress.line(f"{visible(tested.shown)}: {tested.passed} passed, {tested.failed} failed")
    if asked.junit is not None:
        write_text(Path(asked.junit), junit_xml(done))
    passed, failed = sum(each.passed for each in done), sum(each.failed for each in done)
    played = {each.path for each in done}
    wrong = 0
    for path, shown in files if not asked.fail_fast or not failed else ():
        if path not in played:
            wrong += _passed_over(progress, path, shown, named=shown in asked.paths)
    if not done and not wrong:
        progress.line("there is no scenario file here; a scenario file is YAML with `scenarios:`")
    elif not passed + failed + wrong:
        lacking = "the files hold no scenarios" if asked.only is None else f"no scenario's name holds `{asked.only}`"
        progress.line(f"nothing was tested: {visible(lacking)}")
    covered = show_coverage(output, done, asked.least) if asked.coverage or asked.least is not None else True
    output.line(f"{passed} passed, {failed} failed")
    well = passed and not failed and not wrong and covered
    return entry.WELL if well else entry.FOUND, [file for each in done for file in each.files]


def _passed_over(progress: Output, path: Path, shown: str, *, named: bool) -> bool:
    """Tells of a file that was not played, if a person meant it to be; whether it was named."""
    near = misspelt(path)
    if near is not None:
        line, key, meant = near
        progress.line(f"{visible(shown)}:{line}: `{visible(key)}` has no meaning here; did you mean `{meant}`?")
    if named:
        progress.line(f"error: {visible(shown)} holds no scenarios; a scenario file is YAML with `scenarios:`")
    return named


def _run(asked: _Asked, files: Sequence[tuple[Path, str]]) -> Iterator[Tested]:
    if asked.jobs == 1:
        yield from test_paths(asked.paths, asked.only, asked.fail_fast)
        return
    with workers(asked.jobs) as pool:
        with unheard():
            futures = [pool.submit(test_file, path, shown, asked.only, asked.fail_fast) for path, shown in files]
        for future in futures:
            tested = future.result()
            if tested is None:
                continue
            yield tested
            if asked.fail_fast and tested.failed:
                for each in futures:
                    each.cancel()
                return


def _show(output: Output, tested: Tested, form: str) -> None:
    """What failed, and why."""
    if form == "github":
        from groundrules.cli.annotations import failures

        for line in failures(tested):
            output.line(line)
        return
    for line in tested.findings:
        output.line(f"{output.paint('FAILED', 'error')} {visible(line)}")
    for played in tested.scenarios:
        if played.passed:
            continue
        output.line(f"{output.paint('FAILED', 'error')} {visible(played.place)}: {visible(played.name)}")
        for line in played.lines:
            output.line(visible(line))
        output.line()


def show_coverage(output: Output, done: list[Tested], least: float | None) -> bool:
    """What no scenario exercises, ruleset by ruleset; whether each reaches the least share."""
    enough = True
    for name in dict.fromkeys(each.ruleset for each in done if each.ruleset is not None):
        of = [each for each in done if each.ruleset == name]
        items = {item.id: item for each in of for item in each.items}
        seen = {id_ for each in of for id_ in each.exercised}
        missing = [item for item in items.values() if item.id not in seen]
        found = counted(ready_scenarios(of[0].path, [each.id for each in missing]), "looking", len(missing))
        for item, ready in zip(missing, found, strict=True):
            output.line(f"{visible(item.place)}: no scenario exercises the {item.kind} `{visible(item.id)}`")
            _show_ready(output, ready)
        reached = len(items) - len(missing)
        percent = 100 * reached / len(items) if items else 100.0
        output.line(f"{name}: {reached} of {len(items)} exercised ({percent:.0f} %)")
        enough = enough and (least is None or percent >= least)
    return enough


def _show_ready(output: Output, ready: Witness | Unmet) -> None:
    """A scenario to paste, or why there is none."""
    if isinstance(ready, Unmet):
        output.line(f"  no scenario was found for it: {visible(ready.reason)}")
        return
    for line in ready.text.splitlines():
        output.line(visible(line))


def junit_xml(done: list[Tested]) -> str:
    """The results as JUnit XML: a suite a file, a case a scenario."""
    root = ElementTree.Element("testsuites")
    for tested in done:
        total = len(tested.scenarios) + bool(tested.findings)
        shown = _xml(tested.shown)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=shown,
            tests=str(total),
            failures=str(tested.failed),
            errors="0",
            skipped="0",
        )
        for played in tested.scenarios:
            case = ElementTree.SubElement(
                suite, "testcase", classname=shown, name=_xml(played.name), time=f"{played.seconds:.3f}"
            )
            if not played.passed:
                failure = ElementTree.SubElement(case, "failure", message="not as expected", type="scenario")
                failure.text = _xml("\n".join(played.lines))
        if tested.findings:
            case = ElementTree.SubElement(suite, "testcase", classname=shown, name="the file can be read")
            failure = ElementTree.SubElement(case, "failure", message="findings", type="finding")
            failure.text = _xml("\n".join(tested.findings))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    """Text without what XML cannot hold."""
    return "".join(c if c in "\n\t" or c.isprintable() else "?" for c in text)
