"""What keeps a ruleset's cards from being printed, told at the place in its text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, finding
from groundrules.project.compiling import Outcome
from groundrules.project.library import Library
from groundrules.project.reading import Unreadable
from groundrules.ruleset import Origin
from groundrules.source import Source, Span

if TYPE_CHECKING:
    from groundrules.cards.model import Card
    from groundrules.cards.printing import NotPrinted

#: More characters of a card than these are not named one by one.
_NAMED = 5


class NotPrintable(Exception):
    """Cards that cannot be printed, and the findings that say why."""

    def __init__(self, outcome: Outcome, problem: NotPrinted) -> None:
        super().__init__(str(problem))
        self.outcome = outcome
        opened = Library().open(outcome.place)
        source = Source(outcome.place.source_name, "") if isinstance(opened, Unreadable) else opened
        self.source = source
        # What many cards say is written in one place, and told once.
        found = {(each.code, each.span): each for each in reversed([*_findings(outcome, source, problem)])}
        self.diagnostics = tuple(reversed(found.values()))


def _findings(outcome: Outcome, source: Source, problem: NotPrinted) -> Iterator[Diagnostic]:
    from groundrules.cards.choosing import own_name

    for each in problem.problems:
        where = f"the card `{own_name(each.card)}`" if each.card is not None else "the quick reference"
        if each.glyphs:
            named = ", ".join(f"`{char}` (U+{ord(char):04X})" for char in each.glyphs[:_NAMED])
            more = f" and {len(each.glyphs) - _NAMED} more" if len(each.glyphs) > _NAMED else ""
            yield finding(
                "GR631",
                _character(source, each.glyphs) or _declared(outcome, source, each.card),
                f"the font of printed cards has no sign for {named}{more} on {where}",
                help="say it in words; there are Latin, Greek and Cyrillic letters, arrows and the faces of dice",
            )
        else:
            yield finding(
                "GR632",
                _declared(outcome, source, each.card),
                f"a part of {where} is {each.over:.1f} mm too tall for a printed card",
                help="say it in fewer words, or in several results; Markdown pages have room for any length",
            )


def _character(source: Source, glyphs: str) -> Span | None:
    """Where the first of the characters stands in the text, as it is or before it is composed."""
    for char in glyphs:
        for written in (char, unicodedata.normalize("NFD", char)):
            start = source.text.find(written)
            if start >= 0:
                return source.span(start, start + len(written))
    return None


def _declared(outcome: Outcome, source: Source, card: Card | None) -> Span:
    """Where what a card is about is declared, if that is in this text."""
    origin = None if card is None else _origin(outcome, card)
    if origin is None or origin.file != source.name:
        return source.span(0, 0)
    return source.span(origin.start, origin.end)


def _origin(outcome: Outcome, card: Card) -> Origin | None:
    ruleset = outcome.ruleset
    assert ruleset is not None
    kind, _, name = card.key.partition(" ")
    declared = {
        "terrain": ruleset.terrains,
        "trait": ruleset.traits,
        "state": ruleset.states,
        "outcome": ruleset.outcomes,
        "roll": ruleset.rolls,
    }.get(kind, ())
    return next((one.origin for one in declared if one.name == name), None)
