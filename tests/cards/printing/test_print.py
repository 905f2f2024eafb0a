"""The printed file: whole, true to the model, nine cards to a page; what a text holds is shown and does nothing."""

from __future__ import annotations

import math
import re
from dataclasses import fields, replace

import pytest
from jinja2 import DictLoader
from jinja2.exceptions import SecurityError

from groundrules.cards import build_deck
from groundrules.cards.choosing import SHEET_KEY, chosen
from groundrules.cards.markdown import clean
from groundrules.cards.model import Card, Cell, Deck, Table
from groundrules.cards.printing import fit, print_deck
from groundrules.cards.printing.font import printed
from groundrules.cards.printing.pages import words
from groundrules.cards.printing.paper import PAPERS, PaperName
from groundrules.cards.sentences import TRIGGERS

from .. import samples
from ..reading import NAMES, bundled
from ..test_catalogue import FOUND
from ..test_pages import HOSTILE, every_word_hostile, hostile
from .reading import Element, read

MARKUP = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '" onmouseover="alert(1)', "' autofocus onfocus='x",
    "</style><script>x</script>", "</title><script>x</script>", "<svg/onload=alert(1)>", "javascript:alert(1)",
    "<a href='javascript:alert(1)'>x</a>", "<iframe srcdoc='<script>x</script>'>", "<!--", "-->", "]]>", "<![CDATA[",
    "&lt;script&gt;", "&#60;b&#62;", "<base href=//x>", "<meta http-equiv=refresh content=0>", "</article></section>",
    "url(http://x)", "@import 'x'", "*/ body { display: none }", "{{ 7 * 7 }}", "{% include 'x' %}", "<plaintext>",
)  # fmt: skip

DECKS = {name: build_deck(bundled(name), findings=FOUND) for name in NAMES}


def everything() -> Deck:
    """Every phrase there is, without the two signs of the samples that no font has."""
    return build_deck(samples.EVERYTHING, findings=FOUND)


def squeezed(text: str) -> str:
    """Text without blanks, which lines and elements put in anywhere."""
    return re.sub(r"\s", "", text)


def cards(root: Element) -> list[Element]:
    """The printed cards, in order."""
    return root.all("article", "card")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_nine_cards_to_a_page_then_the_sheet(name: str, paper: PaperName) -> None:
    made = print_deck(DECKS[name], paper=paper)
    root = read(made.text)
    pages = root.all("section", "page")
    assert [len(cards(page)) for page in pages[:-1]] == [9] * (len(pages) - 1)
    assert 1 <= len(cards(pages[-1])) <= 9
    assert made.pages == len(pages) == math.ceil(made.cards / 9)
    assert made.cards == len(cards(root)) == len(DECKS[name].cards) + sum(parts - 1 for _, parts in made.split)
    assert len(root.all("article", "sheet")) == 1
    size = PAPERS[paper]
    assert f"@page {{ size: {size.width}mm {size.height}mm; margin: 0; }}" in root.all("style")[0].text


def card_words(card: Card) -> list[str]:
    """What must stand on the cards of a card: every text of it but the two headers that are shorter in print."""
    labels = card.labels
    said = [labels.example] if card.example else []
    said += [labels.see] if card.see else []
    said += [labels.house] if card.is_changed else []
    long = {header for table in _tables(card) for header, column in zip(table.headers, table.columns, strict=True)
            if column in ("one", "five")}  # fmt: skip
    every = (field for field in fields(card) if field.name not in ("labels", "key", "kind", "file"))
    return [*said, *(text for field in every for text in words(getattr(card, field.name)) if text not in long)]


def _tables(card: Card) -> list[Table]:
    return [*card.tables, *(box.table for box in card.rolls if box.table is not None)]


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_a_card_says_all_that_its_model_says(name: str) -> None:
    deck = everything() if name == "everything" else DECKS[name]
    root = read(print_deck(deck).text)
    for card in deck.cards:
        shown = squeezed("".join(one.text for one in cards(root) if one.attributes["data-card"] == card.key))
        for text in card_words(card):
            assert squeezed(printed(text)) in shown, (card.key, text)


def as_shown(table: Table) -> Table:
    """The table with each cell as one text."""
    rows = (replace(row, cells=tuple(Cell(cell.said) for cell in row.cells)) for row in table.rows)
    return replace(table, rows=tuple(rows))


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_the_sheet_says_all_that_its_model_says(name: str) -> None:
    deck = everything() if name == "everything" else DECKS[name]
    (sheet,) = read(print_deck(deck).text).all("article", "sheet")
    shown = squeezed(sheet.text)
    # In the master table each entry of a cell has its letters behind it.
    model = replace(deck.sheet, master=tuple(map(as_shown, deck.sheet.master)))
    every = (field for field in fields(model) if field.name not in ("labels", "file"))
    for text in (
        *(text for field in every for text in words(getattr(model, field.name))),
        *words(deck.index.credits),
    ):
        assert squeezed(printed(text)) in shown, text


def test_a_word_stands_beside_every_icon_and_every_icon_is_drawn() -> None:
    root = read(print_deck(everything()).text)
    drawn = {symbol.attributes["id"].removeprefix("icon-") for symbol in root.all("symbol")}
    assert {use.attributes["href"].removeprefix("#icon-") for use in root.all("use")} <= drawn
    # One for each kind and each event, and nothing that means nothing.
    events = {trigger.replace(" ", "-") for trigger in TRIGGERS}
    assert drawn == events | {"terrain", "trait", "state", "outcome", "roll", "rule", "example", "also"}
    for card in cards(root):
        assert card.all("p", "kind")[0].text.strip()
        for line in card.all("p", "with-icon"):
            assert re.search(r"\w", line.text)


def test_copies_and_single_cards() -> None:
    deck = chosen(DECKS["epic"], {"terrain Woods", "terrain Impassable"})
    made = print_deck(deck, copies=4)
    root = read(made.text)
    keys = [card.attributes["data-card"] for card in cards(root)]
    assert keys == ["terrain Impassable"] * 4 + ["terrain Woods"] * 8
    assert [card.all("small")[0].text for card in cards(root)[4:]] == ["1/2", "2/2"] * 4
    assert (made.cards, made.pages) == (12, 2)
    assert root.all("article", "sheet") == []
    assert len(read(print_deck(chosen(DECKS["epic"], {SHEET_KEY})).text).all("article", "sheet")) == 1


def test_the_bytes_depend_on_the_deck_alone() -> None:
    assert print_deck(DECKS["epic"]).text == print_deck(build_deck(bundled("epic"), findings=FOUND)).text


def test_the_licence_of_the_font_goes_with_it() -> None:
    text = print_deck(DECKS["epic"]).text
    assert "SIL OPEN FONT LICENSE Version 1.1" in text and "Copyright 2015 Google LLC" in text


# ---- what a text may hold


@pytest.mark.parametrize("text", MARKUP)
def test_a_hostile_name_of_everything_is_shown_and_does_nothing(text: str) -> None:
    deck = build_deck(every_word_hostile(text))
    root = read(print_deck(deck).text)
    assert squeezed(printed(clean(text))) in squeezed(root.all("body")[0].text)
    # As many elements as with a harmless name of the same look: none came out of the text.
    harmless = read(print_deck(build_deck(every_word_hostile("x" * 5))).text)
    assert len(root.all("article")) >= len(harmless.all("article"))
    assert root.all("title")[0].text == clean(text)


def test_hostile_prose_is_shown_and_does_nothing() -> None:
    texts = [text for text in (*HOSTILE, *MARKUP) if text != "沼地"]
    for start in range(0, len(texts), 20):
        deck = build_deck(hostile(samples.EVERYTHING, texts[start : start + 20]))
        keys = {card.key for card in deck.cards if fit(card).cards}
        assert len(keys) >= len(deck.cards) - 1  # one has a row of thirty rules
        read(print_deck(chosen(deck, keys | {SHEET_KEY})).text)


def test_a_control_never_reaches_the_page() -> None:
    text = print_deck(build_deck(every_word_hostile("a\x00b\u202ec\u2028d\x1be"))).text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", text)


# ---- the author's own templates


def test_a_template_of_the_project_takes_the_place_of_ours_and_is_escaped() -> None:
    templates = DictLoader({"card.html.j2": "<article class='card'><h2>{{ face.card.name }}</h2></article>\n"})
    made = print_deck(build_deck(every_word_hostile("<b>x</b>")), templates=templates)
    assert "<h2>&lt;b&gt;x&lt;/b&gt;</h2>" in made.text and "@font-face" in made.text


def test_a_style_sheet_of_the_project_stands_for_ours() -> None:
    text = print_deck(DECKS["epic"], templates=DictLoader({"style.css.j2": "b { color: {{ m.width }} }"})).text
    assert "b { color: 63.0 }" in text and "@font-face" not in text


def test_templates_run_in_a_sandbox() -> None:
    with pytest.raises(SecurityError):
        reach = "{{ deck.__class__.__mro__[1].__subclasses__() }}"
        print_deck(DECKS["epic"], templates=DictLoader({"sheet.html.j2": reach}))
