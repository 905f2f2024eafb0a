"""Situations near one that an author wrote: one number moved, one thing taken away or put on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence

#: By how much numbers are moved, nearest first.
_STEPS = tuple(sign * Fraction(step) for step in ("1/2", "1", "1/4", "2", "4") for sign in (1, -1))
#: Keys under which nothing is moved.
_LEFT = frozenset(("dice", "expect", "odds", "name", "example"))
#: Shapes that are moved and resized as a whole too.
_SHAPES = frozenset(("rect", "polygon", "line", "at"))


def data_of(scenario: Scenario) -> dict[str, Data]:
    """A scenario as plain data, without dice and what is expected."""
    made = _of(Mapping(dict(scenario.stated.items), scenario.stated.keys, scenario.stated.span))
    assert isinstance(made, dict)
    steps: list[Data] = [_less(_of(step)) for step in scenario.steps]
    return {**_less(made), **({"then": steps} if steps else {})}


def _less(data: Data) -> dict[str, Data]:
    assert isinstance(data, dict)
    return {key: each for key, each in data.items() if key not in _LEFT}


def _of(item: Item) -> Data:
    if isinstance(item, Mapping):
        return {key: _of(each) for key, each in item.items.items()}
    if isinstance(item, Sequence):
        return [_of(each) for each in item.items]
    assert isinstance(item, Scalar)
    number, truth = item.number(), item.boolean()
    return truth if truth is not None else number if number is not None else item.text


def nearby(data: dict[str, Data], ruleset: Ruleset) -> Iterator[dict[str, Data]]:
    """The situation with one thing otherwise: the smallest moves first."""
    yield from _names(data, ruleset)
    for step in _STEPS:
        for changed in _moved(data, step):
            assert isinstance(changed, dict)
            yield changed


def _moved(data: Data, step: Fraction, key: str = "") -> Iterator[Data]:
    """The data with one number, or one shape as a whole, moved by a step."""
    if isinstance(data, dict):
        for name, each in data.items():
            if name not in _LEFT:
                yield from ({**data, name: inner} for inner in _moved(each, step, name))
    elif isinstance(data, list):
        if key in _SHAPES:
            yield from (_shifted(data, step, axis) for axis in (0, 1))
        for at, each in enumerate(data):
            yield from ([*data[:at], inner, *data[at + 1 :]] for inner in _moved(each, step, key))
    elif isinstance(data, (int, Fraction)) and not isinstance(data, bool):
        yield Fraction(data) + step


def _shifted(data: list[Data], step: Fraction, axis: int) -> Data:
    """A shape or a place moved along one axis."""
    made: list[Data] = []
    for at, each in enumerate(data):
        if isinstance(each, list):
            made.append(_shifted(each, step, axis))
        elif isinstance(each, (int, Fraction)) and at % 2 == axis:
            made.append(Fraction(each) + step)
        else:
            made.append(each)
    return made


def _names(data: dict[str, Data], ruleset: Ruleset) -> Iterator[dict[str, Data]]:
    """Another action, another value, a trait put on, something left out."""
    for action in ruleset.actions:
        if "path" in data or "moves" in data or "track" in data:
            yield {**data, "action": action.name}
    for key in ("agreed", "options", "given", "then"):
        if key in data:
            yield {name: each for name, each in data.items() if name != key}
    for key in ("model", "unit"):
        model = data.get(key)
        if isinstance(model, dict):
            yield from ({**data, key: changed} for changed in _models(model, ruleset))
    models = data.get("models")
    for name, model in models.items() if isinstance(models, dict) else ():
        if isinstance(models, dict) and isinstance(model, dict):
            yield from ({**data, "models": {**models, name: changed}} for changed in _models(model, ruleset))


def _models(model: dict[str, Data], ruleset: Ruleset) -> Iterator[dict[str, Data]]:
    for trait in ruleset.traits:
        named = trait.name + ("(1)" if trait.params else "")
        held = model.get("traits")
        if isinstance(held, list) and held:
            yield {**model, "traits": [each for each in held if each != named]}
        else:
            yield {**model, "traits": [named]}
    for schema in ruleset.fields:
        if schema.owner == "model":
            for value in schema.values:
                if model.get(schema.name) != value.name:
                    yield {**model, schema.name: value.name}
