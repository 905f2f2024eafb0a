"""Exact odds beside icepool and dyce: equal answers first, then ratios of times.

    python -m bench.odds

The peers know only dice: they get a procedure as a program, written by hand. Here rules are
played over a table into a course, which is then weighed, so a chain is there twice: *weighed*
is what both sides do, the dice of a procedure that is known; *rules and table* is everything
that `odds_of` does, for which the peers have nothing. Each pair runs in turn, round by round
in shuffled order, with the collector off and with emptied caches of throws on both sides; the ratio is
the median of those of the rounds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import icepool
from bench.side_by_side import Row, faster
from icepool.evaluator import sum_evaluator

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit
from groundrules.ground import Rect
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of, pools, search
from groundrules.odds.rolls import distribution
from groundrules.ruleset import Ruleset
from groundrules.source import Source

Answer = Mapping[Any, Fraction]
Run = Callable[[], Answer]
#: Four times the length may take so many times as long.
GROWTH = 8.0
#: A sample takes at least so many seconds.
_SAMPLE = 0.002


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ways to one answer; ``goal``: the least that the peer's time over ours should be."""

    name: str
    ours: Run
    peer: Run
    goal: float | None = None


def rules(text: str) -> Ruleset:
    """A text that uses no other."""

    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    compiled = compile_ruleset(Source("bench.terrain", text), "bench", nothing)
    assert compiled.ruleset is not None, compiled.diagnostics
    return compiled.ruleset


#: Whoever fails is shaken for the rest of the move, and fails more often.
SHAKEN = rules(
    "outcome Hit\nstate Shaken until end of move: Test -1\nroll Test: 2d6\n"
    "    6 or less Failure: Hit, gain Shaken\n    7+ Success\nMud on enter: Test\n"
)
#: The same, but a success brings courage back: two things to remember.
STEADIED = rules(
    "outcome Hit\nstate Shaken until end of move: Test -1\nroll Test: 2d6\n"
    "    6 or less Failure: Hit, gain Shaken\n    7+ Success: lose Shaken\nMud on enter: Test\n"
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


def played(ruleset: Ruleset, situation: Situation) -> Run:
    """The distribution of hits from rules and table, every throw grouped anew."""

    def run() -> Answer:
        forget()
        return odds_of(ruleset, situation).distribution("Hit")

    return run


def weighed(ruleset: Ruleset, situation: Situation) -> Run:
    """The distribution of hits where the rules have been played: the dice alone."""
    odds = odds_of(ruleset, situation)
    return lambda: odds.distribution("Hit")


def forget() -> None:
    """Empties what both sides keep of throws."""
    for each in (pools.sums, pools._kept, search._throws):
        each.cache_clear()
    vars(sum_evaluator).get("_cache", {}).clear()


def keep(count: int, sides: int, kept: int) -> Run:
    """The highest dice of a pool, as throws."""

    def ours() -> Answer:
        forget()
        ways = sides**count
        throws = pools.by_total(count, sides, kept)
        return {sum(sorted(throw.faces)[-kept:]): Fraction(throw.weight, ways) for throw in throws}

    return ours


def declared(text: str) -> Run:
    """A declared roll, by the evaluator."""
    ruleset = rules(text)

    def run() -> Answer:
        forget()
        return {int(total): chance for total, chance in distribution(ruleset, "Test").totals().items()}

    return run


# ---- icepool


def of_die(die: Any) -> Answer:
    """A die of icepool as chances."""
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die if die.quantity(outcome)}


def icepool_shaken(length: int) -> Run:
    """Test after test, a die of hits mapped: who was hit is shaken."""

    def run() -> Answer:
        state: Any = icepool.Die([0])
        two = 2 @ icepool.d6
        for _ in range(length):
            state = icepool.map(lambda hit, roll: hit + (roll <= (7 if hit else 6)), state, two)
        return of_die(state)

    return run


def icepool_steadied(length: int) -> Run:
    """Test after test, a die of pairs mapped: hits, and whether one is shaken."""

    def step(state: Any, roll: int) -> tuple[int, bool]:
        fails = roll <= (7 if state[1] else 6)
        return (state[0] + fails, fails)

    def run() -> Answer:
        state: Any = icepool.Die([(0, False)])
        two = 2 @ icepool.d6
        for _ in range(length):
            state = icepool.map(step, state, two, star=False)
        return of_die(state.map(lambda hit, shaken: hit))

    return run


def icepool_keep(count: int, sides: int, kept: int) -> Run:
    """The highest dice of a pool."""

    def run() -> Answer:
        forget()
        return of_die(icepool.d(sides).highest(count, kept))

    return run


def icepool_pairs() -> list[Pair]:
    """What is compared with icepool."""
    text = "roll Test: 4d6 keep 2 highest\n    6 or less Failure\n    7+ Success\n"
    sixty = across(1, 60)

    def hits() -> Answer:
        return of_die(180 @ (icepool.d6 <= 2))

    return [
        Pair("chain of 6, weighed", weighed(SHAKEN, across(6)), icepool_shaken(6), 50.0),
        Pair("chain of 24, weighed", weighed(SHAKEN, across(24)), icepool_shaken(24), 50.0),
        Pair("chain of 6, rules and table", played(SHAKEN, across(6)), icepool_shaken(6)),
        Pair("chain of 24, rules and table", played(SHAKEN, across(24)), icepool_shaken(24)),
        Pair("chain of 6 that steadies, weighed", weighed(STEADIED, across(6)), icepool_steadied(6), 50.0),
        Pair("the same, rules and table", played(STEADIED, across(6)), icepool_steadied(6)),
        Pair("4d6 keep 2, throws", keep(4, 6, 2), icepool_keep(4, 6, 2), 1.0),
        Pair("4d6 keep 2, a declared roll", declared(text), icepool_keep(4, 6, 2)),
        Pair("12d10 keep 3, throws", keep(12, 10, 3), icepool_keep(12, 10, 3), 1 / 3),
        Pair("60 models, 3 dice each, weighed", weighed(POOL, sixty), hits),
        Pair("the same, rules and table", played(POOL, sixty), hits),
    ]


# ---- dyce


def of_histogram(histogram: Any) -> Answer:
    """A histogram of dyce as chances."""
    return {total: Fraction(ways, histogram.total) for total, ways in histogram.items()}


def dyce_pairs() -> list[Pair]:
    """The same beside dyce, if it is there."""
    try:
        import dyce
    except ImportError:
        print("dyce is not there: `pip install -c constraints.txt -e .[bench]`")
        return []
    warnings.filterwarnings("ignore", message=".*expand.* is experimental")

    def chain(length: int) -> Run:
        def step(hit: Any, roll: Any) -> Any:
            return hit.outcome + (roll.outcome <= (7 if hit.outcome else 6))

        def run() -> Answer:
            two, state = 2 @ dyce.H(6), dyce.H({0: 1})
            for _ in range(length):
                state = dyce.expand(step, state, two)
            return of_histogram(state)

        return run

    def kept(count: int, sides: int, number: int) -> Run:
        def run() -> Answer:
            throws = (count @ dyce.P(sides)).rolls_with_counts(slice(-number, None))
            return of_histogram(dyce.H.from_counts((sum(throw), ways) for throw, ways in throws))

        return run

    def hits() -> Answer:
        return of_histogram(180 @ dyce.H(6).le(2))

    return [
        Pair("chain of 6, weighed", weighed(SHAKEN, across(6)), chain(6)),
        Pair("chain of 6, rules and table", played(SHAKEN, across(6)), chain(6)),
        Pair("4d6 keep 2, throws", keep(4, 6, 2), kept(4, 6, 2), 1.0),
        Pair("12d10 keep 3, throws", keep(12, 10, 3), kept(12, 10, 3)),
        Pair("60 models, 3 dice each, weighed", weighed(POOL, across(1, 60)), hits),
    ]


# ---- measuring


def equal(pair: Pair) -> bool:
    """Whether both ways come to the same fractions."""
    ours, peer = pair.ours(), pair.peer()
    return {int(key): chance for key, chance in ours.items()} == {int(key): chance for key, chance in peer.items()}


def rows() -> Iterator[Row]:
    """Every pair, and how much longer four times the length takes."""
    for peer, pairs in (("icepool", icepool_pairs()), ("dyce", dyce_pairs())):
        for pair in pairs:
            assert equal(pair), f"{pair.name}, {peer}: the answers differ"
            yield Row(f"odds: {pair.name}", peer, faster(pair.ours, pair.peer, least=_SAMPLE), pair.goal)
    for name, make in (("weighed", weighed), ("rules and table", played)):
        for length in (6, 24):
            goal = GROWTH if name == "rules and table" or length == 6 else None
            longer = faster(make(SHAKEN, across(length)), make(SHAKEN, across(4 * length)), least=_SAMPLE)
            words = f"odds: chain of {4 * length} over one of {length}, {name}"
            yield Row(words, "–", longer, goal, least=False, unit="× the time")


if __name__ == "__main__":
    for row in rows():
        print(row)
