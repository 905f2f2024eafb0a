"""An option that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import says
from groundrules.meaning.traverse import parts
from groundrules.ruleset import Choose, Is, NoEffect, Term


def check(context: Context) -> Iterator[Diagnostic]:
    """The player may choose it, and no rule does anything by it or asks for it."""
    ruleset = context.ruleset
    does = {rule.option for rule in ruleset.rules if rule.option is not None and says(rule)}
    for said in context.said:
        if isinstance(said.effect, Choose) and any(not isinstance(each, NoEffect) for each in said.effect.effects):
            does.add(said.effect.option)
    things = (ruleset.rules, ruleset.rolls, ruleset.numbers)
    does |= {
        part.term.name if isinstance(part, Is) else part.name
        for part in parts(things)
        if isinstance(part, Is | Term) and (part.term if isinstance(part, Is) else part).kind == "option"
    }
    for option in ruleset.options:
        symbol = context.meaning.table.get(option.name)
        if option.name not in does and symbol is not None:
            yield finding(
                "GR316", symbol.span, f"nothing changes when `{option.name}` is chosen",
                help=f"say what it does, as in `option {option.name}: stop`, or ask for it in a condition",
            )  # fmt: skip
