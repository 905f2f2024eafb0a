"""What ground says of the whole move hangs on where the whole move lies."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.checks.places import effect_place, of_ground, shown
from groundrules.meaning.checks.reads import action_reads
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import inside, spoken
from groundrules.ruleset import Change, ChangeNumber, Effect, Limit, MoveLies, Permit
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """What ground says of the whole move needs `when whole move` or `when part of move`."""
    fields, numbers = action_reads(context.ruleset)
    for rule in of_ground(context):
        if rule.qualifiers.on or any(True for _ in inside(rule.qualifiers.when, MoveLies)):
            continue
        for effect in spoken(rule.effects):
            said = _of_whole_move(effect, fields, numbers)
            if said is None:
                continue
            what, kinds = said
            yield finding(
                "GR258", effect_place(context, rule, *kinds),
                f"{what} for the whole move, and `{shown(rule)}` speaks of a part of it",
                help="write `when part of move` or `when whole move` before the colon, or name an event",
            )  # fmt: skip
            break


def _of_whole_move(
    effect: Effect, fields: frozenset[str], numbers: frozenset[str]
) -> tuple[str, tuple[type[ru.Effect], ...]] | None:
    match effect:
        case Permit(actions=(name, *_)):
            return f"`{name}` is forbidden or allowed", (ru.Permit,)
        case Limit():
            return "how far a model goes is settled", (ru.Limit,)
        case Change(owner="model", field=name) if name in fields:
            return f"an action uses `{name}`, which is settled", (ru.Change,)
        case ChangeNumber(name=name) if name in numbers:
            return f"an action uses `{name}`, which is settled", (ru.Change,)
    return None
