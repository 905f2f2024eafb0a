"""The exact odds of a declared roll: the evaluator makes it, over all faces, its effects left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.engine import FieldValue, Model, Refusal, Rulebook, Situation, Table, fields_of
from groundrules.engine.adjudicating import begun
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.performing import MakeRoll
from groundrules.engine.play import Play
from groundrules.engine.standing import Standing
from groundrules.engine.trail import Happening
from groundrules.naming import name_key
from groundrules.odds.search import BUDGET, Search
from groundrules.ruleset import Roll, Rule, Ruleset
from groundrules.verdict import Argument, Number, RollMade

#: A total and the ids of bands.
Result = tuple[Number | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RollOdds:
    """The chance of every result of a roll; these add up to 1.

    A result is the total and the ids of the bands fallen into, one that several dice of a
    pool fall into as often; the total is ``None`` where dice are only read one by one.
    """

    results: Mapping[Result, Fraction]

    def totals(self) -> dict[Number, Fraction]:
        """The chance of each total, lowest first."""
        found: dict[Number, Fraction] = {}
        for (total, _), chance in self.results.items():
            if total is not None:
                found[total] = found.get(total, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def band(self, band: str) -> Fraction:
        """The chance that the band with this id is fallen into, by at least one die of a pool."""
        return sum((chance for (_, bands), chance in self.results.items() if band in bands), Fraction(0))

    def at_least_once(self, band: str, rollers: int) -> Fraction:
        """The chance that at least one of so many, rolling independently, falls into the band."""
        return 1 - (1 - self.band(band)) ** rollers


def distribution(
    ruleset: Ruleset,
    roll: str,
    args: tuple[Argument, ...] = (),
    fields: Mapping[str, FieldValue] | None = None,
    *,
    budget: int = BUDGET,
) -> RollOdds:
    """The exact odds of a roll for one model, which states ``fields`` and stands nowhere.

    Raises :class:`~groundrules.engine.Refusal`: of kind ``name`` for one that no roll
    has, ``budget`` for more than so many states, and whatever the engine refuses, such as
    a field that the roll reads and nobody stated.
    """
    declared = next((each for each in ruleset.rolls if name_key(each.name) == name_key(roll)), None)
    if declared is None:
        raise Refusal("name", f"no roll is called `{roll}`")
    if not ruleset.actions:
        raise Refusal("action", "the ruleset has no action in which a roll could be made")
    quiet = replace(ruleset, rolls=tuple(map(_quiet, ruleset.rolls)))
    model = Model(fields=fields_of(dict(fields or {})))
    situation = Situation(mover=model, table=Table(()), moves=(), action=ruleset.actions[0].name)
    play = Play(begun(Rulebook(quiet), situation, None), "resolve", False)
    rule = Rule(id=f"roll {declared.name}", subjects=(), origin=declared.origin)
    context = Context(Standing(rule, 0), Occasion(0, Happening(Fraction(0), "activate", 0)), (0,))
    play.agenda.append(MakeRoll(context, declared.name, args, ()))
    return RollOdds(_followed(play, declared, budget))


def _quiet(roll: Roll) -> Roll:
    """The roll with bands that do nothing."""
    return replace(roll, bands=tuple(replace(band, effects=()) for band in roll.bands), handlers=())


def _followed(play: Play, roll: Roll, budget: int) -> dict[Result, Fraction]:
    one_by_one = all(band.mode == "each" for band in roll.bands) and bool(roll.bands)

    def made(entry: object) -> tuple[Result, ...]:
        if not isinstance(entry, RollMade) or entry.roll != roll.name or entry.total is None:
            return ()
        return ((None if one_by_one else entry.total, entry.band_ids),)

    search: Search[Result] = Search(made, budget, coarse=False)
    search.run(play)
    results: dict[Result, Fraction] = {}
    for end in search.ended:
        for tally, weight in end.tallies.items():
            for result in search.counts(tally):
                results[result] = results.get(result, Fraction(0)) + Fraction(weight, end.denominator)
    return results
