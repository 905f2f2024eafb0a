"""What happens, happens at a moment: the rule names the event."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, line_end, replace
from groundrules.meaning.checks.places import effect_place, qualified_by, shown
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import on_ground, spoken
from groundrules.ruleset import Becomes, Deliver, Effect, GainLose, Halt, Perform, Rule, StopAfter
from groundrules.syntax import ast, ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """Rolls, outcomes, states, stops and changes for good need an event.

    What a trait, a state or an action says of its model holds for the whole move, but a roll does
    not go on for a move: without an event it would never be made. What follows from an outcome
    happens with it, and a choice to stop may well be there all along.
    """
    for rule in context.ruleset.rules:
        if rule.id in context.broken or rule.qualifiers.on or _follows(rule):
            continue
        ground = on_ground(rule)
        for effect in spoken(rule.effects):
            said = moment(effect)
            if said is None or (not ground and _may_stop(effect)):
                continue
            what, form = said
            yield finding(
                "GR257", effect_place(context, rule, form),
                f"`{shown(rule)}` does not say when {what}",
                help=f"name the event, as in `{_with_event(rule, 'enter' if ground else 'start')}: …`",
                fix=choice(_at_the_event(context, rule, "on enter" if ground else "on start")),
            )  # fmt: skip
            break


def _at_the_event(context: Context, rule: Rule, event: str) -> Fix | None:
    """What happens on ground happens to who comes onto it, what a model does to itself as it sets out.

    Only where nothing but what happens is said there: a cost at a moment is another cost.
    """
    if any(moment(effect) is None for effect in rule.effects):
        return None
    node = context.nodes.get(rule.id)
    if isinstance(node, ast.State):
        return _rule_of_state(node, event)
    return qualified_by(context, rule, event)


def _rule_of_state(node: ast.State, event: str) -> Fix | None:
    """``state Burning: Hurt`` as the state and, in a line of its own, what happens."""
    if node.block or not node.effects or node.named.params:
        return None
    source, first = node.span.source, node.effects[0].span
    colon = source.text.rfind(":", node.span.start, first.start)
    if colon < 0 or source.text[colon + 1 : first.start].strip():
        return None
    line = f"{line_end(source)}{node.named.name.text} {event}: "
    return replace("write a rule of its own", source.span(colon, first.start), line)


def _may_stop(effect: Effect) -> bool:
    return isinstance(effect, Halt) and effect.halt == "may stop"


def _follows(rule: Rule) -> bool:
    return any(subject.term.kind == "outcome" for subject in rule.subjects)


def moment(effect: Effect) -> tuple[str, type[ru.Effect]] | None:
    """What happens, and the form it is written in."""
    match effect:
        case Perform(roll=name):
            return f"`{name}` is rolled", ru.Perform
        case Deliver(outcome=name):
            return f"`{name}` is handed over", ru.Perform
        case GainLose(verb=verb, states=states):
            return f"a model {verb}s `{states[0].name}`", ru.GainLose
        case Halt(halt="may stop"):
            return "a model may stop", ru.Halt
        case Halt(halt=halt):
            return {
                "stop": "a model stops", "end move": "the move ends", "end move beyond": "the move ends",
                "end activation": "the activation ends",
            }[halt], ru.Halt  # fmt: skip
        case StopAfter():
            return "a model stops", ru.StopAfter
        case Becomes(terrain=term):
            return f"the ground becomes `{term.name}`", ru.Becomes
    return None


def _with_event(rule: Rule, event: str) -> str:
    subjects = ", ".join(dict.fromkeys(subject.via or subject.term.name for subject in rule.subjects))
    rest = shown(rule)
    head = rest[: len(subjects)]
    return f"{head} on {event}{rest[len(subjects) :]}" if head == subjects else f"{subjects} on {event}"
