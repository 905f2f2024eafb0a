"""Running scenario files: plain results that can travel between processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from groundrules.diagnostics import Diagnostic
from groundrules.project.playing import Play, find_files, load
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import Item, exercised, items_of
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import Result, run_scenario
from groundrules.scenarios.telling import kept_away, kept_from_moving, mismatch_lines, slice_of
from groundrules.scenarios.witness import Unmet, Witness, Witnesses


@dataclass(frozen=True, slots=True)
class Note:
    """A finding as plain text: the file as the person would write it, where in it, and what there is to say."""

    shown: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.shown}:{self.line}:{self.column}: {self.text}"


@dataclass(frozen=True, slots=True)
class Played:
    """One scenario that was run: where, whether it passed, what to say if it did not."""

    name: str
    shown: str
    line: int
    passed: bool
    lines: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def place(self) -> str:
        """The file and the line in it."""
        return f"{self.shown}:{self.line}"


@dataclass(frozen=True, slots=True)
class Tested:
    """One scenario file: its scenarios, and notes of what kept it from being played.

    ``ruleset`` names the rules it plays by, ``items`` are what scenarios can exercise of
    them, ``exercised`` the ids that these did. ``path`` is the file itself, ``files`` are
    those of its rules.
    """

    shown: str
    path: Path
    scenarios: tuple[Played, ...] = ()
    notes: tuple[Note, ...] = ()
    ruleset: str | None = None
    items: tuple[Item, ...] = ()
    exercised: frozenset[str] = frozenset()
    files: tuple[Path, ...] = ()

    @property
    def findings(self) -> tuple[str, ...]:
        """The notes as short lines."""
        return tuple(map(str, self.notes))

    @property
    def passed(self) -> int:
        """How many passed."""
        return sum(each.passed for each in self.scenarios)

    @property
    def failed(self) -> int:
        """How many failed; a file that cannot be played is one failure."""
        return sum(not each.passed for each in self.scenarios) + bool(self.notes)


def test_file(path: Path, shown: str, only: str | None = None, fail_fast: bool = False) -> Tested | None:
    """Run the scenarios of a file whose names hold ``only``; ``None`` for a YAML file of another kind."""
    play = load(path, shown, only_scenarios=True)
    if play is None:
        return None
    wrong = [each for each in play.diagnostics if each.is_error]
    if play.ruleset is None or wrong or play.document is None:
        return Tested(shown, path, notes=tuple(_note(each, play) for each in wrong), files=play.files)
    done: list[Played] = []
    ids: set[str] = set()
    told: set[Diagnostic] = set()
    for scenario in play.document.scenarios:
        if only is not None and only.casefold() not in scenario.name.casefold():
            continue
        played, found = _run(play.ruleset, scenario, play, told)
        done.append(played)
        ids |= found
        if fail_fast and not played.passed:
            break
    items = items_of(play.ruleset)
    return Tested(
        shown, path, tuple(done), ruleset=play.ruleset.name, items=items, exercised=frozenset(ids), files=play.files
    )


def test_paths(named: Iterable[str], only: str | None = None, fail_fast: bool = False) -> Iterator[Tested]:
    """Every scenario file at the paths, in order, in this process."""
    for path, shown in find_files(named):
        tested = test_file(path, shown, only, fail_fast)
        if tested is not None:
            yield tested
            if fail_fast and tested.failed:
                return


def ready_scenarios(path: Path, ids: Iterable[str]) -> Iterator[Witness | Unmet]:
    """For each id of the rules that a scenario file plays by, a scenario that exercises it, or why there is none."""
    play = load(path, path.name, only_scenarios=True)
    if play is None or play.ruleset is None:
        yield from (Unmet(each, "its rules cannot be read any more") for each in ids)
        return
    search = Witnesses(play.ruleset)
    yield from (search.of(each) for each in ids)


def _run(ruleset: Ruleset, scenario: Scenario, play: Play, told: set[Diagnostic]) -> tuple[Played, set[str]]:
    begun = perf_counter()
    result = run_scenario(ruleset, scenario, own=True)
    lines = () if result.passed else tuple(_failure(result, ruleset, play, told))
    played = Played(scenario.name, play.shown, scenario.span.line, result.passed, lines, perf_counter() - begun)
    return played, exercised(ruleset, result)


def _failure(result: Result, ruleset: Ruleset, play: Play, told: set[Diagnostic]) -> Iterator[str]:
    """Expected against actual and the slice of the trace that explains it; in full what was not ``told`` before."""
    for each in result.findings:
        note = _note(each, play)
        yield f"  {note.shown}:{note.line}:{note.column}: {each.code}, told above" if each in told else f"  {note}"
        told.add(each)
    if result.refusal is not None:
        yield f"  cannot be judged: {result.refusal.message}"
        if result.refusal.help:
            yield f"  = help: {result.refusal.help}"
    for number, step in enumerate(result.steps):
        if not step.mismatches:
            continue
        if len(result.steps) > 1:
            yield f"  step {number + 1}:"
        yield from mismatch_lines(step.mismatches)
        if step.verdict is not None:
            yield from slice_of(step.verdict, [each.key for each in step.mismatches], ruleset.settings.distance)
            yield from kept_from_moving(step.verdict, ruleset)
        if step.look is not None:
            yield from kept_away(step.look.why_not)


def _note(each: Diagnostic, play: Play) -> Note:
    line, column = each.span.source.line_column(each.span.start)
    help_ = f"; {each.help.splitlines()[0]}" if each.help else ""
    return Note(play.shown_as(each.span.source), line, column, f"{each.severity}[{each.code}]: {each.message}{help_}")
