"""The page of one table: its map, its pieces, what they do, what is agreed and what is open.

What pieces do is said once for each kind of ground, with the numbers of the pieces that are
of it; the sentences are those of the kind's card. Whatever an author wrote is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from groundrules.cards import build_deck
from groundrules.cards.markdown import block, clean, inline
from groundrules.cards.model import Bullet, Card, Deck, RollBox, Statement, Table
from groundrules.engine import Named
from groundrules.ruleset import Ruleset, Terrain
from groundrules.scenarios.table_report import PieceReport, TableReport
from groundrules.scenarios.table_telling import (
    agreed_lines,
    field_words,
    height_words,
    holds_lines,
    kinds_words,
    open_lines,
    overlap_line,
)


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page in Markdown: its title, what stands above the map, and what stands below it, part by part."""

    title: str
    head: str
    parts: tuple[str, ...]


@dataclass(slots=True)
class Decks:
    """The cards of rulesets, made once for each."""

    _known: dict[int, tuple[Ruleset, Deck]] = field(default_factory=dict)

    def of(self, ruleset: Ruleset) -> Deck:
        """The cards of a ruleset."""
        known = self._known.get(id(ruleset))
        if known is None:
            known = self._known[id(ruleset)] = (ruleset, build_deck(ruleset))
        return known[1]


def page_of(report: TableReport, decks: Decks) -> TablePage:
    """The page of a sound table."""
    deck = decks.of(report.ruleset)
    title = clean(report.name)
    head = f"# {block(title)}\n\n*{inline(clean(deck.sheet.title))} · {pieces_words(report)}*\n"
    parts = [
        list(_piece_table(report)),
        list(_what_they_do(report, deck)),
        list(_listed("Where pieces overlap", _overlaps(report))),
        list(_listed("Agreed", agreed_lines(report))),
        list(_listed("Still to be agreed", open_lines(report), "☐ ")),
    ]
    return TablePage(title, head, tuple("\n".join(lines).strip("\n") + "\n" for lines in parts if lines))


def pieces_words(report: TableReport) -> str:
    """``3 pieces``."""
    count = len(report.pieces)
    return f"{count} {'piece' if count == 1 else 'pieces'}"


def _text(text: str) -> str:
    return inline(clean(text))


def _listed(title: str, entries: Iterable[str], mark: str = "") -> Iterator[str]:
    """A heading with a list, if there is anything in it."""
    lines = [f"- {mark}{_text(each) if mark else block(clean(each))}" for each in entries]
    if lines:
        yield from (f"## {title}", "", *lines)


def _overlaps(report: TableReport) -> Iterator[str]:
    for overlap in report.overlaps:
        told = [line for line in holds_lines(overlap, report) if not line.startswith("by ")]
        yield f"{overlap_line(overlap)}. {'; '.join(told)}"


# ---- the pieces


def _piece_table(report: TableReport) -> Iterator[str]:
    """Number, name, kinds, and as many further columns as anything stands in."""
    unit = report.ruleset.settings.distance
    rows = [
        (
            str(each.number),
            each.piece.name,
            kinds_words(each.piece),
            height_words(each.piece, unit),
            ", ".join(field_words(each, unit)),
        )
        for each in report.pieces
    ]
    headers = ("No.", "Piece", "What it is", "Heights", "Stated")
    kept = [column for column in range(len(headers)) if column < 3 or any(row[column] for row in rows)]
    yield from _rows([headers[column] for column in kept], [[row[column] for column in kept] for row in rows])


def _rows(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(map(_text, headers))} |"
    yield "|" + " :-- |" * len(headers)
    for row in rows:
        yield f"| {' | '.join(map(_text, row))} |"


# ---- what they do


def _what_they_do(report: TableReport, deck: Deck) -> Iterator[str]:
    """Each kind of ground once, in the order of the rules, then the rolls it leads to."""
    cards = {card.key: card for card in deck.cards}
    chosen: list[tuple[Card, str]] = []
    everywhere = next((card for card in deck.cards if card.kind == "all terrain"), None)
    if everywhere is not None and report.pieces:
        chosen.append((everywhere, "every piece"))
    for terrain in report.ruleset.terrains:
        where = _where(terrain, report.pieces)
        if where:
            chosen.append((cards[f"terrain {terrain.name}"], where))
    if not chosen:
        return
    yield from ("## What they do", "")
    for card, where in chosen:
        yield from _card(card, where)
    told = dict.fromkeys(tuple(_roll(roll)) for card, _ in chosen for roll in card.rolls)
    for lines in told:
        yield from lines


def _where(terrain: Terrain, pieces: Iterable[PieceReport]) -> str:
    """``1, 3; 4 with X 2``: the numbers of the pieces of a kind, by what stands in its brackets."""
    numbers: dict[Named, list[str]] = {}
    for each in pieces:
        for named in each.piece.terrains:
            if named.name == terrain.name:
                numbers.setdefault(named, []).append(str(each.number))
    told = []
    for named, found in numbers.items():
        given = ", ".join(f"{param} {arg}" for param, arg in zip(terrain.params, named.args, strict=False))
        told.append(", ".join(found) + (f" with {given}" if given else ""))
    return "; ".join(told)


def _card(card: Card, where: str) -> Iterator[str]:
    besides = "".join(f" · {_text(trait.text)}" for trait in card.traits)
    yield from (f"### {block(clean(card.name))} ({_text(where)}){besides}", "")
    for table in card.tables:
        yield from (*_table(table), "")
    bullets = [_bullet(line) for line in card.bullets]
    if bullets:
        yield from (*bullets, "")
    elif not card.tables:
        yield from ("- no effect", "")


def _bullet(line: Bullet) -> str:
    said = _sentences(line.sentences)
    return f"- **{_text(line.trigger)}:** {said}" if line.trigger else f"- {block(_plain(line.sentences))}"


def _plain(statements: Iterable[Statement]) -> str:
    return clean(" ".join(each.text for each in statements))


def _sentences(statements: Iterable[Statement]) -> str:
    return inline(_plain(statements))


def _roll(roll: RollBox) -> Iterator[str]:
    yield from (f"### {block(clean(roll.name))}", "", block(_plain(roll.dice)), "")
    if roll.table is not None:
        yield from (*_table(roll.table), "")


def _table(table: Table) -> Iterator[str]:
    yield from _rows(table.headers, ([cell.text for cell in row.cells] for row in table.rows))
