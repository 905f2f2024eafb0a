"""What a roll reads before it has chances: its brackets, the model, the day, the action, the moment of the move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from groundrules.engine.reading import parts
from groundrules.engine.stated import GROUND, Fact, fact_name, stated_key
from groundrules.ruleset import (
    Agreed,
    Change,
    ChangeNumber,
    ChangeRoll,
    FieldOf,
    FieldSchema,
    Measure,
    MeasureKind,
    MoreDice,
    MoveLies,
    NoEffect,
    NumberOf,
    Pass,
    Perform,
    Qualifiers,
    Rate,
    Read,
    Reroll,
    Roll,
    Rule,
    Ruleset,
    Share,
    Stands,
    Term,
    TotalOf,
)

_OF_GROUND = ("terrain", "any terrain")


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that must be known: ``name`` is what it is stated by.

    ``what``: the field's schema, the measure, the condition, the trait's term; nothing for others.
    """

    kind: Literal["bracket", "model", "game", "piece", "action", "ground", "measure", "fact"]
    name: str
    what: FieldSchema | MeasureKind | Fact | None = None


def needs_of(ruleset: Ruleset, roll: Roll) -> tuple[Need, ...]:
    """All that the total of a roll, its dice and its bands read, in the order in which they do."""
    found = {("bracket", name): Need("bracket", name) for name in roll.params}
    for need in _read(ruleset, _Closure.of(ruleset, roll).things):
        found.setdefault((need.kind, stated_key(need.name)), need)
    return tuple(found.values())


def held_of(ruleset: Ruleset, roll: Roll) -> tuple[Term, ...]:
    """The traits, states and options that a roll tells apart, those with brackets left out."""
    plain = {
        (kind, each.name)
        for kind, declared in (("trait", ruleset.traits), ("state", ruleset.states), ("option", ruleset.options))
        for each in declared
        if not getattr(each, "params", ())
    }
    terms = (each for thing in _Closure.of(ruleset, roll).things for each in parts(thing) if isinstance(each, Term))
    return tuple({(each.kind, each.name): each for each in terms if (each.kind, each.name) in plain}.values())


def may_be_stated(ruleset: Ruleset, roll: Roll) -> tuple[Need, ...]:
    """What the roll reads, and what the rules read that change it for some."""
    found = {(need.kind, stated_key(need.name)): need for need in needs_of(ruleset, roll)}
    for need in _read(ruleset, [each for rule in changing(ruleset, roll) for each in (rule.qualifiers, rule.effects)]):
        found.setdefault((need.kind, stated_key(need.name)), need)
    return tuple(found.values())


def reads_action(ruleset: Ruleset, roll: Roll) -> bool:
    """Whether a roll, or a rule that changes it, hangs on which of several actions it is made in."""
    rules = changing(ruleset, roll)
    subjects = [rule.subjects for rule in rules]
    return any(need.kind == "action" for need in (*may_be_stated(ruleset, roll), *_read(ruleset, subjects)))


def is_number(ruleset: Ruleset, roll: Roll) -> bool:
    """Whether the total of a roll is used as a number: it has no bands that part it, or something reads the total."""
    if len(roll.bands) <= 1:
        return True
    handlers = (
        each.handlers for each in parts((ruleset.rules, ruleset.rolls))
        if isinstance(each, Perform) and each.roll == roll.name
    )  # fmt: skip
    if any(isinstance(each, Read) and each.what == "result" for each in parts((roll.bands, roll.handlers, *handlers))):
        return True
    things = (ruleset.rules, ruleset.actions, ruleset.numbers, ruleset.rolls)
    return any(isinstance(each, TotalOf) and each.roll == roll.name for each in parts(things))


def changing(ruleset: Ruleset, roll: Roll) -> tuple[Rule, ...]:
    """The rules that may change what a roll comes to, each told by one of its effects.

    They change it, the rolls that it adds up, or a field or number that these read; where
    there are any, those that silence other rules are there too. A roll hangs on no others.
    """
    return _Closure.of(ruleset, roll).rules


@dataclass(slots=True)
class _Closure:
    """What can be read when a roll is made: parts of rolls and numbers, and the rules that change them."""

    things: list[object]
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, ruleset: Ruleset, roll: Roll) -> _Closure:
        """Everything that a roll reads, directly or not."""
        reached = _Reached(ruleset)
        reached.roll(roll)
        reached.settle()
        things = list(reached.things)
        rules: dict[str, Rule] = {}
        while True:
            more = [rule for rule in ruleset.rules if rule.id not in rules and reached.is_changed_by(rule)]
            if not more:
                break
            for rule in more:
                rules[rule.id] = rule
                reached.add(rule.effects)
            reached.settle()
        silencing = [rule for rule in ruleset.rules if any(isinstance(each, NoEffect) for each in parts(rule.effects))]
        if rules:
            rules |= {rule.id: rule for rule in silencing}
        return cls(things, tuple(rule for rule in ruleset.rules if rule.id in rules))


class _Reached:
    """Rolls, numbers and fields that were come to, and all that they are made of."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._rolls = {each.name: each for each in ruleset.rolls}
        self._numbers = {each.name: each for each in ruleset.numbers}
        self._todo: list[object] = []
        self.things: list[object] = []
        self.rolls: set[str] = set()
        self.numbers: set[str] = set()
        self.fields: set[tuple[str, str]] = set()

    def roll(self, roll: Roll) -> None:
        """A roll that is made: its total and its bands."""
        self._named(roll)
        self.add((roll.total, *((band.low, band.high, band.qualifiers) for band in roll.bands)))

    def add(self, thing: object) -> None:
        """Something that may be read."""
        self._todo.append(thing)

    def settle(self) -> None:
        """Follows everything that was added."""
        while self._todo:
            thing = self._todo.pop(0)
            self.things.append(thing)
            for each in parts(thing):
                self._follow(each)

    def _follow(self, part: object) -> None:
        match part:
            case FieldOf(owner=owner, field=name):
                self.fields.add((owner, name))
            case NumberOf(name=name) if name not in self.numbers:
                self.numbers.add(name)
                number = self._numbers[name]
                if number.by is not None:
                    self.fields.add(("model", number.by))
                    self.add(FieldOf("model", number.by))
                self.add((number.value, number.pairs, number.adjusts))
            case Perform(roll=name) | TotalOf(roll=name) if name in self._rolls and name not in self.rolls:
                self._named(self._rolls[name])
                self.add(self._rolls[name].total)

    def _named(self, roll: Roll) -> None:
        at: Roll | None = roll
        while at is not None and at.name not in self.rolls:
            self.rolls.add(at.name)
            at = self._rolls.get(at.base) if at.base is not None else None

    def is_changed_by(self, rule: Rule) -> bool:
        """Whether an effect of a rule changes what was come to."""
        return any(map(self._is_changed, parts(rule.effects)))

    def _is_changed(self, part: object) -> bool:
        match part:
            case ChangeRoll(roll=name) | MoreDice(roll=name):
                return name in self.rolls
            case Pass(rolls=names) | Reroll(rolls=names):
                return not self.rolls.isdisjoint(names)
            case Change(owner=owner, field=name):
                return (owner, name) in self.fields
            case ChangeNumber(name=name):
                return name in self.numbers
        return False


def _read(ruleset: Ruleset, things: Iterable[object]) -> Iterator[Need]:
    """What of the surroundings parts of a ruleset read."""
    schemas: dict[tuple[str, str], FieldSchema] = {(each.owner, each.name): each for each in ruleset.fields}
    several = len(ruleset.actions) > 1
    for part in (each for thing in things for each in parts(thing)):
        match part:
            case FieldOf(owner=owner, field=name) | Term(owner=str() as owner, field=str() as name):
                schema = schemas.get((owner, name))
                if schema is not None and schema.owner == "model":
                    yield Need("model", schema.shown, schema)
                elif schema is not None and schema.owner == "game":
                    yield Need("game", schema.shown, schema)
                elif schema is not None:
                    yield Need("piece", f"piece {schema.shown}", schema)
            case Term(kind="action") if several:
                yield Need("action", "action")
            case Term(kind=kind) if kind in _OF_GROUND:
                yield Need("ground", GROUND)
            case Qualifiers(during=during, but_during=but, within=within):
                if (during or but) and several:
                    yield Need("action", "action")
                if within:
                    yield Need("ground", GROUND)
            case Measure(measure=kind) | Rate(measure=kind):
                yield Need("measure", kind, kind)
            case Agreed() | MoveLies() | Share() | Stands():
                yield Need("fact", fact_name(part), part)
