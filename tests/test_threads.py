"""One ruleset asked from many threads at once answers as it does to one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import groundrules as gr
from groundrules.api_reading import Reading
from groundrules.engine.book import _BOOKS


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_eight_threads_say_what_one_says() -> None:
    """More tables than are kept, so that they push one another out."""

    def table(number: int) -> gr.Table:
        return gr.Table(
            {
                "mud": {"terrain": ["Difficult", "Dangerous"], "rect": [4, 0, 4 + number % 7 + 1, 2]},
                "rock": {"terrain": "Impassable", "circle": [30, number, 1]},
            }
        )

    def judged(ruleset: gr.Ruleset, tables: list[gr.Table], seed: int) -> list[gr.Verdict]:
        return [
            ruleset.adjudicate(each, gr.Model(Speed=14 + seed % 3), "Move", [(0, 1), (10, 1)], seed=seed + number)
            for number, each in enumerate(tables)
        ]

    tables = [table(number) for number in range(40)]
    books = len(_BOOKS)
    alone = [judged(gr.load("trench-crusade"), tables, seed) for seed in range(8)]
    shared = gr.load("trench-crusade")
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda seed: judged(shared, tables, seed), range(8)))
    assert together == alone
    assert len(_BOOKS) == books  # nothing is kept outside of the ruleset


def test_readers_share_no_list_that_grows() -> None:
    reading = Reading(gr.load("trench-crusade").rules)
    one, other = vars(reading.fresh()), vars(reading.fresh())
    assert {name for name, value in one.items() if isinstance(value, list)} >= {"diagnostics", "entered"}
    assert not [name for name, value in one.items() if isinstance(value, list) and value is other[name]]


_COLD = """
import sys, threading
sys.setswitchinterval(1e-6)
import groundrules as gr
start, costs = threading.Barrier(8), {}
def run(number):
    start.wait()
    ruleset, found = gr.check(f"Bog: cost x{number + 2}\\n")
    table = gr.Table({"bog": {"terrain": "Bog", "rect": [1, -1, 3, 1]}})
    costs[number] = int(ruleset.adjudicate(table, gr.Model(), None, [(0, 0), (4, 0)]).cost)
threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print([costs[number] for number in range(8)])
"""


def test_eight_threads_may_be_the_first_to_ask(tmp_path: Path) -> None:
    environment = {**os.environ, "GROUNDRULES_CACHE": os.fspath(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", _COLD], capture_output=True, text=True, env=environment)
    # Two inches of open table, two of bog at x2, x3 …
    assert (ran.stdout, ran.stderr) == (f"{[2 + 2 * (number + 2) for number in range(8)]}\n", "")
