"""The chances of rolls for the cards: of each band, where it is the same for every model that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from groundrules.cards import Chance
from groundrules.engine import Model, Named, Refusal, fields_of
from groundrules.engine.reading import parts
from groundrules.odds.rolls import Roller, RollOdds, depends_on, roll_odds
from groundrules.ruleset import NumberOf, Qualifiers, Roll, Ruleset, Term

#: More states than this are not worth a card's chance.
CARD_BUDGET = 50_000
#: How many models the second chance speaks of.
SEVERAL = 5
#: A roll that tells more kinds of models apart than this has no chance on a card.
MOST_KINDS = 64
_NONE = Qualifiers()


def chances_of(ruleset: Ruleset) -> dict[str, Chance]:
    """By the id of a band its chance, left out where that differs from model to model.

    A band with conditions (``1 for Vehicle``) has the chance for those who meet them. A
    roll with brackets, or one that reads a number which models state, has none.
    """
    found: dict[str, Chance] = {}
    for roll in ruleset.rolls:
        if roll.params or not roll.bands:
            continue
        odds = _of_all(ruleset, roll)
        for band in roll.bands if odds else ():
            chances = {each.band(band.id) for each in odds}
            if band.qualifiers != _NONE:
                chances.discard(0)  # for those of whom it does not speak
            if len(chances) == 1 and band.id not in found:
                (chance,) = chances
                found[band.id] = Chance(chance, 1 - (1 - chance) ** SEVERAL)
    return found


def _of_all(ruleset: Ruleset, roll: Roll) -> list[RollOdds]:
    """The odds for every kind of model that the roll tells apart; none where they cannot be had."""
    kinds = list(islice(_kinds(ruleset, roll), MOST_KINDS + 1))
    if len(kinds) > MOST_KINDS:
        return []
    try:
        return [roll_odds(ruleset, roll, Roller(kind), budget=CARD_BUDGET) for kind in kinds]
    except Refusal:
        return []  # it reads what only a model at the table has


def _kinds(ruleset: Ruleset, roll: Roll) -> Iterator[Model]:
    """A model for each combination of values and traits that the roll reads."""
    wanted = set(depends_on(ruleset, roll))
    schemas = [each for each in ruleset.fields if each.owner == "model" and each.shown in wanted and each.values]
    traits = _traits(ruleset, roll)
    for chosen in product(*([value.name for value in schema.values] for schema in schemas)):
        fields = fields_of({schema.name: value for schema, value in zip(schemas, chosen, strict=True)})
        for carried in product((False, True), repeat=len(traits)):
            held = tuple(Named(name) for name, carries in zip(traits, carried, strict=True) if carries)
            yield Model(fields=fields, traits=held)


def _traits(ruleset: Ruleset, roll: Roll) -> list[str]:
    """The traits without brackets that a roll reads, or a number in it."""
    plain = {trait.name for trait in ruleset.traits if not trait.params}
    numbers = {number.name: number for number in ruleset.numbers}
    found: dict[str, None] = {}
    todo: list[object] = [roll.total, *((band.low, band.high, band.qualifiers) for band in roll.bands)]
    seen: set[str] = set()
    while todo:
        for each in parts(todo.pop()):
            if isinstance(each, Term) and each.kind == "trait" and each.name in plain:
                found[each.name] = None
            elif isinstance(each, NumberOf) and each.name not in seen:
                seen.add(each.name)
                todo.append(numbers[each.name])
    return list(found)
