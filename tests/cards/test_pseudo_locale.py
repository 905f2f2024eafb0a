"""Another language is another catalogue: one of long, accented phrases shows that no word stands in the code."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
import yaml

from groundrules.cards import Catalogue, build_deck, read_catalogue, render_deck
from groundrules.cards.catalogue import ENGLISH
from groundrules.ruleset import Ruleset

from . import samples
from .reading import NAMES, blocks, bundled, deck_blocks
from .test_catalogue import FOUND

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀçđéƒĝĥîĵķļɱñöþǫŕšţüṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÜṼŴẊÝŽ"
)  # fmt: skip


def pseudo(phrase: str) -> str:
    """The phrase with every letter accented and half as long again; its places stay."""
    parts = re.split(r"(\{[^}]*\})", phrase)
    text = "".join(part if part.startswith("{") else part.translate(ACCENTED) for part in parts)
    return f"⟦{text}{'·' * (len(phrase) // 2)}⟧"


def pseudo_catalogue() -> Catalogue:
    data = yaml.load(ENGLISH.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)

    def changed(tree: Any) -> Any:
        return {key: changed(value) for key, value in tree.items()} if isinstance(tree, dict) else pseudo(tree)

    data["language"] = "qps"
    data["phrases"] = changed(data["phrases"])
    data["numbers"] = [pseudo(number) for number in data["numbers"]]
    data["articles"] = [{**entry, "word": pseudo(entry["word"])} for entry in data["articles"]]
    return read_catalogue(yaml.safe_dump(data, allow_unicode=True))


def author_words(part: Any) -> set[str]:
    """Every word that the author wrote, in names or in prose, and the ids, which are made of them."""
    if isinstance(part, str):
        return set(re.findall(r"[A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", part)))
    if isinstance(part, tuple):
        return set().union(*map(author_words, part))
    if is_dataclass(part):
        return set().union(*(author_words(getattr(part, field.name)) for field in fields(part)))
    return set()


def seen(found: list[Any]) -> str:
    return " ".join(map(str, found))


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_every_word_comes_from_the_catalogue_or_the_author(name: str) -> None:
    ruleset: Ruleset = samples.EVERYTHING if name == "everything" else bundled(name)
    deck = build_deck(ruleset, phrases=pseudo_catalogue(), findings=FOUND)
    theirs = author_words(ruleset) | author_words(tuple(one.text for one in FOUND.examples.values()))
    for file, wanted in deck_blocks(deck).items():
        for _, text in wanted:
            shown = text if isinstance(text, str) else seen([cell for row in text for cell in row])
            letters = re.sub(r"\([a-z]{1,2}(, [a-z]{1,2})*\)", "", shown)
            words = set(re.findall(r"[A-Za-z]+", letters))
            assert {word for word in words if word not in theirs and word.lower() not in theirs} == set(), (file, shown)


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_long_accented_pages_are_read_like_the_others(name: str) -> None:
    ruleset: Ruleset = samples.EVERYTHING if name == "everything" else bundled(name)
    deck = build_deck(ruleset, phrases=pseudo_catalogue(), findings=FOUND)
    for file, text in render_deck(deck).items():
        assert blocks(text) == deck_blocks(deck)[file]


def test_a_language_with_other_plurals_and_no_article_needs_no_code() -> None:
    data = yaml.load(ENGLISH.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    data["language"] = "pl"
    data["plurals"] = {"one": 1, "few": [2, 3, 4, 22, 23, 24]}
    data["articles"] = []
    data["phrases"]["quantity"]["levels"] = {"one": "{n} poziom", "few": "{n} poziomy", "other": "{n} poziomów"}
    data["phrases"]["effect"]["roll"] = "wykonaj {roll}"
    words = read_catalogue(yaml.safe_dump(data, allow_unicode=True))
    assert [words.say("quantity.levels", n, n=str(n)) for n in (1, 2, 5, 22)] == [
        "1 poziom", "2 poziomy", "5 poziomów", "22 poziomy",
    ]  # fmt: skip
    assert words.say("effect.roll", roll="Rzut") == "wykonaj Rzut"
    assert words.article("Rzut") == ""
