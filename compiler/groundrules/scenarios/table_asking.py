"""What the rules ask of the pieces of a table: fields to be stated, things to be agreed.

A piece is asked for a field only where a rule about that piece reads it, or a roll or a
number that such a rule leads to. What ground may become or count as for some model counts
as well, whatever that hangs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from groundrules.engine import Named, Piece, book_of
from groundrules.engine.fields import kind_value
from groundrules.engine.profile import Spot
from groundrules.meaning.traverse import inside, parts
from groundrules.naming import name_key
from groundrules.ruleset import (
    Agreed,
    Becomes,
    CountsAs,
    FieldSchema,
    NumberOf,
    Perform,
    Rule,
    Ruleset,
    Subject,
    TotalOf,
    Treat,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something in the rules that the players must agree on, in the author's words.

    ``rules`` say it; ``pieces`` are those it is about. ``agreed``: it is listed for the table.
    """

    text: str
    agreed: bool
    rules: tuple[str, ...]
    pieces: tuple[str, ...]


class Asking:
    """What one ruleset asks."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.fields = tuple(field for field in ruleset.fields if field.owner == "piece")
        self._rolls = {each.name: each for each in ruleset.rolls}
        self._numbers = {each.name: each for each in ruleset.numbers}
        self._concerns: dict[tuple[str, ...], dict[str, object]] = {}

    def lacking(self, piece: Piece) -> Iterator[tuple[FieldSchema, tuple[str, ...]]]:
        """The fields that an answer about the piece hangs on and that it does not state, and what asks for each."""
        spot, stated = Spot(piece.terrains, piece.fields), {name for name, _ in piece.fields}
        for field in self.fields:
            if field.type == "agreed" or field.optional or field.name in stated:
                continue
            asked = tuple(name for name in field.asked_by if name in self.concerning(piece.terrains))
            if asked and kind_value(book_of(self.ruleset), spot, field.name) is None:
                yield field, asked

    def to_agree(self, piece: Piece) -> Iterator[FieldSchema]:
        """The fields of the piece that the players agree on."""
        for field in self.fields:
            concerned = not field.agreed_for or any(each.name in field.agreed_for for each in piece.terrains)
            if field.type == "agreed" and concerned:
                yield field

    def facts(self, pieces: Iterable[Piece], agreed: Iterable[str]) -> tuple[Fact, ...]:
        """What the rules about these pieces want agreed, in the order of the rules."""
        said = {_key(text) for text in agreed}
        found: dict[str, tuple[str, dict[str, None], dict[str, None]]] = {}
        for piece in pieces:
            for name, thing in self.concerning(piece.terrains).items():
                for fact in inside(thing, Agreed):
                    _, rules, names = found.setdefault(_key(fact.text), (fact.text, {}, {}))
                    rules[name] = names[piece.name] = None
        return tuple(Fact(text, key in said, tuple(rules), tuple(names)) for key, (text, rules, names) in found.items())

    def concerning(self, terrains: Iterable[Named]) -> dict[str, object]:
        """The rules, rolls and numbers that may come into play on ground of these kinds, by id or name."""
        key = tuple(sorted({each.name for each in terrains}))
        known = self._concerns.get(key)
        if known is None:
            known = self._concerns[key] = self._concerning(set(key))
        return known

    def _concerning(self, kinds: set[str]) -> dict[str, object]:
        found: dict[str, object] = {}
        known = -1
        while known < len(kinds):
            known = len(kinds)
            for rule in self.ruleset.rules:
                if rule.id not in found and _is_about(rule, kinds):
                    self._take(rule.id, rule, found)
            for thing in list(found.values()):
                kinds.update(_besides(thing, kinds))
        order = {rule.id: number for number, rule in enumerate(self.ruleset.rules)}
        return dict(sorted(found.items(), key=lambda each: order.get(each[0], len(order))))

    def _take(self, name: str, thing: object, found: dict[str, object]) -> None:
        """Takes in a rule, and the rolls and numbers that it leads to."""
        waiting = [(name, thing)]
        while waiting:
            name, thing = waiting.pop()
            if name in found:
                continue
            found[name] = thing
            for part in parts(thing):
                if isinstance(part, (Perform, TotalOf)) and part.roll in self._rolls:
                    waiting.append((part.roll, self._rolls[part.roll]))
                elif isinstance(part, NumberOf) and part.name in self._numbers:
                    waiting.append((part.name, self._numbers[part.name]))


def _besides(thing: object, kinds: set[str]) -> Iterator[str]:
    """What ground of these kinds may be by a rule or a roll."""
    for part in parts(thing):
        if isinstance(part, CountsAs):
            yield from (term.name for term in part.terrains)
        elif isinstance(part, Becomes):
            yield part.terrain.name
        elif isinstance(part, Treat) and any(t.kind != "terrain" or t.name in kinds for t in part.ground.terrains):
            yield part.target.name


def _is_about(rule: Rule, kinds: set[str]) -> bool:
    """Whether a rule may speak where ground is of these kinds."""
    return any(_subject_fits(subject, kinds) for subject in rule.subjects) and all(
        any(term.kind != "terrain" or term.name in kinds for term in group) for group in rule.qualifiers.within
    )


def _subject_fits(subject: Subject, kinds: set[str]) -> bool:
    return subject.term.kind != "terrain" or subject.term.name in kinds


def _key(text: str) -> str:
    return name_key(text).casefold()
