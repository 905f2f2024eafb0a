"""The work of ``groundrules test --mutate``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundrules.cli import entry
from groundrules.cli.render import render
from groundrules.cli.terminal import Output, standard_error, standard_output, visible
from groundrules.cli.workers import unheard, workers
from groundrules.project.mutating import Failing, Fate, Ground, Prepared, fate, grounds_of, prepared, wrong_excuses
from groundrules.scenarios.paste import flow


@dataclass(frozen=True, slots=True)
class _Count:
    """How many mutants there are, less those excused, and how many are noticed."""

    noticed: int
    mutants: int

    @property
    def percent(self) -> float:
        """The share that is noticed; all of none."""
        return 100 * self.noticed / self.mutants if self.mutants else 100.0

    def line(self) -> str:
        """The closing line; the share is cut, not rounded, so that 94.9 is not 95."""
        return f"{self.noticed} of {self.mutants} mutants noticed ({int(self.percent)} %)"


def mutate(paths: Sequence[str], only: str | None, jobs: int, least: float | None) -> int:
    """Change the rules, play the scenarios, tell what nobody noticed; the answer is the exit code."""
    output, progress = standard_output(), standard_error()
    counts: list[_Count] = []
    well = True
    for ground in grounds_of(paths, only):
        ready = prepared(ground)
        if isinstance(ready, Failing):
            for name in ready.names:
                progress.line(f"{visible(name)} does not pass as it is: mend it first, see `groundrules test`")
            well = False
            continue
        count, sound = _one(output, ground, ready, jobs)
        counts.append(count)
        well = well and sound and (least is None or count.percent >= least)
    if not counts and well:
        progress.line("there is no scenario file here; a scenario file is YAML with `scenarios:`")
    if counts or well:
        output.line(_Count(sum(c.noticed for c in counts), sum(c.mutants for c in counts)).line())
    return entry.WELL if well else entry.FOUND


def _one(output: Output, ground: Ground, ready: Prepared, jobs: int) -> tuple[_Count, bool]:
    """One ruleset; whether nothing is wrong with its excuses."""
    fates = []
    for each in _followed(ready, _fates(ground, len(ready.mutants), jobs)):
        if each.valid:
            fates.append(each)
            _show(output, ready, each)
    wrong = wrong_excuses(ready, fates)
    render(output, "text", wrong, lambda source: ready.shown.get(source, source.name))
    excused = sum(each.by is None and _is_excused(ready, each) for each in fates)
    count = _Count(sum(each.by is not None for each in fates), len(fates) - excused)
    more = f", {excused} excused" if excused else ""
    output.line(f"{visible(ready.name)}: {count.line()}{more}")
    return count, not any(each.is_error for each in wrong)


def _fates(ground: Ground, number: int, jobs: int) -> Iterator[Fate]:
    if jobs == 1:
        yield from (fate(ground, each) for each in range(number))
        return
    with workers(jobs) as pool:
        with unheard():
            fates = pool.map(fate, [ground] * number, range(number), chunksize=4)
        yield from fates


def _followed(ready: Prepared, fates: Iterator[Fate]) -> Iterator[Fate]:
    """The fates as they come, counted on a terminal in one line that is written over."""
    progress = standard_error()
    total, last = len(ready.mutants), 0
    for done, each in enumerate(fates, 1):
        percent = 100 * done // total
        if progress.is_terminal and (percent > last or done == total):
            last = percent
            progress.write(f"\r\x1b[K{visible(ready.name)}: {done} of {total} changes tried ({percent} %)")
        if progress.is_terminal and (done == total or not each.noticed):
            progress.write("\r\x1b[K")  # what is told now stands on a line of its own
        yield each


def _is_excused(ready: Prepared, each: Fate) -> bool:
    mutant = ready.mutants[each.number]
    return any((excuse.id, excuse.change) == (mutant.id, mutant.change) for excuse in ready.excuses)


def _show(output: Output, ready: Prepared, each: Fate) -> None:
    """A mutant that nobody noticed, with the scenario that would, or with what to write if none can."""
    if each.by is not None or _is_excused(ready, each):
        return
    mutant = ready.mutants[each.number]
    where = output.paint(visible(ready.place(each.number)), "place")
    output.line(f"{where}: no scenario notices when in `{visible(mutant.id)}` {visible(mutant.change)}")
    if each.ready is not None:
        for line in each.ready.splitlines():
            output.line(visible(line))
        return
    output.line("  no situation was found in which it matters")
    if ready.excuse_file is not None:
        output.line(f"  = help: if there is none, say why in {visible(ready.excuse_file)}:")
        output.line(f"          - id: {visible(flow(mutant.id))}")
        output.line(f"            change: {visible(flow(mutant.change))}")
        output.line("            reason: …")
