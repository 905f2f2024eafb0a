"""How long a command takes from nothing, as a ratio to a bare Python that does nothing.

    python -m bench.cold_start

All candidates run in turn, in shuffled order, and each is given as the median of its
rounds over the median of the bare one in the same run: a machine's speed moves between
minutes, the ratios do not.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.side_by_side import Row

#: What each candidate may take, in bare Pythons.
GOALS = {
    "`groundrules --version`": 3.0,
    "`groundrules --help`": 3.0,
    "`check` of 50 rules, first time": 14.0,
    "`check` of 50 rules, unchanged": 6.0,
}
ROUNDS = 21


def fifty_rules() -> str:
    """A ruleset of fifty rules of the common kinds, all of them right."""
    lines = ["overlap worst", "", "model", "  Class: Infantry, Vehicle", "  Speed: distance", "", "roll Test: 2d6"]
    lines += ["  7+ Success: no effect", "  otherwise Failure: stop", ""]
    for number in range(10):
        name = f"Ground {'ABCDEFGHIJ'[number]}"
        lines += [
            f"{name}: cost x{number % 3 + 2}",
            f"{name} for Vehicle: forbid enter",
            f"{name} on enter: Test",
            f'{name} when whole move and Speed over 6": at most 6"',
            f'{name}: block sight beyond 3"',
            "",
        ]
    return "\n".join(lines)


def command() -> list[str]:
    """The installed command, or the module where there is none."""
    script = Path(sysconfig.get_path("scripts")) / ("groundrules.exe" if os.name == "nt" else "groundrules")
    return [os.fspath(script)] if script.exists() else [sys.executable, "-m", "groundrules"]


def measure(run: Callable[[], list[str]], environment: dict[str, str]) -> float:
    """Seconds that one process takes; it must not fail."""
    argv = run()
    started = time.perf_counter()
    ran = subprocess.run(argv, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    took = time.perf_counter() - started
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(argv)}: exit code {ran.returncode}\n{ran.stderr.decode()}")
    return took


def rows() -> Iterator[Row]:
    """Every candidate over the bare Python of the same run."""
    with tempfile.TemporaryDirectory() as folder:
        fresh, same = Path(folder, "fresh.terrain"), Path(folder, "same.terrain")
        text = fifty_rules()
        same.write_text(text, encoding="utf-8")

        def first_time() -> list[str]:
            fresh.write_text(f"{text}\n# {time.perf_counter_ns()}\n", encoding="utf-8")
            return [*command(), "check", os.fspath(fresh)]

        candidates: dict[str, Callable[[], list[str]]] = {
            "bare": lambda: [sys.executable, "-c", "pass"],
            "`groundrules --version`": lambda: [*command(), "--version"],
            "`groundrules --help`": lambda: [*command(), "--help"],
            "`check` of 50 rules, first time": first_time,
            "`check` of 50 rules, unchanged": lambda: [*command(), "check", os.fspath(same)],
        }
        environment = {**os.environ, "GROUNDRULES_CACHE": os.path.join(folder, "cache")}
        # An installed program has its bytecode; without it most of a start would be compiling our own modules.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        took: dict[str, list[float]] = {name: [] for name in candidates}
        for run in candidates.values():
            measure(run, environment)
        for _ in range(ROUNDS):
            for name in random.sample(list(candidates), len(candidates)):
                took[name].append(measure(candidates[name], environment))
    bare = statistics.median(took.pop("bare"))
    for name, times in took.items():
        ratio = statistics.median(times) / bare
        yield Row(f"{name}, whole process", "`python -c pass`", ratio, GOALS[name], least=False, unit="×")


if __name__ == "__main__":
    for row in rows():
        print(row)
