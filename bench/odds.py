"""Exact odds beside icepool (and dyce, where it is installed): equal answers first, then ratios of times.

    python bench/odds.py [ROUNDS]

Each pair runs in turn, in shuffled order, with emptied caches of throws on both sides; a candidate's time
is the median of its rounds. The peers know only dice: they get the procedure as a program,
while `groundrules` plays a move over a table by rules. Where a peer can be asked in two
ways, both are there. Exits with 1 when a goal is missed.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import icepool
from icepool.evaluator import sum_evaluator

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit
from groundrules.ground import Rect
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of, pools, search
from groundrules.odds.rolls import distribution
from groundrules.ruleset import Ruleset
from groundrules.source import Source

Answer = Mapping[Any, Fraction]
#: Four times the length may take so many times as long.
GROWTH = 8.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ways to one answer; ``goal``: the least that the peer's time over ours should be."""

    name: str
    ours: Callable[[], Answer]
    peer: Callable[[], Answer]
    goal: float | None = None


def rules(text: str) -> Ruleset:
    """A text that uses no other."""

    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    compiled = compile_ruleset(Source("bench.terrain", text), "bench", nothing)
    assert compiled.ruleset is not None
    return compiled.ruleset


SHAKEN = rules(
    "outcome Hit\nstate Shaken until end of move: Test -1\nroll Test: 2d6\n"
    "    6 or less Failure: Hit, gain Shaken\n    7+ Success\nMud on enter: Test\n"
)
POOL = rules("outcome Hit\nroll Test: 3d6\n    each 1-2: Hit\nMud on enter: Test\n")


def across(strips: int, models: int = 1) -> Situation:
    """So many models over so many strips of mud."""
    table = Table(
        tuple(
            Piece(
                name=f"mud {i}",
                terrains=(Named("Mud"),),
                shape=Rect(Fraction(4 + 4 * i), Fraction(-500), Fraction(6 + 4 * i), Fraction(500)),
            )
            for i in range(strips)
        )
    )
    row = tuple(Model(name=f"model {i}", at=(Fraction(0), Fraction(i))) for i in range(models))
    path = ((Fraction(0), Fraction(0)), (Fraction(4 + 4 * strips), Fraction(0)))
    return Situation(mover=row[0] if models == 1 else Unit(models=row), table=table, moves=(path,))


def hits(ruleset: Ruleset, situation: Situation) -> Callable[[], Answer]:
    """The distribution of hits, every throw grouped anew."""

    def run() -> Answer:
        forget()
        return odds_of(ruleset, situation).distribution("Hit")

    return run


def forget() -> None:
    """Empties what both sides keep of throws."""
    for each in (pools.sums, pools._kept, search._throws):
        each.cache_clear()
    vars(sum_evaluator).get("_cache", {}).clear()


def of_die(die: Any) -> Answer:
    """A die of icepool as chances."""
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die if die.quantity(outcome)}


def chain_at_once(length: int) -> Answer:
    """All throws of a chain handed to one function."""

    def count(*rolls: int) -> int:
        hit = 0
        for roll in rolls:
            hit += roll <= (7 if hit else 6)
        return hit

    return of_die(icepool.map(count, *[2 @ icepool.d6] * length))


def chain_by_steps(length: int) -> Answer:
    """A chain as a die that is mapped test after test."""
    state: Any = icepool.Die([0])
    two = 2 @ icepool.d6
    for _ in range(length):
        state = icepool.map(lambda hit, roll: hit + (roll <= (7 if hit else 6)), state, two)
    return of_die(state)


def keep(count: int, sides: int, kept: int) -> tuple[Callable[[], Answer], Callable[[], Answer]]:
    """The highest dice of a pool: as throws, and in icepool."""

    def ours() -> Answer:
        forget()
        ways = sides**count
        throws = pools.by_total(count, sides, kept)
        return {sum(sorted(throw.faces)[-kept:]): Fraction(throw.weight, ways) for throw in throws}

    def peer() -> Answer:
        forget()
        return of_die(icepool.d(sides).highest(count, kept))

    return ours, peer


def declared(text: str) -> Callable[[], Answer]:
    """A declared roll, by the evaluator."""
    ruleset = rules(text)

    def run() -> Answer:
        forget()
        return {int(total): chance for total, chance in distribution(ruleset, "Test").totals().items()}

    return run


def pairs() -> list[Pair]:
    """What is compared."""
    small, peer_small = keep(4, 6, 2)
    large, peer_large = keep(12, 10, 3)
    text = "roll Test: 4d6 keep 2 highest\n    6 or less Failure\n    7+ Success\n"
    return [
        Pair("chain of 6, throws at once", hits(SHAKEN, across(6)), lambda: chain_at_once(6), 50.0),
        Pair("chain of 6, test by test", hits(SHAKEN, across(6)), lambda: chain_by_steps(6)),
        Pair("chain of 24, test by test", hits(SHAKEN, across(24)), lambda: chain_by_steps(24)),
        Pair("4d6 keep 2, throws", small, peer_small, 1.0),
        Pair("4d6 keep 2, a declared roll", declared(text), peer_small),
        Pair("12d10 keep 3, throws", large, peer_large, 1 / 3),
        Pair("60 models, 3 dice each", hits(POOL, across(1, 60)), lambda: of_die(180 @ (icepool.d6 <= 2))),
    ]


def of_histogram(histogram: Any) -> Answer:
    """A histogram of dyce as chances."""
    return {total: Fraction(ways, histogram.total) for total, ways in histogram.items()}


def dyce_pairs() -> list[Pair]:
    """The same pools and chains beside dyce, if it is there."""
    try:
        import dyce
    except ImportError:
        print("dyce is not there: `pip install -c constraints.txt -e .[bench]`")
        return []
    warnings.filterwarnings("ignore", category=Warning, module="dyce|__main__")  # its `expand` is experimental

    def chain(length: int) -> Callable[[], Answer]:
        def peer() -> Answer:
            two = 2 @ dyce.H(6)
            state = dyce.H({0: 1})
            for _ in range(length):
                state = dyce.expand(
                    lambda hit, roll: hit.outcome + (roll.outcome <= (7 if hit.outcome else 6)), state, two
                )
            return of_histogram(state)

        return peer

    def kept(count: int, sides: int, keep: int) -> Callable[[], Answer]:
        def peer() -> Answer:
            throws = (count @ dyce.P(sides)).rolls_with_counts(slice(-keep, None))
            return of_histogram(dyce.H.from_counts((sum(throw), ways) for throw, ways in throws))

        return peer

    return [
        Pair("chain of 6, dyce", hits(SHAKEN, across(6)), chain(6)),
        Pair("4d6 keep 2, dyce", keep(4, 6, 2)[0], kept(4, 6, 2)),
        Pair("12d10 keep 3, dyce", keep(12, 10, 3)[0], kept(12, 10, 3)),
    ]


def median(run: Callable[[], Answer], rounds: int) -> float:
    """Seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def equal(pair: Pair) -> bool:
    """Whether both ways come to the same fractions."""
    ours, peer = pair.ours(), pair.peer()
    return {int(key): chance for key, chance in ours.items()} == {int(key): chance for key, chance in peer.items()}


def main(rounds: int) -> int:
    """Prints a line for each pair; whether a goal was missed."""
    compared = pairs() + dyce_pairs()
    for pair in compared:
        if not equal(pair):
            print(f"{pair.name}: the answers differ")
            return 1
    missed = False
    order = list(compared)
    random.Random(4).shuffle(order)
    times = {}
    for pair in order:
        runs = [pair.ours, pair.peer]
        random.shuffle(runs)
        taken = {run: median(run, rounds) for run in runs}
        times[pair.name] = (taken[pair.ours], taken[pair.peer])
    print(f"{'':30} {'ours':>10} {'peer':>10} {'peer / ours':>12}  goal")
    for pair in compared:
        ours, peer = times[pair.name]
        said = ""
        if pair.goal is not None:
            said = f"at least {pair.goal:.2g}" + ("" if peer / ours >= pair.goal else ", MISSED")
            missed = missed or peer / ours < pair.goal
        print(f"{pair.name:30} {ours * 1e3:8.2f}ms {peer * 1e3:8.2f}ms {peer / ours:12.2f}  {said}".rstrip())
    short, long = (median(hits(SHAKEN, across(length)), rounds) for length in (24, 96))
    missed = missed or long / short > GROWTH
    print(f"a chain of 96 takes {long / short:.1f} times as long as one of 24; goal: at most {GROWTH:g}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
