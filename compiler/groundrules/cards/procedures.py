"""What is rolled: the dice, which of them count, the named quantities in their number, and whose roll differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from groundrules.cards.conditions import condition
from groundrules.cards.desk import Desk
from groundrules.cards.lexicon import parted, shown
from groundrules.cards.model import Statement
from groundrules.cards.qualifiers import Lead, prefixes
from groundrules.cards.references import mentioned
from groundrules.cards.sentences import Saying, told
from groundrules.cards.words import Words, dice, expression, field_words, negated, negative
from groundrules.odds.reading import needs_of
from groundrules.ruleset import (
    Binary,
    ChangeRoll,
    Dice,
    Effect,
    Expr,
    FieldSchema,
    MoreDice,
    Num,
    Number,
    NumberOf,
    NumberPair,
    Pass,
    Reroll,
    Roll,
)


def dice_said(desk: Desk, roll: Roll, saying: Saying) -> Iterator[Statement]:
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
    if _may_have_no_die(words, roll):
        yield Statement(words.sentence(words.say("roll.none")), _read(words, roll, saying), True)
    depends = tuple(_depends(desk, words, roll)) if roll.bands else ()
    if depends:
        text = words.say("roll.depends", things=words.both(depends))
        yield Statement(words.sentence(text), _read(words, roll, saying), True)
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
            return words.say("roll.dice", dice_count(words, count), dice=dice(words, total))
        case Binary("add" | "sub" as op, Dice(count) as first, rest):
            number, rest = dice_count(words, count), words.filled(rest)
            if rest == Num(Fraction(0)):
                return words.say("roll.dice", number, dice=dice(words, first))
            if negative(rest):
                op, rest = ("sub" if op == "add" else "add"), negated(rest)
            said = expression(words.outside(), rest)
            if op == "sub" and isinstance(rest, Binary) and rest.op in ("add", "sub"):
                said = words.say("expr.brackets", term=said)
            return words.say("roll.add" if op == "add" else "roll.take", number, dice=dice(words, first), rest=said)
    return words.say("roll.total", total=expression(words, total))


def dice_count(words: Words, count: Expr) -> Fraction | None:
    """How many dice, where that is a number."""
    known = words.filled(count)
    return known.value if isinstance(known, Num) else None


def _read(words: Words, roll: Roll, saying: Saying) -> tuple[str, ...]:
    """The ids of a roll, of its bands, and of the numbers that stand in either."""
    names = dict.fromkeys(name for kind, name in mentioned(replace(roll, handlers=())) if kind == "number")
    numbers = [number for name in names if (number := words.lexicon.numbers.get(name)) is not None]
    adjusts = [adjust.id for number in numbers for adjust in number.adjusts]
    declared = (f"number {number.name}" for number in numbers)
    bands = (band.id for band in roll.bands)
    return tuple(dict.fromkeys((*saying.ids(f"roll {roll.name}"), *bands, *declared, *adjusts)))


def _depends(desk: Desk, words: Words, roll: Roll) -> Iterator[str]:
    """What must be known before a roll has chances, where only the move or the table shows it."""
    needs = [need for need in needs_of(desk.ruleset, roll) if need.kind != "bracket"]
    if not any(need.kind in ("piece", "ground", "measure", "fact") for need in needs):
        return
    for need in needs:
        match need.what:
            case FieldSchema(owner=owner, name=name):
                yield field_words(words, owner, name)
            case str(measure):
                yield words.say(f"measure.{measure}")
            case None:
                yield words.say(f"roll.{need.kind}")
            case fact:
                yield words.say("roll.whether", condition=condition(words, fact))


def _may_have_no_die(words: Words, roll: Roll) -> bool:
    """Whether the dice may come to none, where that does not go without saying as it does of dice read one by one."""
    if not isinstance(roll.total, Dice) or all(band.mode == "each" for band in roll.bands):
        return False
    count = words.filled(roll.total.count)
    number = words.lexicon.numbers.get(count.name) if isinstance(count, NumberOf) else None
    if number is not None and not any(adjust.op == "minus" for adjust in number.adjusts):
        values = [number.value, *(pair.value for pair in number.pairs)]
        return any(value is not None and not _is_one_or_more(value) for value in values)
    return not _is_one_or_more(count)


def _is_one_or_more(value: Expr) -> bool:
    return isinstance(value, Num) and value.value >= 1


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
