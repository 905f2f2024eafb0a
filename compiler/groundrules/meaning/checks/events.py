"""What ground does happens at a moment: the rule names the event."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.checks.places import effect_place, of_ground, shown
from groundrules.meaning.context import Context
from groundrules.meaning.traverse import spoken
from groundrules.ruleset import Becomes, Deliver, Effect, GainLose, Halt, Perform, Rule, StopAfter
from groundrules.syntax import ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """Rolls, outcomes, states, stops and changes for good of ground happen at a moment."""
    for rule in of_ground(context):
        if rule.qualifiers.on:
            continue
        for effect in spoken(rule.effects):
            said = moment(effect)
            if said is None:
                continue
            what, kinds, event = said
            yield finding(
                "GR257", effect_place(context, rule, *kinds),
                f"`{shown(rule)}` does not say when {what}",
                help=f"name the event, as in `{_with_event(rule, event)}: …`",
            )  # fmt: skip
            break


def moment(effect: Effect) -> tuple[str, tuple[type[ru.Effect], ...], str] | None:
    """What happens, the forms it is written in, and the likeliest event."""
    match effect:
        case Perform(roll=name):
            return f"`{name}` is rolled", (ru.Perform,), "enter"
        case Deliver(outcome=name):
            return f"`{name}` is handed over", (ru.Perform,), "enter"
        case GainLose(verb=verb, states=states):
            return f"a model {verb}s `{states[0].name}`", (ru.GainLose,), "enter"
        case Halt(halt="may stop"):
            return "a model may stop", (ru.Halt,), "enter"
        case Halt(halt=halt):
            return {
                "stop": "a model stops", "end move": "the move ends", "end move beyond": "the move ends",
                "end activation": "the activation ends",
            }[halt], (ru.Halt,), "enter"  # fmt: skip
        case StopAfter():
            return "a model stops", (ru.StopAfter,), "enter"
        case Becomes(terrain=term):
            return f"the ground becomes `{term.name}`", (ru.Becomes,), "enter"
    return None


def _with_event(rule: Rule, event: str) -> str:
    subjects = ", ".join(dict.fromkeys(subject.via or subject.term.name for subject in rule.subjects))
    rest = shown(rule)
    head = rest[: len(subjects)]
    return f"{head} on {event}{rest[len(subjects) :]}" if head == subjects else f"{subjects} on {event}"
