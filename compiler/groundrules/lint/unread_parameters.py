"""What stands in brackets and is read by nothing."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.meaning.traverse import inside, parts
from groundrules.ruleset import Param, Roll, Rule, Term, Terrain, Trait
from groundrules.source import Span
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """`Dangerous(X) on enter: Danger Test(2)`: whatever stands in the brackets, it is always two."""
    for roll in context.ruleset.rolls:
        for name in roll.params if roll.base is None else ():
            if name not in _read(roll) and not _in_words(name, roll.prose):
                yield from _unread(context, roll.name, name)
    for kind in (context.ruleset.terrains, context.ruleset.traits):
        for each in kind:
            yield from _of_ground(context, each)


def _of_ground(context: Context, each: Terrain | Trait) -> Iterator[Diagnostic]:
    rules = [rule for rule in context.ruleset.rules if any(s.term.name == each.name for s in rule.subjects)]
    if not rules or any(_is_single(rule, each.name) for rule in rules):
        return
    prose = (*each.prose, *(line for rule in rules for line in rule.prose))
    for name in each.params:
        if not any(name in _read(rule) for rule in rules) and not _in_words(name, prose):
            yield from _unread(context, each.name, name)


def _is_single(rule: Rule, name: str) -> bool:
    """Whether a rule is about one value in the brackets, as in `Water(2)`."""
    return any(
        subject.term.name == name and any(not isinstance(arg, Param) for arg in subject.term.args)
        for subject in rule.subjects
    )


def _read(thing: Roll | Rule) -> set[str]:
    """The parameters that a rule or roll reads, outside of the brackets that name them."""
    holders: tuple[object, ...]
    if isinstance(thing, Rule):
        holders = (thing.qualifiers, *thing.effects)
    else:
        holders = (thing.total, *thing.bands, *thing.handlers)
    found: set[str] = set()
    for holder in holders:
        found |= {each.name for each in inside(holder, Param)}
        found |= {each.name for each in parts(holder) if isinstance(each, Term) and each.kind == "parameter"}
    return found


def _in_words(name: str, prose: tuple[str, ...]) -> bool:
    return any(f"{{{name}}}" in line for line in prose)


def _unread(context: Context, owner: str, name: str) -> Iterator[Diagnostic]:
    symbol = context.meaning.table.get(owner)
    if symbol is None:
        return
    yield finding(
        "GR359", _named(symbol.node, name) or symbol.span, f"nothing reads what stands in the brackets of `{owner}`",
        help=f"read `{name}` in a rule, or leave the brackets out",
    )  # fmt: skip


def _named(node: object, name: str) -> Span | None:
    params = node.named.params if isinstance(node, ast.Roll) else ()
    return next((each.span for each in params if each.text == name), None)
