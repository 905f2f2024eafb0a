"""A thousand reference cards, beside plain Jinja2.

Ours is the whole way from `ruleset.json`: reading, the sentences and tables of every card,
chances of rolls, the sheet and the index, all pages as Markdown. The peer gets every page
as ready strings (lines, and the cells of tables) and renders each with one template: all
that is left of the work once somebody else has thought of what stands on a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import jinja2
from bench.side_by_side import Row, faster

import groundrules as gr
from groundrules.cards import build_deck, render_deck
from groundrules.ruleset import from_json, to_json

TEMPLATE = """\
{% for part in page.parts %}{% if part.rows %}{% for row in part.rows %}\
|{% for cell in row %}{{ cell }}|{% endfor %}{{ "\\n" }}{% endfor %}\
{% else %}{{ part.text }}{{ "\\n" }}{% endif %}{% endfor %}"""
CARDS = 1_000

HEAD = """overlap worst
model
    Class: Infantry, Vehicle, War Engine
action Move
roll Test: 2d6
    2-6 Failure: end activation
    7+ Success
"""


def name(number: int) -> str:
    """A name with no figure in it."""
    return "Ground " + "".join("ABCDEFGHIJ"[int(figure)] for figure in str(number))


def text(cards: int) -> str:
    """A ruleset with so many terrains, two rules each."""
    lines = (f"{name(i)}: cost x{i % 3 + 2}\n{name(i)} for Vehicle on enter: Test\n" for i in range(cards))
    return HEAD + "".join(lines)


@dataclass(frozen=True, slots=True)
class Part:
    """A line, or the rows of a table."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page in ready strings."""

    parts: tuple[Part, ...]


def ready(page: str) -> Page:
    """A page that was made, taken apart."""
    parts = []
    for is_table, lines in groupby(page.split("\n")[:-1], lambda line: line.startswith("|")):
        if is_table:
            parts.append(Part(rows=tuple(tuple(line[1:-1].split("|")) for line in lines)))
        else:
            parts += [Part(line) for line in lines]
    return Page(tuple(parts))


def rows() -> Iterator[Row]:
    ruleset, found = gr.check(text(CARDS))
    assert ruleset is not None, found[:3]
    stored = to_json(ruleset.rules)
    pages = {path: ready(page) for path, page in render_deck(build_deck(from_json(stored))).items()}
    template = jinja2.Environment(keep_trailing_newline=True, trim_blocks=True).from_string(TEMPLATE)

    def ours() -> dict[str, str]:
        return render_deck(build_deck(from_json(stored)))

    def peer() -> dict[str, str]:
        return {path: template.render(page=page) for path, page in pages.items()}

    assert ours() == peer()
    # How many times as long ours takes.
    yield Row(f"{CARDS:,} Markdown cards", "Jinja2, ready strings", 1 / faster(ours, peer, 5), 2, least=False, unit="×")


if __name__ == "__main__":
    for row in rows():
        print(row)
