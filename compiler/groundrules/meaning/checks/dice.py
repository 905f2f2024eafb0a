"""One die more on a roll that is summed: the roll says which dice then count."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, Related, choice, finding, replace
from groundrules.meaning.checks.places import first_line
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import brought, inside
from groundrules.ruleset import MoreDice, Roll
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import find


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding for each roll and direction, where the first such effect stands."""
    rolls = {roll.name: roll for roll in context.ruleset.rolls}
    changed = {
        (each.roll, each.count > 0)
        for rule in context.ruleset.rules
        for each in brought(rule.effects)
        if isinstance(each, MoreDice)
    }
    changed |= {(each.roll, each.count > 0) for roll in rolls.values() for each in inside(roll, MoreDice)}
    for name, more in sorted(changed):
        roll = rolls.get(name)
        if roll is None or name in context.broken or (roll.extra if more else roll.fewer) is not None:
            continue
        if roll.bands and all(band.mode == "each" for band in roll.bands):
            continue
        written = _written(context, name, more)
        if written is None:
            continue
        word, keep, other = ("extra", "highest", "lowest") if more else ("fewer", "lowest", "highest")
        yield finding(
            "GR267", written.span,
            f"`{name}` is a sum, and nothing says which dice count with one {'more' if more else 'fewer'}",
            help=f"write it behind the dice of `{name}`: `, {word} dice keep {keep}`, or `{other}` instead of `{keep}`",
            related=[Related(first_line(context.span(roll.origin)), f"`{name}` is declared here")],
            fix=choice(_fix(context, roll, f", {word} dice keep {keep}")),
        )  # fmt: skip


def _written(context: Context, name: str, more: bool) -> ru.MoreDice | None:
    key = ex.name_key(name)
    for unit in context.units:
        for effect in find(unit.file, ru.MoreDice):
            if isinstance(effect.roll, ex.Name) and effect.roll.key == key and (effect.count > 0) == more:
                return effect
    return None


def _fix(context: Context, roll: Roll, text: str) -> Fix | None:
    node = context.nodes.get(roll.name)
    if not isinstance(node, ast.Roll) or roll.base is not None:
        return None
    last = max([node.total.span.end, *([node.keep.span.end] if node.keep else []), *(e.span.end for e in node.extra)])
    return replace("say which dice count", node.span.source.span(last, last), text)
