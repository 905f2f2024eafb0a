"""A state that models gain and never lose."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.ruleset import GainLose, NoEffect
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """No `until`, no `lose`, no prose that says when it is over: it is there for the rest of the game."""
    verbs: dict[str, set[str]] = {}
    for said in context.said:
        if isinstance(said.effect, GainLose):
            for term in said.effect.states:
                verbs.setdefault(term.name, set()).add(said.effect.verb)
    left = _left_to_the_game(context)
    for state in context.ruleset.states:
        symbol = context.meaning.table.get(state.name)
        if (
            verbs.get(state.name) != {"gain"}
            or state.until is not None
            or state.prose
            or symbol is None
            or state.name in left
        ):
            continue
        if isinstance(symbol.node, ast.State):
            yield finding(
                "GR328", symbol.span, f"models gain `{state.name}`, and nothing says when they lose it",
                help=f"write `state {state.name} until end of turn`, `until end of game` if it stays, or a rule with"
                f" `lose {state.name}`",
            )  # fmt: skip


def _left_to_the_game(context: Context) -> set[str]:
    """States of which `no effect` says that these rules have no more to do with them."""
    return {
        subject.term.name
        for rule in context.ruleset.rules
        if any(isinstance(effect, NoEffect) for effect in rule.effects)
        for subject in rule.subjects
        if subject.term.kind == "state"
    }
