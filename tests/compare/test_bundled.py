"""The scenarios of the bundled rulesets notice what somebody could change; `make mutants` tries all changes."""

from __future__ import annotations

import pytest

from groundrules.project import bundled
from groundrules.project.mutating import Prepared, fate, grounds_of, prepared

#: So many mutants of each ruleset are tried here, spread over all of them.
TRIED = 24


@pytest.mark.parametrize("name", bundled.names())
def test_the_scenarios_of_a_bundled_ruleset_notice_its_mutants(name: str) -> None:
    """All but one in twenty, begun ones counted; and what is excused is there and goes unnoticed."""
    (ground,) = grounds_of([str(bundled.path(name).parent)])
    ready = prepared(ground)
    assert isinstance(ready, Prepared), ready
    assert ready.diagnostics == ()
    excused = {(each.id, each.change) for each in ready.excuses}
    assert len(ready.mutants) > TRIED
    step = len(ready.mutants) // TRIED
    unnoticed, met = [], set()
    for number, mutant in enumerate(ready.mutants):
        known = (mutant.id, mutant.change)
        if number % step and known not in excused:
            continue
        made = fate(ground, number, search=False)
        if known in excused:
            assert made.valid and made.by is None, f"{known} is excused, and {made.by} notices it"
            met.add(known)
        elif made.valid and made.by is None:
            unnoticed.append(known)
    assert met == excused
    assert len(unnoticed) <= -(-TRIED // 20), unnoticed
