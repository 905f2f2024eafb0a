"""What will be read of the faces that a roll asks for: as little as can be proved.

A total is all that matters where no die is looked at by itself; of a total only the bands,
where nothing reads the result. Where anything is in doubt, the faces matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Protocol

from groundrules.engine.book import Rulebook
from groundrules.engine.expressions import needs
from groundrules.engine.falling import fallen_into, is_each, keeping, modifiers, rerolling, total_of
from groundrules.engine.gathering import Gather, dice_wanted
from groundrules.engine.occasion import Context
from groundrules.engine.play import Play
from groundrules.engine.reads import FACES, Classes, Parted, Reads, Total, numbered
from groundrules.engine.refusal import Refusal
from groundrules.engine.standing import Spoken
from groundrules.ruleset import (
    Binary,
    ChangeRoll,
    Dice,
    Handler,
    MoreDice,
    Neg,
    Num,
    Perform,
    Qualifiers,
    Read,
    Roll,
    TotalOf,
)
from groundrules.verdict import Number

#: Of more sums than this it is not worth while to look for those that lead to the same.
_SUMS = 20_000


class Making(Protocol):
    """A roll on its way; see :class:`~groundrules.engine.performing.MakeRoll`."""

    @property
    def handlers(self) -> tuple[Handler, ...]: ...
    @property
    def pools(self) -> tuple[tuple[int, ...] | Number, ...]: ...
    @property
    def again(self) -> tuple[int, ...]: ...
    @property
    def dice_done(self) -> bool: ...


def reads_of(play: Play, roll: Roll, context: Context, making: Making, need: Dice, count: int) -> Reads:
    """What matters of the ``count`` dice that a roll now asks for."""
    wanted = tuple(needs(roll.total))
    changing = modifiers(play, roll, context)
    if any(isinstance(each, TotalOf) for each in wanted):
        return FACES  # what that roll does may change how this one is read
    if is_each(roll):
        return _of_each(play, roll, context, making, changing, need, len(wanted) == 1)
    if making.pools and not making.again:
        return Total()
    ranges = [] if making.again or making.dice_done else rerolling(changing)
    more = sum(each.effect.count for each in changing if isinstance(each.effect, MoreDice))
    pool = making.pools[0] if making.again else ()
    assert isinstance(pool, tuple)
    kept = keeping(roll, dice_wanted(need, context, play), len(pool) or count, more)
    if kept is not None and (making.again or ranges):
        return FACES
    if ranges:
        return Parted(frozenset(face for face in range(1, need.sides + 1) if any(face in each for each in ranges)))
    reads = Total() if kept is None else Total(*kept)
    if len(wanted) > 1 or _result_matters(play, roll, making):
        return reads
    rest = sum(face for index, face in enumerate(pool) if index not in making.again)
    dice = count if reads.keep is None else reads.keep
    sums = range(rest + dice, rest + dice * need.sides + 1)
    if len(sums) > _SUMS:
        return reads
    try:
        return replace(reads, classes=_classes(play, roll, context, changing, sums))
    except Refusal:
        return reads  # it is refused only for the totals that come to it


def _classes(play: Play, roll: Roll, context: Context, changing: list[Spoken], sums: range) -> tuple[int, ...]:
    """By each sum of the kept dice, which bands it falls into: remembered where nothing but the sum is read."""
    values = [each.effect.value for each in changing if isinstance(each.effect, ChangeRoll)]
    remembered = play.stage.book.remembered
    key = None
    if all(isinstance(value, Num) for value in values) and _is_plain(play, roll):
        changes = tuple((each.effect.op, value) for each in changing if isinstance(each.effect, ChangeRoll)
                        and isinstance(value := each.effect.value, Num))  # fmt: skip
        key = ("classes", roll.name, changes, sums)
        found: tuple[int, ...] | None = remembered.get(key)
        if found is not None:
            return found
    classes = numbered([_bands(play, roll, context, changing, each) for each in sums])
    if key is not None:
        remembered[key] = classes
    return classes


def _is_plain(play: Play, roll: Roll) -> bool:
    """Whether total and bands of a roll hold nothing but dice and numbers."""
    key = ("plain", roll.name)
    cache = play.stage.book.remembered
    if key not in cache:
        limits = (roll.total, *((band.low, band.high) for band in roll.bands))
        cache[key] = all(isinstance(each, (Dice, Num, Binary, Neg)) for each in parts(limits)) and all(
            band.qualifiers == Qualifiers() for band in roll.bands
        )
    return bool(cache[key])


def _bands(play: Play, roll: Roll, context: Context, changing: list[Spoken], kept: int) -> tuple[str, ...]:
    """Ids of the bands that a throw falls into, by the sum of its kept dice alone."""
    total = total_of(play, roll, context.having((kept,), context.result), changing, (Fraction(kept),))
    return tuple(band.id for band, _ in fallen_into(roll, context.having((kept,), total), play, (kept,), total))


def _of_each(
    play: Play, roll: Roll, context: Context, making: Making, changing: list[Spoken], need: Dice, alone: bool
) -> Reads:
    if not alone or any(band.mode != "each" for band in roll.bands) or _result_matters(play, roll, making):
        return FACES
    again = [] if making.dice_done else rerolling(changing)
    keys: list[object] = []
    try:
        for face in range(1, need.sides + 1):
            fallen = fallen_into(roll, context.having((face,), context.result), play, (face,), Fraction(face))
            keys.append((tuple(band.id for band, _ in fallen), any(face in each for each in again)))
    except Refusal:
        return FACES
    return Classes(numbered(keys))


def _result_matters(play: Play, roll: Roll, making: Making) -> bool:
    """Whether anything after the bands may read the total or the faces."""
    if any(isinstance(task, Gather) and task.rolling for task in play.agenda):
        return True
    book, cache = play.stage.book, play.stage.book.remembered
    key = ("result matters", roll.name)
    if key not in cache:
        cache[key] = _reads((roll, book.ruleset.numbers, _changes(book)), book, {roll.name})
    return bool(cache[key]) or _reads(making.handlers, book, {roll.name})


def _changes(book: Rulebook) -> tuple[object, ...]:
    """All that changes the total of any roll."""
    found: tuple[object, ...] | None = book.remembered.get("changes of rolls")
    if found is None:
        ruleset = book.ruleset
        found = tuple(each for each in parts((ruleset.rules, ruleset.rolls)) if isinstance(each, ChangeRoll))
        book.remembered["changes of rolls"] = found
    return found


def _reads(thing: object, book: Rulebook, seen: set[str]) -> bool:
    """Whether ``result`` or ``natural`` stands in something, or in a roll that it makes."""
    for each in parts(thing):
        if isinstance(each, Read):
            return True
        if isinstance(each, (Perform, TotalOf)) and each.roll not in seen:
            seen.add(each.roll)
            roll = book.roll(each.roll)
            if roll is not None and _reads(roll, book, seen):
                return True
    return False


def parts(thing: object) -> Iterator[object]:
    """A thing of a compiled ruleset and all that it is made of, places in the text left out."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from parts(each)
    elif is_dataclass(thing):
        yield thing
        for field in fields(thing):
            if field.name != "origin":
                yield from parts(getattr(thing, field.name))
