"""What came of a scenario, in the keys of ``expect``: all that one can expect, for only that tells rules apart."""

from __future__ import annotations

from groundrules.ruleset import Ruleset
from groundrules.scenarios.expecting import Outcome, compare
from groundrules.scenarios.filling import came, expectation
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import item_of
from groundrules.scenarios.running import Result, StepResult
from groundrules.scenarios.yaml_items import Mapping

#: Keys of ``expect`` beside those of a plain expectation, those that tell most first.
_MOVING = ("outcomes", "rolls", "states", "activation", "allowance", "moved", "left", "events")
_LOOKING = ("changes", "obscured")
#: Keys of which a plain expectation states a part.
_IN_FULL = {"rolls": ("roll", "model", "piece", "outcome"), "outcomes": ("model", "outcome")}

Told = tuple[dict[str, Data], ...]


def told(ruleset: Ruleset, result: Result) -> Told | str:
    """What came of each step, in the keys of ``expect``; why the engine would not judge it."""
    if result.refusal is not None:
        return f"cannot be judged: {result.refusal.message}"
    return tuple({**expectation(ruleset, step), **_more(step)} for step in result.steps)


def differing_key(mine: StepResult, theirs: StepResult) -> dict[str, Data]:
    """One key beside the plain ones that holds of a step and not of the other, the plainest there is; empty if none."""
    for key, value in (*_more(mine).items(), *_full(mine).items()):
        if not _holds({key: value}, theirs):
            return {key: value}
    return {}


def tell_apart(ruleset: Ruleset, mine: Result, theirs: Result) -> bool:
    """Whether something that one can expect of the one does not hold of the other."""
    if theirs.refusal is not None:
        return mine.refusal is None
    return any(
        not _holds(expectation(ruleset, one), other) or bool(differing_key(one, other))
        for one, other in zip(mine.steps, theirs.steps, strict=False)
    )


def _holds(stated: dict[str, Data], step: StepResult) -> bool:
    item = item_of(stated)
    assert isinstance(item, Mapping)
    return not compare(item, Outcome(step.verdict, step.look))


def _more(step: StepResult) -> dict[str, Data]:
    keys = (*(_MOVING if step.verdict is not None else ()), *(_LOOKING if step.look is not None else ()))
    found = {key: came(key, step, item_of("")) for key in keys}
    return {key: value for key, value in found.items() if value is not None}


def _full(step: StepResult) -> dict[str, Data]:
    if step.verdict is None:
        return {}
    found = {key: came(key, step, item_of([dict.fromkeys(names, "")])) for key, names in _IN_FULL.items()}
    return {key: value for key, value in found.items() if value is not None}
