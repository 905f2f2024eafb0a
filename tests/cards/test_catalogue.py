from __future__ import annotations

from fractions import Fraction

import pytest
import yaml

from groundrules.cards import Chance, Example, Findings, PhraseError, catalogue, chances_table, read_catalogue, render
from groundrules.cards.catalogue import ENGLISH
from groundrules.cards.forms import FORMS
from groundrules.odds.rolls import distribution

from . import samples
from .reading import text_of

TEXT = ENGLISH.read_text(encoding="utf-8")

FOUND = Findings(
    chances={
        "RiskyRoll > 2-6": Chance(Fraction(232025, 248832), Fraction(1)),
        "RiskyRoll > 12": Chance(Fraction(0), Fraction(1, 1000)),
    },
    examples={"quick-reference": Example("Five walk in."), "terrain Woods": Example("One walks in.", ("Woods",))},
)

#: Classes that say of themselves what they make of a ground.
OWN = text_of(
    "overlap worst\nmodel\n    Class: Foot, Horse, Cart, Sledge\naction Move\nFen: forbid enter\n"
    "Fen for Foot: allow enter\nWeir: cost x2\nWeir for Foot: cost x3\nHorse: ignore Fen\nCart: treat Weir as Fen\n"
    "Sledge: ignore Fen while moving\nSledge: ignore Weir on enter\n"
)
POOL = text_of("roll Test: 3d6\n    each 1-2 Hit\n    each 3+ Miss\nMud on enter: Test\n")


def test_every_phrase_and_every_variant_is_said_by_the_samples() -> None:
    words = catalogue()
    for ruleset in (samples.EVERYTHING, *samples.SETTINGS, samples.BARE, OWN):
        render(ruleset, phrases=words, findings=FOUND)
    chances_table(POOL, POOL.rolls[0], distribution(POOL, "Test"), phrases=words)
    there = {(key, variant) for key, phrase in words.phrases.items() for variant in phrase}
    assert there - words.used == set()


def test_every_place_of_a_form_is_used_by_the_english_phrase() -> None:
    words = catalogue()
    for key, form in FORMS.items():
        used = {place for place in form.places if any(place in text for text in words.phrases[key].values())}
        assert used == form.places, key


def changed(**phrases: object) -> str:
    data = yaml.load(TEXT, Loader=yaml.BaseLoader)
    data["phrases"].update(phrases)
    return yaml.safe_dump(data, allow_unicode=True)


def test_a_key_that_is_missing_or_unknown_is_named() -> None:
    data = yaml.load(TEXT, Loader=yaml.BaseLoader)
    del data["phrases"]["effect"]["roll"]
    with pytest.raises(PhraseError, match=r"`effect\.roll` is missing"):
        read_catalogue(yaml.safe_dump(data))
    with pytest.raises(PhraseError, match="no phrase `effekt`"):
        read_catalogue(changed(effekt="x"))


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ({"effect.roll": "take {dice}"}, r"`effect\.roll` has no place \{dice\}"),
        ({"effect": {"roll": "take {roll"}}, r"a brace in `effect\.roll`"),
        ({"effect.roll": "{{ roll }}"}, r"a brace in `effect\.roll`"),
        ({"effect.rol": "take {roll}"}, r"no phrase `effect\.rol`"),
        ({"effect": {"roll": 3}}, r"`effect\.roll` is a text"),
        ({"effect": {"roll": {"one": "a", "other": "b"}}}, r"`effect\.roll` counts nothing"),
        ({"effect": {"cost times": {"other": 3}}}, r"every variant of `effect\.cost times` is a text"),
        ({"effect": ["roll"]}, "`effect` is a text"),
    ],
)
def test_an_override_that_does_not_fit_is_named(phrase: dict[str, object], message: str) -> None:
    with pytest.raises(PhraseError, match=message):
        catalogue(phrase)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n- b\n", "a mapping with `phrases`"),
        ("a: [", "this is not YAML"),
        ("[" * 5000, "this is not YAML"),
        (TEXT.replace("articles:", "article:"), "a catalogue has `language`"),
        (TEXT.replace("one: 1", "one: first"), "a catalogue has `language`"),
        ("a: &a {b: 1}\nphrases: {effect: {x: *a}}", r"no phrase `effect\.x`"),
    ],
)
def test_a_text_that_is_no_catalogue_is_refused(text: str, message: str) -> None:
    with pytest.raises(PhraseError, match=message):
        read_catalogue(text)


def test_in_a_catalogue_no_is_a_word() -> None:
    assert catalogue().in_words(Fraction(0)) == "no"


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("Risky Roll", "a"),
        ("Injury Roll", "an"),
        ("Unit Roll", "a"),
        ("Undead Roll", "an"),
        ("Hour", "an"),
        ("Łąka", "a"),
    ],
)
def test_the_article_goes_by_the_sound_of_the_word(word: str, article: str) -> None:
    assert catalogue().say("effect.roll", roll=word) == f"take {article} {word}"


def test_a_phrase_may_vary_by_exact_value_and_by_plural() -> None:
    words = catalogue({"effect": {"cost times": {"=2": "halves the move", "other": "the move costs {factor}"}}})
    assert words.say("effect.cost times", Fraction(2), factor="two", step="inch") == "halves the move"
    assert words.say("effect.cost times", Fraction(3), factor="three", step="inch") == "the move costs three"
    assert words.say("quantity.levels", Fraction(1), n="1") == "1 level"
    assert words.say("quantity.levels", Fraction(1, 2), n="½") == "½ levels"


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert catalogue().say("effect.roll", roll="{roll} {a roll}") == "take a {roll} {a roll}"


def test_an_override_reaches_the_cards_and_leaves_the_rest() -> None:
    ruleset = samples.difficult()
    text = render(ruleset, phrases={"effect.cost times": "halves the move"})["cards/terrain-difficult.md"]
    assert "- **Move:** halves the move." in text
    assert "every inch" in render(ruleset)["cards/terrain-difficult.md"]
