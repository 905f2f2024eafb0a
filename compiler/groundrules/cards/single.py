"""A whole ruleset as one Markdown page: the quick reference, then every card, then whose rules these are."""

from __future__ import annotations

import re
from collections.abc import Iterable

import jinja2

from groundrules.cards import markdown
from groundrules.cards.model import Deck
from groundrules.cards.rendering import environment, pages_of

_HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)


def single_page(deck: Deck, *, templates: jinja2.BaseLoader | None = None, content_hash: str | None = None) -> str:
    """The page; what links to a card leads to its heading, as GitHub and most others name headings.

    Raises ``jinja2.TemplateError`` for a template of an author that does not work.
    """
    pages = pages_of(deck, environment(templates), content_hash)
    sheet = pages.pop(deck.sheet.file, None)
    parts: list[tuple[str | None, str]] = []
    if sheet is None:
        parts.append((None, f"# {markdown.block(deck.index.title)}\n"))
    else:
        parts += [
            (deck.sheet.file, markdown.headless(sheet)),
            (None, f"## {markdown.block(deck.index.labels.cards)}\n"),
        ]
    level = 1 if sheet is None else 2
    parts += [(file, markdown.lowered(markdown.headless(text), level)) for file, text in pages.items()]
    parts += [(None, f"{markdown.block(one.text)}\n") for one in deck.index.credits]
    places = _places(parts)
    head = f"<!-- {markdown.comment(' · '.join(part for part in ('groundrules', deck.name, content_hash) if part))} -->"
    texts = [text if file is None else markdown.relinked(text, file, places.get) for file, text in parts]
    return "\n".join((f"{head}\n", *texts))


def _places(parts: Iterable[tuple[str | None, str]]) -> dict[str, str]:
    """Where each page has come to stand: the place that its first heading makes."""
    found: dict[str, str] = {}
    taken: dict[str, int] = {}
    for file, text in parts:
        for heading in _HEADING.finditer(text):
            slug = _slug(heading[1])
            count = taken.get(slug, 0)
            taken[slug] = count + 1
            if file is not None:
                found.setdefault(file, f"#{slug}-{count}" if count else f"#{slug}")
    return found


def _slug(heading: str) -> str:
    """The name of a heading's place: lower case, letters, digits, hyphens and underscores, blanks as hyphens."""
    text = re.sub(r"\\(.)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
