"""Every job of ours beside its peer, in one process and in turn: ``python -m bench`` or ``make bench``.

    python -m bench [JOB…] [--report FILE]

A job is the name of a module here. Exits with 1 when a job's answers differ from its
peer's; a goal that is missed is told in the table.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import platform
import sys
import time
from pathlib import Path

from bench.side_by_side import HEAD, Row

JOBS = ("decisions", "parse", "ground", "adjudicate", "cards", "odds", "cold_start", "memory")
PEERS = ("zen-engine", "icepool", "dyce", "shapely", "lark", "jinja2")

REPORT = """\
# Measured side by side

Written by `make bench`. Each job and its peer run in one process, in turn and in shuffled order, after their
answers have been compared; a figure is the median of the rounds' ratios.

{machine}

{table}
"""


def machine() -> str:
    """What it was measured on."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PEERS)
    return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}; {versions}."


def processor() -> str:
    """The processor's own name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def main(argv: list[str] | None = None) -> int:
    """Prints the table line by line as it is made."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures ours beside its peers.")
    parser.add_argument("jobs", nargs="*", choices=[*JOBS, []], help="all of them, unless some are named")
    parser.add_argument("--report", type=Path, help="a file for the table")
    asked = parser.parse_args(argv)
    begun = time.monotonic()
    print(machine(), "", HEAD, sep="\n", flush=True)
    rows: list[Row] = []
    for job in asked.jobs or JOBS:
        for row in importlib.import_module(f"bench.{job}").rows():
            rows.append(row)
            print(row, flush=True)
    goals = [row for row in rows if row.goal is not None]
    print(f"\n{sum(row.met for row in goals)} of {len(goals)} goals met, in {time.monotonic() - begun:.0f} s")
    if asked.report is not None:
        table = "\n".join([HEAD, *map(str, rows)])
        asked.report.write_text(REPORT.format(machine=machine(), table=table), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
