"""What a throw comes to: which dice are kept, the total, the bands it falls into, and what changes them.

Nothing here asks for faces or changes a play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from groundrules.engine.occasion import Context
from groundrules.engine.play import Play
from groundrules.engine.qualifying import kept_by
from groundrules.engine.refusal import Refusal
from groundrules.engine.standing import Spoken
from groundrules.ground import Lies
from groundrules.limits import ROLLS_DEEP
from groundrules.ruleset import Band, ChangeRoll, Dice, MoreDice, Pass, Qualifiers, Reroll, Roll
from groundrules.verdict import Number

_NONE = Qualifiers()


def is_each(roll: Roll) -> bool:
    """Whether the roll reads its dice one by one."""
    return any(band.mode == "each" for band in roll.bands)


def keeping(roll: Roll, stated: int, count: int, more: int) -> tuple[int, Literal["highest", "lowest"]] | None:
    """How many of ``count`` dice are kept and which; ``None``: all of them.

    ``stated`` dice are what the roll says, ``more`` how many were added (taken away, if
    negative). Refuses a roll that does not say what that means.
    """
    if is_each(roll):
        return None
    keep = roll.keep if roll.keep is not None else stated
    which = roll.keep_which
    if more:
        which = roll.extra if more > 0 else roll.fewer
        if which is None:
            said = "extra dice" if more > 0 else "fewer dice"
            raise Refusal(
                "dice", f"`{roll.name}` does not say what {said} mean", f"write `{said} keep highest` behind it"
            )
    return None if which is None or keep >= count else (keep, which)


def total_of(play: Play, roll: Roll, context: Context, changing: Sequence[Spoken], given: tuple[Number, ...]) -> Number:
    """The total, its pools having come to ``given``, with all that changes it."""
    total = given[0] if type(roll.total) is Dice else context.numeric(play, roll.total, given)
    for each in changing:
        if isinstance(each.effect, ChangeRoll):
            total = changed_total(total, each.effect, context.numeric(play, each.effect.value))
    return total


def rerolling(changing: Sequence[Spoken]) -> list[range]:
    """The ranges of faces that are rolled again."""
    found = []
    for each in changing:
        effect = each.effect
        if isinstance(effect, Reroll) and effect.low is not None:
            high = effect.high if effect.high is not None else effect.low
            found.append(range(effect.low, high + 1))
    return found


def changed_total(total: Number, effect: ChangeRoll, by: Number) -> Number:
    """The total of a roll after one change of it."""
    if effect.op == "plus":
        return total + by
    return total - by if effect.op == "minus" else total * by


def fallen_into(
    roll: Roll, context: Context, play: Play, kept: Sequence[int], total: Number
) -> Iterable[tuple[Band, Context]]:
    """The bands that the roll falls into, each with what it reads."""
    bands = [
        band
        for band in roll.bands
        if band.qualifiers == _NONE or kept_by(band.qualifiers, context.plain_env(play), band.id) is None
    ]
    each = [band for band in bands if band.mode == "each"]
    for face in kept if each else ():
        inner = context.having((face,), Fraction(face))
        for band in each:
            if not band.otherwise and _within(play, band, Fraction(face), context):
                yield band, inner
                break
        else:
            yield from ((band, inner) for band in each if band.otherwise)
    natural = Fraction(sum(kept))
    for band in bands:
        if band.mode == "natural" and _within(play, band, natural, context):
            yield band, context
            return
    for band in bands:
        if band.mode == "total" and not band.otherwise and _within(play, band, total, context):
            yield band, context
            return
    yield from ((band, context) for band in bands if band.mode != "each" and band.otherwise)


def _within(play: Play, band: Band, value: Number, context: Context) -> bool:
    if band.low is not None and value < context.numeric(play, band.low):
        return False
    return band.high is None or value <= context.numeric(play, band.high)


def modifiers(play: Play, roll: Roll, context: Context) -> list[Spoken]:
    """What changes this roll now: said to the model, of the piece at which it is made, of those it is in."""
    names = set(_chain(play, roll))
    actor = context.actor
    spoken = list(play.bearing(actor).spoken)
    trail = play.trails[actor]
    meeting = context.occasion.meeting
    place = float(play.at[actor])
    for each in trail.meetings if trail is not None else ():
        if each is meeting or each.lies(place, trail.length if trail is not None else 0) is Lies.IN:
            spoken += play.here(actor, each).spoken
    found: list[Spoken] = []
    seen: set[Spoken] = set()
    for each_spoken in spoken:
        effect = each_spoken.effect
        if isinstance(effect, (Pass, Reroll)):
            said = not names.isdisjoint(effect.rolls)
        else:
            said = isinstance(effect, (MoreDice, ChangeRoll)) and effect.roll in names
        # A rule of one ground counts once, however many pieces there are; what events bring, each time.
        if said and (effect.scope == "event" or each_spoken not in seen):
            seen.add(each_spoken)
            found.append(each_spoken)
    return found


def _chain(play: Play, roll: Roll) -> Iterable[str]:
    """The roll and those it derives from."""
    seen: Roll | None = roll
    for _ in range(ROLLS_DEEP):
        if seen is None:
            return
        yield seen.name
        seen = play.stage.book.roll(seen.base) if seen.base is not None else None
