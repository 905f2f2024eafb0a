"""Names as readers see them, and the declarations they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from groundrules.cards.markdown import clean
from groundrules.ruleset import (
    Action,
    Cover,
    Declared,
    FieldSchema,
    Group,
    Number,
    Option,
    Outcome,
    Roll,
    Ruleset,
    State,
    Term,
    Terrain,
    Trait,
    Value,
)

D = TypeVar("D", bound=Declared)


#: What readers see where a name has nothing that can be seen.
NAMELESS = "\ufffd"


@lru_cache(maxsize=4096)
def parted(name: str) -> str:
    """A name with its words parted: ``RiskyRoll`` reads ``Risky Roll``."""
    letters: list[str] = []
    for before, letter in zip(" " + name, name, strict=False):
        if before.islower() and letter.isupper():
            letters.append(" ")
        letters.append(letter)
    return clean("".join(letters)) or NAMELESS


def shown(declared: Declared | Value) -> str:
    """The display name, as its author wrote it; without one the name, its words parted."""
    return (clean(declared.display) if declared.display is not None else "") or parted(declared.name)


def capital(text: str) -> str:
    """The text with a capital at its beginning, where its script has them."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Lexicon:
    """Every declaration of a ruleset by its kind and name."""

    terrains: dict[str, Terrain]
    traits: dict[str, Trait]
    actions: dict[str, Action]
    groups: dict[str, Group]
    outcomes: dict[str, Outcome]
    states: dict[str, State]
    covers: dict[str, Cover]
    options: dict[str, Option]
    numbers: dict[str, Number]
    rolls: dict[str, Roll]
    fields: dict[tuple[str, str], FieldSchema]
    values: dict[str, str]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Lexicon:
        """The names of a ruleset."""
        return cls(
            terrains=_by_name(ruleset.terrains),
            traits=_by_name(ruleset.traits),
            actions=_by_name(ruleset.actions),
            groups=_by_name(ruleset.groups),
            outcomes=_by_name(ruleset.outcomes),
            states=_by_name(ruleset.states),
            covers=_by_name(ruleset.covers),
            options=_by_name(ruleset.options),
            numbers=_by_name(ruleset.numbers),
            rolls=_by_name(ruleset.rolls),
            fields={(schema.owner, schema.name): schema for schema in ruleset.fields},
            values={value.name: shown(value) for schema in ruleset.fields for value in schema.values},
        )

    def of_term(self, term: Term) -> Declared | None:
        """The declaration that a term names; ``None`` for values, parameters and names nobody declared."""
        return self.thing(term.kind, term.name)

    def thing(self, kind: str, name: str) -> Declared | None:
        """The declaration of a kind and name, if there is one."""
        if kind == "terrain":
            return self.terrains.get(name) or self.groups.get(name)
        tables: dict[str, Mapping[str, Declared]] = {
            "trait": self.traits,
            "state": self.states,
            "action": self.actions,
            "option": self.options,
            "cover": self.covers,
            "outcome": self.outcomes,
            "number": self.numbers,
        }
        return tables[kind].get(name) if kind in tables else None

    def title(self, kind: str, name: str) -> str:
        """What readers see for a thing without a card: a class, an action, a quantity."""
        if kind == "value":
            return self.values.get(name, parted(name))
        found = self.thing(kind, name)
        return shown(found) if found is not None else parted(name)

    def name(self, term: Term) -> str:
        """What readers see for a term, without what stands in its brackets."""
        if term.kind == "value":
            return self.values.get(term.name, parted(term.name))
        declared = self.of_term(term)
        return shown(declared) if declared is not None else parted(term.name)

    def field(self, owner: str, name: str) -> str:
        """What readers see for a field."""
        schema = self.fields.get(("model" if owner in ("shooter", "target") else owner, name))
        return shown(schema) if schema is not None else parted(name)

    def roll(self, name: str) -> str:
        """What readers see for a roll."""
        return shown(self.rolls[name]) if name in self.rolls else parted(name)


def _by_name(declared: Iterable[D]) -> dict[str, D]:
    return {one.name: one for one in declared}
