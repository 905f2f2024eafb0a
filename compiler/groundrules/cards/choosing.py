"""Single cards of a deck, by the names that a person gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from groundrules.cards.model import Card, Deck
from groundrules.naming import name_key

#: What the sheet is called among the keys of cards.
SHEET_KEY = "quick-reference"


def own_name(card: Card) -> str:
    """The name in the rules: ``Woods`` of ``terrain Woods``."""
    return "Any Terrain" if card.kind == "all terrain" else card.key.partition(" ")[2]


def names(deck: Deck) -> Iterator[str]:
    """What a person may call the cards and the sheet, to suggest one of them."""
    for card in deck.cards:
        yield own_name(card)
    for card in deck.cards:
        yield card.name
    yield deck.sheet.subtitle


def matching(deck: Deck, name: str) -> frozenset[str]:
    """The keys of the cards of a name, and that of the sheet if it is meant.

    A name is the one in the rules, the one on the card, or either with its kind before it
    (``roll Dangerous``); blanks and capitals do not matter.
    """
    wanted = _folded(name)
    found = {card.key for card in deck.cards if wanted in _called(card)}
    if wanted in {_folded(deck.sheet.subtitle), _folded(SHEET_KEY)}:
        found.add(SHEET_KEY)
    return frozenset(found)


def _called(card: Card) -> set[str]:
    parts = [own_name(card), card.name, *card.name.split(";")]
    return {_folded(f"{kind} {part}") for part in parts for kind in ("", card.kind, card.kind_word)}


def _folded(name: str) -> str:
    return name_key(name.strip()).casefold()


def chosen(deck: Deck, keys: Iterable[str]) -> Deck:
    """The deck with only the cards of these keys, in their order; its index names the sheet if it is one of them."""
    kept = frozenset(keys)
    cards = tuple(card for card in deck.cards if card.key in kept)
    files = {card.file for card in cards}
    groups = tuple(
        replace(group, pages=pages)
        for group in deck.index.groups
        if (pages := tuple(page for page in group.pages if page.file in files))
    )
    sheet = deck.index.sheet if SHEET_KEY in kept else None
    return replace(deck, cards=cards, index=replace(deck.index, groups=groups, sheet=sheet))
