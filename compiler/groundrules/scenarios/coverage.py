"""Which rules, branches, bands and cells the scenarios exercise, by id.

A rule counts when an effect of it took hold: it stands in the trace, in the reasons, or
it kept another rule from acting. A branch or a band counts when it ran. A cell counts when
a model of its column met a piece of its row, a ``-`` cell too; so does what only says what
ground is (``counts as``, ``no effect``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from groundrules.naming import name_key
from groundrules.ruleset import Choose, Conditional, CountsAs, Effect, Handler, NoEffect, Perform, Rule, Ruleset
from groundrules.scenarios.running import Result, StepResult
from groundrules.verdict import Sight, Verdict

#: Between the parts of a branch that lies in a roll of another branch.
_WITHIN = " >> "


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to exercise: its id, what it is, where it stands."""

    id: str
    kind: str
    place: str


def items_of(ruleset: Ruleset) -> tuple[Item, ...]:
    """Everything that scenarios can exercise, in the order of the text, each id once."""
    found: dict[str, Item] = {}
    for rule in ruleset.rules:
        kind = "cell" if rule.cell is not None else "rule"
        found.setdefault(rule.id, Item(rule.id, kind, rule.origin.place))
        for branch in _branches(rule.effects):
            found.setdefault(branch, Item(branch, "branch", rule.origin.place))
    for roll in ruleset.rolls:
        for band in roll.bands:
            found.setdefault(band.id, Item(band.id, "band", band.origin.place))
            for branch in _branches(band.effects):
                found.setdefault(branch, Item(branch, "branch", band.origin.place))
        for handler in roll.handlers:
            found.setdefault(handler.id, Item(handler.id, "branch", roll.origin.place))
            for branch in _branches(handler.effects):
                found.setdefault(branch, Item(branch, "branch", roll.origin.place))
    return tuple(found.values())


def _branches(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        if isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from _of_handler(handler)
        elif isinstance(effect, (Choose, Conditional)):
            yield effect.id
            yield from _branches(effect.effects)


def _of_handler(handler: Handler) -> Iterator[str]:
    yield handler.id
    yield from _branches(handler.effects)


def exercised(ruleset: Ruleset, result: Result) -> set[str]:
    """Ids that a scenario exercises."""
    found: set[str] = set()
    for step in result.steps:
        if step.verdict is not None:
            found |= _of_verdict(step.verdict)
        if step.look is not None:
            found |= _of_look(step.look)
        found |= _met(ruleset, step)
    return found


def _of_verdict(verdict: Verdict) -> set[str]:
    found: set[str] = set()
    for line in verdict.trace:
        found |= _ids(line.rule, line.branch)
    for roll in verdict.rolls:
        found |= {*roll.band_ids, *_ids(roll.rule, None)}
    for reason in verdict.why:
        found |= _ids(reason.rule, None)
    for outcome in verdict.outcomes:
        found |= _ids(outcome.rule, None)
    return found | {each.by for each in verdict.why_not if each.by is not None}


def _of_look(look: Sight) -> set[str]:
    found: set[str] = set()
    for line in look.trace:
        found |= _ids(line.rule, line.branch)
    for change in look.changes:
        found.add(change.rule)
    return found | {each.by for each in look.why_not if each.by is not None}


def _ids(rule: str | None, branch: str | None) -> set[str]:
    found = {rule} if rule is not None else set()
    return found | set(branch.split(_WITHIN)) if branch is not None else found


def _met(ruleset: Ruleset, step: StepResult) -> set[str]:
    """Rules that only say what ground is, where a model that they speak of met it."""
    verdict = step.verdict
    if verdict is None:
        return set()
    pieces = {piece.name: {name_key(t.name) for t in piece.terrains} for piece in step.played.table.pieces}
    meetings = {(event.model, event.piece) for event in verdict.events if event.piece is not None}
    meetings |= {
        (line.model, line.piece) for line in verdict.trace if line.piece is not None and line.model is not None
    }
    kept = {(each.rule, each.model, each.piece) for each in verdict.why_not}
    fields = {model.name: dict(model.fields) for model in step.played.situation.models} if step.played.situation else {}
    found = set()
    for rule in ruleset.rules:
        if not _only_says(rule):
            continue
        names = {name_key(subject.term.name) for subject in rule.subjects}
        for model, piece in meetings:
            of = pieces.get(piece or "", set())
            here = bool(names & of) or any(s.term.kind == "any terrain" for s in rule.subjects)
            if here and (rule.id, model, piece) not in kept and _in_column(rule, fields.get(model or "", {})):
                found.add(rule.id)
    return found


def _only_says(rule: Rule) -> bool:
    return all(isinstance(effect, (NoEffect, CountsAs)) for effect in rule.effects)


def _in_column(rule: Rule, fields: Mapping[str, object]) -> bool:
    """Whether a model is one of those that the rule's ``for`` names, by its values."""
    return all(
        any(term.kind != "value" or fields.get(term.field or "") == term.name for term in group)
        for group in rule.qualifiers.who
    )
