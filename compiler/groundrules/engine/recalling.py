"""What is remembered, against a ruleset and a table: in declared names, refused where these are not there.

A memory may come from a file, from rules whose names have changed since, or from a stranger.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from groundrules.engine.book import Rulebook, suggestion
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import bracketed
from groundrules.engine.situation import Named
from groundrules.naming import name_key
from groundrules.verdict import Changed, Memory, StateHeld, Used

#: Until when a state may last.
_LASTING = ("move", "activation", "turn", "game")
_NOTHING_HAPPENED = Memory()


def recalled(book: Rulebook, pieces: Collection[str], memory: Memory) -> Memory:
    """The memory in declared names.

    Raises :class:`Refusal`: of kind ``name`` for a state, a terrain, a rule or a piece that is not
    there and for brackets that do not fit, of kind ``number`` for a count below 0.
    """
    if memory == _NOTHING_HAPPENED:
        return memory
    _counted("the memory", turn=memory.turn, activation=memory.activation)
    return replace(
        memory,
        states=tuple(_state(book, each) for each in memory.states),
        used=tuple(_used(book, pieces, each) for each in memory.used),
        changed=tuple(_changed(book, pieces, each) for each in memory.changed),
    )


def _state(book: Rulebook, held: StateHeld) -> StateHeld:
    declared = book.state(held.state)
    bracketed(declared.name, declared.params, Named(held.state, held.args), f"`{held.model}` in the memory")
    if held.until is not None and held.until not in _LASTING:
        raise Refusal(
            "name", f"`{declared.name}` in the memory lasts until `{held.until}`", suggestion(held.until, _LASTING)
        )
    return replace(held, state=declared.name)


def _used(book: Rulebook, pieces: Collection[str], used: Used) -> Used:
    rule = book.rule(used.rule).id
    if used.piece is not None:
        _piece(pieces, used.piece)
    _counted(f"`{rule}` in the memory", turn=used.turn, activation=used.activation, leg=used.leg)
    return replace(used, rule=rule)


def _changed(book: Rulebook, pieces: Collection[str], changed: Changed) -> Changed:
    _piece(pieces, changed.piece)
    if changed.terrain not in book.terrains and name_key(changed.terrain) == "Open":
        return changed  # bare table, which need not be declared
    declared = book.terrain(changed.terrain)
    bracketed(declared.name, declared.params, Named(changed.terrain, changed.args), f"`{changed.piece}` in the memory")
    return replace(changed, terrain=declared.name)


def _piece(pieces: Collection[str], name: str) -> None:
    if name not in pieces:
        raise Refusal(
            "name", f"the memory speaks of the piece `{name}`, which is not on the table", suggestion(name, pieces)
        )


def _counted(what: str, **counts: int | None) -> None:
    for key, count in counts.items():
        if count is not None and count < 0:
            raise Refusal("number", f"`{key}` of {what} is {count}, and counts from 0")
