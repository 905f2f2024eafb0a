"""The ``odds`` of a scenario against the exact ones."""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction

from groundrules.engine import Situation
from groundrules.naming import name_key
from groundrules.odds import Odds, odds_of
from groundrules.odds.panels import label_of, labels
from groundrules.ruleset import Ruleset
from groundrules.scenarios.expecting import Mismatch
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar
from groundrules.verdict import Memory


def compare_odds(ruleset: Ruleset, situation: Situation, memory: Memory, stated: Mapping) -> list[Mismatch]:
    """Every stated chance that is not the exact one.

    Raises :class:`~groundrules.engine.Refusal` where the odds cannot be had.
    """
    odds = odds_of(ruleset, situation, memory=memory)
    found = []
    for name, item in stated.items.items():
        found += _distribution(odds, name, item) if isinstance(item, Mapping) else _once(ruleset, odds, name, item)
    return found


def _once(ruleset: Ruleset, odds: Odds, name: str, item: Item) -> list[Mismatch]:
    wanted = item.number() if isinstance(item, Scalar) else None
    actual = odds.at_least_once(name)
    if wanted == actual:
        return []
    cause = _cause(ruleset, odds, name, wanted) if wanted is not None else None
    told = _chance(actual) + (f"; {cause}" if cause is not None else "")
    return [Mismatch(f"odds {name}", _text(item), told, item.span, actual)]


def _cause(ruleset: Ruleset, odds: Odds, name: str, wanted: Fraction) -> str | None:
    """What the stated chance is the chance of, or why there is none: the nearest cause of the difference."""
    names, actual = labels(ruleset), odds.at_least_once(name)
    called = label_of(name_key(name), names)
    if name_key(name).partition("(")[0] not in names:
        close = get_close_matches(name, [*names.values()], 1)
        return f"nothing is called `{name}`" + (f", but there is `{close[0]}`" if close else "")
    if wanted == 1 - actual:
        return f"{wanted} is the chance that `{called}` does not happen"
    if wanted == odds.distribution(name).get(1):
        return f"{wanted} is the chance of exactly one `{called}`; what is stated means at least one"
    for other in odds.names():
        if odds.at_least_once(other) == wanted != 1:
            return f"{wanted} is the chance of `{label_of(other, names)}`"
    for roll in ruleset.rolls:
        often = odds.distribution(roll.name)
        if max(often) > 1 and _mean(odds.distribution(name)) == wanted * _mean(often):
            return f"{wanted} is the chance at a single `{roll.name}`, of which there may be {max(often)}"
        made = odds.at_least_once(roll.name)
        if 0 < made < 1 and actual / made == wanted:
            return f"{wanted} is the chance once `{roll.name}` is made, which has a chance of {made}"
    return None


def _mean(often: dict[int, Fraction]) -> Fraction:
    return sum((number * chance for number, chance in often.items()), Fraction(0))


def _distribution(odds: Odds, name: str, stated: Mapping) -> list[Mismatch]:
    actual = odds.distribution(name)
    wanted: dict[int, Fraction | None] = {}
    for key, item in stated.items.items():
        wanted[int(key) if key.isdecimal() else -1] = item.number() if isinstance(item, Scalar) else None
    zero = Fraction(0)
    if all(wanted.get(number, zero) == actual.get(number, zero) for number in {*wanted, *actual}):
        return []
    shown = "{" + ", ".join(f"{number}: {chance}" for number, chance in actual.items()) + "}"
    return [Mismatch(f"odds {name}", _text(stated), shown, stated.span, tuple(actual.items()))]


def _chance(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.1%})"


def _text(item: Item) -> str:
    if isinstance(item, Mapping):
        return "{" + ", ".join(f"{key}: {_text(each)}" for key, each in item.items.items()) + "}"
    return item.text if isinstance(item, Scalar) else "?"
