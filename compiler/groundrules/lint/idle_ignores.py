"""`ignore` or `replaces` of ground that does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import counted_as, of_ground, says
from groundrules.lint.mending import place_of
from groundrules.meaning.regions import EVERY
from groundrules.ruleset import Ignore, Replaces, Term
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """No rule of that ground, nor of what it counts as, does anything that could be ignored or replaced."""
    grounds, counts = of_ground(context), counted_as(context)
    anywhere = any(says(region.rule) for region in grounds.get(EVERY, ()))
    for said in context.said:
        effect = said.effect
        if not isinstance(effect, Ignore | Replaces) or said.rule is None or anywhere:
            continue
        terms: tuple[Term, ...] = effect.ground.terrains if isinstance(effect, Ignore) else effect.terrains
        for term in terms:
            reached = counts.get(term.name, frozenset((term.name,)))
            if term.kind != "terrain" or any(says(each.rule) for name in reached for each in grounds.get(name, ())):
                continue
            yield finding(
                "GR333", place_of(context.meaning, said.rule, said.effect, ru.Ignore, ru.Replaces),
                f"no rule says what `{term.name}` does, so there is nothing of it to lose",
                help=f"say what `{term.name}` does, or leave it out here",
            )  # fmt: skip
