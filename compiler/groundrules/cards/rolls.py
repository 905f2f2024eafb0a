"""Roll boxes: what is rolled, the bands with their results and chances, what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.cards.desk import Desk
from groundrules.cards.effects import has_display, outcome
from groundrules.cards.lexicon import capital, parted, shown
from groundrules.cards.markdown import clean
from groundrules.cards.model import Bullet, Cell, RollBox, Row, Statement, Table
from groundrules.cards.procedures import dice_count, dice_said
from groundrules.cards.qualifiers import Lead, prefixes, suffixes
from groundrules.cards.sentences import Saying, told
from groundrules.cards.words import Words, expression
from groundrules.ruleset import (
    Band,
    Choose,
    Conditional,
    Deliver,
    Dice,
    Effect,
    Expr,
    Handler,
    Neg,
    NoEffect,
    Num,
    Param,
    Perform,
    Qualifiers,
    Roll,
)


def performed(effects: Iterable[Effect], branches: tuple[str, ...] = ()) -> Iterator[tuple[Perform, tuple[str, ...]]]:
    """The rolls that effects make, each with the ids of the branches that it stands in."""
    for effect in effects:
        if isinstance(effect, Perform):
            yield effect, branches
            for handler in effect.handlers:
                yield from performed(handler.effects, (*branches, handler.id))
        elif isinstance(effect, Choose | Conditional):
            yield from performed(effect.effects, (*branches, effect.id))


def delivered(effects: Iterable[Effect], branches: tuple[str, ...] = ()) -> Iterator[tuple[Deliver, tuple[str, ...]]]:
    """The outcomes that effects hand over, each with the ids of the branches that it stands in."""
    for effect in effects:
        if isinstance(effect, Deliver):
            yield effect, branches
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from delivered(handler.effects, (*branches, handler.id))
        elif isinstance(effect, Choose | Conditional):
            yield from delivered(effect.effects, (*branches, effect.id))


def inner(roll: Roll) -> Iterator[tuple[Effect, str]]:
    """The effects of a roll's bands and handlers, each with the id of its band or handler."""
    for band in roll.bands:
        yield from ((effect, band.id) for effect in band.effects)
    for handler in roll.handlers:
        yield from ((effect, handler.id) for effect in handler.effects)


def box(desk: Desk, roll: Roll, saying: Saying) -> RollBox:
    """A roll as a box; ``saying.words`` know what its parameters stand for."""
    params = tuple(saying.words.filled(Param(name)) for name in roll.params)
    name = saying.words.called(shown(roll), params)
    return RollBox(
        name,
        desk.files.get(("roll", roll.name), ""),
        tuple(dice_said(desk, roll, saying)),
        bands_table(desk, roll, saying),
    )


def because_of(box: RollBox, because: Sequence[str]) -> RollBox:
    """The same box where it stands because of some rules, whose ids each part then has as well."""

    def more(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*ids[:1], *because, *ids[1:])))

    dice = tuple(Statement(one.text, more(one.ids), one.repeat) for one in box.dice)
    if box.table is None:
        return RollBox(box.name, box.file, dice, None)
    rows = tuple(
        Row(row.keys, tuple(Cell(one.text, more(one.ids), one.home, one.notes, one.file) for one in row.cells))
        for row in box.table.rows
    )
    return RollBox(box.name, box.file, dice, Table(box.table.columns, box.table.headers, rows, box.table.ids))


# ---- bands


def band_range(words: Words, band: Band) -> str:
    """For which results a band speaks, and for whom."""
    text = _range(words, band)
    if band.mode != "total":
        text = words.say(f"band.{band.mode}", range=text)
    when = [*prefixes(words, band.qualifiers), *suffixes(words, band.qualifiers)]
    return words.say("band.qualified", range=text, prefix=words.commas(when)) if when else text


def _range(words: Words, band: Band) -> str:
    if band.otherwise:
        return words.say("band.otherwise")
    low = words.filled(band.low) if band.low is not None else None
    high = words.filled(band.high) if band.high is not None else None
    if low is None and high is None:
        return words.say("band.any")
    if high is None:
        return words.say("band.at least", low=expression(words, low)) if low is not None else ""
    if low is None:
        return words.say("band.at most", high=expression(words, high))
    said_low, said_high = expression(words, low), expression(words, high)
    if low == high:
        return words.say("band.exactly", low=said_low)
    key = "band.between" if _below_zero(low) or _below_zero(high) else "band.range"
    return words.say(key, low=said_low, high=said_high)


def _below_zero(expr: Expr) -> bool:
    return isinstance(expr, Neg) or (isinstance(expr, Num) and expr.value < 0)


@dataclass
class _Homes:
    """Which ids still look for a home in a table; each gets one."""

    waiting: set[str]

    def take(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Those of the ids that have their home here, and nowhere later."""
        found = tuple(one for one in dict.fromkeys(ids) if one in self.waiting)
        self.waiting -= set(found)
        return found


def bands_table(desk: Desk, roll: Roll, saying: Saying) -> Table | None:
    """The bands of a roll: total, result, effect, chances.

    What a handler adds to a band stands in the band's row. Inherited bands have their
    home on the card of the roll that declares them.
    """
    if not roll.bands:
        return None
    words = saying.words
    homes = _Homes(set() if saying.repeat else _own_ids(desk, roll))
    rows = [_band_row(desk, roll, band, saying, homes) for band in roll.bands]
    columns = ("roll", "result", "effect", "one", "five")
    kept = [index for index in range(len(columns)) if index == 0 or any(row.cells[index].text for row in rows)]
    nothing = words.say("brief.nothing")
    filled = [
        Row(
            row.keys,
            tuple(cell if cell.text else replace(cell, text=nothing) for cell in map(row.cells.__getitem__, kept)),
        )
        for row in rows
    ]
    names = tuple(columns[i] for i in kept)
    return Table(names, tuple(words.say(f"header.{name}") for name in names), tuple(filled))


def _own_ids(desk: Desk, roll: Roll) -> set[str]:
    """The ids of the bands and branches that a roll declares itself."""
    base = desk.lexicon.rolls.get(roll.base or "")
    inherited = {one for part in (base.bands, base.handlers) for one in ids_below(part)} if base is not None else set()
    return {one for part in (roll.bands, roll.handlers) for one in ids_below(part)} - inherited


def ids_below(part: object) -> Iterator[str]:
    """The ids of a part of a ruleset and of every branch below it."""
    if isinstance(part, tuple):
        for one in part:
            yield from ids_below(one)
    elif isinstance(part, Band | Handler | Choose | Conditional):
        yield part.id
        yield from ids_below(part.effects)
    elif isinstance(part, Perform):
        yield from ids_below(part.handlers)


def _band_row(desk: Desk, roll: Roll, band: Band, saying: Saying, homes: _Homes) -> Row:
    words = saying.words
    effects = [effect for effect in band.effects if not isinstance(effect, NoEffect)]
    said = list(told(saying, band.id, Lead(), Qualifiers(), effects)) if effects else []
    for handler in roll.handlers:
        if handler.band in band.names:
            said += told(saying, handler.id, Lead(), handler.qualifiers, handler.effects)
    text = " ".join(words.sentence(statement.text) for statement in said)
    if len(said) == 1 and all(isinstance(one, Deliver) and not has_display(words, one) for one in effects):
        text = words.both(outcome(words, one) for one in effects if isinstance(one, Deliver)) or text
    if not said and band.effects:
        text = words.say("brief.no effect")
    ids = tuple(dict.fromkeys((*saying.ids(band.id), *(one for statement in said for one in statement.ids))))
    chance = desk.findings.chances.get(band.id) if len(roll.bands) > 1 or not _takes_all(band) else None
    one, five = (chance.one, chance.five) if chance is not None else (None, None)
    return Row(
        (band.id,),
        (
            Cell(band_range(words, band), saying.ids(band.id), homes.take([band.id])),
            Cell(words.commas(map(parted, band.names)), saying.ids(band.id)),
            Cell(text, ids, homes.take(ids)),
            Cell(band_chance(words, roll, band, one), saying.ids(band.id)),
            Cell(percent(words, five) if five is not None else "", saying.ids(band.id)),
        ),
    )


def _takes_all(band: Band) -> bool:
    """Whether a band, if it stands alone, says what is done with the total rather than when."""
    return band.mode == "total" and band.qualifiers == Qualifiers()


def band_chance(words: Words, roll: Roll, band: Band, chance: Fraction | None) -> str:
    """The chance of a band for one model; of several dice read one by one, that any of them falls into it.

    ``None``: nobody knows it; of dice read one by one then that of each, where the faces are counted.
    """
    if band.mode != "each" or not isinstance(roll.total, Dice):
        return percent(words, chance) if chance is not None else ""
    alone = dice_count(words, roll.total.count) == 1
    if chance is not None:
        said = percent(words, chance)
        return said if alone else words.say("chance.any die", chance=said)
    low = words.filled(band.low) if band.low is not None else None
    high = words.filled(band.high) if band.high is not None else None
    if low == Num(Fraction(1)) and isinstance(high, Param):
        return words.say("chance.each die", many=expression(words, high), all=str(roll.total.sides))
    return ""


#: A chance in more parts than this is shown as its percentage alone.
_LONGEST_CHANCE = 1296


def percent(words: Words, chance: Fraction) -> str:
    """An exact chance and its percentage; only what is certain is said to be."""
    if chance in (0, 1):
        return words.say("chance.certain" if chance else "chance.never")
    share = min(max(round(chance * 100), 1), 99)
    if chance.denominator > _LONGEST_CHANCE:
        return words.say("chance.about", percent=str(share))
    return words.say("chance.cell", many=str(chance.numerator), all=str(chance.denominator), percent=str(share))


# ---- outcomes


def outcome_bullets(desk: Desk, effect: Deliver, saying: Saying) -> list[Bullet]:
    """The author's words about an outcome, their places filled with what it is handed over with."""
    words = saying.words
    declared = words.lexicon.outcomes.get(effect.outcome)
    if declared is None or not declared.prose:
        return []
    env = {name: expression(words, arg) for name, arg in zip(declared.params, effect.args, strict=False)}
    name = outcome(words, replace(effect, without=()))
    ids = saying.ids(f"outcome {effect.outcome}")
    prose = tuple(Statement(line, ids, saying.repeat) for line in filled_prose(declared.prose, env))
    return [Bullet(f"outcome {effect.outcome} {name}", prose, capital(name))]


def filled_prose(lines: Iterable[str], env: dict[str, str]) -> list[str]:
    """Prose with ``{Armour Penetration}`` filled; a brace that names no parameter stays as it is."""
    known = {"".join(name.split()): value for name, value in env.items()}

    def fill(found: re.Match[str]) -> str:
        return known.get("".join(found[1].split()), found[0])

    texts = (clean(re.sub(r"\{([^{}]*)\}", fill, line)) for line in lines)
    return [text for text in texts if text]
