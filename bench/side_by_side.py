"""Two ways to one answer, timed in turn in one process; the figure is a ratio.

A machine's speed moves between minutes by more than most gains are worth. So ours and the
peer's run one after the other, in shuffled order, round after round; each round gives one
ratio, and the median of the ratios is what is reported. Before anything is timed, the two
must give the same answer.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

#: Rounds of a pair, and the least time that one sample takes, in seconds.
ROUNDS, SAMPLE = 9, 0.02


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: ``value`` against ``goal``, if it has one; ``least`` when more is better."""

    job: str
    peer: str
    value: float
    goal: float | None
    least: bool = True
    unit: str = "× faster"

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        if self.goal is None:
            return True
        return self.value >= self.goal if self.least else self.value <= self.goal

    def __str__(self) -> str:
        sign = "≥" if self.least else "≤"
        verdict = "" if self.goal is None else "met" if self.met else "missed"
        goal = "–" if self.goal is None else f"{sign} {self.goal:.3g}{self.unit}"
        return f"| {self.job} | {self.peer} | {self.value:.3g}{self.unit} | {goal} | {verdict} |"


HEAD = "| job | peer | measured | goal | |\n|---|---|---:|---:|---|"


def table(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table."""
    return "\n".join([HEAD, *map(str, rows)])


def repeats(run: Callable[[], Any], least: float = SAMPLE) -> int:
    """How often to run it so that a sample takes long enough to be read."""
    count = 1
    while True:
        took = sample(run, count)
        if took >= least or count >= 1_000_000:
            return count
        count = max(count + 1, int(count * min(10.0, 1.2 * least / max(took, 1e-7))))


def sample(run: Callable[[], Any], count: int) -> float:
    """Seconds of so many runs, with no collection of garbage between them."""
    gc.collect()
    gc.disable()
    try:
        started = time.perf_counter()
        for _ in range(count):
            run()
        return time.perf_counter() - started
    finally:
        gc.enable()


def times_of(
    runs: dict[str, Callable[[], Any]],
    rounds: int = ROUNDS,
    before: Callable[[], None] | None = None,
    least: float = SAMPLE,
) -> dict[str, list[float]]:
    """Seconds of one run of each, by round; ``before`` is called ahead of every sample (then one run is a sample)."""
    counts = {name: 1 if before else repeats(run, least) for name, run in runs.items()}
    took: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name in random.sample(list(runs), len(runs)):
            if before is not None:
                before()
            took[name].append(sample(runs[name], counts[name]) / counts[name])
    return took


def faster(
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    rounds: int = ROUNDS,
    before: Callable[[], None] | None = None,
    least: float = SAMPLE,
) -> float:
    """How many times as long the peer takes: the median of the rounds' ratios."""
    took = times_of({"ours": ours, "peer": peer}, rounds, before, least)
    return statistics.median(theirs / mine for mine, theirs in zip(took["ours"], took["peer"], strict=True))
