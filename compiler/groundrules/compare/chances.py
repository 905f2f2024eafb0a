"""Where two rulesets give other chances for the same action: a scenario with ``odds`` tells them apart."""

from __future__ import annotations

from fractions import Fraction

from groundrules.engine import Refusal
from groundrules.odds import Odds, odds_of
from groundrules.odds.panels import label_of, labels
from groundrules.ruleset import Ruleset
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import scenario_of
from groundrules.scenarios.running import play
from groundrules.scenarios.situations import SituationReader

#: States of the exact odds that are visited for one situation.
BUDGET = 20_000

#: A chance, or the chance of each number.
Chance = Fraction | dict[int, Fraction]


def odds_in(ruleset: Ruleset, data: dict[str, Data], *, last: bool = False) -> Odds | None:
    """The exact odds of a scenario's first action, whatever dice it states; ``None`` where there are none to be had.

    ``last``: of its last step, the ones before it played as they are stated.
    """
    scenario = scenario_of(data)
    reader = SituationReader(ruleset)
    played = reader.scenario(scenario)
    try:
        for stated in scenario.steps if last else ():
            played = reader.step(stated, played, play(ruleset, played).verdict) if played is not None else None
        if played is None or played.situation is None:
            return None
        return odds_of(ruleset, played.situation, memory=played.memory, budget=BUDGET)
    except Refusal:
        return None


def chances_that_differ(old: Odds, new: Odds) -> dict[str, tuple[Chance, Chance]]:
    """What happens with another chance, by its key; how often where only that differs."""
    found: dict[str, tuple[Chance, Chance]] = {}
    for name in dict.fromkeys((*old.names(), *new.names())):
        one, other = old.at_least_once(name), new.at_least_once(name)
        if one != other:
            found[name] = one, other
        elif (many := old.distribution(name)) != (others := new.distribution(name)):
            found[name] = many, others
    return found


def as_odds(ruleset: Ruleset, differing: dict[str, tuple[Chance, Chance]]) -> dict[str, Data]:
    """The first of them as the key ``odds`` states it: under its own name, else under any."""
    names = labels(ruleset)
    named = [key for key in differing if key.partition("(")[0] in names]
    for key in (*named, *differing):
        chance = differing[key][0]
        if isinstance(chance, Fraction):
            return {label_of(key, names): chance}
        return {label_of(key, names): {str(count): each for count, each in chance.items()}}
    return {}
