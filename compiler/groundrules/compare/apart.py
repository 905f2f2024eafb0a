"""What tells two rulesets apart: what comes of a scenario under each, and situations in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import items_of
from groundrules.scenarios.demands import Demands
from groundrules.scenarios.documents import Scenario, read_document
from groundrules.scenarios.filling import came, expectation, expected
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.needs import LOOKS, Need
from groundrules.scenarios.paste import item_of, text_of
from groundrules.scenarios.running import Result, StepResult, run_scenario
from groundrules.scenarios.shrinking import shrunk
from groundrules.scenarios.witness import Witness, Witnesses
from groundrules.source import Source

#: Plays in which one difference is looked for.
PLAYS = 300
#: Keys of ``expect`` that a plain expectation leaves out, because they are rarely of interest.
_MORE = ("activation", "moved", "allowance", "events")

Told = tuple[dict[str, Data], ...]


def told(ruleset: Ruleset, result: Result) -> Told | str:
    """What came of each step, in the keys of ``expect``; why the engine would not judge it."""
    if result.refusal is not None:
        return f"cannot be judged: {result.refusal.message}"
    return tuple({**expectation(ruleset, step), **_more(step)} for step in result.steps)


def _more(step: StepResult) -> dict[str, Data]:
    found = {key: came(key, step, item_of("")) for key in _MORE} if step.verdict is not None else {}
    return {key: value for key, value in found.items() if value is not None}


class Searching:
    """Looks for situations in which other rulesets differ from one; what is expected is what the one says."""

    def __init__(self, ruleset: Ruleset, plays: int = PLAYS) -> None:
        self.ruleset = ruleset
        self.plays = plays
        self._own = Witnesses(ruleset, plays)
        self._known = tuple(item.id for item in items_of(ruleset))

    def against(self, other: Ruleset, ids: Sequence[str], name: str) -> Witness | None:
        """The ready scenario, called ``name``, of a situation about ``ids`` in which ``other`` differs.

        It passes under the ruleset, and fails under the other one.
        """
        self._own.left = self.plays
        return self._written(self._found(other, ids), other, name)

    def _found(self, other: Ruleset, ids: Sequence[str]) -> dict[str, Data] | None:
        theirs = Witnesses(other, self.plays)
        new = [item.id for item in items_of(other) if item.id not in self._known]
        needs = chain(
            _needs(self._own.demands, ids),
            _needs(theirs.demands, (*new, *ids)),
            (need for each in ids for need in self._own.demands.with_partners(each)),
            _needs(self._own.demands, self._known),
        )
        return self._own.search(_once(needs), lambda result: self._differs(result, other))

    def _differs(self, result: Result, other: Ruleset) -> bool:
        changed = run_scenario(other, result.scenario)
        return not changed.findings and told(self.ruleset, result) != told(other, changed)

    def _written(self, data: dict[str, Data] | None, other: Ruleset, name: str) -> Witness | None:
        if data is None:
            return None
        small = shrunk(self.ruleset, data, lambda result: self._differs(result, other))
        plain = text_of(expected(self.ruleset, small, name))
        whole = text_of(self._in_full(expected(self.ruleset, small, name), other))
        return next((Witness(name, text) for text in (plain, whole) if self._bites(text, other)), None)

    def _in_full(self, data: dict[str, Data], other: Ruleset) -> dict[str, Data]:
        """The scenario with every key expected that tells the rulesets apart."""
        scenario = read_one(text_of(data))
        assert scenario is not None
        mine, theirs = run_scenario(self.ruleset, scenario), run_scenario(other, scenario)
        steps = data.get("then")
        parts = [data, *(each for each in (steps if isinstance(steps, list) else []) if isinstance(each, dict))]
        made: list[dict[str, Data]] = []
        for part, one, two in zip(parts, mine.steps, theirs.steps, strict=False):
            before, after = _more(one), _more(two)
            further = {key: value for key, value in before.items() if after.get(key) != value}
            stated = part.get("expect")
            made.append({**part, "expect": {**(stated if isinstance(stated, dict) else {}), **further}})
        if len(made) < len(parts):
            return data
        rest: list[Data] = list(made[1:])
        return {**made[0], **({"then": rest} if rest else {})}

    def _bites(self, text: str, other: Ruleset) -> bool:
        scenario = read_one(text)
        if scenario is None or not run_scenario(self.ruleset, scenario).passed:
            return False
        return not run_scenario(other, scenario).passed


def read_one(text: str) -> Scenario | None:
    """The one scenario of a text to paste."""
    document, _ = read_document(Source("ready.yaml", f"rules: ready\nscenarios:\n{text}"))
    return document.scenarios[0] if document is not None and len(document.scenarios) == 1 else None


def _needs(demands: Demands, ids: Iterable[str]) -> Iterator[Need]:
    """What the ids ask for: moves, then looks where nothing keeps to moves."""
    for each in ids:
        found = [*demands.of(each), *_of_declared(demands, each)]
        yield from found
        yield from (replace(need, ways=LOOKS) for need in found if need.ways is None)


def _of_declared(demands: Demands, id_: str) -> Iterator[Need]:
    """What an action, a roll or a kind of ground asks for."""
    ruleset = demands.ruleset
    if any(each.name == id_ for each in ruleset.actions):
        yield Need(action=id_)
    if any(each.name == id_ for each in ruleset.rolls):
        yield from demands.of_roll(id_)
    if any(each.name == id_ for each in ruleset.terrains):
        yield Need(kinds=((id_, ()),))


def _once(needs: Iterable[Need]) -> Iterator[Need]:
    seen: set[Need] = set()
    for need in needs:
        if need not in seen:
            seen.add(need)
            yield need
