"""The phrase catalogue: the words of the cards as data, checked against their forms.

A catalogue is a YAML file (``phrases/en.yaml`` is the one that comes with the program);
:mod:`groundrules.cards.forms` says which keys it must have and which places each phrase
may use. A project overrides single phrases with a mapping of the same shape, or with
dotted keys; another language is another catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from groundrules.cards import markdown
from groundrules.cards.forms import FORMS

#: A phrase, or one for each value it counts by: ``=2``, a plural's name, ``other``.
Phrase = Mapping[str, str]

_PLACE = re.compile(r"\{(?:(a) )?([a-z]+)\}")
_BRACE = re.compile(r"[{}]")
#: Every beginning of a key: ``brief``, ``brief.forbid event``.
_SECTIONS = {key[: dot.start()] for key in FORMS for dot in re.finditer(r"\.", key)}
ENGLISH = Path(__file__).parent / "phrases" / "en.yaml"


class PhraseError(ValueError):
    """A catalogue or an override that does not fit: names the key and what is wrong with it."""


@dataclass(frozen=True)
class Catalogue:
    """Phrases of one language, ready to be filled in. ``used`` collects what was asked for, for the tests."""

    language: str
    phrases: Mapping[str, Phrase]
    plurals: Mapping[int, str]
    articles: tuple[tuple[str, str], ...]
    numbers: tuple[str, ...]
    tests: tuple[str, ...]
    ascii: Mapping[str, str]
    used: set[tuple[str, str]] = field(default_factory=set, compare=False, repr=False)

    def say(self, key: str, count: Fraction | int | None = None, /, **values: str) -> str:
        """The phrase ``key`` with its places filled; ``count`` chooses among its variants."""
        phrase = self.phrases[key]
        variant = self._variant(phrase, count)
        self.used.add((key, variant))
        text = phrase[variant]
        if "{a " not in text:
            # Braces stand for places only (`_check`), so the text is a format already.
            return text.format_map(values)

        def fill(found: re.Match[str]) -> str:
            value = values[found[2]]
            return f"{self.article(value)} {value}" if found[1] else value

        return _PLACE.sub(fill, text)

    def _variant(self, phrase: Phrase, count: Fraction | int | None) -> str:
        if count is None:
            return "other"
        if f"={count}" in phrase:
            return f"={count}"
        plural = self.plurals.get(int(count), "other") if Fraction(count).denominator == 1 else "other"
        return plural if plural in phrase else "other"

    def article(self, word: str) -> str:
        """The indefinite article before a word: that of the longest beginning that fits."""
        folded = word.casefold().lstrip("“‘\"'(")
        fitting = [(len(beginning), article) for beginning, article in self.articles if folded.startswith(beginning)]
        return max(fitting, default=(0, ""))[1]

    def is_test(self, name: str) -> bool:
        """Whether the name of a roll is that of something one takes: by how it ends."""
        return name.casefold().endswith(self.tests)

    def in_words(self, number: Fraction) -> str | None:
        """A small whole number as a word, if the language has one for it."""
        if number.denominator == 1 and 0 <= number < len(self.numbers):
            return self.numbers[int(number)]
        return None

    def overridden(self, phrases: Mapping[str, Any] | None) -> Catalogue:
        """The catalogue with single phrases replaced; raises :class:`PhraseError` for a key it does not have."""
        if not phrases:
            return self
        changed = _flat(phrases)
        _check(changed)
        return replace(self, phrases={**self.phrases, **changed})


def _flat(tree: Mapping[str, Any], above: str = "") -> dict[str, Phrase]:
    """Nested sections as dotted keys; a mapping that holds variants is one phrase."""
    flat: dict[str, Phrase] = {}
    for name, value in tree.items():
        key = f"{above}.{name}" if above else str(name)
        if key not in FORMS and key not in _SECTIONS:
            raise PhraseError(f"there is no phrase `{key}`")
        if isinstance(value, str):
            flat[key] = {"other": markdown.shown(value)}
        elif isinstance(value, Mapping) and "other" in value and key in FORMS:
            if not all(isinstance(text, str) for text in value.values()):
                raise PhraseError(f"every variant of `{key}` is a text")
            flat[key] = {str(variant): markdown.shown(text) for variant, text in value.items()}
        elif isinstance(value, Mapping) and key in _SECTIONS:
            flat |= _flat(value, key)
        else:
            raise PhraseError(f"the phrase `{key}` is a text")
    return flat


def _check(phrases: Mapping[str, Phrase]) -> None:
    """Every place of every phrase is one that its form has; braces stand for places only."""
    for key, variants in phrases.items():
        form = FORMS[key]
        if len(variants) > 1 and not form.counts:
            raise PhraseError(f"`{key}` counts nothing, so it is one text")
        for text in variants.values():
            unknown = {found[2] for found in _PLACE.finditer(text)} - form.places
            if unknown:
                raise PhraseError(f"`{key}` has no place {{{min(unknown)}}}")
            if _BRACE.search(_PLACE.sub("", text)):
                raise PhraseError(f"a brace in `{key}` that opens no place")


def read_catalogue(text: str) -> Catalogue:
    """The catalogue that a YAML text holds; raises :class:`PhraseError` for one that does not fit the forms."""
    try:
        # In a catalogue every scalar is a text: `no` is a word. The loader builds nothing but texts, lists, mappings.
        data = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as problem:
        raise PhraseError(f"this is not YAML: {' '.join(str(problem).split())}") from problem
    if not isinstance(data, Mapping) or not isinstance(data.get("phrases"), Mapping):
        raise PhraseError("a catalogue is a mapping with `phrases`")
    phrases = _flat(data["phrases"])
    missing = FORMS.keys() - phrases.keys()
    if missing:
        raise PhraseError(f"the phrase `{min(missing)}` is missing")
    _check(phrases)
    try:
        return Catalogue(
            language=markdown.shown(str(data["language"])),
            phrases=phrases,
            plurals={int(number): name for name, numbers in data["plurals"].items() for number in _listed(numbers)},
            articles=tuple(
                (start, markdown.shown(each["word"])) for each in data["articles"] for start in each["before"]
            ),
            numbers=tuple(markdown.shown(str(number)) for number in data["numbers"]),
            tests=tuple(str(ending).casefold() for ending in data["tests"]),
            ascii={sign: markdown.shown(str(plain)) for sign, plain in data["ascii"].items()},
        )
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        wanted = "`language`, `plurals`, `articles`, `tests`, `numbers`, `ascii`"
        raise PhraseError(f"a catalogue has {wanted}, written as in the English one: {problem}") from problem


def _listed(numbers: Any) -> list[Any]:
    """A number or a list of numbers, as a list."""
    return numbers if isinstance(numbers, list) else [numbers]


@lru_cache(maxsize=8)
def _bundled(language: str) -> Catalogue:
    return read_catalogue(ENGLISH.with_name(f"{language}.yaml").read_text(encoding="utf-8"))


def named_catalogue(language: str) -> Catalogue:
    """The catalogue of a language that comes with the program, by the name of its file."""
    return replace(_bundled(language), used=set())


def catalogue(phrases: Mapping[str, Any] | Catalogue | None = None) -> Catalogue:
    """English, with the phrases of a project laid over it; a whole catalogue stands for itself."""
    if isinstance(phrases, Catalogue):
        return phrases
    return named_catalogue("en").overridden(phrases)
