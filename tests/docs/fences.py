"""The code fences of the project's own pages, with their places."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

from groundrules.codes import CODES

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Fence:
    """One fence: the words behind the backticks, the text, and where it begins."""

    page: str
    line: int
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def fences(page: Path) -> list[Fence]:
    """All fences of a Markdown file, in order."""
    tokens = MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8"))
    name = page.relative_to(ROOT).as_posix()
    return [
        Fence(name, token.map[0] + 1, tuple(token.info.split()), token.content)
        for token in tokens
        if token.type == "fence" and token.map is not None
    ]


def snippets(code: str) -> dict[str, str]:
    """The fence below each heading of the page of a diagnostic: ``Avoid`` and ``Prefer``."""
    page = ROOT / "docs" / "diagnostics" / f"{code}.md"
    text = page.read_text(encoding="utf-8")
    assert f"# {code}: {CODES[code].title}\n" in text
    found: dict[str, str] = {}
    heading = ""
    for before, token in pairwise(MarkdownIt("commonmark").parse(text)):
        if before.type == "heading_open":
            heading = token.content
        if token.type == "fence":
            found[heading] = token.content
    return found


def pages() -> list[Path]:
    """The README and every page of the documentation but those of single diagnostics."""
    docs = sorted(p for p in (ROOT / "docs").rglob("*.md") if not p.match("docs/diagnostics/GR*.md"))
    return [ROOT / "README.md", *docs]
