"""The questions that rules may answer differently.

Two rules compete only where they answer the same question; all else adds up. Meaning
computes from this who beats whom, the engine who still speaks.
"""

from __future__ import annotations

from groundrules.ruleset.effects import (
    Change,
    ChangeNumber,
    CostAll,
    CostTimes,
    Effect,
    GiveCover,
    Limit,
    NoEffect,
    Permit,
    Replaces,
)

Question = tuple[str, ...]

#: A rule that says ``no effect`` answers every question of its subject.
EVERYTHING: Question = ("everything",)


def questions(effect: Effect) -> tuple[Question, ...]:
    """What an effect answers.

    ``("factor",)`` of this terrain's cost; ``("permit", event or action)``;
    ``("allowance",)``; ``("set", owner, field)``; ``("cover",)``; ``("replaces",)``;
    ``("everything",)`` for ``no effect``; nothing for effects that only add.
    """
    match effect:
        case CostTimes() | CostAll():
            return (("factor",),)
        case Permit(events=events, actions=actions):
            return tuple(("permit", what) for what in (*events, *actions))
        case Limit(limit="allowance"):
            return (("allowance",),)
        case Change(op="set" | "own", owner=owner, field=field):
            return (("set", owner, field),)
        case ChangeNumber(op="set", name=name):
            return (("set number", name),)
        case GiveCover():
            return (("cover",),)
        case Replaces():
            return (("replaces",),)
        case NoEffect():
            return (EVERYTHING,)
    return ()
