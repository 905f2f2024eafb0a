"""What came of a scenario as what it expects, so that it passes until the rules change."""

from __future__ import annotations

from fractions import Fraction

from groundrules.ruleset import Ruleset
from groundrules.scenarios.expecting import show
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import scenario_of
from groundrules.scenarios.running import StepResult, run_scenario
from groundrules.verdict import Number, Point, RollMade, Sight, Verdict

_LAST = ("expect", "then")


def expected(ruleset: Ruleset, data: dict[str, Data], name: str) -> dict[str, Data]:
    """The scenario with a name first and, for itself and each further step, ``expect`` as it came."""
    result = run_scenario(ruleset, scenario_of(data))
    made: dict[str, Data] = {"name": name, **{key: each for key, each in data.items() if key not in _LAST}}
    steps = data.get("then")
    if result.steps:
        made["expect"] = expectation(ruleset, result.steps[0])
    if isinstance(steps, list):
        further: list[Data] = []
        for each, step in zip(steps, result.steps[1:], strict=False):
            assert isinstance(each, dict)
            further.append({**each, "expect": expectation(ruleset, step)})
        made["then"] = further
    return made


def expectation(ruleset: Ruleset, step: StepResult) -> dict[str, Data]:
    """What came of one step, in the keys that tell it best."""
    made: dict[str, Data] = {}
    if step.verdict is not None:
        made |= _of_verdict(step.verdict)
    if step.look is not None:
        made |= _of_look(ruleset, step.look)
    return made


def _of_verdict(verdict: Verdict) -> dict[str, Data]:
    made: dict[str, Data] = {"legal": verdict.legal}
    if verdict.why:
        reason = verdict.why[0]
        own = reason.kind if reason.kind in ("allowance", "minimum", "action") else None
        made["why"] = own or reason.piece or reason.rule or reason.kind
    cost = verdict.cost
    made["cost"] = {name: _number(each) for name, each in cost.items()} if isinstance(cost, dict) else _number(cost)
    if verdict.rolls:
        made["rolls"] = [_roll(each) for each in verdict.rolls]
    if verdict.outcomes:
        made["outcomes"] = [each.text for each in verdict.outcomes]
    ends = verdict.ends_at
    if isinstance(ends, dict):
        made["ends_at"] = {name: _point(each) for name, each in ends.items() if each is not None}
    elif ends is not None:
        made["ends_at"] = _point(ends)
    return made


def _of_look(ruleset: Ruleset, look: Sight) -> dict[str, Data]:
    made: dict[str, Data] = {"sight": look.sight}
    if ruleset.covers:
        made["cover"] = look.cover or "none"
    return made


def _roll(made: RollMade) -> Data:
    stated: dict[str, Data] = {"roll": made.roll}
    if made.outcome is not None:
        stated["outcome"] = made.outcome
    return stated


def _number(value: Number) -> Data:
    return value if isinstance(value, Fraction) else Fraction(show(float(value)))


def _point(point: Point) -> Data:
    return [_number(value) for value in point]
