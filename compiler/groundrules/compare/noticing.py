"""Whether the scenarios of a ruleset notice a mutant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import run_scenario


@dataclass(frozen=True, slots=True)
class Watch:
    """Scenarios that pass, each with the ids that it exercises; ``failing`` are the names of those that do not."""

    scenarios: tuple[tuple[Scenario, frozenset[str]], ...]
    failing: tuple[str, ...] = ()

    def noticed(self, mutant: Ruleset, ids: Sequence[str]) -> str | None:
        """The name of a scenario that fails under the mutant's rules.

        Those that exercise ``ids``, and little else, are asked first. One that cannot be read any more (it names
        what the mutant no longer has) says nothing.
        """
        near = frozenset(ids)
        ordered = sorted(self.scenarios, key=lambda pair: (near.isdisjoint(pair[1]), len(pair[1])))
        for scenario, _ in ordered:
            result = run_scenario(mutant, scenario)
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
    return Watch(tuple(passing), tuple(failing))
