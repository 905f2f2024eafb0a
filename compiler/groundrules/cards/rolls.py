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
from groundrules.cards.qualifiers import Lead, prefixes, suffixes
from groundrules.cards.references import mentioned
from groundrules.cards.sentences import Saying, told
from groundrules.cards.words import Words, dice, expression, negated, negative
from groundrules.ruleset import (
    Band,
    Binary,
    ChangeRoll,
    Choose,
    Conditional,
    Deliver,
    Dice,
    Effect,
    Expr,
    Handler,
    MoreDice,
    Neg,
    NoEffect,
    Num,
    Number,
    NumberPair,
    Param,
    Pass,
    Perform,
    Qualifiers,
    Reroll,
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
        name, desk.files.get(("roll", roll.name), ""), tuple(_dice(desk, roll, saying)), bands_table(desk, roll, saying)
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


def _dice(desk: Desk, roll: Roll, saying: Saying) -> Iterator[Statement]:
    """What is rolled, and the named quantities in it."""
    words = saying.words
    parts = [_total(words, roll.total), *kept_dice(words, roll)]
    if roll.extra is not None:
        parts.append(words.say(f"roll.extra {roll.extra}"))
    if roll.fewer is not None:
        parts.append(words.say(f"roll.fewer {roll.fewer}"))
    text = words.sentence(words.in_turn(parts))
    if roll.base is not None:
        base = words.lexicon.roll(roll.base)
        key = "roll.derived" if words.phrases.is_test(base) else "roll.derived plain"
        derived = words.sentence(words.say(key, roll=base))
        text = f"{derived} {text}"
    yield Statement(text, saying.ids(f"roll {roll.name}"), saying.repeat)
    if ("roll", roll.name) in desk.declared_anew:
        yield Statement(words.sentence(words.say("house.declared")), saying.ids(f"roll {roll.name}"), True)
    named = dict.fromkeys(name for kind, name in mentioned(replace(roll, bands=(), handlers=())) if kind == "number")
    for name in named:
        number = words.lexicon.numbers.get(name)
        if number is not None:
            yield from number_said(replace(saying, repeat=True), number)
    yield from _changed(desk, roll, replace(saying, repeat=True))


def _changed(desk: Desk, roll: Roll, saying: Saying) -> Iterator[Statement]:
    """Whose roll is another one: what traits, classes and states say of it, where the dice are picked up."""
    for rule in desk.ruleset.rules:
        who = tuple(subject.term for subject in rule.subjects)
        effects = [effect for effect in rule.effects if _changes(effect, roll.name)]
        if effects and rule.option is None and all(term.kind in ("trait", "value", "state") for term in who):
            when = replace(rule.qualifiers, who=(who, *rule.qualifiers.who))
            for said in told(saying, rule.id, Lead(), when, effects):
                yield replace(said, text=saying.words.sentence(said.text))


def _changes(effect: Effect, roll: str) -> bool:
    if isinstance(effect, ChangeRoll | MoreDice):
        return effect.roll == roll
    return isinstance(effect, Pass | Reroll) and roll in effect.rolls


def kept_dice(words: Words, roll: Roll) -> Iterator[str]:
    """Which of the dice count, where not all do."""
    if roll.keep is not None:
        yield words.say(f"roll.keep {roll.keep_which or 'highest'}", Fraction(roll.keep), n=str(roll.keep))


def _total(words: Words, total: Expr) -> str:
    match total:
        case Dice(count):
            return words.say("roll.dice", _count(words, count), dice=dice(words, total))
        case Binary("add" | "sub" as op, Dice(count) as first, rest):
            number, rest = _count(words, count), words.filled(rest)
            if rest == Num(Fraction(0)):
                return words.say("roll.dice", number, dice=dice(words, first))
            if negative(rest):
                op, rest = ("sub" if op == "add" else "add"), negated(rest)
            said = expression(words.outside(), rest)
            if op == "sub" and isinstance(rest, Binary) and rest.op in ("add", "sub"):
                said = words.say("expr.brackets", term=said)
            return words.say("roll.add" if op == "add" else "roll.take", number, dice=dice(words, first), rest=said)
    return words.say("roll.total", total=expression(words, total))


def _count(words: Words, count: Expr) -> Fraction | None:
    """How many dice, where that is a number."""
    known = words.filled(count)
    return known.value if isinstance(known, Num) else None


def number_said(saying: Saying, number: Number, *, named: bool = True) -> Iterator[Statement]:
    """A named quantity: its values, then what changes them; ``named``: with its name before."""
    words = saying.words
    if number.pairs:
        pairs = words.commas(_pair(words, pair) for pair in number.pairs)
        field = words.lexicon.field("model", number.by) if number.by is not None else ""
        values = words.say("number.by", field=field, pairs=pairs)
    else:
        values = words.say("number.value", value=expression(words, number.value) if number.value is not None else "")
    text = words.say("labelled", label=shown(number), text=values) if named else values
    yield Statement(words.sentence(text, capital=named), saying.ids(f"number {number.name}"), saying.repeat)
    for adjust in number.adjusts:
        text = words.say(f"number.{adjust.op}", value=expression(words, adjust.value))
        before = prefixes(words, adjust.qualifiers)
        if before:
            text = words.say("prefix.clause", prefix=words.commas(before), text=text)
        yield Statement(words.sentence(text), saying.ids(adjust.id), saying.repeat)


def _pair(words: Words, pair: NumberPair) -> str:
    value = expression(words, pair.value)
    if pair.key is not None:
        return words.say("number.pair", key=words.lexicon.values.get(pair.key, parted(pair.key)), value=value)
    low = expression(words, pair.low) if pair.low is not None else None
    high = expression(words, pair.high) if pair.high is not None else None
    if low is not None and high is not None:
        return words.say("number.for range", low=low, high=high, value=value)
    if low is not None:
        return words.say("number.for at least", low=low, value=value)
    return words.say("number.for at most", high=high or "", value=value)


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
    chance = desk.findings.chances.get(band.id)
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


def band_chance(words: Words, roll: Roll, band: Band, chance: Fraction | None) -> str:
    """The chance of a band for one model; of several dice read one by one, that any of them falls into it.

    ``None``: nobody knows it; of dice read one by one then that of each, where the faces are counted.
    """
    if band.mode != "each" or not isinstance(roll.total, Dice):
        return percent(words, chance) if chance is not None else ""
    alone = _count(words, roll.total.count) == 1
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
