"""The ``odds`` of a scenario against the exact ones."""

from __future__ import annotations

from fractions import Fraction

from groundrules.engine import Situation
from groundrules.odds import Odds, odds_of
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
        found += _distribution(odds, name, item) if isinstance(item, Mapping) else _once(odds, name, item)
    return found


def _once(odds: Odds, name: str, item: Item) -> list[Mismatch]:
    wanted = item.number() if isinstance(item, Scalar) else None
    actual = odds.at_least_once(name)
    if wanted == actual:
        return []
    return [Mismatch(f"odds {name}", _text(item), _chance(actual), item.span, actual)]


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
