"""The differences of two rulesets: in words, in play, on cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from groundrules.cards import Deck
from groundrules.compare.apart import Searching
from groundrules.compare.changes import changes_of
from groundrules.compare.played import Played, Situation, played, situation_for
from groundrules.compare.said import Cards, Told, cards_that_differ, said_in, told
from groundrules.compare.titles import named_once
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Scenario


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: the compiled rules and their cards."""

    ruleset: Ruleset
    deck: Deck


@dataclass(frozen=True, slots=True)
class Differences:
    """All that two versions of one ruleset say and do differently.

    ``scenarios``: those that come out otherwise, of ``asked`` that were played;
    ``situations``: made ones, one for each change in which it shows.
    """

    name: str
    changes: tuple[Told, ...] = ()
    scenarios: tuple[Played, ...] = ()
    asked: int = 0
    situations: tuple[Situation, ...] = ()
    cards: Cards = field(default_factory=Cards)

    @property
    def any(self) -> bool:
        """Whether there is any difference."""
        return bool(self.changes or self.scenarios or self.situations or self.cards != Cards())


def differences(
    name: str, old: Side, new: Side, scenarios: Iterable[tuple[Scenario, str]], *, situations: bool = True
) -> Differences:
    """Compare two versions of a ruleset; ``scenarios`` are played under both, each with its place."""
    before, after = said_in(old.deck), said_in(new.deck)
    changes = changes_of(old.ruleset, new.ruleset)
    listed = list(scenarios)
    if not changes:
        return Differences(name, cards=cards_that_differ(old.deck, new.deck), asked=len(listed))
    found = (played(old.ruleset, new.ruleset, scenario, place) for scenario, place in listed)
    made: list[Situation] = []
    if situations:
        searching = Searching(old.ruleset, [scenario for scenario, _ in listed])
        taken = {scenario.name for scenario, _ in listed}
        for change in changes:
            (title,) = named_once([(f"{change.id}, {change.how}", f"{change.kind} {change.id}")], taken)
            situation = situation_for(old.ruleset, new.ruleset, change, searching, title)
            if situation is not None:
                made.append(situation)
                taken.add(title)
    return Differences(
        name,
        tuple(told(change, before, after) for change in changes),
        tuple(each for each in found if each is not None),
        len(listed),
        tuple(made),
        cards_that_differ(old.deck, new.deck),
    )
