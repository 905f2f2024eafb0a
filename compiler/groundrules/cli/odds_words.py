"""Panels of chances as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.odds.panels import Panel, Row
from groundrules.odds.wording import percent, shown

#: How wide a bar of certainty is.
_BAR = 24
#: The names of a roll's columns in JSON.
_KEYS = {"one model": "one", "any of five": "five", "any of ten": "ten"}


def lines(panel: Panel) -> Iterator[str]:
    """A table with bars; a panel of one column needs no heading."""
    yield panel.title
    if panel.note is not None:
        yield f"  {panel.note}"
    if not panel.rows:
        return
    table = [[row.label, *_cells(panel, row.chances)] for row in panel.rows]
    if len(panel.columns) > 1:
        table.insert(0, ["result", *panel.columns, *(["difference"] if panel.compared else [])])
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    bars = ["", *_bars(panel)] if len(panel.columns) > 1 else list(_bars(panel))
    for line, bar_of in zip(table, bars, strict=True):
        cells = "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True))
        yield f"  {cells}  {bar_of}".rstrip()


def _cells(panel: Panel, chances: tuple[Fraction | None, ...]) -> Iterator[str]:
    if panel.compared:
        yield from ("not there" if chance is None else shown(chance) for chance in chances)
        one, other = chances
        yield "" if one is None or other is None else f"{float(100 * (other - one)):+.1f} points"
        return
    for number, chance in enumerate(chances):
        assert chance is not None
        yield percent(chance) if number else shown(chance)


def _bars(panel: Panel) -> Iterator[str]:
    for row in panel.rows:
        chance = row.chances[0]
        yield bar(chance) if chance is not None and not panel.compared else ""


def bar(chance: Fraction) -> str:
    """The chance as a length."""
    return "#" * round(chance * _BAR)


def data(panel: Panel) -> dict[str, object] | list[object]:
    """A panel as JSON: of a roll a list of its bands and totals, of a move what may happen by its name."""
    if panel.compared:
        found: list[object] = []
        for row in panel.rows:
            both = {name: None if c is None else number(c) for name, c in zip(panel.columns, row.chances, strict=True)}
            found.append({"result": row.label, **both})
        return found
    if not panel.rows:
        return {"refused": panel.note}
    if len(panel.columns) == 1:
        return {row.label: number(chance) for row in panel.rows for chance in row.chances if chance is not None}
    return [{**_named(row), **dict(_numbers(panel.columns, row.chances))} for row in panel.rows]


def _named(row: Row) -> dict[str, object]:
    """What a row of a roll is about: a band, or all totals from one on."""
    if row.least is None:
        return {"band": row.label}
    return {"at least": int(row.least) if row.least == int(row.least) else float(row.least)}


def _numbers(columns: tuple[str, ...], chances: tuple[Fraction | None, ...]) -> Iterator[tuple[str, object]]:
    for column, chance in zip(columns, chances, strict=True):
        if chance is not None:
            yield _KEYS[column], number(chance)


def number(chance: Fraction) -> dict[str, object]:
    """A chance as fraction and decimal."""
    return {"fraction": str(chance), "decimal": float(chance)}
