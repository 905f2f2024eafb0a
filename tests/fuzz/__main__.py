"""The command line of the random input: ``python -m tests.fuzz``."""

from __future__ import annotations

import argparse
import os
import platform
import secrets
import sys
from pathlib import Path

from tests.fuzz.kinds import KINDS, SECONDS
from tests.fuzz.rounds import MEMORY, Tally, one, share

from groundrules import __version__

#: Parts of the time: quick readers get most of the inputs anyway, what plays whole games needs longer.
PARTS = dict.fromkeys(KINDS, 1) | {"snippets": 8, "agree": 22}

REPORT = """\
# Random input

Written by `make fuzz`. Every kind of input is made from the seed; the property of each is no exception but a
named refusal, no answer that contradicts itself, no input over its time, no process over {memory} GiB of memory.

| | |
|---|---|
| version | groundrules {version}, Python {python} |
| machine | {cores} cores |
| seed | `{seed}` |
| inputs | {inputs:,} |
| wall time | {seconds:,.0f} s |
| faults | {faults} |

| kind | inputs | wall time (s) | slowest input (s of the processor) | allowed (s) |
|---|---:|---:|---:|---:|
{rows}

`agree` plays each situation five ways: dice from a seed, the same faces as a script, faces asked for one by one,
a preview, and all faces; where all faces are few, the odds are those of each played one by one.
"""


def report(seed: str, found: list[Tally]) -> str:
    """The counts as a page."""
    rows = "\n".join(
        f"| {each.kind} | {each.inputs:,} | {each.seconds:,.0f} | {each.slowest:.2f} | {SECONDS[each.kind]:g} |"
        for each in found
    )
    return REPORT.format(
        memory=MEMORY // 1024**3, version=__version__, python=platform.python_version(), cores=os.cpu_count(),
        seed=seed, inputs=sum(each.inputs for each in found), seconds=sum(each.seconds for each in found),
        faults=sum(each.fault is not None for each in found) or "none", rows=rows,
    )  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """1 when something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Looks for faults with random input.")
    parser.add_argument("--seconds", type=float, default=120, help="for all kinds together (120)")
    parser.add_argument("--seed", default=None, help="a number or a word; a new one each time if left out")
    parser.add_argument("--only", choices=KINDS, help="one kind of input")
    parser.add_argument("--round", type=int, help="only the round of this number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each processor)")
    parser.add_argument("--report", type=Path, help="a file for the counts")
    asked = parser.parse_args(argv)
    seed = asked.seed or secrets.token_hex(4)
    kinds = [asked.only] if asked.only else list(KINDS)
    print(f"seed {seed}", flush=True)
    whole = sum(PARTS[kind] for kind in kinds)
    found = []
    for kind in kinds:
        if asked.round is not None:
            tally = one(kind, seed, asked.round)
        else:
            tally = share(kind, seed, asked.seconds * PARTS[kind] / whole, asked.jobs)
        found.append(tally)
        told = f"{tally.inputs:,} inputs in {tally.seconds:.0f} s, slowest {tally.slowest:.2f} s"
        print(f"{kind}: {told}, {'a fault' if tally.fault else 'no fault'}")
        if tally.fault:
            print(tally.fault)
        sys.stdout.flush()
        if asked.report is not None:  # after each kind: a run that is cut short has its counts, too
            asked.report.write_text(report(seed, found), encoding="utf-8")
    return 1 if any(tally.fault for tally in found) else 0


if __name__ == "__main__":
    sys.exit(main())
