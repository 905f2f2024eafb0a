"""Single cards by their names, and a whole ruleset on one page."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from groundrules.cards import build_deck, render_deck
from groundrules.cards.choosing import SHEET_KEY, chosen, matching, names
from groundrules.cards.single import single_page

from . import samples
from .reading import NAMES, bundled, tokens_of
from .test_pages import HOSTILE, every_word_hostile

EPIC = build_deck(bundled("epic"))
LINK = re.compile(r"(?<!\\)\]\((#?[^)]*)\)")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("Woods", {"terrain Woods"}),
        ("woods; jungle", {"terrain Woods"}),
        (" JUNGLE ", {"terrain Woods"}),
        ("War Engine", set()),
        ("dangerous test", {"roll Dangerous Test"}),
        ("Roll Dangerous Test", {"roll Dangerous Test"}),
        ("terrain Open Ground", {"terrain Open Ground"}),
        ("OpenGround", {"terrain Open Ground"}),
        ("Quick reference", {SHEET_KEY}),
        ("quick-reference", {SHEET_KEY}),
        ("", set()),
    ],
)
def test_a_card_answers_to_its_names(name: str, keys: set[str]) -> None:
    assert matching(EPIC, name) == keys


def test_one_name_of_two_cards_means_both() -> None:
    deck = build_deck(samples.EVERYTHING)
    twice = [card.name for card in deck.cards if sum(card.name == other.name for other in deck.cards) > 1]
    for name in twice:
        assert len(matching(deck, name)) > 1
        assert {len(matching(deck, f"{card.kind} {name}")) for card in deck.cards if card.name == name} == {1}


def test_every_name_that_is_suggested_has_a_card() -> None:
    for deck in (EPIC, build_deck(samples.EVERYTHING)):
        assert all(matching(deck, name) for name in names(deck))


def test_cards_alone_name_no_page_that_is_not_there() -> None:
    deck = chosen(EPIC, {"terrain Woods", "roll Stuck Roll", "no such card"})
    files = render_deck(deck)
    assert sorted(files) == ["cards/roll-stuck-roll.md", "cards/terrain-woods.md", "index.md"]
    assert "[Stuck Roll](roll-stuck-roll.md)" in files["cards/terrain-woods.md"]
    assert "**Dangerous Test.**" in files["cards/terrain-woods.md"]
    assert "quick-reference" not in files["index.md"]
    whole = render_deck(EPIC)
    assert re.sub(r"\]\([^)]*\)|\[", "", files["cards/terrain-woods.md"]) == re.sub(
        r"\]\([^)]*\)|\[", "", whole["cards/terrain-woods.md"]
    )


def test_the_sheet_can_be_one_of_the_chosen() -> None:
    files = render_deck(chosen(EPIC, {SHEET_KEY}))
    assert sorted(files) == ["index.md", "quick-reference.md"]
    assert files["quick-reference.md"] == render_deck(EPIC)["quick-reference.md"]


def places(page: str) -> list[str]:
    """The places of a page's headings, by the rule that GitHub describes for them."""
    found: list[str] = []
    tokens = tokens_of(page)
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(child.content for child in inner.children or ()).strip().lower()
            kept = "".join(char for char in words if char.isalnum() or char in "-_ " or char == "\u0301")
            slug = kept.replace(" ", "-")
            seen = sum(one == slug or re.fullmatch(re.escape(slug) + r"-\d+", one) is not None for one in found)
            found.append(f"{slug}-{seen}" if seen else slug)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_one_page_holds_the_sheet_and_every_card(name: str) -> None:
    deck = build_deck(bundled(name))
    page = single_page(deck, content_hash="0123abcd")
    there = places(page)
    assert len(there) == len(set(there))
    targets = LINK.findall(page)
    assert targets and {target.removeprefix("#") for target in targets} <= set(there)
    assert not any(target.endswith(".md") for target in targets)
    for card in deck.cards:
        assert f"\n### {card.name.replace('|', '')}\n" in page
        for line in card.bullets:
            assert line.sentences[0].text.replace("*", "") in page
    assert page.startswith("<!-- groundrules") and page.count("<!--") == 1
    assert [line for line in page.splitlines() if line.startswith("# ")] == [f"# {deck.sheet.title}"]


@pytest.mark.parametrize("text", HOSTILE)
def test_one_page_of_hostile_names_has_a_place_for_every_link(text: str) -> None:
    page = single_page(build_deck(every_word_hostile(text)))
    kinds = {token.type for token in tokens_of(page)}
    assert not kinds & {"fence", "code_block", "hr"}
    assert [token.content.count("-->") for token in tokens_of(page) if token.type == "html_block"] == [1]


def test_one_page_of_single_cards_has_no_sheet() -> None:
    page = single_page(chosen(EPIC, {"terrain Woods"}))
    assert "\n## Woods; jungle\n" in page
    assert "Quick reference" not in page
    assert LINK.findall(page) == []
