"""The card model: what stands on every card and on the quick-reference sheet, before any layout.

Plain frozen data. Every sentence and every cell carries the ids of the compiled rules it
came from; an id of a declaration begins with a lower-case word (``roll Risky Roll``,
``setting overlap``), so it is never taken for the id of a rule.

Every compiled rule, branch and band stands in full in exactly one place, its *home*:
a :class:`Statement` with ``repeat`` false, or a :class:`Cell` that lists the id in
``home``. Wherever else it is said, the place is a repeat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

CardKind = Literal["terrain", "all terrain", "trait", "state", "outcome", "roll"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One or more sentences that say one thing; ``repeat``: it has its home elsewhere."""

    text: str
    ids: tuple[str, ...] = ()
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Bullet:
    """A rule as it stands in a list: the ``trigger`` it is found by, then what it says.

    ``key`` names the place (the id of the rule) and lasts while the words change;
    ``prose`` is what the author says about it, where the page has no place of its own for that;
    ``events`` are the events of the trigger as the language calls them.
    """

    key: str
    sentences: tuple[Statement, ...]
    trigger: str | None = None
    prose: tuple[Statement, ...] = ()
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several things that a cell says, the letters of its notes, and what parts it from the next one."""

    text: str
    notes: tuple[str, ...] = ()
    after: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table. ``home``: those of ``ids`` that have their home here.

    ``notes`` are the letters of the notes below the table that belong to it; ``file`` is
    the page that its text names. ``entries`` are its text in parts, where letters belong to each.
    """

    text: str
    ids: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    file: str | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def said(self) -> str:
        """The text with the letters of its notes, each behind what it belongs to."""
        entries = self.entries or (Entry(self.text, self.notes),)
        return "".join(_noted(entry) + entry.after for entry in entries)


def _noted(entry: Entry) -> str:
    letters = f"({', '.join(entry.notes)})" if entry.notes else ""
    return " ".join(part for part in (entry.text, letters) if part)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. ``keys``: what it speaks of; rows with equal values are merged into one."""

    keys: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``ids`` are the rules but for which there would be no such table.

    ``columns`` name the columns for readers of the model, ``headers`` for those of the card.
    """

    columns: tuple[str, ...]
    headers: tuple[str, ...]
    rows: tuple[Row, ...]
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """What a letter in a table stands for."""

    letter: str
    bullet: Bullet


@dataclass(frozen=True, slots=True)
class See:
    """A pointer to another page, with the rules that made it worth looking there."""

    name: str
    file: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollBox:
    """A dice procedure: what is rolled, and what each result brings."""

    name: str
    file: str
    dice: tuple[Statement, ...]
    table: Table | None


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, run by the engine; ``ids`` are the rules that it used."""

    text: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a band is: for one model, and at least once among five. Both between 0 and 1."""

    one: Fraction
    five: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What running the rules found out, to be put on the cards.

    ``chances`` by the id of a band; ``examples`` by the key of a card (:attr:`Card.key`),
    the sheet's under ``quick-reference``.
    """

    chances: Mapping[str, Chance] = field(default_factory=dict)
    examples: Mapping[str, Example] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """The last line of a page, and what the comment in its head says of where it came from."""

    words: tuple[str, ...]
    place: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The words of the layout itself, from the phrase catalogue."""

    separator: str
    example: str
    see: str
    legend: str
    footnotes: str
    cards: str
    house: str
    #: Headers of chances where there is little room.
    one: str
    five: str
    #: Beside a line of 50 mm on a printed page.
    scale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card, in the order in which a reader scans it.

    ``key`` lasts (``terrain Woods``); ``file`` is the path inside the ruleset's folder.
    ``traits`` says in one line what the thing is besides (what a terrain counts as, how
    long a state lasts). ``is_changed``: something on it differs from the ruleset that this one uses.
    """

    key: str
    kind: CardKind
    kind_word: str
    name: str
    file: str
    traits: tuple[Statement, ...] = ()
    tables: tuple[Table, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    rolls: tuple[RollBox, ...] = ()
    outcomes: tuple[Bullet, ...] = ()
    example: Example | None = None
    prose: tuple[Statement, ...] = ()
    see: tuple[See, ...] = ()
    is_changed: bool = False
    foot: Foot
    labels: Labels


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of the sheet: sentences or named entries, tables where that reads better."""

    key: str
    title: str
    bullets: tuple[Bullet, ...] = ()
    tables: tuple[Table, ...] = ()
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The quick reference of a whole ruleset, the most used first."""

    title: str
    subtitle: str
    file: str
    prose: tuple[Statement, ...] = ()
    master: tuple[Table, ...] = ()
    notes: tuple[Note, ...] = ()
    codes: tuple[Bullet, ...] = ()
    sections: tuple[Section, ...] = ()
    example: Example | None = None
    foot: Foot
    labels: Labels


@dataclass(frozen=True, slots=True)
class IndexGroup:
    """The cards of one kind, by name."""

    title: str
    pages: tuple[See, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """The page that lists all others; ``sheet`` is ``None`` where only cards are made."""

    title: str
    credits: tuple[Statement, ...]
    sheet: See | None
    groups: tuple[IndexGroup, ...]
    foot: Foot
    labels: Labels
    file: str = "index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """All pages of a ruleset; ``language`` is the code of the words around the author's."""

    name: str
    cards: tuple[Card, ...]
    sheet: Sheet
    index: Index
    language: str = "en"
