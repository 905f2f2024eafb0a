"""What a rule does, as clauses. One case an effect; what has an id of its own is a sentence of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from groundrules.cards.lexicon import parted, shown
from groundrules.cards.words import Words, expression, field_words, negated, negative, rate
from groundrules.ruleset import (
    Becomes,
    BlockSight,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Deliver,
    Effect,
    Event,
    Expr,
    GainLose,
    GiveCover,
    Halt,
    Ignore,
    Limit,
    MoreDice,
    NoEffect,
    Num,
    Pass,
    Perform,
    Permit,
    Rate,
    Replaces,
    Reroll,
    StopAfter,
    Treat,
)


def clauses(words: Words, effects: Sequence[Effect], *, conditional: bool = False) -> list[str]:
    """The effects as clauses, outcomes without a display name gathered; branches left out.

    ``conditional``: something stands before them on which they hang.
    """
    found: list[str] = []
    plain: list[str] = []
    for effect in effects:
        if isinstance(effect, Deliver) and not has_display(words, effect):
            plain.append(outcome(words, effect))
            continue
        if plain:
            found.append(words.say("effect.outcome plain", outcome=words.both(plain)))
            plain = []
        if not isinstance(effect, Choose | Conditional):
            found.append(clause(words, effect, conditional=conditional))
    if plain:
        found.append(words.say("effect.outcome plain", outcome=words.both(plain)))
    return found


def clause(words: Words, effect: Effect, *, conditional: bool = False) -> str:
    """One effect as a clause that a sentence can begin or end with."""
    match effect:
        case CostTimes() | CostPlus() | CostFloor() | CostEnter() | CostRate() | CostAll():
            return _cost(words, effect)
        case Permit():
            return _permit(words, effect)
        case Halt(halt):
            return words.say(f"effect.{halt}")
        case StopAfter(distance):
            return words.say("effect.stop after", distance=expression(words, distance))
        case Limit(limit, value):
            return words.say(f"effect.{limit}", value=expression(words, value))
        case Change(owner, field, op, value, bound):
            return _change(words, field_words(words, owner, field), op, value, bound)
        case ChangeNumber(name, op, value, bound):
            declared = words.lexicon.numbers.get(name)
            return _change(words, shown(declared) if declared is not None else parted(name), op, value, bound)
        case ChangeRoll(roll, op, value):
            key = f"effect.change roll {op}"
            return words.say(key, value=expression(words, value), roll=words.lexicon.roll(roll))
        case MoreDice(roll, count):
            key = "effect.more dice" if count > 0 else "effect.fewer dice"
            return words.say(key, abs(count), n=_counted(words, abs(count)), roll=words.lexicon.roll(roll))
        case GainLose(verb, states):
            return words.say(f"effect.{verb}", states=words.both(words.terms(states)))
        case GiveCover(grade):
            return _cover(words, grade)
        case BlockSight(beyond):
            if beyond is None:
                return words.say("effect.block sight when" if conditional else "effect.block sight")
            return words.say("effect.block sight beyond", beyond=expression(words, beyond))
        case CountsAs(terrains):
            return words.say("effect.counts as", terrains=words.both(words.terms(terrains)))
        case Treat(ground, target):
            return words.say("effect.treat as", ground=words.ground(ground), target=words.term(target))
        case Ignore(ground, moving, events):
            return _ignore(words, words.ground(ground), moving, events)
        case Pass(rolls, band):
            names = words.both(words.lexicon.roll(roll) for roll in rolls)
            if band is None:
                return words.say("effect.pass", len(rolls), rolls=names)
            return words.say("effect.pass as", len(rolls), rolls=names, band=parted(band))
        case Reroll():
            return _reroll(words, effect)
        case Replaces(terrains):
            return words.say("effect.replaces", terrains=words.both(words.terms(terrains)))
        case Becomes(terrain):
            return words.say("effect.becomes", terrain=words.term(terrain))
        case NoEffect():
            return words.say("effect.no effect")
        case Perform(roll, args):
            name = words.lexicon.roll(roll)
            key = "effect.roll" if words.phrases.is_test(name) else "effect.roll plain"
            return words.say(key, roll=words.called(name, args))
        case Deliver():
            return words.say("effect.outcome", outcome=outcome(words, effect))
        case Choose() | Conditional():
            return words.in_turn(clauses(words, effect.effects, conditional=conditional))


def _cost(words: Words, effect: CostTimes | CostPlus | CostFloor | CostEnter | CostRate | CostAll) -> str:
    match effect:
        case CostTimes(factor):
            number = factor.value if isinstance(factor, Num) else None
            return words.say("effect.cost times", number, step=words.step(), factor=spelled(words, factor))
        case CostPlus(amount, per):
            key, size = ("cost less", negated(amount)) if negative(amount) else ("cost plus", amount)
            said = expression(words, size)
            if per is None:
                return words.say(f"effect.{key}", step=words.step(), amount=said)
            return words.say(f"effect.{key} per", per=words.step(_plural(per)), amount=said)
        case CostFloor(least):
            return words.say("effect.cost at least", step=words.step(), least=expression(words, least))
        case CostEnter(amount):
            return words.say("effect.cost to enter", amount=expression(words, amount))
        case CostRate(by):
            return words.say(
                "effect.cost by measure", rate=rate(words, by) if isinstance(by, Rate) else expression(words, by)
            )
    return words.say("effect.cost all")


def spelled(words: Words, number: Expr) -> str:
    """A small number as a word, all else as it is written."""
    word = words.phrases.in_words(number.value) if isinstance(number, Num) and number.unit is None else None
    return word or expression(words, number)


def _plural(cell: str) -> str:
    """The unit that counts such cells: ``square`` and ``squares`` give ``squares``."""
    return {"square": "squares", "hex": "hexes", "space": "spaces", "level": "levels"}.get(cell, cell)


def _counted(words: Words, count: int) -> str:
    return words.phrases.in_words(Fraction(count)) or words.number(Fraction(count))


def _permit(words: Words, effect: Permit) -> str:
    deeds = [words.say(f"deed.{event}") for event in effect.events]
    deeds += [words.say("deed.action", action=name) for name in words.actions(effect.actions)]
    key = f"effect.{effect.verb}{' always' if effect.always else ''}{' here' if words.here else ''}"
    return words.say(key, deeds=words.either(deeds))


def _change(words: Words, field: str, op: str, value: Expr, bound: Expr | None) -> str:
    said = expression(words, value)
    if op == "times":
        return words.say(
            "effect.change times", value.value if isinstance(value, Num) else None, field=field, value=said
        )
    if op in ("set", "own"):
        return words.say(f"effect.change {op}", field=field, value=said)
    if bound is None:
        return words.say(f"effect.change {op}", field=field, value=said)
    key = "effect.change plus up to" if op == "plus" else "effect.change minus down to"
    return words.say(key, field=field, value=said, bound=expression(words, bound))


def _ignore(words: Words, ground: str, moving: bool, events: tuple[Event, ...]) -> str:
    if not events:
        return words.say("effect.ignore moving" if moving else "effect.ignore", ground=ground)
    said = words.both(words.say(f"event.{event}") for event in events)
    return words.say("effect.ignore events moving" if moving else "effect.ignore events", ground=ground, events=said)


def _reroll(words: Words, effect: Reroll) -> str:
    names = words.both(words.lexicon.roll(roll) for roll in effect.rolls)
    if effect.band is not None:
        return words.say("effect.reroll band", band=parted(effect.band), rolls=names)
    ends = [str(end) for end in (effect.low, effect.high) if end is not None]
    faces = ends[0] if len(set(ends)) == 1 else words.say("effect.range", low=ends[0], high=ends[-1])
    return words.say("effect.reroll", faces=faces, rolls=names)


def has_display(words: Words, effect: Deliver) -> bool:
    """Whether an outcome has words of its own for a sentence: ``a hit``, but not ``Out of Action``, which is a name."""
    declared = words.lexicon.outcomes.get(effect.outcome)
    return declared is not None and declared.display is not None and not shown(declared)[:1].isupper()


def _cover(words: Words, grade: str) -> str:
    declared = words.lexicon.covers.get(grade)
    if declared is not None and declared.display is not None:
        return words.say("effect.cover", cover=shown(declared))
    return words.say("effect.cover grade", cover=shown(declared) if declared is not None else parted(grade))


def outcome(words: Words, effect: Deliver) -> str:
    """An outcome with its arguments by name, and what it comes without."""
    declared = words.lexicon.outcomes.get(effect.outcome)
    text = shown(declared) if declared is not None else parted(effect.outcome)
    params: Sequence[str] = declared.params if declared is not None else ()
    bare = all(len(param) == 1 for param in params)
    args = [
        words.say(
            "outcome.bare args" if bare else "outcome.args",
            param=parted(param),
            value=expression(words, arg),
        )
        for param, arg in zip(params, effect.args, strict=False)
    ]
    if args:
        text = words.say("brackets", name=text, args=words.commas(args))
    if effect.without:
        parts = words.either(_outcome_name(words, name) for name in effect.without)
        text = words.say("effect.without", outcome=text, parts=parts)
    return text


def _outcome_name(words: Words, name: str) -> str:
    declared = words.lexicon.outcomes.get(name)
    return shown(declared) if declared is not None else parted(name)
