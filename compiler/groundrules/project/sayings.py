"""The sentences of ``docs/how-do-i-say.md``: read from the page, found by their words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module

PAGE = "how-do-i-say.md"
_WORD = re.compile(r"[a-z0-9]+")
#: Endings that a word may have more or less: `jump` finds `jumps`, `jumping` finds `jump`.
_ENDINGS = ("ing", "ers", "er", "ed", "es", "s", "d", "e")
#: Words that no sentence is looked for by.
_LITTLE = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "by", "do", "does", "for", "how", "i", "if", "in", "is", "it", "its",
     "may", "of", "on", "or", "say", "that", "the", "to")
)  # fmt: skip


#: A word that no more than four sentences have says something by itself.
_RARE = 1 / 4


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of a rulebook and how the language says it.

    ``words`` are further words it is found by; ``rules`` and ``shows`` the two fences, without their backticks.
    """

    theme: str
    sentence: str
    words: str
    rules: str
    shows: str
    line: int

    def in_sentence(self, stems: Iterable[str]) -> bool:
        """Whether the sentence, its theme or its further words have all of these."""
        return set(stems) <= self.stems

    @property
    def stems(self) -> frozenset[str]:
        """The words by which it is found, less their endings."""
        return frozenset(_stem(word) for word in _split(f"{self.theme} {self.sentence} {self.words}"))

    def in_lines(self, stems: Iterable[str]) -> bool:
        """Whether they stand in the lines of the language, or are found by the sentence."""
        text = f"{self.theme} {self.sentence} {self.words} {self.rules}"
        return set(stems) <= {_stem(word) for word in _split(text)}


def page() -> str:
    """The page, from inside the package."""
    folder = import_module("groundrules.pages").__path__[0]
    with open(os.path.join(folder, PAGE), encoding="utf-8") as file:
        return file.read()


def sayings(text: str) -> tuple[Saying, ...]:
    """All sentences of the page, in order."""
    return tuple(_read(text.splitlines()))


def find(text: str, asked: Iterable[str]) -> tuple[Saying, ...]:
    """The sentences that have all words asked for; where none has, those whose lines have them."""
    stems = stems_of(asked)
    known = sayings(text)
    found = [each for each in known if each.in_sentence(stems)] or [each for each in known if each.in_lines(stems)]
    return tuple(found) if stems else ()


def closest(text: str, asked: Iterable[str], most: int = 5) -> tuple[Saying, ...]:
    """Where no sentence has all words: those that have most of them; a common word alone is not enough."""
    stems = frozenset(stems_of(asked))
    known = sayings(text)
    stocks = [each.stems for each in known]
    weight = {stem: 1 / count for stem in stems if (count := sum(stem in stock for stock in stocks))}
    ranked = []
    for number, (each, stock) in enumerate(zip(known, stocks, strict=True)):
        shared = stems & stock
        if len(shared) > 1 or any(weight[stem] >= _RARE for stem in shared):
            ranked.append((-len(shared), -sum(weight[stem] for stem in shared), number, each))
    ranked.sort(key=lambda row: row[:3])
    return tuple(row[3] for row in ranked[:most])


def near(text: str, asked: Iterable[str]) -> tuple[str, ...]:
    """Words of the page that look like those asked for and not found: slips of the keyboard, nothing farther off."""
    known = {word for each in sayings(text) for word in _split(f"{each.sentence} {each.words}") if len(word) > 2}
    have = {_stem(word) for word in known}
    close = (
        [found for found in get_close_matches(word, sorted(known), 1, 0.7) if abs(len(found) - len(word)) <= 2]
        for word in _split(" ".join(asked))
    )
    missed = zip(_split(" ".join(asked)), close, strict=True)
    return tuple(found[0] for word, found in missed if found and _stem(word) not in have)


def stems_of(asked: Iterable[str]) -> tuple[str, ...]:
    """What is looked for: the words in lower case less their endings, the little ones left out."""
    return tuple(_stem(word) for word in _split(" ".join(asked)) if word not in _LITTLE)


def _split(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "").replace("'", "").replace("-", ""))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _read(lines: list[str]) -> Iterator[Saying]:
    theme, at = "", 0
    while at < len(lines):
        if lines[at].startswith("## "):
            theme = lines[at].removeprefix("## ")
        if not lines[at].startswith("### "):
            at += 1
            continue
        end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith(("## ", "### "))), len(lines))
        part = lines[at + 1 : end]
        words = next((line for line in part if line.startswith("<!-- words:")), "<!-- words: -->")
        yield Saying(
            theme,
            lines[at].removeprefix("### "),
            words.removeprefix("<!-- words:").removesuffix("-->").strip(),
            _fence(part, "terrain"),
            _fence(part, "yaml"),
            at + 1,
        )
        at = end


def _fence(lines: list[str], kind: str) -> str:
    """What stands in the first fence of a kind, each line with its end; nothing where there is none."""
    begin = next((i for i, line in enumerate(lines) if line.startswith(f"```{kind}")), None)
    if begin is None:
        return ""
    end = next(i for i in range(begin + 1, len(lines)) if lines[i].startswith("```"))
    return "".join(f"{line}\n" for line in lines[begin + 1 : end])
