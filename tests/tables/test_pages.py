"""The pages of table findings: what they avoid is found and nothing else, what they prefer is sound."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.tables.reading import codes, read

from groundrules.codes import CODES

PAGES = Path(__file__).parents[2] / "docs" / "diagnostics"
SHOWN = sorted(code for code in CODES if code.startswith("GR5"))


def snippets(code: str) -> dict[str, str]:
    found: dict[str, str] = {}
    heading = ""
    tokens = MarkdownIt("commonmark").parse((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    for before, token in itertools.pairwise(tokens):
        if before.type == "heading_open":
            heading = token.content
        if token.type == "fence":
            assert token.info == "yaml"
            found[heading] = token.content
    assert f"# {code}: {CODES[code].title}\n" in (PAGES / f"{code}.md").read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_avoids_is_found(code: str, tmp_path: Path) -> None:
    assert codes(read(tmp_path, snippets(code)["Avoid"])) == {code}


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_prefers_is_sound(code: str, tmp_path: Path) -> None:
    assert codes(read(tmp_path, snippets(code)["Prefer"])) == set()
