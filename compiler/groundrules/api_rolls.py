"""A roll of the library: what it comes to, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Integral

from groundrules.api_answers import budget_of
from groundrules.api_reading import Names
from groundrules.api_stated import Model, number_of, wrong
from groundrules.engine import Refusal
from groundrules.naming import name_key
from groundrules.odds import BUDGET
from groundrules.odds.rolls import Roller, RollOdds, depends_on, roll_odds
from groundrules.ruleset import Roll as Declared, Ruleset as Rules
from groundrules.verdict import Argument, Number

#: Reads a model, the options it has chosen and what else is stated as who makes a roll, and when.
MakerOf = Callable[[Declared, Model | None, Names, Mapping[str, object]], Roller]


@dataclass(frozen=True, slots=True)
class Distribution:
    """The exact chances of a roll for one model.

    ``totals``: of each total, lowest first; empty where dice are only read one by one.
    ``bands``: of each band, by its range as it was written (``"2-6"``, ``"each 1-X"``); of a band that
    each die is read by, that any die falls into it.
    """

    totals: Mapping[Number, Fraction]
    bands: Mapping[str, Fraction]
    _declared: Declared
    _odds: RollOdds

    def at_least_once(self, band: str, rollers: int = 1) -> Fraction:
        """The chance that at least one of so many models, rolling independently, falls into a band.

        ``band``: its range or one of its names; a name speaks of all bands that have it.
        Raises :class:`~groundrules.engine.Refusal` of kind ``name`` for what is neither, of kind
        ``number`` where ``rollers`` is no number of models.
        """
        if isinstance(rollers, bool) or not isinstance(rollers, Integral) or rollers < 0:
            raise Refusal("number", f"`rollers` is {rollers!r}", "so many models roll: a whole number, 0 or more")
        return 1 - (1 - self._any(band)) ** int(rollers)

    def how_often(self, band: str) -> dict[int, Fraction]:
        """How many dice fall into a band, with the chance of each number; at most one where a total is read."""
        wanted = self._ids(band)
        found: dict[int, Fraction] = {}
        for (_, fallen), chance in self._odds.results.items():
            number = sum(each in wanted for each in fallen)
            found[number] = found.get(number, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def _any(self, band: str) -> Fraction:
        wanted = self._ids(band)
        chances = (chance for (_, fallen), chance in self._odds.results.items() if wanted.intersection(fallen))
        return sum(chances, Fraction(0))

    def _ids(self, band: str) -> frozenset[str]:
        key = name_key(_text(band, "band"))
        found = frozenset(
            each.id for each in self._declared.bands if key in (name_key(range_of(each.id)), *map(name_key, each.names))
        )
        if not found:
            there = ", ".join(range_of(each.id) for each in self._declared.bands)
            raise Refusal("name", f"`{self._declared.name}` has no band `{band}`", f"its bands are {there}")
        return found


@dataclass(frozen=True, slots=True)
class Roll:
    """A declared roll, from :meth:`~groundrules.api_ruleset.Ruleset.roll`.

    ``needs`` names what must be known before it has chances: what stands in its brackets;
    the fields of a model, of the day and of the piece that it reads (``"piece Height"``);
    ``"action"`` and ``"ground"``; measures of the move (``"fall"``) and conditions
    (``"inside"``, ``"part of move"``, what players agree on in its own words).
    """

    name: str
    bands: tuple[str, ...]
    needs: tuple[str, ...]
    _rules: Rules
    _declared: Declared
    _maker: MakerOf

    def distribution(
        self, model: Model | None = None, *, options: Names = (), budget: int = BUDGET, **stated: object
    ) -> Distribution:
        """The exact chances for a model that stands nowhere.

        ``stated`` is the rest of what the roll needs, by the names in ``needs``: what its
        brackets hold, measures of the move as numbers, conditions as truths, the ground by
        its terrains, the action, fields of the piece and of the day. A blank may be an
        underscore.

        Raises :class:`~groundrules.engine.Refusal`: of kind ``field`` or ``number`` where
        something that it needs is not stated, ``budget`` for more than so many states,
        ``name`` for what it neither has in brackets nor reads.

        >>> import groundrules as gr
        >>> chances = gr.load("trench-crusade").roll("Risky Roll").distribution()
        >>> chances.bands["2-6"], chances.at_least_once("Failure", rollers=5)
        (Fraction(5, 12), Fraction(232025, 248832))
        >>> wading = gr.load("ninth-age").roll("Dangerous Test").distribution(gr.Model(Height="Large"), X=2)
        >>> wading.how_often("each 1-X")
        {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
        """
        budget_of(budget)
        params = {name_key(each): each for each in self._declared.params}
        given: dict[str, Argument] = {}
        others: dict[str, object] = {}
        for name, value in stated.items():
            if name_key(name) not in params:
                others[name] = value
            else:
                given[params[name_key(name)]] = value if isinstance(value, str) else number_of(value, name)
        maker = self._maker(self._declared, model, options, others)
        missing = [each for each in self._declared.params if each not in given]
        if missing:
            raise Refusal("number", f"`{self.name}` has brackets: {', '.join(missing)}", "state each by its name")
        maker = replace(maker, args=tuple(given[each] for each in self._declared.params))
        odds = roll_odds(self._rules, self._declared, maker, budget=budget)
        bands = {range_of(band.id): odds.band(band.id) for band in self._declared.bands}
        return Distribution(odds.totals(), bands, self._declared, odds)


def roll_of(rules: Rules, name: str, maker: MakerOf) -> Roll:
    """The roll of that name; raises :class:`~groundrules.engine.Refusal` of kind ``name`` where there is none."""
    for each in rules.rolls:
        if name_key(each.name) == name_key(_text(name, "name")):
            bands = tuple(range_of(band.id) for band in each.bands)
            return Roll(each.name, bands, depends_on(rules, each), rules, each, maker)
    there = ", ".join(each.name for each in rules.rolls) or "none"
    raise Refusal("name", f"no roll is called `{name}`", f"the rolls are: {there}")


def _text(name: str, place: str) -> str:
    if not isinstance(name, str):
        raise wrong(place, "a text", name, "write the name in quotes")
    return name


def range_of(band: str) -> str:
    """The range of a band as it was written, from its id."""
    return band.rpartition(" > ")[-1]
