"""What tells two rulesets apart: what comes of a scenario under each, and situations in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from groundrules.compare.chances import as_odds, chances_that_differ, odds_in
from groundrules.compare.changes import changes_of
from groundrules.compare.edges import Edges
from groundrules.compare.nearby import data_of, nearby
from groundrules.compare.renaming import renamed_apart, shared_names
from groundrules.compare.repeating import repeated
from groundrules.compare.verdicts import differing_key, tell_apart, told
from groundrules.compare.wanted import needs_of, once, with_values
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised, items_of
from groundrules.scenarios.demands import Demands
from groundrules.scenarios.documents import Scenario, read_document
from groundrules.scenarios.filling import expected
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.needs import Need
from groundrules.scenarios.paste import text_of
from groundrules.scenarios.running import Result, run_scenario
from groundrules.scenarios.shrinking import shrunk
from groundrules.scenarios.throws import plays
from groundrules.scenarios.witness import Witness, Witnesses
from groundrules.source import Source

#: Plays in which one difference is looked for, in each of the ways to look.
PLAYS = 200
#: Needs that are looked at more closely, layouts of each, plays of one such situation.
_NEEDS, _LAYOUTS, _CLOSELY = 12, 4, 24
#: Plays of a situation after which it is known which fields it asks for.
_FIRST_DICE = 8
#: Scenarios of one id in whose neighbourhood is looked.
_SCENARIOS = 3


@dataclass(frozen=True, slots=True)
class Contrast:
    """Rules that are to come out otherwise; where ``without`` is given, these rules otherwise than those, too."""

    rules: Ruleset
    without: Ruleset | None = None


class Searching:
    """Looks for situations in which other rulesets differ from one; what is expected is what the one says."""

    def __init__(self, ruleset: Ruleset, scenarios: Sequence[Scenario] = (), plays: int = PLAYS) -> None:
        self.ruleset = ruleset
        self.scenarios = scenarios
        self.plays = plays
        self._shared = shared_names(scenarios)
        self._own = Witnesses(ruleset, plays)
        self._small: dict[str, list[dict[str, Data]]] = {}
        self._known = tuple(item.id for item in items_of(ruleset))

    def against(self, rules: Ruleset, ids: Sequence[str], name: str, without: Ruleset | None = None) -> Witness | None:
        """The ready scenario, called ``name``, of a situation about ``ids`` in which other ``rules`` differ.

        It passes under the ruleset, and fails under the other one. What else the two say
        differently is looked at, too. ``without``: rules that must differ there from the
        other ones as well, so that the situation shows what these lack.
        """
        other = Contrast(rules, without)
        spoken = [each for change in changes_of(self.ruleset, rules) for each in change.ids]
        wanted = list(dict.fromkeys((*ids, *(spoken if without is None else ()))))
        theirs = Witnesses(rules, self.plays).demands
        needs = list(once(chain(needs_of(self._own.demands, wanted), needs_of(theirs, wanted))))
        edges = self._edges(rules, theirs, wanted if without is not None else None)
        return (
            self._plain(edges, other, name, in_turn=True)
            or self._plain(needs, other, name)
            or self._by_odds([*edges[:_NEEDS], *needs], other, name)
            or self._nearby(wanted, other, name)
            or self._closely(needs, other, name)
            or self._plain(self._further(wanted), other, name)
        )

    def purer(self, witness: Witness, rules: Ruleset, whole: Ruleset) -> Witness:
        """The situation, with other dice where the ``whole`` rules then say what the other ``rules`` say of it.

        So that what comes of it is not mixed with what else has changed; the same where no dice do.
        """
        scenario = read_one(witness.text)
        if scenario is None or "odds" in scenario.stated.items:
            return witness
        for data, result in plays(self.ruleset, data_of(scenario), _CLOSELY):
            if result.refusal is not None or result.findings or not self._differs(result, Contrast(rules)):
                continue
            mine, theirs = (told(each, run_scenario(each, result.scenario)) for each in (rules, whole))
            if mine == theirs:
                return self._written(data, Contrast(rules), witness.id) or witness
        return witness

    def _further(self, ids: Sequence[str]) -> Iterator[Need]:
        """Needs of the ids together with those of other rules; then those of all others."""
        partners = (need for each in ids for need in self._own.demands.with_partners(each))
        return once(chain(islice(partners, self.plays), needs_of(self._own.demands, self._known)))

    # ---- the ways to look

    def _edges(self, rules: Ruleset, theirs: Demands, ids: Sequence[str] | None) -> list[Need]:
        """What the changes ask for at their edges; of those of some ids alone, if these are given."""
        edges = Edges(self._own.demands, theirs)
        changes = changes_of(self.ruleset, rules)
        wanted = (change for change in changes if ids is None or not set(ids).isdisjoint(change.ids))
        return list(once(need for change in wanted for need in edges.of(change)))

    def _plain(self, needs: Iterable[Need], other: Contrast, name: str, in_turn: bool = False) -> Witness | None:
        self._own.left = self.plays
        found = self._own.search(needs, lambda result: self._differs(result, other), in_turn=in_turn)
        return self._written(found, other, name)

    def _by_odds(self, needs: Sequence[Need], other: Contrast, name: str) -> Witness | None:
        """A situation whose chances differ."""
        for data in self._situations(needs):
            old, new = odds_in(self.ruleset, data, last=True), odds_in(other.rules, data, last=True)
            if old is None or new is None:
                continue
            differing = chances_that_differ(old, new)
            if differing:
                data = renamed_apart(data, self._shared)
                text = text_of({"name": name, **_with_odds(data, as_odds(self.ruleset, differing))})
                if self._bites(text, other):
                    return Witness(name, text)
        return None

    def _nearby(self, ids: Sequence[str], other: Contrast, name: str) -> Witness | None:
        """Near what the author wrote: a scenario that exercises one of the ids, with one thing otherwise."""
        left = self.plays * 2
        for data in self._written_about(ids):
            for near in chain(nearby(data, self.ruleset), repeated(data)):
                for stated, result in plays(self.ruleset, near, min(left, _CLOSELY)):
                    left -= 1
                    if result.refusal is None and not result.findings and self._differs(result, other):
                        return self._written(stated, other, name)
                if left <= 0:
                    return None
        return None

    def _written_about(self, ids: Sequence[str]) -> Iterator[dict[str, Data]]:
        """Scenarios that exercise one of some ids, the first ids first, each made as small as it still does."""
        for each in ids:
            if each not in self._small:
                self._small[each] = []
                for scenario in self.scenarios:
                    result = run_scenario(self.ruleset, scenario)
                    if result.passed and each in exercised(self.ruleset, result):
                        self._small[each].append(self._less(data_of(scenario), each))
                        if len(self._small[each]) == _SCENARIOS:
                            break
            yield from self._small[each]

    def _less(self, data: dict[str, Data], id_: str) -> dict[str, Data]:
        return shrunk(self.ruleset, data, lambda result: id_ in exercised(self.ruleset, result))

    def _closely(self, needs: Sequence[Need], other: Contrast, name: str) -> Witness | None:
        """More of the same, and models of every kind."""
        left = 2 * self.plays
        various = list(with_values(self.ruleset, needs[:_NEEDS]))
        situations = chain(
            self._situations(various),
            (more for data in self._situations([*needs, *various]) for more in repeated(data)),
        )
        for data in situations:
            for stated, result in plays(self.ruleset, data, min(left, _CLOSELY)):
                left -= 1
                good = result.refusal is None and not result.findings
                if good and self._differs(result, other):
                    return self._written(stated, other, name)
            if left <= 0:
                break
        return None

    def _situations(self, needs: Sequence[Need]) -> Iterator[dict[str, Data]]:
        """A few layouts of each of the first needs, optional fields stated where they are asked for."""
        for need in needs[: 2 * _NEEDS]:
            full: bool | None = None
            for layout in islice(self._own.layouts.of(need), _LAYOUTS):
                data = self._own.layouts.lay(layout)
                if full is None:
                    full = self._asks_for_fields(data)
                yield self._own.layouts.lay(replace(layout, full=True)) if full else data

    def _asks_for_fields(self, data: dict[str, Data]) -> bool:
        """Whether an answer hangs on an optional field, whatever the first dice show."""
        tried = (result.refusal for _, result in plays(self.ruleset, data, _FIRST_DICE))
        return any(refusal is not None and refusal.kind == "field" for refusal in tried)

    def _differs(self, result: Result, other: Contrast) -> bool:
        changed = run_scenario(other.rules, result.scenario)
        if changed.findings or not tell_apart(self.ruleset, result, changed):
            return False
        if other.without is None:
            return True
        lacking = run_scenario(other.without, result.scenario)
        return not lacking.findings and told(other.rules, changed) != told(other.without, lacking)

    # ---- what was found, as text

    def _written(self, data: dict[str, Data] | None, other: Contrast, name: str) -> Witness | None:
        if data is None:
            return None
        small = shrunk(self.ruleset, data, lambda result: self._differs(result, other))
        small = renamed_apart(small, self._shared)
        plain = text_of(expected(self.ruleset, small, name))
        whole = text_of(self._in_full(expected(self.ruleset, small, name), other))
        return next((Witness(name, text) for text in (plain, whole) if self._bites(text, other)), None)

    def _in_full(self, data: dict[str, Data], other: Contrast) -> dict[str, Data]:
        """The scenario with one more key expected, in every step in which one is needed to tell the rulesets apart."""
        scenario = read_one(text_of(data))
        if scenario is None:
            return data
        mine, theirs = run_scenario(self.ruleset, scenario), run_scenario(other.rules, scenario)
        steps = data.get("then")
        parts = [data, *(each for each in (steps if isinstance(steps, list) else []) if isinstance(each, dict))]
        made: list[dict[str, Data]] = []
        for part, one, two in zip(parts, mine.steps, theirs.steps, strict=False):
            stated = part.get("expect")
            further = differing_key(one, two)
            made.append({**part, "expect": {**(stated if isinstance(stated, dict) else {}), **further}})
        if len(made) < len(parts):
            return data
        rest: list[Data] = list(made[1:])
        return {**made[0], **({"then": rest} if rest else {})}

    def _bites(self, text: str, other: Contrast) -> bool:
        scenario = read_one(text)
        if scenario is None or not run_scenario(self.ruleset, scenario).passed:
            return False
        changed = run_scenario(other.rules, scenario)
        if changed.passed or other.without is None:
            return not changed.passed
        lacking = run_scenario(other.without, scenario)
        return not lacking.findings and _failures(lacking) != _failures(changed)


def _with_odds(data: dict[str, Data], odds: dict[str, Data]) -> dict[str, Data]:
    """The scenario with chances stated for its last step."""
    steps = data.get("then")
    if not isinstance(steps, list) or not steps:
        return {**data, "odds": odds}
    last = steps[-1]
    assert isinstance(last, dict)
    return {**data, "then": [*steps[:-1], {**last, "odds": odds}]}


def _failures(result: Result) -> list[tuple[str, str]]:
    return [(each.key, each.actual) for each in result.mismatches]


def read_one(text: str) -> Scenario | None:
    """The one scenario of a text to paste."""
    document, _ = read_document(Source("ready.yaml", f"rules: ready\nscenarios:\n{text}"))
    return document.scenarios[0] if document is not None and len(document.scenarios) == 1 else None
