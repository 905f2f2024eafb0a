"""The card model as Markdown files, through templates that an author may replace one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from groundrules.cards import markdown
from groundrules.cards.bounded import BoundedEnvironment
from groundrules.cards.catalogue import Catalogue
from groundrules.cards.deck import build_deck
from groundrules.cards.model import Card, Deck, Findings, Index, Sheet
from groundrules.ruleset import Ruleset

TEMPLATES = Path(__file__).parent / "templates"

_BLANKS = re.compile(r"\n{3,}")


def environment(templates: jinja2.BaseLoader | None = None, *, html: bool = False) -> jinja2.Environment:
    """The template environment; what ``templates`` does not have comes from the program's own folder.

    ``html``: whatever a template writes is escaped for HTML.
    """
    own = jinja2.FileSystemLoader(TEMPLATES, encoding="utf-8")
    loader = jinja2.ChoiceLoader([templates, own]) if templates is not None else own
    # Where the output is Markdown, `inline` and `block` escape for it, and HTML escaping would show.
    # An author's template comes with a ruleset that may be a stranger's, so it runs in a sandbox,
    # and ours with it, which it may call.
    kind = jinja2.Environment if templates is None else BoundedEnvironment
    env = kind(
        loader=loader,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=html,
        auto_reload=False,
    )
    env.filters["inline"] = markdown.inline
    env.filters["block"] = markdown.block
    env.filters["opening"] = markdown.opened
    env.filters["comment"] = markdown.comment
    env.filters["link"] = markdown.link
    return env


def render_deck(
    deck: Deck, *, templates: jinja2.BaseLoader | None = None, content_hash: str | None = None
) -> dict[str, str]:
    """The files of a deck: path with forward slashes, text with one final newline.

    The sheet is among them if the index names it; words that name a page that is not made are no links.
    """
    env = environment(templates)
    index = {deck.index.file: _page(env, "index.md.j2", deck.index, "index", content_hash)}
    files = index | pages_of(deck, env, content_hash)
    if deck.index.sheet is not None:
        return files
    return {here: markdown.relinked(text, here, lambda to: to if to in files else None) for here, text in files.items()}


def pages_of(deck: Deck, env: jinja2.Environment, content_hash: str | None = None) -> dict[str, str]:
    """The sheet, if the index names it, and the cards, each as a page by its file."""
    files = {}
    if deck.index.sheet is not None:
        files[deck.sheet.file] = _page(env, "quick-reference.md.j2", deck.sheet, "quick reference", content_hash)
    for card in deck.cards:
        files[card.file] = _page(env, "card.md.j2", card, card.key, content_hash)
    return files


def _page(
    env: jinja2.Environment, template: str, page: Card | Sheet | Index, key: str, content_hash: str | None
) -> str:
    provenance = " · ".join(part for part in ("groundrules", key, page.foot.place, content_hash) if part)
    text = env.get_template(template).render(page=page, provenance=provenance)
    return _BLANKS.sub("\n\n", text).strip("\n") + "\n"


def render(
    ruleset: Ruleset,
    *,
    ascii: bool = False,
    templates: jinja2.BaseLoader | None = None,
    phrases: Mapping[str, Any] | Catalogue | None = None,
    findings: Findings | None = None,
    content_hash: str | None = None,
) -> dict[str, str]:
    """The Markdown files of a ruleset: ``index.md``, ``quick-reference.md``, ``cards/terrain-woods.md``, …

    Paths use forward slashes and are safe on every file system; the bytes depend on
    nothing but the arguments. ``content_hash`` is that of the compiled rules, for the
    comment in the head of each page. Raises ``jinja2.TemplateError`` for a template of an
    author that does not work.
    """
    deck = build_deck(ruleset, phrases=phrases, ascii=ascii, findings=findings)
    return render_deck(deck, templates=templates, content_hash=content_hash)
