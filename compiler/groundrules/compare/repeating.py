"""More of the same: a situation made twice as long, done twice, in another turn, by several models, in more legs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.scenarios.layouts import Data

#: Legs that are tried in one action.
_LEGS = 6


def repeated(data: dict[str, Data]) -> Iterator[dict[str, Data]]:
    """Scenarios in which what happens in one happens more than once; dice are left out."""
    plain = {key: each for key, each in data.items() if key not in ("dice", "then", "expect")}
    track, path = plain.get("track"), plain.get("path")
    if isinstance(track, list):
        yield {**plain, "track": [*track, *track]}
        yield from _back(plain, _along(track), [0, 0])
    elif isinstance(path, list) and all(isinstance(each, list) for each in path):
        yield {**plain, "path": [*path, *reversed(path[:-1])]}
        yield {**plain, "path": [*path, *reversed(path[:-1]), *path[1:]]}
        yield from _back(plain, *reversed(path))
        yield from _legs(plain, path)
        yield from _several(plain, path)


def _back(plain: dict[str, Data], *way: Data) -> Iterator[dict[str, Data]]:
    """The way back, in the same turn and in the next one."""
    step: dict[str, Data] = {key: plain[key] for key in ("action", "options") if key in plain}
    yield {**plain, "then": [{**step, "path": list(way)}]}
    yield {**plain, "then": [{"turn": "next", **step, "path": list(way)}]}


def _legs(plain: dict[str, Data], path: list[Data]) -> Iterator[dict[str, Data]]:
    """The way there and back in one action, leg by leg."""
    rest = {key: each for key, each in plain.items() if key != "path"}
    there: list[Data] = list(path)
    back: list[Data] = list(reversed(path))
    for count in range(2, _LEGS + 1):
        yield {**rest, "moves": [back if number % 2 else there for number in range(count)]}


def _several(plain: dict[str, Data], path: list[Data]) -> Iterator[dict[str, Data]]:
    """Two models of one unit, side by side."""
    model, first = plain.get("model"), path[0]
    if not isinstance(model, dict) or not isinstance(first, list):
        return
    x, y = first
    second: Data = y + 1 if isinstance(y, int) else 1
    models: dict[str, Data] = {"first": {"at": [x, y]}, "second": {"at": [x, second]}}
    rest = {key: each for key, each in plain.items() if key != "model"}
    yield {**rest, "unit": {**{key: each for key, each in model.items() if key != "at"}, "models": models}}


def _along(track: list[Data]) -> Data:
    """Where a track ends."""
    lengths = [str(each).split(" ", 1)[0] for each in track]
    return [sum((Fraction(each) for each in lengths), Fraction(0)), 0]
