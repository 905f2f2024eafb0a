"""What a rule speaks of: every name in it, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from groundrules.ruleset import (
    Band,
    Choose,
    Conditional,
    Handler,
    NumberAdjust,
    NumberPair,
    Origin,
    Roll,
    Rule,
    Term,
)

#: A kind of declared thing and its name. ``Any Terrain`` is ``("any terrain", "")``.
Reference = tuple[str, str]

#: Fields that hold the name of a thing as plain text.
_PLAIN = {
    ("Perform", "roll"): "roll",
    ("TotalOf", "roll"): "roll",
    ("ChangeRoll", "roll"): "roll",
    ("MoreDice", "roll"): "roll",
    ("Pass", "rolls"): "roll",
    ("Reroll", "rolls"): "roll",
    ("Roll", "base"): "roll",
    ("Deliver", "outcome"): "outcome",
    ("Deliver", "without"): "outcome",
    ("GiveCover", "grade"): "cover",
    ("NumberOf", "name"): "number",
    ("ChangeNumber", "name"): "number",
    ("Permit", "actions"): "action",
    ("Qualifiers", "during"): "action",
    ("Qualifiers", "but_during"): "action",
    ("Rule", "option"): "option",
}

#: What has an id of its own.
_WITH_ID = (Rule, Band, Handler, Choose, Conditional, NumberAdjust)


def mentioned(part: Rule | Band | Roll | NumberPair | NumberAdjust) -> tuple[Reference, ...]:
    """Every name in a part of a ruleset, each once, in the order in which it stands there."""
    return tuple(dict.fromkeys(name for name, _ in spoken(part)))


def spoken(part: Rule | Band | Roll | NumberPair | NumberAdjust) -> tuple[tuple[Reference, tuple[str, ...]], ...]:
    """Every name in a part of a ruleset, with the ids of the part and of the branches that it stands in."""
    return _spoken(part)


@lru_cache(maxsize=4096)
def _spoken(part: Any) -> tuple[tuple[Reference, tuple[str, ...]], ...]:
    return tuple(dict.fromkeys(_walk(part, ())))


def _walk(part: Any, branches: tuple[str, ...]) -> Iterator[tuple[Reference, tuple[str, ...]]]:
    if isinstance(part, tuple):
        for one in part:
            yield from _walk(one, branches)
    elif isinstance(part, Term):
        yield (("any terrain", "") if part.kind == "any terrain" else (part.kind, part.name)), branches
        yield from _walk(part.args, branches)
    elif is_dataclass(part) and not isinstance(part, Origin):
        kind = type(part).__name__
        inside = (*branches, part.id) if isinstance(part, _WITH_ID) else branches
        for field in fields(part):
            value = getattr(part, field.name)
            named = _PLAIN.get((kind, field.name))
            if named is None:
                yield from _walk(value, inside)
            else:
                yield from (((named, name), inside) for name in _names(value))


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _names(one)
