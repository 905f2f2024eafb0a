"""What a scenario expects, against what came of it.

Only the stated keys are compared. Names compare with their blanks dropped, numbers within
:data:`TOLERANCE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping as Map
from dataclasses import dataclass
from fractions import Fraction

from groundrules.naming import name_key
from groundrules.quantity import exact
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Span
from groundrules.verdict import Number, OutcomeMade, RollMade, Sight, Verdict

#: Numbers nearer to each other than this are equal.
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One stated key that did not come true: what was expected, what came, in words.

    ``odds``: for a chance, what it is, or the chance of each count.
    """

    key: str
    expected: str
    actual: str
    span: Span
    odds: Fraction | tuple[tuple[int, Fraction], ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What there is to compare with: a verdict, a look, or both."""

    verdict: Verdict | None
    look: Sight | None


def compare(expect: Mapping, outcome: Outcome) -> list[Mismatch]:
    """Every stated key that did not come true, in the order stated."""
    found = []
    for key, item in expect.items.items():
        actual = _COMPARERS[key](item, outcome) if key in _COMPARERS else None
        if actual is not None:
            found.append(Mismatch(key, show_item(item), actual, item.span))
    return found


# ---- each returns what came instead, or None when it is as expected


def _verdict_key(
    read: Callable[[Verdict], object], same: Callable[[Item, object], bool]
) -> Callable[[Item, Outcome], str | None]:
    def comparer(item: Item, outcome: Outcome) -> str | None:
        if outcome.verdict is None:
            return "no move was made"
        actual = read(outcome.verdict)
        return None if same(item, actual) else show(actual)

    return comparer


def _look_key(
    read: Callable[[Sight], object], same: Callable[[Item, object], bool]
) -> Callable[[Item, Outcome], str | None]:
    def comparer(item: Item, outcome: Outcome) -> str | None:
        if outcome.look is None:
            return "nobody looked"
        actual = read(outcome.look)
        return None if same(item, actual) else show(actual)

    return comparer


def _same_bool(item: Item, actual: object) -> bool:
    return isinstance(item, Scalar) and item.boolean() is actual


def _same_text(item: Item, actual: object) -> bool:
    text = actual if isinstance(actual, str) else "none"
    return isinstance(item, Scalar) and name_key(item.text) == name_key(text)


def _same_number(item: Item, actual: object) -> bool:
    if actual is None:
        return isinstance(item, Scalar) and item.text == "none"
    wanted = item.number() if isinstance(item, Scalar) else None
    if wanted is None or not isinstance(actual, (int, Fraction, float)):
        return False
    return abs(float(wanted) - float(actual)) <= TOLERANCE


def _same_point(item: Item, actual: object) -> bool:
    if not isinstance(item, Sequence) or not isinstance(actual, tuple) or len(item.items) != 2:
        return False
    return all(_same_number(each, value) for each, value in zip(item.items, actual, strict=True))


def _by_model(same: Callable[[Item, object], bool]) -> Callable[[Item, object], bool]:
    """A mapping compares only the models it states; one value must be that of every model."""

    def compared(item: Item, actual: object) -> bool:
        if isinstance(item, Mapping):
            return isinstance(actual, Map) and all(
                name in actual and same(each, actual[name]) for name, each in item.items.items()
            )
        if isinstance(actual, Map):
            return bool(actual) and all(same(item, each) for each in actual.values())
        return same(item, actual)

    return compared


def _same_allowance(item: Item, actual: object) -> bool:
    if isinstance(item, Sequence):
        values = actual if isinstance(actual, tuple) else (actual,)
        return len(item.items) == len(values) and all(map(_same_number, item.items, values))
    return _same_number(item, actual)


def _why(item: Item, outcome: Outcome) -> str | None:
    if outcome.verdict is None:
        return "no move was made"
    reasons = outcome.verdict.why
    if isinstance(item, Scalar):
        wanted = name_key(item.text)
        for reason in reasons:
            kind = reason.kind if reason.kind in ("allowance", "minimum", "action") else None
            if wanted in {name_key(each) for each in (reason.piece, reason.rule, kind) if each is not None}:
                return None
        if wanted == "none" and not reasons:
            return None
    return "; ".join(reason.words for reason in reasons) or "nothing speaks against the move"


def _rolls(item: Item, outcome: Outcome) -> str | None:
    made = outcome.verdict.rolls if outcome.verdict is not None else ()
    if isinstance(item, Sequence) and len(item.items) == len(made) and all(map(_same_roll, item.items, made)):
        return None
    return show(tuple(made))


def _same_roll(item: Item, made: RollMade) -> bool:
    if not isinstance(item, Mapping):
        return isinstance(item, Scalar) and name_key(item.text) == name_key(made.roll)
    for key, each in item.items.items():
        if key == "dice":
            faces = (
                tuple(f.number() if isinstance(f, Scalar) else None for f in each.items)
                if isinstance(each, Sequence)
                else ()
            )
            if faces != (made.dice or ()):
                return False
        elif key == "outcome":
            if not isinstance(each, Scalar) or name_key(each.text) not in map(name_key, made.bands):
                return False
        elif not _same_text(each, {"roll": made.roll, "model": made.model, "piece": made.piece}[key]):
            return False
    return True


def held_by(verdict: Verdict) -> dict[str, tuple[str, ...]]:
    """The states that each model that acted is in at the end, each once, in their order."""
    states = verdict.after.states if verdict.after is not None else ()
    return {
        each.model: tuple(dict.fromkeys(held.text for held in states if held.model == each.model))
        for each in verdict.models
    }


def _same_texts(item: Item, actual: object) -> bool:
    """Whether a list has these texts, in any order."""
    if not isinstance(item, Sequence) or not isinstance(actual, tuple):
        return False
    stated = [name_key(each.text) for each in item.items if isinstance(each, Scalar)]
    return len(stated) == len(item.items) and sorted(stated) == sorted(map(name_key, actual))


def _outcomes(item: Item, outcome: Outcome) -> str | None:
    made = outcome.verdict.outcomes if outcome.verdict is not None else ()
    if isinstance(item, Sequence) and len(item.items) == len(made) and all(map(_same_outcome, item.items, made)):
        return None
    return show(tuple(made))


def _same_outcome(item: Item, made: OutcomeMade) -> bool:
    if isinstance(item, Mapping):
        return all(_same_text(each, made.model if key == "model" else made.text) for key, each in item.items.items())
    return _same_text(item, made.text)


def _texts(read: Callable[[Verdict], tuple[str, ...]]) -> Callable[[Item, Outcome], str | None]:
    def comparer(item: Item, outcome: Outcome) -> str | None:
        actual = read(outcome.verdict) if outcome.verdict is not None else ()
        if isinstance(item, Sequence) and len(item.items) == len(actual) and all(map(_same_text, item.items, actual)):
            return None
        return show(actual)

    return comparer


def _notes(item: Item, outcome: Outcome) -> str | None:
    """Each expected note must be among those made."""
    notes = [
        *(outcome.verdict.notes if outcome.verdict is not None else ()),
        *(outcome.look.notes if outcome.look else ()),
    ]
    if isinstance(item, Sequence) and all(any(_same_text(each, note) for note in notes) for each in item.items):
        return None
    return show(tuple(notes))


_COMPARERS: dict[str, Callable[[Item, Outcome], str | None]] = {
    "legal": _verdict_key(lambda v: v.legal, _same_bool),
    "why": _why,
    "cost": _verdict_key(lambda v: v.cost, _by_model(_same_number)),
    "allowance": _verdict_key(lambda v: v.allowance, _same_allowance),
    "moved": _verdict_key(lambda v: v.moved, _by_model(_same_number)),
    "left": _verdict_key(lambda v: v.left, _by_model(_same_number)),
    "ends_at": _verdict_key(lambda v: v.ends_at, _by_model(_same_point)),
    "activation": _verdict_key(lambda v: v.activation, _same_text),
    "rolls": _rolls,
    "outcomes": _outcomes,
    "states": _verdict_key(held_by, _by_model(_same_texts)),
    "events": _texts(lambda v: tuple(event.text for event in v.events)),
    "sight": _look_key(lambda s: s.sight, _same_text),
    "cover": _look_key(lambda s: s.cover, _same_text),
    "obscured": _look_key(lambda s: s.obscured, _same_number),
    "changes": _look_key(lambda s: tuple(change.effect for change in s.changes), _same_texts),
    "notes": _notes,
}


# ---- in words


def show_item(item: Item) -> str:
    """An expected value as its author would write it on one line."""
    if isinstance(item, Scalar):
        return item.text
    if isinstance(item, Sequence):
        return "[" + ", ".join(show_item(each) for each in item.items) + "]"
    return "{" + ", ".join(f"{key}: {show_item(each)}" for key, each in item.items.items()) + "}"


def show(actual: object) -> str:
    """What came, as an author would write it into ``expect``."""
    match actual:
        case None:
            return "none"
        case bool():
            return "true" if actual else "false"
        case Fraction():
            return exact(actual)
        case float():
            return re.sub(r"\.?0+$", "", f"{actual:.6f}")
        case Map():
            return "{" + ", ".join(f"{key}: {show(each)}" for key, each in actual.items()) + "}"
        case tuple():
            return "[" + ", ".join(show(each) for each in actual) + "]"
        case RollMade():
            return show_roll(actual)
        case OutcomeMade():
            return actual.text
    return str(actual)


def show_roll(made: RollMade) -> str:
    """A roll that was made, with its dice and band."""
    parts = [f"roll: {made.roll}"]
    if made.model not in (None, "model"):
        parts.append(f"model: {made.model}")
    if made.dice is not None:
        parts.append(f"dice: [{', '.join(map(str, made.dice))}]")
    if made.outcome is not None:
        parts.append(f"outcome: {made.outcome}")
    return "{" + ", ".join(parts) + "}"


def same_number(item: Item, actual: Number | None) -> bool:
    """Whether a stated number is that number, within :data:`TOLERANCE`."""
    return _same_number(item, actual)
