"""What a check is shown: the compiled rules, their text, and what several checks ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from groundrules.meaning.context import Context as Meaning
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.regions import Region, regions
from groundrules.ruleset import (
    Band,
    Choose,
    Conditional,
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
            known = self._regions[index] = tuple(regions(index, self.ruleset.rules[index], self.vocabulary))
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
