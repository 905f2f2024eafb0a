"""Options of the player: which rule or branch each opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from groundrules.meaning.drafts import origin
from groundrules.meaning.env import Env
from groundrules.meaning.traverse import inside
from groundrules.ruleset import Choose, Option, Roll, Rule


def options_of(env: Env, rules: Iterable[Rule], rolls: Iterable[Roll]) -> tuple[Option, ...]:
    """One entry for each rule or branch that an option opens, in the order of the options' names."""
    branches: dict[str, list[str]] = {}
    for name, id in _branches(rules, rolls):
        ids = branches.setdefault(name, [])
        if id not in ids:
            ids.append(id)
    return tuple(
        Option(name=symbol.name, display=symbol.display, origin=origin(symbol.node.span), branch=id)
        for symbol in env.table.of_kind("option")
        for id in branches.get(symbol.name, ())
    )


def _branches(rules: Iterable[Rule], rolls: Iterable[Roll]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        if rule.option is not None:
            yield rule.option, rule.id
        yield from ((choice.option, choice.id) for choice in inside(rule.effects, Choose))
    for roll in rolls:
        yield from ((choice.option, choice.id) for choice in inside(roll, Choose))
