"""Rolls and numbers that need themselves to be known."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.meaning.checks.graph import circles
from groundrules.meaning.checks.places import first_line
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import brought, inside
from groundrules.ruleset import Deliver, Number, NumberOf, Outcome, Perform, Roll, TotalOf


def check(context: Context) -> Iterator[Diagnostic]:
    """A roll that makes itself again, a number that is worked out from itself."""
    declared: dict[str, Roll | Number | Outcome] = {
        each.name: each for some in (context.ruleset.rolls, context.ruleset.numbers) for each in some
    }
    outcomes = {outcome.name: outcome for outcome in context.ruleset.outcomes}
    steps = {name: _needs(each) for name, each in declared.items()}
    for rule in context.ruleset.rules:
        for subject in rule.subjects:
            if subject.term.kind == "outcome":
                needs = [e.roll for e in brought(rule.effects) if isinstance(e, Perform)]
                steps.setdefault(subject.term.name, []).extend(needs)
    for circle in circles(steps):
        if any(name in context.broken for name in circle):
            continue
        things = [declared.get(name) or outcomes[name] for name in circle]
        first, last = things[0], max(things, key=lambda thing: (thing.origin.file, thing.origin.start))
        told = " leads to ".join(f"`{name}`" for name in (*circle, first.name))
        yield finding(
            "GR261", first_line(context.span(last.origin)), f"a circle without end: {told}",
            help="let one of them lead to something else",
            related=[
                Related(first_line(context.span(each.origin)), f"`{each.name}` is declared here")
                for each in things if each is not last
            ],
        )  # fmt: skip


def _needs(thing: Roll | Number | Outcome) -> list[str]:
    """What must be rolled or known on the way."""
    needs: dict[str, None] = {}
    for part in inside(thing, NumberOf):
        needs[part.name] = None
    for total in inside(thing, TotalOf):
        needs[total.roll] = None
    if isinstance(thing, Roll):
        effects = [*(e for band in thing.bands for e in band.effects), *(e for h in thing.handlers for e in h.effects)]
        for effect in brought(tuple(effects)):
            if isinstance(effect, Perform):
                needs[effect.roll] = None
            elif isinstance(effect, Deliver):
                needs[effect.outcome] = None
    return list(needs)
