"""Pages read back: what a Markdown reader sees, and what the card model says it should see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from groundrules.cards.model import Bullet, Card, Cell, Deck, Entry, Index, RollBox, See, Sheet, Statement, Table
from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.source import Source

RULES = Path(__file__).parents[2] / "rules_src"
NAMES = ("battletech", "epic", "fifth-edition", "frostgrave", "ninth-age", "old-world", "trench-crusade")

#: What a reader sees: the kind of a block and its text, or the texts of a table's rows.
Block = tuple[str, Any]


def text_of(text: str, name: str = "sample") -> Ruleset:
    """The compiled rules of a text, which must be without errors."""

    def load(wanted: str, using: Source) -> Source:
        raise AssertionError(f"{using.name} uses {wanted}")

    compiled = compile_ruleset(Source(f"{name}.terrain", text), name, load)
    assert compiled.ruleset is not None, [(one.span.place, one.message) for one in compiled.diagnostics]
    return compiled.ruleset


def bundled(name: str) -> Ruleset:
    """The compiled rules of a bundled ruleset."""
    return text_of((RULES / name / f"{name}.terrain").read_text(encoding="utf-8"), name)


# ---- what stands in a file


def tokens_of(markdown: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(markdown)


def blocks(markdown: str) -> list[Block]:
    """The blocks of a page in order, comments left out."""
    found: list[Block] = []
    table: list[list[str]] | None = None
    around: list[str] = []
    for token in tokens_of(markdown):
        if token.type == "table_open":
            table = []
        elif token.type == "table_close":
            found.append(("table", table))
            table = None
        elif table is not None and token.type != "inline":
            if token.type == "tr_open":
                table.append([])
        elif token.type == "html_block":
            assert token.content.startswith("<!-- ") and token.content.count("-->") == 1, token.content
            assert token.content.rstrip().endswith("-->")
        elif token.type == "inline":
            if table is not None:
                table[-1].append(shown_text(token))
            else:
                inside = around[-2] if around[-2:-1] in (["li"], ["blockquote"]) else around[-1]
                found.append((inside, shown_text(token)))
        elif token.type.endswith("_open"):
            around.append(token.tag)
        elif token.type.endswith("_close"):
            around.pop()
        else:
            raise AssertionError(f"a {token.type} on a page: {token.content!r}")
    return found


def shown_text(token: Token) -> str:
    """What a reader sees of a line; anything but text, emphasis and links is a failure."""
    seen = []
    for child in token.children or ():
        assert child.type in (
            "text", "text_special", "em_open", "em_close", "strong_open", "strong_close", "link_open", "link_close"
        ), f"a {child.type} in {token.content!r}"  # fmt: skip
        if child.type == "link_open":
            assert str(child.attrs["href"]).endswith(".md"), child.attrs
        seen.append(child.content)
    return "".join(seen)


# ---- what should stand there


def _joined(statements: Iterable[Statement]) -> str:
    return " ".join(statement.text for statement in statements)


def _bullet(line: Bullet) -> Block:
    text = f"{line.trigger}: {_joined(line.sentences)}" if line.trigger is not None else _joined(line.sentences)
    return "li", " ".join([text, *(one.text for one in line.prose)])


def _cell(cell: Cell) -> str:
    entries = cell.entries or (Entry(cell.text, cell.notes),)
    texts = [(entry.text, f"({', '.join(entry.notes)})" if entry.notes else "", entry.after) for entry in entries]
    return "".join(" ".join(part for part in (text, notes) if part) + after for text, notes, after in texts)


def _table(table: Table) -> Block:
    return "table", [list(table.headers), *([_cell(cell) for cell in row.cells] for row in table.rows)]


def _box(box: RollBox) -> Iterator[Block]:
    yield "blockquote", f"{box.name}. {_joined(box.dice)}"
    if box.table is not None:
        yield _table(box.table)


def _see(label: str, pages: Iterable[See]) -> str:
    return f"{label}: {', '.join(page.name for page in pages)}"


def _foot(page: Card | Sheet | Index) -> str:
    return f" {page.labels.separator} ".join(page.foot.words)


def card_blocks(card: Card) -> list[Block]:
    house = [card.labels.house] if card.is_changed else []
    found: list[Block] = [
        ("h1", card.name),
        ("p", f" {card.labels.separator} ".join([card.kind_word, *(one.text for one in card.traits), *house])),
    ]
    found += map(_table, card.tables)
    found += map(_bullet, card.bullets)
    for box in card.rolls:
        found += _box(box)
    found += map(_bullet, card.outcomes)
    if card.example is not None:
        found.append(("p", f"{card.labels.example}. {card.example.text}"))
    found += [("p", one.text) for one in card.prose]
    if card.see:
        found.append(("p", _see(card.labels.see, card.see)))
    return [*found, ("p", _foot(card))]


def sheet_blocks(sheet: Sheet) -> list[Block]:
    found: list[Block] = [("h1", sheet.title), ("p", sheet.subtitle)]
    found += [("p", one.text) for one in sheet.prose]
    found += map(_table, sheet.master)
    if sheet.codes:
        found += [("p", sheet.labels.legend), *map(_bullet, sheet.codes)]
    if sheet.notes:
        found.append(("p", sheet.labels.footnotes))
        found += [("li", f"({note.letter}) {_bullet(note.bullet)[1]}") for note in sheet.notes]
    for section in sheet.sections:
        found.append(("h2", section.title))
        found += map(_table, section.tables)
        found += map(_bullet, section.bullets)
    if sheet.example is not None:
        found.append(("p", f"{sheet.labels.example}. {sheet.example.text}"))
    return [*found, ("p", _foot(sheet))]


def index_blocks(index: Index) -> list[Block]:
    found: list[Block] = [("h1", index.title), *([("p", index.sheet.name)] if index.sheet is not None else [])]
    for group in index.groups:
        found += [("h2", group.title), *(("li", page.name) for page in group.pages)]
    found += [("p", one.text) for one in index.credits]
    return [*found, ("p", _foot(index))]


def deck_blocks(deck: Deck) -> dict[str, list[Block]]:
    """What every page should show, by its file."""
    pages = {deck.index.file: index_blocks(deck.index), deck.sheet.file: sheet_blocks(deck.sheet)}
    return pages | {card.file: card_blocks(card) for card in deck.cards}


# ---- what a deck says, place by place


def places(deck: Deck) -> dict[tuple[str, ...], tuple[str, frozenset[str]]]:
    """Every sentence and cell by its place: its text, and the ids of all rules but for which it would not stand there.

    A merged row counts once for each class that it speaks of; letters of notes count as the rule that they stand for.
    """
    letters = {note.letter: note.bullet.key for note in deck.sheet.notes}
    found: dict[tuple[str, ...], tuple[str, frozenset[str]]] = {}

    def put(place: tuple[str, ...], text: str, ids: Iterable[str]) -> None:
        while place in found:
            place = (*place, "again")
        # A sentence that comes to be the first of its bullet loses its capital.
        found[place] = (text[:1].lower() + text[1:], frozenset(ids))

    def bullet(place: tuple[str, ...], line: Bullet) -> None:
        for statement in line.sentences:
            put((*place, line.key, statement.ids[0] if statement.ids else ""), statement.text, statement.ids)
        for statement in line.prose:
            put((*place, line.key, "prose", statement.text), statement.text, statement.ids)

    def table(place: tuple[str, ...], one: Table, above: Iterable[str] = ()) -> None:
        for row in one.rows:
            for key in row.keys:
                for column, cell in list(zip(one.columns, row.cells, strict=True))[1:]:
                    text = " ".join([cell.text, *(letters[letter] for letter in cell.notes)])
                    if text not in ("–", "") and column not in ("name", "dice"):
                        # What has no effect says so in the first column, whichever that is.
                        put(
                            (*place, key, "nothing" if text == "no effect" else column),
                            text,
                            (*cell.ids, *one.ids, *above),
                        )

    for card in deck.cards:
        place = (card.key,)
        for trait in card.traits:
            put((*place, "traits", trait.text), trait.text, trait.ids)
        for number, one in enumerate(card.tables):
            table((*place, "class", one.headers[0] if one.headers else str(number)), one)
        for line in (*card.bullets, *card.outcomes):
            bullet(place, line)
        for box in card.rolls:
            for statement in box.dice:
                put((*place, box.name, "dice", statement.ids[0]), statement.text, statement.ids)
            if box.table is not None:
                table((*place, box.name), box.table)
        for statement in card.prose:
            put((*place, "prose", statement.text), statement.text, statement.ids)
        for see in card.see:
            put((*place, "see", see.name), see.name, see.ids)
    sheet = deck.sheet
    for number, one in enumerate(sheet.master):
        table(("sheet", "master", str(number)), one)
    for note in sheet.notes:
        bullet(("sheet", "note"), note.bullet)
    for line in sheet.codes:
        if not line.sentences[0].ids:
            continue  # What an empty cell means: it stands for the lack of any rule.
        put(("sheet", line.key), line.sentences[0].text, line.sentences[0].ids)
    for section in sheet.sections:
        for one in section.tables:
            table(("sheet", section.key), one)
        for line in section.bullets:
            bullet(("sheet", section.key), line)
    return found


def homes(deck: Deck) -> list[str]:
    """The id of everything that has its home in a deck, once for each home."""
    found: list[str] = []

    def walk(part: Any, prose: bool = False) -> None:
        if isinstance(part, tuple):
            for one in part:
                walk(one, prose)
        elif isinstance(part, Statement):
            found.extend(() if part.repeat or prose else part.ids)
        elif isinstance(part, Cell):
            found.extend(part.home)
        elif is_dataclass(part):
            for field in fields(part):
                walk(getattr(part, field.name), field.name in ("prose", "credits"))

    walk(deck)
    return found
