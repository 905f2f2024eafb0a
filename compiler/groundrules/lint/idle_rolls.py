"""A roll that is made and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import inside
from groundrules.ruleset import Effect, NoEffect, Perform, Roll, TotalOf


def check(context: Context) -> Iterator[Diagnostic]:
    """Bands with names and without effects, and no rule that makes the roll says what follows from them."""
    ruleset = context.ruleset
    made = [(said, said.effect) for said in context.said if isinstance(said.effect, Perform)]
    totals = {each.roll for thing in (*ruleset.rules, *ruleset.actions, *ruleset.numbers, *ruleset.rolls)
              for each in inside(thing, TotalOf)}  # fmt: skip
    for roll in ruleset.rolls:
        those = [(said, effect) for said, effect in made if effect.roll == roll.name]
        symbol = context.meaning.table.get(roll.name)
        if not those or symbol is None or roll.name in totals or _does(roll):
            continue
        handled = any(_any(handler.effects) for _, effect in those for handler in effect.handlers)
        told = any(said.rule is not None and said.rule.prose for said, _ in those)
        if not handled and not told:
            yield finding(
                "GR357", symbol.span, f"whatever comes of `{roll.name}`, nothing follows from it",
                help="write behind a band what it does, as in `1 Stuck: stop`, or in words below the roll, with `>`",
            )  # fmt: skip


def _does(roll: Roll) -> bool:
    """Whether a roll says what follows from it, if only to its readers."""
    return bool(
        roll.prose
        or not roll.bands
        or any(_any(band.effects) for band in roll.bands)
        or any(_any(handler.effects) for handler in roll.handlers)
    )


def _any(effects: Iterable[Effect]) -> bool:
    return any(not isinstance(effect, NoEffect) for effect in effects)
