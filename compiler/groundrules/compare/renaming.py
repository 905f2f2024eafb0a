"""Models and pieces of a made scenario under names of their own: pasted, nothing of the file is laid under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map

from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.yaml_items import Mapping

#: Keys whose keys are names, and keys that hold a name.
_NAMED, _NAMING = ("models", "table", "states"), ("model", "from", "to", "piece")


def shared_names(scenarios: Iterable[Scenario]) -> frozenset[str]:
    """The names of models and pieces that scenarios have from their file, or from what they are cases of."""
    found: set[str] = set()
    for scenario in scenarios:
        for key in ("models", "table"):
            stated, own = scenario.stated.get(key), scenario.own.get(key) if scenario.own is not None else None
            if isinstance(stated, Mapping):
                found |= {name for name in stated if not isinstance(own, Mapping) or name not in own}
    return frozenset(found)


def renamed_apart(data: dict[str, Data], shared: frozenset[str]) -> dict[str, Data]:
    """The scenario with each model and piece that has a shared name called ``new NAME``."""
    names: dict[str, str] = {}
    for key in ("models", "table"):
        held = data.get(key)
        names |= {name: f"new {name}" for name in held if name in shared} if isinstance(held, dict) else {}
    made = _renamed(data, names) if names else data
    assert isinstance(made, dict)
    return made


def _renamed(data: Data, names: Map[str, str], key: str = "") -> Data:
    if isinstance(data, dict):
        return {
            names.get(name, name) if key in _NAMED else name: _renamed(each, names, "" if key in _NAMED else name)
            for name, each in data.items()
        }
    if isinstance(data, list):
        return [_renamed(each, names) for each in data]
    return names.get(data, data) if isinstance(data, str) and key in _NAMING else data
