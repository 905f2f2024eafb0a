"""A reroll that cannot matter."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, choice, finding
from groundrules.lint.context import Context
from groundrules.lint.mending import place_of, without_effect
from groundrules.lint.rolling import made
from groundrules.meaning.coverage import sides_of
from groundrules.ruleset import Reroll, Roll
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """The roll is never made, or its dice show no such face."""
    rolls = {roll.name: roll for roll in context.ruleset.rolls}
    done = made(context.ruleset)
    for said in context.said:
        if not isinstance(said.effect, Reroll) or said.rule is None:
            continue
        for name in said.effect.rolls:
            why = _idle(rolls[name], said.effect, done)
            if why is not None:
                alone = len(said.effect.rolls) == 1
                yield finding(
                    "GR312", place_of(context.meaning, said.rule, said.effect, ru.Reroll),
                    f"this reroll cannot matter: {why}",
                    help="leave it out, or name another roll or other faces",
                    fix=choice(without_effect(context.meaning, said.rule, said.effect) if alone else None),
                )  # fmt: skip


def _idle(roll: Roll, reroll: Reroll, done: frozenset[str]) -> str | None:
    if roll.name not in done:
        return f"nothing makes `{roll.name}`"
    sides = sides_of(roll)
    if reroll.low is not None and sides is not None and reroll.low > sides:
        return f"a die of `{roll.name}` shows no more than {sides}"
    return None
