"""What came of a scenario as what it expects, so that it passes until the rules change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map
from fractions import Fraction

from groundrules.ruleset import Ruleset
from groundrules.scenarios.expecting import held_by, show
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import scenario_of
from groundrules.scenarios.running import StepResult, run_scenario
from groundrules.scenarios.yaml_items import Item, Mapping, Sequence
from groundrules.verdict import RollMade, Sight, Verdict

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
        made["why"] = _why(verdict)
    made["cost"] = _by_model(verdict.cost)
    if verdict.rolls:
        made["rolls"] = [_roll(each, ("roll", "outcome")) for each in verdict.rolls]
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


# ---- one key, as its author writes it


def came(key: str, step: StepResult, item: Item) -> Data | None:
    """What came under a key of ``expect``, in the form of what is stated; ``None`` where nothing of the kind came."""
    verdict, look = step.verdict, step.look
    if look is not None and key in ("sight", "cover", "obscured"):
        return {"sight": look.sight, "cover": look.cover or "none", "obscured": _number(look.obscured)}[key]
    if look is not None and key == "changes":
        return [change.effect for change in look.changes]
    if key == "notes":
        notes = [*(verdict.notes if verdict is not None else ()), *(look.notes if look is not None else ())]
        return list(notes)
    if verdict is None:
        return None
    match key:
        case "legal":
            return verdict.legal
        case "why":
            return _why(verdict)
        case "activation":
            return verdict.activation
        case "states":
            return _held(held_by(verdict), item)
        case "events":
            return [event.text for event in verdict.events]
        case "rolls":
            return [_roll(each, _stated_keys(item, "roll", "outcome")) for each in verdict.rolls]
        case "outcomes":
            keys = _stated_keys(item)
            texts = ((each.text, each.model or "") for each in verdict.outcomes)
            return [{"model": model, "outcome": text} if "model" in keys else text for text, model in texts]
        case "cost" | "moved" | "left" | "ends_at":
            return _of_models(getattr(verdict, key), item)
        case "allowance":
            allowed = verdict.allowance
            return [_value(each) for each in allowed] if isinstance(allowed, tuple) else _value(allowed)
    return None


def _held(held: Map[str, tuple[str, ...]], item: Item) -> Data:
    """The states: by model where the author states it so or where they differ, else one list."""
    lists: dict[str, Data] = {name: list(states) for name, states in held.items()}
    if isinstance(item, Mapping):
        return {name: states for name, states in lists.items() if name in item.items}
    first, *others = lists.values() or [[]]
    return first if all(each == first for each in others) else lists


def _of_models(value: object, item: Item) -> Data:
    """By model where the author states it so (only those), one value where all agree, else by model."""
    if not isinstance(value, Map):
        return _value(value)
    if isinstance(item, Mapping):
        return {name: _value(each) for name, each in value.items() if name in item.items}
    values = [_value(each) for each in value.values()]
    return values[0] if all(each == values[0] for each in values) else _by_model(value)


def _stated_keys(item: Item, *otherwise: str) -> tuple[str, ...]:
    """The keys that the entries of a list state."""
    entries = item.items if isinstance(item, Sequence) else ()
    found = dict.fromkeys(key for each in entries if isinstance(each, Mapping) for key in each)
    return tuple(found) or otherwise


def _why(verdict: Verdict) -> str:
    if not verdict.why:
        return "none"
    reason = verdict.why[0]
    own = reason.kind if reason.kind in ("allowance", "minimum", "action") else None
    return own or reason.piece or reason.rule or reason.kind


def _roll(made: RollMade, keys: Iterable[str]) -> Data:
    stated: dict[str, Data] = {"roll": made.roll}
    if made.model is not None:
        stated["model"] = made.model
    if made.piece is not None:
        stated["piece"] = made.piece
    stated["dice"] = list(made.dice or ())
    if made.outcome is not None:
        stated["outcome"] = made.outcome
    return {key: stated[key] for key in keys if key in stated}


def _by_model(value: object) -> Data:
    return {name: _value(each) for name, each in value.items()} if isinstance(value, Map) else _value(value)


def _value(value: object) -> Data:
    """A number, a point, or ``none``."""
    if value is None:
        return "none"
    return _point(value) if isinstance(value, tuple) else _number(value)


def _number(value: object) -> Data:
    return value if isinstance(value, Fraction) else Fraction(show(float(str(value))))


def _point(point: Iterable[object]) -> Data:
    return [_number(value) for value in point]
