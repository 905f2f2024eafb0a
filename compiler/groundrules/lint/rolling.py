"""Which rolls are ever made."""

from __future__ import annotations

from groundrules.meaning.traverse import parts
from groundrules.ruleset import Perform, Ruleset, TotalOf


def made(ruleset: Ruleset) -> frozenset[str]:
    """The rolls that some rule or action makes, at once or by way of another roll, and those they derive from."""
    rolls = {roll.name: roll for roll in ruleset.rolls}
    found: set[str] = set()
    waiting = [name for thing in (*ruleset.rules, *ruleset.actions, *ruleset.numbers) for name in _within(thing)]
    while waiting:
        name = waiting.pop()
        if name in found or name not in rolls:
            continue
        found.add(name)
        waiting += _within(rolls[name])
        base = rolls[name].base
        if base is not None:
            waiting.append(base)
    return frozenset(found)


def _within(thing: object) -> list[str]:
    return [part.roll for part in parts(thing) if isinstance(part, Perform | TotalOf)]
