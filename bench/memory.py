"""Memory that stays: of compiled rules for each rule, of a table for each piece; and whether it grows in step."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

from bench.cards import text
from bench.ground import Board
from bench.side_by_side import Row

import groundrules as gr
from groundrules.ground import Piece, Polygon, Scene

#: Twice as much may take this many times as much for each.
LINEAR = 1.15


def kept(make: Callable[[], Any]) -> int:
    """Bytes that what is made keeps."""
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return size


def compiled(rules: int) -> int:
    """A ruleset of so many rules, two to a terrain."""
    source = text(rules // 2)
    return kept(lambda: gr.check(source)[0])


def scene(pieces: int) -> int:
    """A table of so many pieces."""
    shapes = Board(pieces).shapes
    return kept(lambda: Scene(Piece(f"p{i}", Polygon(tuple(shape))) for i, shape in enumerate(shapes)))


def rows() -> Iterator[Row]:
    for job, of, sizes in (
        ("compiled ruleset, 10,000 rules", compiled, (5_000, 10_000)),
        ("table, 2,000 pieces", scene, (1_000, 2_000)),
    ):
        of(100)  # what is made once, whatever the size
        each = [of(size) / size for size in sizes]
        thing = "rule" if of is compiled else "piece"
        words = f"memory: {job}: {each[-1] / 1024:.1f} KiB a {thing}; growth for each when doubled"
        yield Row(words, "–", each[-1] / each[0], LINEAR, least=False, unit="×")


if __name__ == "__main__":
    for row in rows():
        print(row)
