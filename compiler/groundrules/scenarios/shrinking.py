"""A scenario made smaller while what it shows still happens."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.ruleset import Ruleset
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import text_of
from groundrules.scenarios.throws import Holds, plays

#: Plays for one smaller scenario; its dice are looked for anew.
_PLAYS = 60
#: What a scenario may keep without being the smaller for leaving it.
_KEPT = frozenset(("model", "sight", "terrain", "rect", "cells", "at", "line", "from", "to"))
#: A list of fewer entries says something else.
_LEAST = {"path": 2}


def shrunk(ruleset: Ruleset, data: dict[str, Data], holds: Holds) -> dict[str, Data]:
    """The scenario less everything that it does without."""
    smaller = True
    while smaller:
        smaller = False
        for candidate in reductions(data):
            found = _played(ruleset, _without_dice(candidate), holds)
            if found is not None and len(text_of(found)) < len(text_of(data)):
                data, smaller = found, True
                break
    return data


def _played(ruleset: Ruleset, data: dict[str, Data], holds: Holds) -> dict[str, Data] | None:
    for stated, result in plays(ruleset, data, _PLAYS):
        if result.refusal is None and not result.findings and holds(result):
            return stated
    return None


def _without_dice(data: dict[str, Data]) -> dict[str, Data]:
    made = {key: each for key, each in data.items() if key != "dice"}
    steps = made.get("then")
    if isinstance(steps, list):
        made["then"] = [
            {key: each for key, each in step.items() if key != "dice"} for step in steps if isinstance(step, dict)
        ]
    return made


def reductions(data: dict[str, Data]) -> Iterator[dict[str, Data]]:
    """The scenario with one thing less: a key, an entry of a list, a strip."""
    for key, value in data.items():
        if key in ("dice", *_KEPT) and not isinstance(value, dict):
            continue
        if key not in _KEPT:
            yield {name: each for name, each in data.items() if name != key}
        if isinstance(value, dict):
            for inner in reductions(value):
                if inner or key in _KEPT:
                    yield {**data, key: inner}
        elif isinstance(value, list) and key not in ("dice", *_KEPT) and len(value) > _LEAST.get(key, 1):
            for number in range(len(value)):
                yield {**data, key: [*value[:number], *value[number + 1 :]]}
