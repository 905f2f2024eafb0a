"""A report of a table as lines for people and as plain data for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from groundrules.engine import FieldValue, Piece
from groundrules.quantity import reading_number
from groundrules.scenarios.table_asking import Fact
from groundrules.scenarios.table_overlaps import Holds, Overlap
from groundrules.scenarios.table_report import PieceReport, TableReport, named_words
from groundrules.scenarios.telling import amount
from groundrules.source import Source, Span

#: The format of the data.
FORMAT = "groundrules-table/1"

Shown = Callable[[Source], str]


def lines(report: TableReport, shown: Shown) -> Iterator[str]:
    """The report in lines: its pieces, what is agreed and what is open, what overlaps."""
    unit = report.ruleset.settings.distance
    count = len(report.pieces)
    yield f"{report.name}: {count} {'piece' if count == 1 else 'pieces'}, by the rules of {report.ruleset.name}"
    rows = [_row(each, unit, shown) for each in report.pieces]
    widths = [max(len(row[column]) for row in rows) for column in range(4)] if rows else []
    for row in rows:
        number, *rest = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {number.strip().rjust(widths[0])}  {'  '.join(rest)}".rstrip()
    agreed, still = list(agreed_lines(report)), list(open_lines(report))
    for title, told in (("agreed", agreed), ("to be agreed", still)):
        if told:
            yield f"{title}:"
            yield from (f"  {line}" for line in told)
    if report.overlaps:
        yield "where pieces overlap:"
    for overlap in report.overlaps:
        yield f"  {overlap_line(overlap)}"
        yield from (f"    {line}" for line in holds_lines(overlap, report))


def _row(report: PieceReport, unit: str, shown: Shown) -> tuple[str, str, str, str]:
    piece = report.piece
    stated = "; ".join(part for part in (height_words(piece, unit), *field_words(report, unit)) if part)
    kinds = kinds_words(piece)
    place = f"[{shown(report.span.source)}:{report.span.line}]"
    return str(report.number), piece.name, kinds, f"{stated}  {place}" if stated else place


def kinds_words(piece: Piece) -> str:
    """``Woods and Marsh``; bare table for none."""
    return " and ".join(map(named_words, piece.terrains)) or "bare table"


def height_words(piece: Piece, unit: str) -> str:
    """``from 0″ to 3″``; nothing where no heights are stated."""
    low = f"from {amount(piece.bottom, unit)}" if piece.bottom is not None else ""
    high = f"to {amount(piece.top, unit)}" if piece.top is not None else ""
    return " ".join(part for part in (low, high) if part)


def field_words(report: PieceReport, unit: str) -> list[str]:
    """``Height 3″`` for each stated field that is not agreed."""
    return [f"{name} {value_words(value, unit if name in report.lengths else None)}" for name, value in report.states]


def value_words(value: FieldValue, unit: str | None = None) -> str:
    """A stated value: ``yes``, ``3``, ``Tall``, ``a low wall``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return amount(value, unit) if unit is not None else reading_number(value)


def agreed_lines(report: TableReport) -> Iterator[str]:
    """What the players have agreed: facts, then what is said of pieces."""
    for fact in report.facts:
        if fact.agreed:
            yield f"“{fact.text}”"
    for each in report.pieces:
        for name, value in each.agreed:
            yield f"{name} of {each.piece.name}: {value_words(value)}"


def open_lines(report: TableReport) -> Iterator[str]:
    """What the players have not agreed yet: facts, then fields, each with the pieces it is about."""
    for fact in report.facts:
        if not fact.agreed:
            yield f"“{fact.text}” ({_about(fact, report)})"
    named: dict[str, list[str]] = {}
    for each in report.pieces:
        for name in each.open:
            named.setdefault(name, []).append(each.piece.name)
    for name, pieces in named.items():
        yield f"{name} of {', '.join(pieces)}"


def _about(fact: Fact, report: TableReport) -> str:
    if len(fact.pieces) == len(report.pieces) > 1:
        return "about every piece"
    return f"about {', '.join(fact.pieces)}"


def overlap_line(overlap: Overlap) -> str:
    """``mire and copse: Marsh and Woods; Road lies over Mud``."""
    kinds = " and ".join(map(named_words, overlap.kinds)) or "bare table"
    under = ", ".join(map(named_words, overlap.replaced))
    return f"{' and '.join(overlap.pieces)}: {kinds}" + (f"; {under} lies under it and says nothing" if under else "")


def holds_lines(overlap: Overlap, report: TableReport) -> Iterator[str]:
    """What holds there, who by who, and by which rules."""
    settings = report.ruleset.settings
    for each in overlap.holds:
        policy = (
            f" (overlap {settings.overlap})" if settings.overlap and overlap.costly and len(overlap.kinds) > 1 else ""
        )
        who = f"{' or '.join(each.who)}: " if each.who else ""
        yield who + holds_words(each, settings.distance, policy)
    if overlap.rules:
        yield f"by {', '.join(overlap.rules)}"


def holds_words(holds: Holds, unit: str, policy: str = "") -> str:
    """``1″ counts as 4″; enter is forbidden``."""
    if holds.uses_all:
        cost = "any distance takes the whole allowance"
    elif holds.cost is None:
        cost = "what it costs hangs on the model and its move"
    else:
        cost = f"{amount(Fraction(1), unit)} counts as {amount(holds.cost, unit)}{policy}"
    forbidden = f"{' and '.join(holds.forbidden)} forbidden" if holds.forbidden else ""
    return "; ".join(part for part in (cost, forbidden) if part)


# ---- data


def as_data(report: TableReport, shown: Shown) -> dict[str, Any]:
    """The report as JSON holds it; fractions are texts."""
    return {
        "name": report.name,
        "ruleset": report.ruleset.name,
        "sound": report.sound,
        "pieces": [_piece_data(each, shown) for each in report.pieces],
        "facts": [
            {"text": fact.text, "agreed": fact.agreed, "rules": list(fact.rules), "pieces": list(fact.pieces)}
            for fact in report.facts
        ],
        "overlaps": [_overlap_data(each) for each in report.overlaps],
    }


def _piece_data(report: PieceReport, shown: Shown) -> dict[str, Any]:
    piece = report.piece
    return {
        "number": report.number,
        "name": piece.name,
        "terrain": list(map(named_words, piece.terrains)),
        "bottom": _value_data(piece.bottom),
        "top": _value_data(piece.top),
        "states": {name: _value_data(value) for name, value in report.states},
        "agreed": {name: _value_data(value) for name, value in report.agreed},
        "open": list(report.open),
        **_place(report.span, shown),
    }


def _overlap_data(overlap: Overlap) -> dict[str, Any]:
    return {
        "pieces": list(overlap.pieces),
        "terrain": list(map(named_words, overlap.kinds)),
        "replaced": list(map(named_words, overlap.replaced)),
        "rules": list(overlap.rules),
        "holds": [
            {
                "who": list(each.who),
                "cost": None if each.cost is None else str(Fraction(each.cost)),
                "uses_all": each.uses_all,
                "forbidden": list(each.forbidden),
            }
            for each in overlap.holds
        ],
    }


def _value_data(value: FieldValue | None) -> object:
    return str(value) if isinstance(value, Fraction) else value


def _place(span: Span, shown: Shown) -> dict[str, Any]:
    return {"path": shown(span.source), "line": span.line, "column": span.column}
