"""The chances of one roll as a table: for one model, and at least once among five and among ten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from groundrules.cards.catalogue import Catalogue, catalogue
from groundrules.cards.lexicon import Lexicon, parted, shown
from groundrules.cards.model import Cell, Row, Table
from groundrules.cards.rolls import band_chance, band_range, percent
from groundrules.cards.words import Words
from groundrules.engine.reading import parts
from groundrules.odds.panels import ROLLERS, totals_told
from groundrules.odds.rolls import RollOdds
from groundrules.ruleset import Dice, NameArg, Num, Roll, Ruleset, Term
from groundrules.verdict import Argument, Number

_COLUMNS = ("one", "five", "ten")


def chances_table(
    ruleset: Ruleset,
    roll: Roll,
    odds: RollOdds,
    args: Sequence[Argument] = (),
    stated: Sequence[str] = (),
    phrases: Mapping[str, Any] | Catalogue | None = None,
) -> tuple[str, Table]:
    """The roll's name with what was stated of who makes it, in Markdown, and the table of its bands.

    Where the total is used as a number, rows for the totals follow, from each one on.
    ``args`` fill the roll's brackets. Raises
    :class:`~groundrules.cards.catalogue.PhraseError` for phrases that do not fit.
    """
    given = tuple(Num(arg) if not isinstance(arg, str) else NameArg(Term("value", arg)) for arg in args)
    words = Words(catalogue(phrases), Lexicon.of(ruleset), ruleset.settings.distance).with_params(roll.params, given)
    heading = f"**{shown(roll)}**" + (f" ({', '.join(stated)})" if stated else "")
    columns: tuple[str, ...] = ("roll", "result", *_COLUMNS)
    rows = tuple(
        Row(
            (band.id,),
            (
                Cell(band_range(words, band)),
                Cell(words.commas(map(parted, band.names)) or words.say("brief.nothing")),
                Cell(band_chance(words, roll, band, odds.band(band.id))),
                *(Cell(percent(words, odds.at_least_once(band.id, rollers))) for rollers in ROLLERS[1:]),
            ),
        )
        for band in roll.bands
    )
    unit = next((each.unit for each in parts(roll.total) if isinstance(each, Dice)), None)
    rows += tuple(_totals(words, least, chance, unit) for least, chance in totals_told(ruleset, roll, odds))
    headers = tuple(words.say(f"header.{name}") for name in columns)
    if not any(band.names for band in roll.bands):
        columns, headers = ("roll", *_COLUMNS), (headers[0], *headers[2:])
        rows = tuple(replace(row, cells=(row.cells[0], *row.cells[2:])) for row in rows)
    return heading, Table(columns, headers, rows)


def _totals(words: Words, least: Number, chance: Fraction, unit: str | None) -> Row:
    """The chance that a total comes to so much at least."""
    low = words.quantity(Fraction(least), unit)
    chances = (1 - (1 - chance) ** rollers for rollers in ROLLERS)
    cells = (words.say("band.at least", low=low), words.say("brief.nothing"), *(percent(words, c) for c in chances))
    return Row((f"at least {least}",), tuple(map(Cell, cells)))
