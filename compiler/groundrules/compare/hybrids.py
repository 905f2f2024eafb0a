"""The old rules with one change made: what that change alone does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from groundrules.compare.changes import Change
from groundrules.meaning import resolve
from groundrules.ruleset import Band, Handler, Roll, Rule, Ruleset

#: Where a ruleset keeps the declarations of each kind.
_LISTS = {
    "field": "fields", "terrain": "terrains", "trait": "traits", "action": "actions", "group": "groups",
    "outcome": "outcomes", "state": "states", "cover": "covers", "option": "options", "number": "numbers",
}  # fmt: skip


def with_change(old: Ruleset, new: Ruleset, change: Change) -> Ruleset:
    """The old rules with one change of the new ones, who wins over whom settled anew."""
    if change.kind in ("rule", "cell"):
        made = replace(old, rules=_rules(old.rules, change))
    elif change.kind == "setting":
        value = getattr(new.settings, change.id)
        made = replace(old, settings=replace(old.settings, **{change.id: value}))
    elif change.kind in ("roll", "band"):
        made = replace(old, rolls=_rolls(old.rolls, new.rolls, change))
    elif change.kind in _LISTS:
        made = replace(old, **{_LISTS[change.kind]: getattr(new, _LISTS[change.kind])})
    else:
        return old
    # What the changed part names must be there.
    declared: dict[str, Any] = {name: _joined(getattr(made, name), getattr(new, name)) for name in _LISTS.values()}
    declared["rolls"] = _joined(made.rolls, new.rolls)
    return resolve(replace(made, **declared))[0]


def _rules(rules: tuple[Rule, ...], change: Change) -> tuple[Rule, ...]:
    gone = change.was or change.id
    kept = [rule for rule in rules if rule.id != gone]
    at = next((place for place, rule in enumerate(rules) if rule.id == gone), len(kept))
    if isinstance(change.after, Rule):
        kept.insert(at, change.after)
    return tuple(kept)


def _rolls(old: tuple[Roll, ...], new: tuple[Roll, ...], change: Change) -> tuple[Roll, ...]:
    """Rolls as wholes: bands of one roll are edges of one another."""
    changed = {roll.name for roll in new if _holds(roll, change)} | {roll.name for roll in old if _holds(roll, change)}
    by_name = {roll.name: roll for roll in new}
    return tuple(by_name.get(roll.name, roll) if roll.name in changed else roll for roll in old)


def _holds(roll: Roll, change: Change) -> bool:
    parts: tuple[Band | Handler, ...] = (*roll.bands, *roll.handlers)
    return roll.name == change.id or any(part.id in change.ids for part in parts)


def _joined(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is declared in either, as the first says it."""
    known = {(getattr(each, "owner", None), each.name) for each in old}
    return (*old, *(each for each in new if (getattr(each, "owner", None), each.name) not in known))
