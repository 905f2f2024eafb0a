"""The chances of rolls for the cards: of each band, where it is the same for every model that it speaks of."""

from __future__ import annotations

from groundrules.cards import Chance
from groundrules.engine import Refusal
from groundrules.odds.kinds import kinds_of
from groundrules.odds.rolls import RollOdds, roll_odds
from groundrules.ruleset import Qualifiers, Roll, Ruleset

#: More states than this are not worth a card's chance.
CARD_BUDGET = 50_000
#: How many models the second chance speaks of.
SEVERAL = 5
_NONE = Qualifiers()


def chances_of(ruleset: Ruleset) -> dict[str, Chance]:
    """By the id of a band its chance, left out where that differs from model to model.

    A band with conditions (``1 for Vehicle``) has the chance for those who meet them. A
    roll with brackets has none, nor one that reads a number which models state, a measure
    of the move or anything else that only a table shows.
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
    try:
        kinds = kinds_of(ruleset, roll)
        return [roll_odds(ruleset, roll, kind.roller(), budget=CARD_BUDGET) for kind in kinds]
    except Refusal:
        return []  # it reads what only a model at the table has
