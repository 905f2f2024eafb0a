"""Parts of a ruleset's cards, as they stand inside another document.

They are the cards as they are built, without the comment in their head and the line number
in their foot (both change when the rules have not), with headings that fit below those of
the document, and without links to pages that are not there.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from groundrules.naming import name_key
from groundrules.project.compiling import Outcome
from groundrules.project.rendering import with_deck
from groundrules.project.roots import nearest

if TYPE_CHECKING:
    from jinja2 import BaseLoader

    from groundrules.cards import Deck
    from groundrules.cards.model import Card, Sheet, Table
    from groundrules.ruleset import Roll, Ruleset

#: What can be asked for, with an example of each.
KINDS = {
    "card": "card Woods",
    "roll": "roll Risky Roll",
    "odds": "odds Risky Roll",
    "sheet": "sheet",
    "table": "table Infantry",
}


class NoSuchPart(Exception):
    """A part that the ruleset does not have, the one that may have been meant, and else what helps."""

    def __init__(self, message: str, suggestion: str | None, help: str = "name a thing as its rules name it") -> None:
        super().__init__(message)
        self.suggestion = suggestion
        self.help = help


def part_of(outcome: Outcome, kind: str, name: str, level: int) -> str:
    """A part of a compiled ruleset's cards as Markdown, its first heading of a level.

    ``kind`` is one of :data:`KINDS`. Raises :class:`NoSuchPart`, and
    :class:`~groundrules.project.rendering.CardProblem` for what a project says of its cards.
    """

    def make(deck: Deck, templates: BaseLoader | None) -> str:
        if kind == "odds":
            return _odds(outcome, templates, name)
        if kind == "table":
            return _table(deck, templates, name, _classes(outcome, name))
        page = deck.sheet if kind == "sheet" else _card(deck, kind, name)
        return _page(deck, templates, page)

    return _fitted(with_deck(outcome, make), level)


def _card(deck: Deck, kind: str, name: str) -> Card:
    from groundrules.cards.choosing import own_name

    cards = {name_key(own_name(card)): card for card in deck.cards if kind == "card" or card.kind == "roll"}
    shown = {name_key(card.name).casefold(): card for card in cards.values()}
    found = cards.get(name_key(name)) or shown.get(name_key(name).casefold())
    if found is None:
        thing = "has a card" if kind == "card" else "is a roll"
        raise NoSuchPart(f"nothing called `{name}` {thing}", nearest(name, map(own_name, cards.values())))
    return found


def _page(deck: Deck, templates: BaseLoader | None, page: Card | Sheet) -> str:
    from groundrules.cards import render_deck
    from groundrules.cards.markdown import headless
    from groundrules.cards.model import Sheet

    foot = replace(page.foot, words=tuple(word for word in page.foot.words if word != page.foot.place), place=None)
    if isinstance(page, Sheet):
        alone = replace(deck, cards=(), sheet=replace(page, foot=foot))
    else:
        alone = replace(deck, cards=(replace(page, foot=foot),))
    return headless(render_deck(alone, templates=templates)[page.file])


def _classes(outcome: Outcome, name: str) -> frozenset[str]:
    """What the columns of a table are called, as names are compared: a class, or all values of a field."""
    assert outcome.ruleset is not None
    for schema in outcome.ruleset.fields:
        if name_key(schema.name) == name_key(name):
            return frozenset(name_key(value.name).casefold() for value in schema.values)
    return frozenset({name_key(name).casefold()})


def _table(deck: Deck, templates: BaseLoader | None, name: str, classes: frozenset[str]) -> str:
    """The columns of some classes in the sheet's tables, with the notes that they need."""
    from groundrules.cards.rendering import environment

    sheet = deck.sheet
    found: list[Table] = []
    for table in sheet.master:
        numbers = [
            number
            for number, (column, header) in enumerate(zip(table.columns, table.headers, strict=True))
            if number and not classes.isdisjoint((name_key(column).casefold(), name_key(header).casefold()))
        ]
        found += [_columns(table, [0, *numbers])] if numbers else []
    if not found:
        columns = dict.fromkeys(column for table in sheet.master for column in table.columns[1:])
        raise NoSuchPart(f"no table has a column `{name}`", nearest(name, columns) or next(iter(columns), None))
    letters = {letter for table in found for row in table.rows for cell in row.cells for letter in cell.notes}
    notes = [note for note in sheet.notes if note.letter in letters]
    parts = environment(templates).get_template("parts.md.j2").module
    texts = [parts.table(table, sheet.file) for table in found]  # type: ignore[attr-defined]  # a macro
    bullet = parts.bullet  # type: ignore[attr-defined]  # a macro
    texts += ["\n".join(f"- ({note.letter}){bullet(note.bullet, '')}".rstrip() for note in notes)]
    return "\n\n".join(text.strip("\n") for text in texts if text.strip()) + "\n"


def _odds(outcome: Outcome, templates: BaseLoader | None, text: str) -> str:
    """The chances of a roll as a table; behind its name stand words about who makes it."""
    from groundrules.cards import chances_table
    from groundrules.cards.rendering import environment
    from groundrules.engine import Refusal
    from groundrules.odds.rolls import depends_on, roll_odds
    from groundrules.project.rendering import phrases_of
    from groundrules.scenarios.rolling import roller_of

    ruleset = outcome.ruleset
    assert ruleset is not None
    roll, words = _roll_and_words(ruleset, text)
    roller, found = roller_of(ruleset, roll, words)
    if roller is None:
        raise NoSuchPart(found[0].message, None, found[0].help or "state a model as its rules do")
    try:
        odds = roll_odds(ruleset, roll, roller)
    except Refusal as refusal:
        needed = depends_on(ruleset, roll)
        if refusal.kind not in ("field", "number") or not needed:
            raise NoSuchPart(str(refusal), None, refusal.help or "state a model for which the roll has odds") from None
        stated = " ".join(f'"{each}=…"' if " " in each else f"{each}=…" for each in needed)
        message = f"the odds of `{roll.name}` depend on {' and '.join(needed)}"
        raise NoSuchPart(message, None, f"write `odds {roll.name} {stated}`") from None
    heading, table = chances_table(ruleset, roll, odds, roller.args, words, phrases_of(outcome))
    parts = environment(templates).get_template("parts.md.j2").module
    return f"{heading}\n\n" + str(parts.table(table, "")).strip("\n") + "\n"  # type: ignore[attr-defined]  # a macro


def _roll_and_words(ruleset: Ruleset, text: str) -> tuple[Roll, list[str]]:
    """The roll whose name is the longest beginning of a text, and the words behind it."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    rolls = {name_key(roll.name): roll for roll in ruleset.rolls}
    loose = {key.casefold(): roll for key, roll in rolls.items()}
    for count in range(len(words), 0, -1):
        key = name_key(" ".join(words[:count]))
        roll = rolls.get(key) or loose.get(key.casefold())
        if roll is not None:
            return roll, words[count:]
    count = next((number for number, word in enumerate(words) if "=" in word), len(words))
    close = nearest(" ".join(words[:count]), [roll.name for roll in ruleset.rolls])
    suggestion = None if close is None else " ".join((close, *words[count:]))
    raise NoSuchPart(f"nothing called `{text}` is a roll", suggestion)


def _columns(table: Table, numbers: Iterable[int]) -> Table:
    chosen = tuple(numbers)
    return replace(
        table,
        columns=tuple(table.columns[number] for number in chosen),
        headers=tuple(table.headers[number] for number in chosen),
        rows=tuple(replace(row, cells=tuple(row.cells[number] for number in chosen)) for row in table.rows),
    )


def _fitted(text: str, level: int) -> str:
    """Headings that begin at a level, and the words of links without the links."""
    from groundrules.cards.markdown import lowered, relinked

    return relinked(lowered(text, level - 1), "", lambda page: None)
