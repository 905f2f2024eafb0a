"""When an effect holds: its scope, resolved from what its rule is about and is qualified by.

Without an event, ground costs over the length inside; what limits or changes the move as a
whole hangs on where the whole move lies; other changes and cover hold while there. What a
trait, state, class, action or option says of its own model holds for the whole action,
unless it says in which ground.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from groundrules import ruleset as rs
from groundrules.ruleset import Effect, Qualifiers, Scope

#: Effects that happen at a moment, and so need an event (or stand in a band).
MOMENTS = (rs.Perform, rs.Deliver, rs.GainLose, rs.Halt, rs.StopAfter, rs.Becomes, rs.Choose, rs.Conditional)

_COSTS = (rs.CostTimes, rs.CostPlus, rs.CostFloor, rs.CostRate, rs.CostAll)


@dataclass(frozen=True, slots=True)
class Setting:
    """What decides a scope: ground or model, with events or in a band, and what actions use."""

    of_ground: bool
    qualifiers: Qualifiers
    branch: bool
    action_fields: frozenset[str]
    action_numbers: frozenset[str]


def scoped(effects: Iterable[Effect], setting: Setting) -> tuple[Effect, ...]:
    """The effects with their scopes."""
    return tuple(replace(effect, scope=scope_of(effect, setting)) for effect in effects)


def scope_of(effect: Effect, setting: Setting) -> Scope:
    """When one effect holds."""
    if setting.branch or setting.qualifiers.on or isinstance(effect, MOMENTS):
        return "event"
    if isinstance(effect, rs.CostEnter):
        return "event"
    ground = setting.of_ground or bool(setting.qualifiers.within)
    if not ground:
        whole = names_ground(setting.qualifiers) and _of_leg(effect, setting)
        return "whole move" if whole else "action"
    if isinstance(effect, (*_COSTS, rs.CountsAs, rs.Replaces, rs.NoEffect)):
        return "stretch"
    if isinstance(effect, rs.Permit):
        return "whole move" if effect.actions else "stretch"
    if isinstance(effect, rs.Limit):
        return "whole move"
    if isinstance(effect, rs.Change):
        used = effect.owner == "model" and effect.field in setting.action_fields
        return "whole move" if used else "while there"
    if isinstance(effect, rs.ChangeNumber) and effect.name in setting.action_numbers:
        return "whole move"
    return "while there"


def names_ground(qualifiers: Qualifiers) -> bool:
    """Whether the qualifiers of a model's own rule speak of the ground that it is in, by `except` or `when`."""
    return rs.asks_ground(qualifiers.when) or any(rs.is_ground(term) for term in qualifiers.but)


def _of_leg(effect: Effect, setting: Setting) -> bool:
    """Whether what is said of a model is settled once for a whole leg."""
    match effect:
        case rs.Permit(actions=actions):
            return bool(actions)
        case rs.Limit() | rs.CostRate():
            return True
        case rs.Change(owner="model", field=name):
            return name in setting.action_fields
        case rs.ChangeNumber(name=name):
            return name in setting.action_numbers
    return False
