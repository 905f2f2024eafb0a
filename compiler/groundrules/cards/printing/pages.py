"""A deck as one HTML file that prints: nine cards to a page, then the quick reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

import jinja2
from markupsafe import Markup

from groundrules.cards.markdown import comment
from groundrules.cards.model import Card, Deck, Index, Sheet
from groundrules.cards.printing import font
from groundrules.cards.printing.blocks import bullet_runs
from groundrules.cards.printing.faces import Face, TooLarge, faces
from groundrules.cards.printing.fitting import fitted
from groundrules.cards.printing.measures import CARD
from groundrules.cards.printing.paper import ACROSS, DOWN, PAPERS, PaperName
from groundrules.cards.rendering import environment

#: Fields of the model that hold ids, keys and files, not words.
_NOT_WORDS = {"ids", "home", "key", "keys", "columns", "file", "kind", "events", "place"}


@dataclass(frozen=True, slots=True)
class Unprintable:
    """Why a card (or the sheet: ``card`` is ``None``) cannot be printed.

    ``glyphs``: what the font has no glyph for; else ``over``: by how many millimetres a part
    of it is too tall for a card of its own.
    """

    card: Card | None
    glyphs: str = ""
    over: float = 0.0


class NotPrinted(Exception):
    """A deck that cannot be printed, with all that is in the way."""

    def __init__(self, problems: tuple[Unprintable, ...]) -> None:
        super().__init__(f"{len(problems)} pages cannot be printed")
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Printed:
    """The HTML file, how many pages of cards it has, and the cards that take several printed ones, with how many."""

    text: str
    cards: int
    pages: int
    split: tuple[tuple[Card, int], ...]


def print_deck(
    deck: Deck,
    *,
    paper: PaperName = "a4",
    copies: int = 1,
    templates: jinja2.BaseLoader | None = None,
    content_hash: str | None = None,
) -> Printed:
    """The HTML file of a deck, each card ``copies`` times; the sheet is in it if the index names it.

    Raises :class:`NotPrinted`, and ``jinja2.TemplateError`` for a template of an author that does not work.
    """
    made = _faces(deck)
    found = [face for each in made for _ in range(copies) for face in each]
    size = ACROSS * DOWN
    pages = [found[start : start + size] for start in range(0, len(found), size)]
    provenance = " · ".join(part for part in ("groundrules", deck.name, content_hash) if part)
    env = environment(templates, html=True)
    env.filters |= filters()
    text = env.get_template("cards.html.j2").render(
        deck=deck,
        pages=pages,
        paper=PAPERS[paper],
        m=CARD,
        fonts=[(name, Markup(data)) for name, data in font.embedded()],  # base64 of ours
        font_licence=Markup(font.licence()),
        provenance=comment(provenance),
    )
    split = tuple((each[0].card, len(each)) for each in made if len(each) > 1)
    return Printed(text.strip("\n") + "\n", len(found), len(pages), split)


def _faces(deck: Deck) -> list[tuple[Face, ...]]:
    """The faces of every card; what is in the way of any is told of all."""
    made: list[tuple[Face, ...]] = []
    problems: list[Unprintable] = []
    for card in deck.cards:
        glyphs = _missing(card)
        if glyphs:
            problems.append(Unprintable(card, glyphs))
            continue
        try:
            made.append(faces(card))
        except TooLarge as problem:
            problems.append(Unprintable(card, over=problem.over))
    if deck.index.sheet is not None and (glyphs := _missing(deck.sheet, deck.index)):
        problems.append(Unprintable(None, glyphs))
    if problems:
        raise NotPrinted(tuple(problems))
    return made


def _missing(*pages: Card | Sheet | Index) -> str:
    return font.missing(font.printed("".join(text for page in pages for text in words(page))))


def words(part: object) -> Iterator[str]:
    """Every text of a part of the model that may be printed."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Iterable):
        for one in part:
            yield from words(one)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name not in _NOT_WORDS:
                yield from words(getattr(part, field.name))


def filters() -> dict[str, Callable[..., object]]:
    """What templates of printed pages turn parts of the model with."""
    return {
        "printed": font.printed,
        "bullet_runs": bullet_runs,
        "fitted": fitted,
    }
