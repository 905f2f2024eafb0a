"""Reference cards: from the compiled rules to a model of every page, and from that to Markdown."""

from groundrules.cards.catalogue import Catalogue, PhraseError, catalogue, named_catalogue, read_catalogue
from groundrules.cards.chances import chances_table
from groundrules.cards.deck import build_deck
from groundrules.cards.model import Chance, Deck, Example, Findings
from groundrules.cards.rendering import render, render_deck

__all__ = [
    "Catalogue",
    "Chance",
    "Deck",
    "Example",
    "Findings",
    "PhraseError",
    "build_deck",
    "catalogue",
    "chances_table",
    "named_catalogue",
    "read_catalogue",
    "render",
    "render_deck",
]
