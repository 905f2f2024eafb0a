"""What a class itself says of a ground: that it ignores it, or treats it as another.

The rules of the ground do not tell; but a row that speaks of the class must.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from groundrules.cards.classes import Column, is_plain, is_value
from groundrules.cards.desk import Desk
from groundrules.ruleset import FieldSchema, Ground, Ignore, Rule, Treat


@dataclass(frozen=True, slots=True)
class OwnGround:
    """What stands in the row of a class: ``instead`` of what the ground says, or beside it."""

    rule: Rule
    column: Column
    text: str
    instead: bool


def own_ground(desk: Desk, schema: FieldSchema | None, value: str | None, terrain: str) -> tuple[OwnGround, ...]:
    """What a class says of a terrain, in the order of its rules."""
    if schema is None or value is None:
        return ()
    return desk.once(("own ground", schema.name, value, terrain), lambda: tuple(_own(desk, schema, value, terrain)))


def _own(desk: Desk, schema: FieldSchema, value: str, terrain: str) -> Iterator[OwnGround]:
    words = desk.words
    for rule, effect in desk.once(("own rules", schema.name, value), lambda: tuple(_rules_of(desk, schema, value))):
        if not _covers(desk, effect.ground, terrain):
            continue
        certain = is_plain(rule) and not rule.qualifiers.on and not rule.qualifiers.who and not rule.qualifiers.but
        if isinstance(effect, Treat):
            text = words.say("brief.treated", terrain=words.term(effect.target))
            yield OwnGround(rule, "counts as", text, certain)
        elif effect.moving:
            yield OwnGround(rule, "move", words.say("brief.ignored moving"), False)
        elif effect.events or not certain:
            yield OwnGround(rule, "move", words.say("brief.ignored partly"), False)
        else:
            yield OwnGround(rule, "move", words.say("brief.ignored"), True)


def _rules_of(desk: Desk, schema: FieldSchema, value: str) -> Iterator[tuple[Rule, Ignore | Treat]]:
    """The rules of a class that make something of a ground: the same for all pages."""
    for rule in desk.ruleset.rules:
        if any(is_value(subject.term, schema, value) for subject in rule.subjects):
            yield from ((rule, effect) for effect in rule.effects if isinstance(effect, (Ignore, Treat)))


def _covers(desk: Desk, ground: Ground, terrain: str) -> bool:
    def named(name: str) -> bool:
        group = desk.lexicon.groups.get(name)
        return name == terrain or (group is not None and any(member.name == terrain for member in group.members))

    if any(named(term.name) for term in ground.excepts):
        return False
    return any(term.kind == "any terrain" or named(term.name) for term in ground.terrains)
