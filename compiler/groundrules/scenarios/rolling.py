"""Who makes a roll, from a few words: what stands in its brackets, and what the model is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from groundrules.diagnostics import Diagnostic
from groundrules.engine import Model
from groundrules.naming import name_key
from groundrules.odds.rolls import Roller
from groundrules.ruleset import Roll, Ruleset
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.sketch import sketch
from groundrules.verdict import Argument


def roller_of(ruleset: Ruleset, roll: Roll, words: Iterable[str]) -> tuple[Roller | None, tuple[Diagnostic, ...]]:
    """The maker of a roll, or what is wrong with the words.

    ``X=2`` fills a bracket of the roll where that is called so; every other word says
    something of the model, as in :func:`~groundrules.scenarios.sketch.sketch`.
    """
    args: dict[str, Argument] = {}
    others: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        parameter = next((each for each in roll.params if name_key(each) == name_key(name)), None)
        if not equals or parameter is None:
            others.append(word)
            continue
        try:
            args[parameter] = Fraction(value.strip())
        except (ValueError, ZeroDivisionError):
            args[parameter] = value.strip()
    given = tuple(args[each] for each in roll.params if each in args)
    if not others:
        return Roller(args=given), ()
    scenario, found = sketch(ruleset, "1 Open", others, None)
    reader = SituationReader(ruleset)
    played = reader.scenario(scenario) if scenario is not None else None
    if played is None or played.situation is None:
        return None, tuple(found or reader.diagnostics)
    mover = played.situation.mover
    assert isinstance(mover, Model)
    return Roller(mover, given, played.situation.options, played.memory), ()
