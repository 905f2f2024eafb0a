"""What there is to say of a table before anybody plays on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic, finding, in_order, listed
from groundrules.engine import FieldValue, Named, Piece, book_of
from groundrules.engine.fields import kind_value
from groundrules.engine.profile import Spot
from groundrules.ground import ShapeError, is_line
from groundrules.ruleset import FieldSchema, Ruleset
from groundrules.scenarios.documents import Document
from groundrules.scenarios.pieces import TableReader
from groundrules.scenarios.table_asking import Asking, Fact
from groundrules.scenarios.table_overlaps import Overlap, cells_of, overlaps
from groundrules.scenarios.yaml_items import Item, Mapping
from groundrules.source import Span


@dataclass(frozen=True, slots=True)
class PieceReport:
    """One piece: its ``number`` on the map, what it states, what is agreed about it and what is not yet.

    ``states`` and ``agreed`` are pairs of a field's shown name and its value; ``lengths``
    are the names of those that are lengths.
    """

    number: int
    piece: Piece
    span: Span
    states: tuple[tuple[str, FieldValue], ...] = ()
    lengths: frozenset[str] = frozenset()
    agreed: tuple[tuple[str, FieldValue], ...] = ()
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableReport:
    """A table: its sound pieces, the facts its rules hang on, what overlaps, and findings.

    Overlaps are told only of a table without errors.
    """

    name: str
    ruleset: Ruleset
    pieces: tuple[PieceReport, ...]
    facts: tuple[Fact, ...]
    overlaps: tuple[Overlap, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def sound(self) -> bool:
        """Whether there are no errors."""
        return not any(each.is_error for each in self.diagnostics)


@dataclass(frozen=True, slots=True)
class StatedTable:
    """A table as a file states it: its name, its pieces, what is agreed."""

    name: str
    stated: Mapping
    agreed: Item | None = None


def tables_of(document: Document, name: str) -> tuple[StatedTable, ...]:
    """The tables of a file: its own, called ``name``, and those of scenarios that state more."""
    found: list[StatedTable] = []
    if document.table is not None:
        found.append(StatedTable(name, document.table, document.agreed))
    for scenario in document.scenarios:
        table = scenario.stated.get("table")
        if isinstance(table, Mapping) and all(table is not each.stated for each in found):
            found.append(StatedTable(scenario.name, table, scenario.stated.get("agreed")))
    return tuple(found)


def report(ruleset: Ruleset, table: StatedTable) -> TableReport:
    """Everything about one table. Never raises for what an author wrote."""
    reader = TableReader(ruleset)
    asking = Asking(ruleset)
    agreed = reader.texts(table.agreed, "`agreed`")
    numbers = {name: number for number, name in enumerate(table.stated, 1)}
    pieces = reader.table(table.stated).pieces
    diagnostics = list(reader.diagnostics)
    for piece in pieces:
        diagnostics += _wrong(ruleset, asking, piece, table.stated)
    found = tuple(
        _piece(ruleset, asking, piece, numbers[piece.name], table.stated.keys[piece.name]) for piece in pieces
    )
    sound = not any(each.is_error for each in diagnostics)
    return TableReport(
        table.name,
        ruleset,
        found,
        asking.facts(pieces, agreed),
        overlaps(ruleset, pieces) if sound else (),
        in_order(diagnostics),
    )


def _piece(ruleset: Ruleset, asking: Asking, piece: Piece, number: int, span: Span) -> PieceReport:
    stated = dict(piece.fields)
    spot = Spot(piece.terrains, piece.fields)
    states: list[tuple[str, FieldValue]] = []
    for field in asking.fields:
        value = stated.get(field.name)
        if value is None and field.type != "agreed":
            value = kind_value(book_of(ruleset), spot, field.name)
        if value is not None and field.type != "agreed":
            states.append((field.shown, _shown(field, value)))
    to_agree = list(asking.to_agree(piece))
    return PieceReport(
        number,
        piece,
        span,
        tuple(states),
        frozenset(field.shown for field in asking.fields if field.type == "distance"),
        tuple((field.shown, stated[field.name]) for field in to_agree if field.name in stated),
        tuple(field.shown for field in to_agree if field.name not in stated),
    )


def _shown(field: FieldSchema, value: FieldValue) -> FieldValue:
    return next((each.shown for each in field.values if each.name == value), value)


# ---- what is wrong


def _wrong(ruleset: Ruleset, asking: Asking, piece: Piece, stated: Mapping) -> Iterator[Diagnostic]:
    """What reading alone does not find."""
    key = stated.keys[piece.name]
    item = stated.get(piece.name)
    assert isinstance(item, Mapping)
    for field, asked in asking.lacking(piece):
        message = f"the piece `{piece.name}` does not state its `{field.name}`"
        yield finding("GR501", key, message, help=f"{_wanted(field)}; asked for by {listed(asked, 3)}")
    if piece.bottom is not None and piece.top is not None and piece.top < piece.bottom:
        message = f"the top of `{piece.name}` lies below its bottom"
        yield finding("GR502", item.keys["top"], message, help="exchange the two, or mend one of them")
    if ruleset.settings.grid is None:
        if piece.cells:
            help = "state a shape, or write `grid squares` in the rules"
            yield finding("GR505", item.keys["cells"], f"`{piece.name}` covers cells, and there is no grid", help=help)
        return
    if piece.shape is not None and is_line(piece.shape):
        return
    try:
        covers = cells_of(ruleset, piece)
    except ShapeError as error:
        help = "give fewer cells or a smaller shape"
        yield finding("GR404", key, f"the shape of `{piece.name}` cannot be: {error}", help=help)
        return
    if not covers:
        help = "a piece covers the cells whose centre lies in it; make it larger, or list its `cells`"
        yield finding("GR506", key, f"`{piece.name}` covers no cell of the grid", help=help)


def _wanted(field: FieldSchema) -> str:
    """What to write."""
    if field.values:
        return f"write `{field.name}: …` with one of {listed([value.name for value in field.values], 8)}"
    return f"write `{field.name}: …` with {'a length' if field.type == 'distance' else 'a number'}"


def named_words(named: Named) -> str:
    """A kind with its brackets, as authors write it."""
    inner = ", ".join(map(str, named.args))
    return f"{named.name}({inner})" if inner else named.name
