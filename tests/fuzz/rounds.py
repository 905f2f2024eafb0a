"""Rounds of random input: bounded in time and in memory, repeatable, on several processors.

Every round is drawn from its kind, the seed and its number, so that a fault is repeated by
``--only KIND --seed SEED --round N``.
"""

from __future__ import annotations

import faulthandler
import resource
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random

from tests.fuzz.kinds import KINDS, SECONDS

#: Seconds after which an input counts as one that never ends; the stack is then printed.
FOREVER = 120
#: Bytes of memory that a process may take in all.
MEMORY = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of rounds: how many, of how many inputs, in how many seconds; the first fault, how to repeat it."""

    kind: str
    rounds: int = 0
    inputs: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    fault: str | None = None


def one(kind: str, seed: str, number: int) -> Tally:
    """One round."""
    faulthandler.dump_traceback_later(FOREVER, exit=True, file=sys.__stderr__ or sys.stderr)
    inputs, slowest, fault = 0, 0.0, None
    try:
        before = time.process_time()
        for _ in KINDS[kind](Random(f"{kind} {seed} {number}")):
            inputs += 1
            now = time.process_time()
            slowest = max(slowest, now - before)
            before = now
    except Exception:  # whatever it is, it is what was looked for
        fault = traceback.format_exc()
    finally:
        faulthandler.cancel_dump_traceback_later()
    # What a process does once, such as reading all rulebooks, is not the input's.
    if fault is None and number > 0 and slowest > SECONDS[kind]:
        fault = f"an input took {slowest:.1f} s, and {SECONDS[kind]:g} s are allowed\n"
    if fault is not None:
        fault += f"again: python -m tests.fuzz --only {kind} --seed {seed} --round {number}"
    return Tally(kind, 1, inputs, 0.0, slowest if number else 0.0, fault)


def rounds(kind: str, seed: str, seconds: float, most: int | None = None, first: int = 0, step: int = 1) -> Tally:
    """Rounds of a kind, ``first`` and every ``step`` after it, until the time is up or something is found."""
    begun = time.monotonic()
    found = Tally(kind)
    number = first
    while found.fault is None and time.monotonic() < begun + seconds and (most is None or found.rounds < most):
        found = together(found, one(kind, seed, number))
        number += step
    return replace(found, seconds=time.monotonic() - begun)


def together(a: Tally, b: Tally) -> Tally:
    """Both counted as one."""
    return Tally(
        a.kind,
        a.rounds + b.rounds,
        a.inputs + b.inputs,
        max(a.seconds, b.seconds),
        max(a.slowest, b.slowest),
        a.fault or b.fault,
    )


def share(kind: str, seed: str, seconds: float, jobs: int) -> Tally:
    """Rounds of a kind on several processors, each in a process with a bound on its memory."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_bounded) as pool:
        parts = [pool.submit(rounds, kind, seed, seconds, None, job, jobs) for job in range(jobs)]
        found = Tally(kind)
        for part in parts:
            found = together(found, part.result())
    return found


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
