"""A compiler small enough to see what the project does around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundrules.diagnostics import Diagnostic, Severity
from groundrules.project import cache, compiling, rendering
from groundrules.project.library import Library
from groundrules.project.reading import Unreadable
from groundrules.source import Source


class Toy:
    """Words ``wrong`` are errors and ``odd`` warnings; ``use "…"`` works; all else is a rule.

    ``compiled`` are the names of the texts it was asked to compile.
    """

    def __init__(self) -> None:
        self.compiled: list[str] = []

    def compile(self, source: Source, name: str, library: Library) -> tuple[object, tuple[Diagnostic, ...]]:
        """The texts of all files, bases first, and the findings in all of them."""
        self.compiled.append(source.name)
        found: list[Diagnostic] = []
        texts = [text.text for text in self._files(source, library, found)]
        broken = any(each.is_error for each in found)
        return (None if broken else "".join(texts)), tuple(found)

    def _files(self, source: Source, library: Library, found: list[Diagnostic]) -> Iterator[Source]:
        for use in re.finditer(r'use "(.*?)"', source.text):
            loaded = library.load(use[1], source)
            if isinstance(loaded, Unreadable):
                found.append(loaded.at(source.span(*use.span())))
            else:
                yield from self._files(loaded, library, found)
        for word in re.finditer("wrong|odd", source.text):
            severity = Severity.ERROR if word[0] == "wrong" else Severity.WARNING
            found.append(Diagnostic("GR999", source.span(*word.span()), f"`{word[0]}`", severity))
        yield source


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Toy:
    """The small compiler in the place of the real one, and an empty cache."""
    toy = Toy()
    monkeypatch.setenv("GROUNDRULES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_memory", {})
    monkeypatch.setattr(compiling, "compile_source", toy.compile)
    monkeypatch.setattr(compiling, "compile_thoroughly", lambda *texts: (*toy.compile(*texts), ()))
    monkeypatch.setattr(compiling, "json_of", str)
    monkeypatch.setattr(rendering, "card_texts", lambda outcome, wanted: rendering.Pages(cards(outcome.rules)))
    return toy


def cards(rules: str | None) -> dict[str, str]:
    """A card for each capitalised word."""
    names = sorted(set(re.findall(r"\b[A-Z]\w*", rules or "")))
    return {"index.md": "\n".join(names), **{f"cards/terrain-{name.lower()}.md": name for name in names}}
