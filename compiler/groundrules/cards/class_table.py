"""The table of a terrain by class: equal rows merged, and the cells of the author's tables at home in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from groundrules.cards.classes import (
    COLUMNS,
    Brief,
    Candidate,
    Column,
    beaten,
    brief,
    fits,
    telling,
    telling_fields,
    telling_ids,
)
from groundrules.cards.desk import Desk, home
from groundrules.cards.model import Cell, Row, Table
from groundrules.cards.own_ground import OwnGround, own_ground
from groundrules.cards.references import Reference
from groundrules.cards.words import Words
from groundrules.ruleset import FieldSchema, NoEffect, Term


@dataclass
class _Draft:
    """A cell while it is filled."""

    texts: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    home: list[str] = field(default_factory=list)
    below: bool = False

    def add(self, text: str, ids: Sequence[str]) -> None:
        if text and text not in self.texts:
            self.texts.append(text)
        self.ids += [one for one in ids if one not in self.ids]


def class_tables(
    desk: Desk, found: Sequence[Candidate], key: Reference, housed: set[str], of: Term | None = None
) -> list[Table]:
    """The tables of a terrain, one for each field that its rules tell apart.

    ``housed``: the rules that have their home in a table; those at home in these are added.
    ``of``: which of the terrains of this name they are about, where a rule names one.
    """
    tables: list[Table] = []
    for schema in telling_fields(desk.ruleset.fields, found):
        # A second table speaks only of the rules that tell its values apart.
        table = _table(desk, schema, telling(schema, found) if tables else found, key, housed, of)
        if table is not None:
            tables.append(table)
            housed |= {one for row in table.rows for cell in row.cells for one in cell.home}
    return tables


def _table(
    desk: Desk, schema: FieldSchema, found: Sequence[Candidate], key: Reference, housed: set[str], of: Term | None
) -> Table | None:
    words = desk.words
    drafts: list[tuple[str, dict[Column, _Draft]]] = []
    briefs = [[brief(one.words, one.rule, effect, spelled_out=True) for effect in one.rule.effects] for one in found]
    for value in schema.values:
        own = own_ground(desk, schema, value.name, key[1])
        drafts.append((value.name, _cells(found, briefs, schema, value.name, own)))
    columns: list[Column] = [c for c in COLUMNS if any(row[c].texts for _, row in drafts)]
    silent = [c for c in found if _silent_cell(c)]
    if not columns and not silent:
        return None
    columns = columns or ["move"]
    placed = set(housed)
    for value_name, row in drafts:
        _settle(words, found, schema, value_name, row, columns, key, placed)
    columns = _worth_a_column(drafts, columns, found)
    rows = _merge(words, schema, drafts, columns)
    if len(rows) == 1 and not any(cell.home for cell in rows[0].cells):
        return None
    ids = telling_ids(schema, found)
    shown = words.lexicon.field("model", schema.name)
    headers = (
        words.say("header.class", field=shown)
        if of is None
        else words.say("header.class in", field=shown, terrain=words.term(of)),
        *(
            words.say(f"header.{column} to" if column in ("cover", "sight") else f"header.{column}")
            for column in columns
        ),
    )
    return Table(("class", *columns), headers, tuple(rows), ids)


def _worth_a_column(
    drafts: list[tuple[str, dict[Column, _Draft]]], columns: list[Column], found: Sequence[Candidate]
) -> list[Column]:
    """The columns less those that say the same of every class, where a sentence below says it anyway."""
    below = {one.rule.id for one in found if not one.chain and one.rule.cell is None}
    kept = []
    for column in columns:
        cells = [row[column] for _, row in drafts]
        same = len({(tuple(cell.texts), cell.below) for cell in cells}) == 1
        if not same or any(cell.home or not below.issuperset(cell.ids) for cell in cells):
            kept.append(column)
    return kept or columns[:1]


def _silent_cell(candidate: Candidate) -> bool:
    effects = candidate.rule.effects
    return candidate.rule.cell is not None and (not effects or all(isinstance(one, NoEffect) for one in effects))


def _cells(
    found: Sequence[Candidate], briefs: Sequence[Sequence[Brief | None]], schema: FieldSchema, value: str,
    own: Sequence[OwnGround],
) -> dict[Column, _Draft]:  # fmt: skip
    """What each column says of a class, before it is known where rules have their home."""
    row: dict[Column, _Draft] = {column: _Draft() for column in COLUMNS}
    if any(one.instead for one in own):
        found, briefs = (), ()
    fitting = [fits(candidate, schema, value) for candidate in found]
    certain = [candidate for candidate, fit in zip(found, fitting, strict=True) if fit == "yes"]
    for candidate, fit, short in zip(found, fitting, briefs, strict=True):
        if fit == "no":
            continue
        for effect, said in zip(candidate.rule.effects, short, strict=True):
            if said is None or beaten(candidate, effect, certain):
                continue
            draft = row[said.column]
            if fit == "yes":
                draft.add(said.text, candidate.ids)
            elif telling(schema, [candidate]):
                draft.below = True
                draft.ids += [one for one in candidate.ids if one not in draft.ids]
    for one in own:
        row[one.column].add(one.text, (one.rule.id,))
    return row


def _settle(
    words: Words, found: Sequence[Candidate], schema: FieldSchema, value: str,
    row: dict[Column, _Draft], columns: Sequence[Column], key: Reference, placed: set[str],
) -> None:  # fmt: skip
    """Gives the cells of the author's tables their home, where one cell here says all of them."""
    for candidate in found:
        rule = candidate.rule
        if rule.cell is None or candidate.chain or home(rule) != key or rule.id in placed:
            continue
        if fits(candidate, schema, value) != "yes" or rule.qualifiers.on:
            continue
        if _silent_cell(candidate):
            first = row[columns[0]]
            if not any(row[column].texts for column in columns):
                first.texts.append(words.say("brief.no effect"))
            first.ids.append(rule.id)
            first.home.append(rule.id)
            placed.add(rule.id)
            continue
        said = [brief(candidate.words, rule, effect) for effect in rule.effects]
        into = {one.column for one in said if one is not None and one.whole}
        if len(into) == 1 and None not in said:
            draft = row[into.pop()]
            if rule.id in draft.ids:
                draft.home.append(rule.id)
                placed.add(rule.id)


def _merge(
    words: Words, schema: FieldSchema, drafts: list[tuple[str, dict[Column, _Draft]]], columns: Sequence[Column]
) -> list[Row]:
    """A row for each class, those of equal values as one."""
    merged: dict[tuple[str, ...], Row] = {}
    shown = {value.name: words.lexicon.values[value.name] for value in schema.values}
    for value, row in drafts:
        cells = tuple(_cell(words, row[column]) for column in columns)
        texts = tuple(cell.text for cell in cells)
        known = merged.get(texts)
        if known is None:
            merged[texts] = Row((value,), (Cell(shown[value], _ids(cells)), *cells))
        else:
            joined = tuple(_join(one, other) for one, other in zip(known.cells[1:], cells, strict=True))
            keys = (*known.keys, value)
            merged[texts] = Row(keys, (Cell(words.commas(shown[one] for one in keys), _ids(joined)), *joined))
    return list(merged.values())


def _cell(words: Words, draft: _Draft) -> Cell:
    text = words.in_turn(draft.texts) if draft.texts else ""
    if draft.below:
        text = words.say("brief.also below", text=text) if text else words.say("brief.below")
    return Cell(text or words.say("brief.nothing"), tuple(draft.ids), tuple(draft.home))


def _ids(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for cell in cells for one in cell.ids))


def _join(one: Cell, other: Cell) -> Cell:
    return replace(one, ids=tuple(dict.fromkeys((*one.ids, *other.ids))), home=(*one.home, *other.home))
