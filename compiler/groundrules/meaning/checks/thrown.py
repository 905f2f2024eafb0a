"""Dice fall at a moment: where a rule has none, nobody could throw them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, replace
from groundrules.meaning.checks.places import first_line, left_side, qualified_by, shown
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import brought, on_ground, parts
from groundrules.ruleset import (
    Band,
    BlockSight,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Dice,
    Effect,
    Handler,
    Ignore,
    Number,
    Perform,
    Rate,
    Replaces,
    Roll,
    Rule,
    TotalOf,
    Treat,
)
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk

#: Measures that are known at an upright step only, of which another check speaks.
_UPRIGHT = ("rise", "gap", "fall")
_KNOWN = "a condition asks for what is known already: make a roll of it, with a band for each answer"
_NAMED = "write a number, or the name alone for all of them"
_LOOK = "nothing happens at a look: write a number"


def check(context: Context) -> Iterator[Diagnostic]:
    """Dice in what holds all the time, in conditions, in names that are met, and in numbers."""
    seen: set[Span] = set()
    for rule, (place, help, fix) in _of_rules(context):
        if place not in seen:
            seen.add(place)
            yield finding(
                "GR279", place, f"`{shown(rule)}` does not say when `{place.text}` is thrown", help=help, fix=fix
            )
    for roll, (place, help, fix) in _of_rolls(context):
        if place not in seen:
            seen.add(place)
            yield finding("GR279", place, f"`{roll.name}` has no moment at which `{place.text}` is thrown",
                          help=help, fix=fix)  # fmt: skip
    for number in context.ruleset.numbers:
        if number.name not in context.broken and _has_dice((number.value, number.pairs, number.adjusts)):
            yield _of_number(context, number)


_Found = tuple[Span, str, Fix | None]


def _of_rules(context: Context) -> Iterator[tuple[Rule, _Found]]:
    for rule in context.ruleset.rules:
        if rule.id in context.broken:
            continue
        node = context.nodes.get(rule.id)
        side = left_side(context, rule)
        if _has_dice((rule.subjects, rule.qualifiers.within, rule.qualifiers.who, rule.qualifiers.but)):
            yield rule, (_first(context, _left(node), side), _NAMED, None)
        if _has_dice(rule.qualifiers.when):
            yield rule, (_first(context, _left(node), side), _KNOWN, None)
        for effect in brought(rule.effects):
            if misses_moment(effect):
                help = _at_an_event(rule, effect)
                fix = choice(_fix(context, rule)) if help[1] else None
                yield rule, (_place(context, node, effect, side), help[0], fix)
            yield from ((rule, each) for each in _in_any(context, node, effect, side))


def _of_rolls(context: Context) -> Iterator[tuple[Roll, _Found]]:
    branches: tuple[Band | Handler, ...]
    for roll in context.ruleset.rolls:
        node = context.nodes.get(roll.name)
        if roll.name in context.broken or node is None:
            continue
        side = first_line(node.span)
        branches = (*roll.bands, *roll.handlers)
        effects = [each for branch in branches for each in brought(branch.effects)]
        if _has_dice(tuple(branch.qualifiers for branch in branches)):
            yield roll, (_first(context, _conditions(node), side), _KNOWN, None)
        yield from ((roll, each) for effect in effects for each in _in_any(context, node, effect, side))


def misses_moment(effect: Effect) -> bool:
    """Whether an effect holds all the time and has dice; how far an action goes is thrown for before it begins."""
    if effect.scope == "event" and not (isinstance(effect, Change) and effect.op == "own"):
        return False
    match effect:
        case CostRate(rate=Rate(measure=measure)) if measure in _UPRIGHT:
            return False
        case CostTimes() | CostPlus() | CostFloor() | CostRate() | Change() | ChangeNumber() | ChangeRoll():
            return _has_dice(effect)
        case CountsAs(terrains=terrains):
            return _has_dice(terrains)
        case Treat(target=target):
            return _has_dice(target)
    return False


def _in_any(context: Context, node: ex.Node | None, effect: Effect, side: Span) -> Iterator[_Found]:
    """Dice in what no event brings: in names that are met, in conditions of branches, at a look."""
    match effect:
        case Treat(ground=held) | Ignore(ground=held) | Replaces(terrains=held):
            if _has_dice(held):
                yield _place(context, node, effect, side), _NAMED, None
        case BlockSight(beyond=beyond):
            if _has_dice(beyond):
                yield _place(context, node, effect, side), _LOOK, None
        case Choose(qualifiers=qualifiers) | Conditional(qualifiers=qualifiers):
            if _has_dice(qualifiers):
                yield _first(context, _conditions(node), side), _KNOWN, None
        case Perform(handlers=handlers):
            if _has_dice(tuple(each.qualifiers for each in handlers)):
                yield _first(context, _conditions(node), side), _KNOWN, None


def _at_an_event(rule: Rule, effect: Effect) -> tuple[str, bool]:
    """What to write instead, and whether it is the event alone."""
    event = f"name the event, as in `on {_event(rule)}`"
    match effect:
        case Change(op="own"):
            return "every piece has this value all the time: write a number", False
        case Change(owner="shooter" | "target"):
            return _LOOK, False
        case CostTimes() | CostPlus() | CostFloor() | CostRate():
            return "what a length costs is known before anybody moves; dice may fall for `cost … to enter`", False
        case ChangeRoll():
            return f"{event}, or write the dice where the roll is declared", True
    return event, True


def _event(rule: Rule) -> str:
    return "enter" if on_ground(rule) else "activate"


def _fix(context: Context, rule: Rule) -> Fix | None:
    if not all(isinstance(each, Change | ChangeNumber | ChangeRoll | CountsAs) for each in rule.effects):
        return None
    return qualified_by(context, rule, f"on {_event(rule)}")


def _of_number(context: Context, number: Number) -> Diagnostic:
    node = context.nodes.get(number.name)
    side = first_line(context.span(number.origin) if node is None else node.span)
    fix = None
    if isinstance(node, ast.Number) and node.by is None and not node.lines:
        start = node.span.start
        word = node.span.source.span(start, start + len("number"))
        fix = replace("write `roll`", word, "roll") if word.text == "number" else None
    place = _first(context, () if node is None else walk(node), side)
    return finding(
        "GR279", place, f"`{number.name}` is a number, and nothing says when `{place.text}` is thrown",
        help=f"what is thrown is a roll: `roll {number.name}: {place.text}`", fix=choice(fix),
    )  # fmt: skip


# ---- dice, in rules and in the text


def _has_dice(held: object) -> bool:
    return held is not None and any(isinstance(each, Dice | TotalOf) for each in parts(held))


def _place(context: Context, node: ex.Node | None, effect: Effect, side: Span) -> Span:
    """The dice of an effect, in the first effect of its form that has any."""
    forms = _FORMS[type(effect)]
    written = (each for each in walk(node) if isinstance(each, forms)) if node is not None else ()
    return _first(context, (inner for each in written for inner in walk(each)), side)


_FORMS: dict[type, tuple[type[ru.Effect], ...]] = {
    CostTimes: (ru.CostTimes,), CostPlus: (ru.CostPlus,), CostFloor: (ru.CostFloor,), CostRate: (ru.CostRate,),
    Change: (ru.Change,), ChangeNumber: (ru.Change,), ChangeRoll: (ru.Change,), CountsAs: (ru.CountsAs, ru.Perform),
    Treat: (ru.Treat,), Ignore: (ru.Ignore,), Replaces: (ru.Replaces,), BlockSight: (ru.BlockSight,),
}  # fmt: skip


def _left(node: ex.Node | None) -> Iterator[ex.Node]:
    """All that stands left of the colon."""
    for each in (*getattr(node, "subjects", ()), *getattr(node, "qualifiers", ())):
        yield from walk(each)


def _conditions(node: ex.Node | None) -> Iterator[ex.Node]:
    """All conditions in a line and the lines below it."""
    for each in walk(node) if node is not None else ():
        if isinstance(each, ru.When):
            yield from walk(each)


def _first(context: Context, nodes: Iterable[ex.Node], side: Span) -> Span:
    """The first dice among some nodes, or the name of a roll that stands for its total."""
    for each in nodes:
        if isinstance(each, ex.Dice):
            return each.span
        if isinstance(each, ex.Ref):
            symbol = context.table.get(each.name.key)
            if symbol is not None and symbol.kind == "roll":
                return each.span
    return side
