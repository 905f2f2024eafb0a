"""What a difference asks for: the needs of ids of every kind, of rules and of what is declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from groundrules.ruleset import NumberOf, Ruleset
from groundrules.scenarios.demands import Demands
from groundrules.scenarios.needs import LOOKS, Need, merged
from groundrules.scenarios.reaching import leaves_in


def needs_of(demands: Demands, ids: Iterable[str]) -> Iterator[Need]:
    """What the ids ask for: moves, then looks where nothing keeps to moves."""
    for each in ids:
        found = [*demands.of(each), *_of_declared(demands, each)]
        yield from found
        yield from (replace(need, ways=LOOKS) for need in found if need.ways is None)


def _of_declared(demands: Demands, id_: str) -> Iterator[Need]:
    """What an action, a roll, a kind of ground, a state, a number asks for."""
    ruleset = demands.ruleset
    if any(each.name == id_ for each in ruleset.actions):
        yield Need(action=id_)
    if any(each.name == id_ for each in ruleset.rolls):
        yield from demands.of_roll(id_)
    if any(each.name == id_ for each in ruleset.terrains):
        yield Need(kinds=((id_, ()),))
    if any(each.name == id_ for each in ruleset.states):
        yield Need(states=((id_, ()),))
    name = id_.partition(" > ")[0]
    if any(each.name == name for each in ruleset.numbers):
        yield from _reading(demands, name)


def _reading(demands: Demands, number: str) -> Iterator[Need]:
    """What reads a named number."""
    ruleset = demands.ruleset
    for roll in ruleset.rolls:
        if _reads(roll, number):
            yield from demands.of_roll(roll.name)
    for action in ruleset.actions:
        if _reads(action, number):
            yield Need(action=action.name)
    for rule in ruleset.rules:
        if _reads(rule, number):
            yield from demands.of_rule(rule)


def _reads(part: object, number: str) -> bool:
    return any(isinstance(leaf, NumberOf) and leaf.name == number for leaf in leaves_in(part))


def with_values(ruleset: Ruleset, needs: Sequence[Need]) -> Iterator[Need]:
    """Each need for each value that a model may have and each of its traits."""
    for need in needs:
        for schema in ruleset.fields:
            for value in schema.values if schema.owner == "model" else ():
                more = merged(need, Need(values=((("model", schema.name), value.name),)))
                if more is not None and more != need:
                    yield more
        for trait in ruleset.traits:
            more = merged(need, Need(traits=((trait.name, ("1",) * len(trait.params)),)))
            if more is not None and more != need:
                yield more


def once(needs: Iterable[Need]) -> Iterator[Need]:
    """The needs, each once."""
    seen: set[Need] = set()
    for need in needs:
        if need not in seen:
            seen.add(need)
            yield need
