"""What a check is shown: the compiled rules, their text, and what several checks ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from groundrules.meaning.context import Context as Meaning
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.regions import Region, regions
from groundrules.meaning.traverse import brought
from groundrules.ruleset import (
    Band,
    Choose,
    Conditional,
    Declared,
    Effect,
    Handler,
    Origin,
    Perform,
    Qualifiers,
    Roll,
    Rule,
    Ruleset,
)
from groundrules.source import Span

if TYPE_CHECKING:
    from groundrules.scenarios.witness import Witnesses


@dataclass(frozen=True, slots=True)
class Said:
    """An effect with where it is said.

    ``rule`` or ``roll`` is the root it stands under (of a roll, ``band`` or ``handler``);
    ``qualifiers`` are all on the way down to it, those of the root first.
    """

    effect: Effect
    qualifiers: tuple[Qualifiers, ...]
    rule: Rule | None = None
    roll: Roll | None = None
    band: Band | None = None
    handler: Handler | None = None


@dataclass
class Context:
    """A ruleset without an error, and its text.

    ``meaning`` holds the tree of every file, the names and where each stands; the functions
    of :mod:`groundrules.meaning.checks.places` take it. What is asked for often is worked
    out once.
    """

    meaning: Meaning
    _regions: dict[int, tuple[Region, ...]] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        """The compiled rules."""
        return self.meaning.ruleset

    def span(self, origin: Origin) -> Span:
        """The place in the text that an origin speaks of."""
        return self.meaning.span(origin)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What each field can be, for :mod:`groundrules.meaning.facts`."""
        return Vocabulary.of(self.ruleset)

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules by id."""
        return {rule.id: rule for rule in self.ruleset.rules}

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Every effect of every rule, band and handler, those inside others too."""
        return tuple(_said(self.ruleset))

    @cached_property
    def witnesses(self) -> Witnesses:
        """The search for situations that show a finding; only for a check that has one."""
        from groundrules.lint.witnessing import witnesses

        return witnesses(self.ruleset)

    def regions(self, index: int) -> tuple[Region, ...]:
        """Where the rule of a number speaks, once for each of its subjects."""
        known = self._regions.get(index)
        if known is None:
            known = self._regions[index] = regions(index, self.ruleset.rules[index], self.vocabulary)
        return known


def _said(ruleset: Ruleset) -> Iterator[Said]:
    for rule in ruleset.rules:
        for effect, way in _down(rule.effects, (rule.qualifiers,)):
            yield Said(effect, way, rule=rule)
    for roll in ruleset.rolls:
        for band in roll.bands:
            for effect, way in _down(band.effects, (band.qualifiers,)):
                yield Said(effect, way, roll=roll, band=band)
        for handler in roll.handlers:
            for effect, way in _down(handler.effects, (handler.qualifiers,)):
                yield Said(effect, way, roll=roll, handler=handler)


def _down(effects: tuple[Effect, ...], way: tuple[Qualifiers, ...]) -> Iterator[tuple[Effect, tuple[Qualifiers, ...]]]:
    for effect in effects:
        yield effect, way
        if isinstance(effect, Choose | Conditional):
            yield from _down(effect.effects, (*way, effect.qualifiers))
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from _down(handler.effects, (*way, handler.qualifiers))


def words_of(ruleset: Ruleset) -> frozenset[str]:
    """What a ruleset holds, in the words of :class:`~groundrules.lint.registry.Entry`.

    The tags of its effects (``pass``, ``counts as``, ``halt`` …); what some rule has: events
    (``on``, among them ``contact``), ``once``, other ``qualifiers``, such with ``names`` or a
    condition, another rule that it ``beats``; and what is declared: a ``field``, one of
    more than two ``values``, ``roll declared``, a ``band for`` some, ``group``, ``number``, ``option
    named``, ``prose`` for a card.
    """
    found: set[str] = set()
    effects = [rule.effects for rule in ruleset.rules]
    for roll in ruleset.rolls:
        effects += [band.effects for band in roll.bands] + [handler.effects for handler in roll.handlers]
    for several in effects:
        found.update(effect.TAG for effect in brought(several))
    for rule in ruleset.rules:
        q = rule.qualifiers
        there = (
            ("on", q.on), ("contact", "contact" in q.on), ("once", q.once), ("beats", rule.beats),
            ("qualifiers", q != Qualifiers()),
            ("names", q.within or q.during or q.who or q.but or q.but_during or q.when is not None),
        )  # fmt: skip
        found.update(word for word, held in there if held)
    declared = (
        ("field", ruleset.fields), ("roll declared", ruleset.rolls), ("group", ruleset.groups),
        ("option named", ruleset.options), ("number", ruleset.numbers),
        ("band for", any(band.qualifiers != Qualifiers() for roll in ruleset.rolls for band in roll.bands)),
        ("values", any(len(field.values) > 2 for field in ruleset.fields)),
        ("prose", any(each.prose for each in _worded(ruleset))),
    )  # fmt: skip
    found.update(word for word, held in declared if held)
    return frozenset(found)


def _worded(ruleset: Ruleset) -> Iterator[Declared | Rule]:
    """Everything that may have words for its card."""
    yield from ruleset.rules
    yield from ruleset.fields
    yield from (*ruleset.traits, *ruleset.actions, *ruleset.outcomes, *ruleset.states, *ruleset.covers)
    yield from (*ruleset.options, *ruleset.numbers, *ruleset.rolls, *ruleset.terrains, *ruleset.groups)
