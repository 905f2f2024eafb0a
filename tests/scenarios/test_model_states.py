"""States that a model states itself hold when the scenario begins."""

from __future__ import annotations

import pytest

from groundrules.meaning import compile_ruleset
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import run_scenario
from groundrules.source import Source

RULES = 'model\n    Speed: distance\naction Move: up to Speed\nstate Wet until end of turn: Speed -2"\n'
SCENARIO = """
rules: wet
models:
  scout: {Speed: 6, states: [%s]}
scenarios:
  - {name: plain, model: {Speed: 6}, path: [[0, 0], [1, 0]], expect: {allowance: 6}}
  - {name: named, model: scout, path: [[0, 0], [1, 0]], expect: {allowance: 4}}
  - {name: inline, model: {Speed: 6, states: Wet}, path: [[0, 0], [1, 0]], expect: {allowance: 4}}
  - name: unit
    unit: {Speed: 6, models: {a: {at: [0, 0], states: [Wet]}, b: {at: [0, 5]}}}
    path: [[0, 0], [5, 0]]
    expect: {legal: false, allowance: 4}
  - name: shared
    unit: {Speed: 6, states: [Wet], models: {a: {at: [0, 0]}, b: {at: [0, 5]}}}
    path: [[0, 0], [4, 0]]
    expect: {legal: true, allowance: 4}
  - name: later
    model: scout
    path: [[0, 0], [1, 0]]
    expect: {allowance: 4}
    then: [{turn: next, path: [[1, 0], [2, 0]], expect: {allowance: 6}}]
"""


def results(state: str) -> dict[str, bool]:
    ruleset = compile_ruleset(Source("wet.terrain", RULES), "wet", lambda name, source: pytest.fail(name)).ruleset
    document, found = read_document(Source("wet.yaml", SCENARIO % state))
    assert ruleset is not None and document is not None and not found
    return {each.name: run_scenario(ruleset, each).passed for each in document.scenarios}


def test_states_hold_from_the_beginning() -> None:
    assert results("Wet") == dict.fromkeys(("plain", "named", "inline", "unit", "shared", "later"), True)


def test_an_unknown_state_is_told() -> None:
    assert not results("Wett")["named"]
