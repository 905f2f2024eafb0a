"""Every page of a code: the avoided lines are found, the preferred ones are clean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning import compile_ruleset
from groundrules.source import Source, Span

PAGES = Path(__file__).parents[2] / "docs" / "diagnostics"

#: The name that other files of a page call the shown lines by.
SHOWN = "page.terrain"

#: Codes whose mistake is too long for a page; a test of its own provokes each.
TOO_LONG = {"GR104", "GR155", "GR156", "GR203", "GR278"}

RULES = sorted(code for code in CODES if code[:3] in ("GR1", "GR2"))
WRITTEN = sorted(page.stem for page in PAGES.glob("GR[12]*.md"))


@dataclass(frozen=True)
class NoSuchFile:
    path: str

    def at(self, span: Span) -> Diagnostic:
        return finding("GR601", span, f"`{self.path}` is not there", help="name a file that is there")


@dataclass
class Page:
    title: str
    snippets: dict[str, str]
    files: dict[str, Source]


def read(code: str) -> Page:
    """The title of a page, the fence under each heading, and the fences that are files of their own."""
    page = Page("", {}, {})
    heading = ""
    tokens = MarkdownIt("commonmark").parse((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open":
            heading = token.content
            page.title = heading if before.tag == "h1" else page.title
        if token.type == "fence":
            words = token.info.split()
            assert words[0] == "terrain", f"{code}: a fence of {token.info}"
            if len(words) == 2:
                page.files[words[1]] = Source(words[1], token.content)
            else:
                page.snippets.setdefault(heading, token.content)
    return page


def found(page: Page, text: str) -> list[Diagnostic]:
    root = Source(SHOWN, text)
    files = {**page.files, SHOWN: root}
    return list(compile_ruleset(root, "page", lambda path, using: files.get(path) or NoSuchFile(path)).diagnostics)


@pytest.mark.parametrize("code", RULES)
def test_every_code_of_rules_has_a_page(code: str) -> None:
    assert code in WRITTEN


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.stem for page in PAGES.glob("GR*.md")} == set(CODES)


@pytest.mark.parametrize("code", WRITTEN)
def test_a_page_belongs_to_a_code_and_has_its_title(code: str) -> None:
    assert read(code).title == f"{code}: {CODES[code].title}"


@pytest.mark.parametrize("code", [code for code in WRITTEN if code not in TOO_LONG])
def test_what_a_page_avoids_is_found_and_nothing_else(code: str) -> None:
    page = read(code)
    assert {each.code for each in found(page, page.snippets["Avoid"])} == {code}


@pytest.mark.parametrize("code", WRITTEN)
def test_what_a_page_prefers_is_clean(code: str) -> None:
    page = read(code)
    if code in TOO_LONG and not page.snippets:
        return
    assert [(each.code, each.message) for each in found(page, page.snippets["Prefer"])] == []
