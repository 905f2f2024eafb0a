"""A state that models gain, and that no rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import parts
from groundrules.ruleset import GainLose, Term


def check(context: Context) -> Iterator[Diagnostic]:
    """Neither a rule nor prose says what being in it means."""
    gained = {
        term.name
        for said in context.said
        if isinstance(said.effect, GainLose) and said.effect.verb == "gain"
        for term in said.effect.states
    }
    if not gained:
        return
    read = _read(context)
    for state in context.ruleset.states:
        symbol = context.meaning.table.get(state.name)
        if state.name in gained - read and not state.prose and symbol is not None:
            yield finding(
                "GR327", symbol.span, f"models gain `{state.name}`, and nothing says what that does",
                help=f"write a rule, as in `{state.name}: forbid Move`, or a line of prose below it",
            )  # fmt: skip


def _read(context: Context) -> set[str]:
    """States that a rule asks for or is about; `no effect` leaves them to the game around."""
    ruleset = context.ruleset
    found: set[str] = set()
    for rule in ruleset.rules:
        if rule.effects or rule.prose:
            found.update(subject.term.name for subject in rule.subjects if subject.term.kind == "state")
    asked = [rule.qualifiers for rule in ruleset.rules]
    asked += [band.qualifiers for roll in ruleset.rolls for band in roll.bands]
    asked += [adjust.qualifiers for number in ruleset.numbers for adjust in number.adjusts]
    asked += [each for said in context.said for each in said.qualifiers]
    for several in asked:
        found.update(part.name for part in parts(several) if isinstance(part, Term) and part.kind == "state")
    return found
