"""The scenarios of the bundled rulesets notice what somebody could change."""

from __future__ import annotations

import pytest

from groundrules.project import bundled
from groundrules.project.mutating import Prepared, fate, grounds_of, prepared, wrong_excuses

LEAST = 95


@pytest.mark.parametrize("name", bundled.names())
def test_the_scenarios_of_a_bundled_ruleset_notice_its_mutants(name: str) -> None:
    """95 in 100 of all that are not excused, and every excuse holds."""
    (ground,) = grounds_of([str(bundled.path(name).parent)])
    ready = prepared(ground)
    assert isinstance(ready, Prepared), ready
    fates = [fate(ground, number, search=False) for number in range(len(ready.mutants))]
    assert wrong_excuses(ready, fates) == ()
    excused = {(each.id, each.change) for each in ready.excuses}
    counted = [each for each in fates if each.valid]
    unseen = [ready.mutants[each.number] for each in counted if each.by is None]
    unexcused = [f"{each.id}: {each.change}" for each in unseen if (each.id, each.change) not in excused]
    total = len(counted) - len(unseen) + len(unexcused)
    assert total > 20
    assert 100 * len(unexcused) <= (100 - LEAST) * total, unexcused
