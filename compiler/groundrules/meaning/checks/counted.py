"""`once` and `together` count how often something happens, so something must happen."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding, take_away
from groundrules.meaning.checks.events import moment
from groundrules.meaning.checks.places import left_side, of_ground
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import spoken
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """A rule of ground that counts and names no event; one that needs an event is reported for that alone."""
    for rule in of_ground(context):
        asked = rule.qualifiers
        if asked.on or not (asked.once or asked.together):
            continue
        node = context.nodes.get(rule.id)
        where, said = left_side(context, rule), None
        for each in getattr(node, "qualifiers", ()):
            if isinstance(each, ru.Once | ru.Together):
                where, said = each.span, each
                break
        word = f"once per {asked.once[0]}" if asked.once else "together"
        if not any(moment(effect) for effect in spoken(rule.effects)):
            yield finding(
                "GR259", where, f"`{word}` counts what happens, and without an event nothing happens here",
                help="name the event before it, as in `on enter`, or leave it out",
                fix=choice(take_away("leave it out", said.span)) if said is not None else None,
            )  # fmt: skip
