"""What changes in play: scenarios that come out otherwise, and situations at the edge of what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from groundrules.compare.apart import Searching, read_one
from groundrules.compare.chances import Chance, chances_that_differ, odds_in
from groundrules.compare.changes import Change
from groundrules.compare.hybrids import with_change
from groundrules.compare.nearby import data_of
from groundrules.compare.noticing import by_new_names, renamed
from groundrules.compare.verdicts import Told, told
from groundrules.engine import MissingAnswer
from groundrules.naming import name_key
from groundrules.odds.panels import label_of, labels
from groundrules.ruleset import Rule, Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import flow, number, scenario_of
from groundrules.scenarios.running import Result, run_scenario
from groundrules.verdict import Pending

#: Keys that tell a difference best, in this order; the others are told where none of these differs.
_FIRST = ("legal", "why", "cost", "rolls", "outcomes", "ends_at", "sight", "cover")
#: Kinds of changes that are of names and words alone: what is said of the names are changes of their own.
_NAMES = ("header", "terrain", "trait", "group", "outcome")
#: By how much a number of a situation is moved to find where the difference begins and ends.
_STEPS = (Fraction(1, 2), Fraction(1))


@dataclass(frozen=True, slots=True)
class Differing:
    """One key that comes out otherwise: what it was and what it is now, as a scenario states it. ``step`` from 1."""

    key: str
    before: str
    after: str
    step: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that comes out otherwise; ``place`` is where it stands."""

    name: str
    place: str
    differing: tuple[Differing, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """A made situation in which a change shows: the scenario to paste, what differs, and where it no longer does.

    ``same``: numbers of it beside which the rules agree, each as ``drop: 2``.
    """

    ids: tuple[str, ...]
    text: str
    differing: tuple[Differing, ...]
    same: tuple[str, ...] = ()


def played(old: Ruleset, new: Ruleset, scenario: Scenario, place: str) -> Played | None:
    """A scenario under both; ``None`` where all that it tells, and every chance, is the same."""
    names = renamed(old, new)
    before, after = run_scenario(old, scenario), run_scenario(new, by_new_names(scenario, names))
    differing = tuple(_between(old, before, new, after, names)) or tuple(_odds(old, new, scenario))
    return Played(scenario.name, place, differing) if differing else None


def _between(
    old: Ruleset, before: Result, new: Ruleset, after: Result, names: Mapping[str, str]
) -> Iterator[Differing]:
    mine, theirs = _told(old, before), _told(new, after)
    if isinstance(mine, str) or isinstance(theirs, str):
        if mine != theirs:
            yield Differing("verdict", _line(mine), _line(theirs))
        return
    for number_, (one, other) in enumerate(zip(mine, theirs, strict=False), 1):
        why = one.get("why")
        if isinstance(why, str):  # a rule that only reads otherwise is the same reason
            one = {**one, "why": names.get(name_key(why), why)}
        keys = [key for key in dict.fromkeys((*one, *other)) if one.get(key) != other.get(key)]
        best = [key for key in _FIRST if key in keys] or keys
        for key in best:
            yield Differing(key, _flow(one.get(key)), _flow(other.get(key)), number_)


def _told(ruleset: Ruleset, result: Result) -> Told | str:
    if result.findings:
        return f"cannot be played: {result.findings[0].message}"
    if isinstance(result.refusal, MissingAnswer) and isinstance(result.refusal.pending, Pending):
        return f"asks for {result.refusal.pending.name}"
    return told(ruleset, result)


def _line(outcome: Told | str) -> str:
    if isinstance(outcome, str):
        return outcome
    return "legal" if all(step.get("legal", True) for step in outcome) else "not legal"


def _flow(data: Data | None) -> str:
    return "none" if data is None else flow(data)


def _odds(old: Ruleset, new: Ruleset, scenario: Scenario) -> Iterator[Differing]:
    data = data_of(scenario)
    if "sight" in data and not data.keys() & {"path", "moves", "track", "action"}:
        return
    mine, theirs = odds_in(old, data), odds_in(new, data)
    if mine is None or theirs is None:
        return
    names = {**labels(new), **labels(old)}
    seen: set[tuple[str, str]] = set()
    for key, (before, after) in chances_that_differ(mine, theirs).items():
        pair = _chance(before), _chance(after)
        if key.partition("(")[0] in names and pair not in seen:
            seen.add(pair)
            yield Differing(f"odds of {label_of(key, names)}", *pair)


def _chance(chance: Chance) -> str:
    if isinstance(chance, Fraction):
        return number(chance)
    return flow({str(count): each for count, each in chance.items()})


# ---- situations for a change


def situation_for(old: Ruleset, new: Ruleset, change: Change, searching: Searching, name: str) -> Situation | None:
    """A situation, called ``name``, in which one change shows, and where that ends; ``None`` if there is none.

    It shows what comes of that change: made alone, or, where it needs the others, when it is taken back alone.
    """
    if change.words or change.kind in _NAMES or _is_of_new_ground(change, old):
        return None
    alone = with_change(old, new, change)
    found = searching.against(alone, change.ids, name)
    found = None if found is None else searching.purer(found, alone, new)
    if found is None and change.kind in ("rule", "cell"):  # it may need what else has changed
        lacking = with_change(new, old, change.reversed)
        found, alone = searching.against(new, change.ids, name, without=lacking), new
    scenario = read_one(found.text) if found is not None else None
    if found is None or scenario is None:
        return None
    own = played(old, alone, scenario, "")
    gone = bool(run_scenario(new, scenario).findings)  # the new rules lack something that the situation names
    made = own if gone else played(old, new, scenario, "")
    if made is None:
        return None
    differing = _of_change(made, own)
    return Situation(change.ids, found.text, differing, tuple(_same_beside(old, alone, scenario)))


def _is_of_new_ground(change: Change, old: Ruleset) -> bool:
    """Whether a new rule speaks only of ground that the old rules do not know, so that no scenario for them has it."""
    known = {terrain.name for terrain in old.terrains}
    terms = [each.term for each in change.after.subjects] if isinstance(change.after, Rule) else []
    return change.before is None and bool(terms) and all(t.kind == "terrain" and t.name not in known for t in terms)


def _of_change(all_: Played, own: Played | None) -> tuple[Differing, ...]:
    """Of what differs, what one change brings about by itself; all of it where that cannot be parted."""
    keys = {(each.step, each.key) for each in own.differing} if own is not None else set()
    parted = tuple(each for each in all_.differing if (each.step, each.key) in keys)
    return parted or all_.differing


def _same_beside(old: Ruleset, new: Ruleset, scenario: Scenario) -> Iterator[str]:
    """Numbers of a situation with which the two agree: the edges of the difference."""
    data = {**data_of(scenario)}
    dice = scenario.stated.get("dice")
    if dice is not None:
        return
    for path, value in _numbers(data):
        for sign in (-1, 1):
            steps = (value + sign * step for step in _STEPS)
            same = next((moved for moved in steps if _agree(old, new, scenario_of(_put(data, path, moved)))), None)
            if same is not None:
                yield f"{_spelled(path)}: {number(same)}"


def _agree(old: Ruleset, new: Ruleset, scenario: Scenario) -> bool:
    """Whether a scenario can be played under both, and comes to the same."""
    before, after = run_scenario(old, scenario), run_scenario(new, scenario)
    if before.findings or after.findings or before.refusal is not None:
        return False
    return told(old, before) == told(new, after)


_Path = tuple[str | int, ...]


def _numbers(data: Data, path: _Path = ()) -> Iterator[tuple[_Path, Fraction]]:
    """The numbers of a situation that are no places on the table."""
    if isinstance(data, dict):
        for key, each in data.items():
            yield from _numbers(each, (*path, key))
    elif isinstance(data, list):
        for at, each in enumerate(data):
            if not isinstance(each, (int, Fraction)):
                yield from _numbers(each, (*path, at))
    elif isinstance(data, (int, Fraction)) and not isinstance(data, bool):
        yield path, Fraction(data)


def _put(data: Data, path: _Path, value: Fraction) -> dict[str, Data]:
    made = _set(data, path, value)
    assert isinstance(made, dict)
    return made


def _set(data: Data, path: _Path, value: Data) -> Data:
    if not path:
        return value
    first, *rest = path
    if isinstance(data, dict) and isinstance(first, str):
        return {**data, first: _set(data[first], tuple(rest), value)}
    assert isinstance(data, list) and isinstance(first, int)
    return [*data[:first], _set(data[first], tuple(rest), value), *data[first + 1 :]]


def _spelled(path: _Path) -> str:
    return " ".join(each for each in path if isinstance(each, str) and each not in ("path", "model", "models", "table"))
