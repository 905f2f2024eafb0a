"""What is there all the time cannot come about at a moment: cover, sight, what lies over what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundrules.diagnostics import Diagnostic, Fix, Related, choice, finding, replace, take_away
from groundrules.meaning.checks.places import effect_place, first_line
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import brought, handlers_of, on_ground, spoken
from groundrules.ruleset import Band, BlockSight, Change, Effect, GiveCover, Handler, Limit, Replaces, Rule
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk


def check(context: Context) -> Iterator[Diagnostic]:
    """Such effects under an event, in a band, or in what follows one."""
    seen: set[Span] = set()
    for rule in context.ruleset.rules:
        if rule.id in context.broken:
            continue
        node = context.nodes.get(rule.id)
        for effect in spoken(rule.effects) if rule.qualifiers.on else ():
            said = _lasting(effect)
            if said is not None:
                what, form, help = said
                place = effect_place(context, rule, form)
                said_on = _events(node)
                event = said_on[0].span.text if said_on else f"on {rule.qualifiers.on[0]}"
                if place not in seen:
                    seen.add(place)
                    yield finding(
                        "GR280", place, f"{what}, and does not come with `{event}`",
                        help=f"leave `{event}` out{help}",
                        related=[Related(said_on[0].span, "the event stands here")] if said_on else (),
                        fix=choice(_fix(rule, said_on)),
                    )  # fmt: skip
                break
        followed = [each for handler in handlers_of(rule.effects) for each in brought(handler.effects)]
        yield from _of_branches(node, followed, seen)
    branches: tuple[Band | Handler, ...]
    for roll in context.ruleset.rolls:
        if roll.name not in context.broken:
            branches = (*roll.bands, *roll.handlers)
            effects = [each for branch in branches for each in brought(branch.effects)]
            yield from _of_branches(context.nodes.get(roll.name), effects, seen)


def _of_branches(node: ex.Node | None, effects: Sequence[Effect], seen: set[Span]) -> Iterator[Diagnostic]:
    for effect in effects:
        said = _lasting(effect)
        if said is None or node is None:
            continue
        what, form, _ = said
        place = next((each.span for each in walk(node) if isinstance(each, form)), first_line(node.span))
        if place not in seen:
            seen.add(place)
            yield finding(
                "GR280", place, f"{what}, and no throw brings it",
                help="what a throw brings lasts as a state: `gain` one, and say of the state what it does"
                if not isinstance(effect, Replaces | BlockSight) else "ground that changes for good `becomes` another",
            )  # fmt: skip


def _lasting(effect: Effect) -> tuple[str, type[ru.Effect], str] | None:
    """What is there all the time, the form it is written in, and what else helps when its event is left out."""
    match effect:
        case GiveCover(grade=grade):
            return f"`cover {grade}` is there for who is looked at", ru.GiveCover, \
                   "; where the target must be says a condition such as `when inside`"  # fmt: skip
        case BlockSight():
            return "sight is blocked all the time", ru.BlockSight, ""
        case Replaces():
            return "what lies over other ground does so all the time", ru.Replaces, ""
        case Limit(limit="floor"):
            return "how far a move must go is judged before it is made", ru.Limit, \
                   "; of ground say how the move must lie: `when part of move`"  # fmt: skip
        case Change(owner="shooter" | "target", field=name):
            return f"`{name}` is changed for a look", ru.Change, ""
        case Change(op="own", field=name):
            return f"every piece has its `{name}` all the time", ru.Change, ""
    return None


def _events(node: ex.Node | None) -> list[ru.On]:
    return [each for each in getattr(node, "qualifiers", ()) if isinstance(each, ru.On)]


def _fix(rule: Rule, said: Sequence[ru.On]) -> Fix | None:
    """The rule without its event, where it says nothing that needs one."""
    if len(said) != 1 or any(_lasting(effect) is None for effect in rule.effects):
        return None
    if not any(isinstance(effect, Limit) for effect in rule.effects) or not on_ground(rule):
        return take_away(f"take `{said[0].span.text}` away", said[0].span)
    if rule.qualifiers.when is not None:
        return None
    return replace("write `when part of move`", said[0].span, "when part of move")
