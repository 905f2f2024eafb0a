"""Whether the scenarios of a ruleset notice a mutant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map, Sequence
from dataclasses import dataclass, replace

from groundrules.naming import name_key
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import run_scenario
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence as Items

#: Keys under which a scenario may name a rule by its id.
_NAMING = frozenset(("why", "rule"))


@dataclass(frozen=True, slots=True)
class Watch:
    """Scenarios that pass, each with the ids that it exercises; ``failing`` are the names of those that do not."""

    ruleset: Ruleset
    scenarios: tuple[tuple[Scenario, frozenset[str]], ...]
    failing: tuple[str, ...] = ()

    def noticed(self, mutant: Ruleset, ids: Sequence[str]) -> str | None:
        """The name of a scenario that fails under the mutant's rules.

        Those that exercise ``ids``, and little else, are asked first. One that cannot be read any more (it names
        what the mutant no longer has) says nothing; one that names a rule by its id goes on naming it, though a
        change of the left side changes the id.
        """
        near = frozenset(ids)
        names = renamed(self.ruleset, mutant)
        ordered = sorted(self.scenarios, key=lambda pair: (near.isdisjoint(pair[1]), len(pair[1])))
        for scenario, _ in ordered:
            result = run_scenario(mutant, by_new_names(scenario, names) if names else scenario)
            if not result.findings and not result.passed:
                return scenario.name
        return None


def watch(ruleset: Ruleset, scenarios: Iterable[Scenario]) -> Watch:
    """The scenarios played once under the rules themselves."""
    passing: list[tuple[Scenario, frozenset[str]]] = []
    failing: list[str] = []
    for scenario in scenarios:
        result = run_scenario(ruleset, scenario)
        if result.passed:
            passing.append((scenario, frozenset(exercised(ruleset, result))))
        else:
            failing.append(scenario.name)
    return Watch(ruleset, tuple(passing), tuple(failing))


def renamed(old: Ruleset, new: Ruleset) -> dict[str, str]:
    """The ids of rules that only read otherwise in the new rules, by the keys of the old ones."""
    if len(old.rules) != len(new.rules):
        return {}
    pairs = zip(old.rules, new.rules, strict=True)
    return {name_key(one.id): other.id for one, other in pairs if one.id != other.id}


def by_new_names(scenario: Scenario, names: Map[str, str]) -> Scenario:
    """The scenario with rules named by their new ids."""
    stated = _named(scenario.stated, names)
    steps = tuple(_named(step, names) for step in scenario.steps)
    assert isinstance(stated, Mapping)
    return replace(scenario, stated=stated, steps=tuple(step for step in steps if isinstance(step, Mapping)))


def _named(item: Item, names: Map[str, str], key: str = "") -> Item:
    if isinstance(item, Mapping):
        return replace(item, items={name: _named(each, names, name) for name, each in item.items.items()})
    if isinstance(item, Items):
        return replace(item, items=tuple(_named(each, names, key) for each in item.items))
    if key in _NAMING and isinstance(item, Scalar) and name_key(item.text) in names:
        return replace(item, text=names[name_key(item.text)])
    return item
