"""``groundrules diff``: two versions of rulesets read, paired, and compared."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundrules.cards.choosing import SHEET_KEY, own_name
from groundrules.compare.differences import Differences, Side, differences
from groundrules.compare.said import cards_that_differ
from groundrules.project.checking import Report, check
from groundrules.project.compiling import Outcome
from groundrules.project.playing import find_files, load
from groundrules.project.rendering import with_deck
from groundrules.project.revisions import Version, version
from groundrules.project.settings import settings_of
from groundrules.scenarios.documents import Scenario

if TYPE_CHECKING:
    from groundrules.cards import Deck


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing: the rulesets that are in both, those that are in one only.

    Where either side has errors, ``report`` tells them, ``side`` names it, and nothing was compared.
    """

    pairs: tuple[Differences, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    report: Report | None = None
    side: str | None = None

    @property
    def any(self) -> bool:
        """Whether there is any difference."""
        return bool(self.added or self.removed or any(pair.any for pair in self.pairs))


def compare(old: str, new: str, *, situations: bool = True) -> Compared:
    """The differences of two files, folders or revisions.

    Raises :class:`~groundrules.project.roots.NothingThere`,
    :class:`~groundrules.project.revisions.NoRevision` and
    :class:`~groundrules.project.rendering.CardProblem`.
    """
    with ExitStack() as stack:
        sides = [stack.enter_context(version(named)) for named in (old, new)]
        reports = [check((side.path,)) for side in sides]
        for side, report in zip(sides, reports, strict=True):
            if report.has_errors:
                return Compared(report=_shown_as(report, side), side=side.shown)
        before, after = ({each.place.name: each for each in _rulesets(report)} for report in reports)
        if len(before) == len(after) == 1:  # a ruleset under another file name is still that ruleset
            before = dict(zip(after, before.values(), strict=True))
        pairs = tuple(
            differences(
                name,
                _side(before[name]),
                _side(after[name]),
                _scenarios(before[name], sides[0], after[name], sides[1]),
                situations=situations,
            )
            for name in after
            if name in before
        )
        return Compared(
            pairs,
            tuple(name for name in after if name not in before),
            tuple(name for name in before if name not in after),
        )


def changed_cards(old: str, outcomes: Mapping[str, Outcome]) -> dict[str, tuple[str, ...]] | Compared:
    """By ruleset, the names of its cards that are new or say something else than at ``old``; none is left out.

    A :class:`Compared` with a report where the rules at ``old`` have errors. Raises as :func:`compare` does.
    """
    with version(old) as side:
        report = check((side.path,))
        if report.has_errors:
            return Compared(report=_shown_as(report, side), side=side.shown)
        before = {each.place.name: each for each in _rulesets(report)}
        if len(before) == len(outcomes) == 1:
            before = dict(zip(outcomes, before.values(), strict=True))
        decks = {name: (_deck(before[name]) if name in before else None, _deck(now)) for name, now in outcomes.items()}
    return {name: cards for name, (was, now) in decks.items() if (cards := _cards(was, now))}


def _cards(old: Deck | None, new: Deck) -> tuple[str, ...]:
    """The names under which a build finds the cards that are new or changed, and the sheet."""
    if old is None:
        keys, sheet = {card.key for card in new.cards}, True
    else:
        cards = cards_that_differ(old, new)
        keys, sheet = {*cards.added, *cards.changed}, cards.sheet
    names = [f"{card.kind} {own_name(card)}" for card in new.cards if card.key in keys]
    return (*names, *((SHEET_KEY,) if sheet else ()))


def _rulesets(report: Report) -> Iterator[Outcome]:
    return (outcome for outcome in report.outcomes if outcome.rules is not None)


def _side(outcome: Outcome) -> Side:
    assert outcome.ruleset is not None
    return Side(outcome.ruleset, _deck(outcome))


def _deck(outcome: Outcome) -> Deck:
    return with_deck(outcome, lambda deck, templates: deck)


def _shown_as(report: Report, side: Version) -> Report:
    """A report in which the paths of a revision stand as the person would write them."""
    if side.folder is None:
        return report
    revision = side.shown.partition(":")[0]
    folder = os.fspath(side.folder)
    paths = {
        source: f"{revision}:{os.path.relpath(os.path.realpath(path), folder)}" for source, path in report.paths.items()
    }
    return Report(report.diagnostics, paths, report.outcomes)


def _scenarios(old: Outcome, before: Version, new: Outcome, after: Version) -> list[tuple[Scenario, str]]:
    """The scenarios that play by a ruleset, the new ones first, of the old ones those whose names are gone."""
    mine = _of_side(new, after)
    theirs = _of_side(old, before)
    return [*mine.values(), *(each for name, each in theirs.items() if name not in mine)]


def _of_side(outcome: Outcome, side: Version) -> dict[str, tuple[Scenario, str]]:
    found: dict[str, tuple[Scenario, str]] = {}
    folders = (outcome.place.path.parent, *settings_of(outcome.place.root).scenarios)
    for path, shown in find_files([os.fspath(folder) for folder in folders]):
        play = load(path, shown, only_scenarios=True)
        if play is None or play.document is None or play.place is None:
            continue
        if os.path.realpath(play.place.path) != os.path.realpath(outcome.place.path):
            continue
        for scenario in play.document.scenarios:
            found.setdefault(scenario.name, (scenario, f"{_shown(path, side)}:{scenario.span.line}"))
    return found


def _shown(path: Path, side: Version) -> str:
    if side.folder is not None:
        revision = side.shown.partition(":")[0]
        return f"{revision}:{os.path.relpath(os.path.realpath(path), side.folder)}"
    return Path(os.path.relpath(path)).as_posix()
