"""`pass` of a roll that nobody makes."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.mending import place_of
from groundrules.lint.rolling import made
from groundrules.ruleset import Pass
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`Lucky: pass Bog Test`, where no rule makes a Bog Test: the card promises what never comes."""
    rolls = made(context.ruleset)
    for said in context.said:
        if not isinstance(said.effect, Pass) or said.rule is None:
            continue
        for name in said.effect.rolls:
            if name not in rolls:
                yield finding(
                    "GR310", place_of(context.meaning, said.rule, said.effect, ru.Pass),
                    f"`{name}` is passed here, and nothing makes it",
                    help=f"make the roll in a rule, as in `… on enter: {name}`, or leave the `pass` out",
                )  # fmt: skip
