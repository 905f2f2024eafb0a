"""What ground says of the whole move hangs on where the whole move lies."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding
from groundrules.meaning.checks.places import effect_place, of_ground, qualified_by, shown
from groundrules.meaning.checks.thrown import misses_moment
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import inside, on_ground, spoken
from groundrules.ruleset import Change, ChangeNumber, CostRate, Effect, Limit, MoveLies, Permit, Rule
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """Scopes are resolved: what holds over the whole move, said by ground, asks how the move lies.

    What a model says of a whole move cannot hang on the ground that it comes to on its way.
    """
    yield from _own(context)
    for rule in of_ground(context):
        if rule.qualifiers.on or any(True for _ in inside(rule.qualifiers.when, MoveLies)):
            continue
        for effect in spoken(rule.effects):
            said = _settled(effect) if effect.scope == "whole move" else None
            if said is None or misses_moment(effect):
                continue
            what, kinds = said
            yield finding(
                "GR258", effect_place(context, rule, *kinds),
                f"{what} for the whole move, and `{shown(rule)}` does not say how the move must lie",
                help="write `when part of move` before the colon where a part of it is enough, "
                     "`when whole move` where all of it must lie there, or name an event",
                fix=choice(_lies(context, rule)),
            )  # fmt: skip
            break


def _own(context: Context) -> Iterator[Diagnostic]:
    for rule in context.ruleset.rules:
        if on_ground(rule) or rule.qualifiers.on or rule.qualifiers.within or rule.id in context.broken:
            continue
        for effect in spoken(rule.effects):
            said = _settled(effect) if effect.scope == "whole move" else None
            if said is None:
                continue
            what, kinds = said
            yield finding(
                "GR258", effect_place(context, rule, *kinds),
                f"{what} for the whole move, and `{shown(rule)}` asks for ground that changes along it",
                help="write `in` that ground and `when part of move` or `when whole move` before the colon, "
                     "or name an event",
            )  # fmt: skip
            break


def _lies(context: Context, rule: Rule) -> Fix | None:
    """What makes a move shorter, one step on such ground is enough for; what makes it longer, all of it must earn."""
    kinds = {_shortens(effect) if effect.scope == "whole move" else None for effect in rule.effects}
    if rule.qualifiers.when is not None or kinds not in ({True}, {False}):
        return None
    return qualified_by(context, rule, "when part of move" if kinds == {True} else "when whole move")


def _shortens(effect: Effect) -> bool | None:
    """Whether an effect takes something from a move; ``None`` where that hangs on its number."""
    match effect:
        case Permit(verb=verb):
            return verb == "forbid"
        case Limit(limit="cap"):
            return True
        case Change(op=op) | ChangeNumber(op=op) if op in ("plus", "minus"):
            return op == "minus"
    return None


def _settled(effect: Effect) -> tuple[str, tuple[type[ru.Effect], ...]] | None:
    """What is settled once for a whole move, and the form it is written in."""
    match effect:
        case Permit(verb=verb, actions=(name, *_)):
            return f"`{name}` is {'forbidden' if verb == 'forbid' else 'allowed'}", (ru.Permit,)
        case CostRate():
            return "what is paid by a measure is settled", (ru.CostRate,)
        case Limit():
            return "how far a model goes is settled", (ru.Limit,)
        case Change(field=name) | ChangeNumber(name=name):
            return f"`{name}`, which an action uses, is settled", (ru.Change,)
    return None
