"""Which rules, branches, bands and cells the scenarios exercise, by id.

A rule counts when an effect of it took hold: it stands in the trace, in the reasons, or
it kept another rule from acting. A branch or a band counts when it ran. A cell counts when
a model of its column met a piece of its row, a ``-`` cell too; so does what only says what
ground is (``counts as``, ``no effect``) and what only changes fields, numbers and rolls,
where nothing kept it from acting (and, for a roll, where that roll was made).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from groundrules.naming import name_key
from groundrules.ruleset import (
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    CountsAs,
    Effect,
    Handler,
    MoreDice,
    NoEffect,
    Perform,
    Replaces,
    Reroll,
    Rule,
    Ruleset,
    Term,
)
from groundrules.scenarios.running import Result, StepResult
from groundrules.scenarios.situations import Played
from groundrules.scenarios.table_overlaps import overlapping
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
    """Rules that change nothing that a verdict tells, where a model that they speak of met what they speak of.

    They say what ground is, or change fields, numbers and rolls.
    """
    verdict = step.verdict
    if verdict is None or step.played.situation is None:
        return set()
    scene = _Scene(ruleset, step.played, verdict)
    return {rule.id for rule in ruleset.rules if _quiet(rule) and scene.met(rule)}


def _quiet(rule: Rule) -> bool:
    """Whether no trace line ever tells of what a rule says; what happens on an event has its line."""
    return not rule.effects or any(_silent(effect, rule) for effect in rule.effects)


def _silent(effect: Effect, rule: Rule) -> bool:
    kinds: tuple[type, ...] = (NoEffect, CountsAs)
    if not rule.qualifiers.on:
        kinds = (*kinds, Replaces, Change, ChangeNumber, ChangeRoll, MoreDice, Reroll)
    return isinstance(effect, kinds) and getattr(effect, "owner", None) not in ("shooter", "target")


class _Scene:
    """Who met what in one action, and what kept rules from acting there."""

    def __init__(self, ruleset: Ruleset, played: Played, verdict: Verdict) -> None:
        assert played.situation is not None
        self.ruleset, self.table = ruleset, played.table.pieces
        self.verdict = verdict
        self.action = verdict.action
        self.options = set(played.options)
        self.pieces = {piece.name: {name_key(t.name) for t in piece.terrains} for piece in played.table.pieces}
        lines = [(event.model, event.piece) for event in verdict.events]
        lines += [(line.model, line.piece) for line in verdict.trace if line.model is not None]
        self.meetings = {(model, piece) for model, piece in lines if piece is not None}
        self.kept = {(each.rule, each.model, each.piece) for each in verdict.why_not}
        self.placed = [end.model for end in verdict.models if end.ends_at is not None]
        self.held: dict[str, set[str]] = {}
        self.fields: dict[str, Mapping[str, object]] = {}
        for model in played.situation.models:
            states = {state.state for state in played.memory.states if state.model == model.name}
            self.held[model.name] = {name_key(each) for each in (*states, *(t.name for t in model.traits))}
            self.fields[model.name] = {**dict(played.game), **dict(model.fields)}

    def met(self, rule: Rule) -> bool:
        """Whether a model of which the rule speaks met the ground of which it speaks, and it was not kept still."""
        return any(
            self._speaks(rule, model, piece)
            and (rule.id, model, piece) not in self.kept
            and (rule.id, model, None) not in self.kept
            and _in_column(rule, self.fields.get(model, {}))
            and (not rule.effects or any(_silent(e, rule) and self._told(e, model, piece) for e in rule.effects))
            for model, piece in (*self.meetings, *((name, None) for name in self.placed))
        )

    def _speaks(self, rule: Rule, model: str, piece: str | None) -> bool:
        ground = self.pieces.get(piece or "", set())
        for group in rule.qualifiers.within:
            if not any(t.kind == "parameter" or _is_ground(t, ground) for t in group):
                return False
        return (rule.option is None or rule.option in self.options) and any(
            _is_ground(each.term, ground) or self._carries(each.term, model) for each in rule.subjects
        )

    def _carries(self, term: Term, model: str) -> bool:
        match term.kind:
            case "trait" | "state":
                return name_key(term.name) in self.held.get(model, set())
            case "value":
                return self.fields.get(model, {}).get(term.field or "") == term.name
            case "action":
                return self.action == term.name
            case "option":
                return term.name in self.options
        return False

    @cached_property
    def _overlapping(self) -> list[tuple[str, str]]:
        return list(overlapping(self.ruleset, self.table))

    def _told(self, effect: Effect, model: str, piece: str | None) -> bool:
        """Whether there was something for the effect to change."""
        rolls = [roll for roll in self.verdict.rolls if roll.model in (model, self.verdict.unit)]
        match effect:
            case ChangeRoll(roll=name) | MoreDice(roll=name):
                return any(name in (roll.roll, roll.base) for roll in rolls)
            case Reroll(rolls=names):
                return any(roll.rerolled and {roll.roll, roll.base} & set(names) for roll in rolls)
            case Replaces(terrains=terrains):
                # What lies wholly under other ground is met by nobody.
                beneath = {piece, *(name for pair in self._overlapping if piece in pair for name in pair)}
                return any(_is_ground(t, self.pieces.get(name or "", set())) for t in terrains for name in beneath)
        return True


def _is_ground(term: Term, ground: set[str]) -> bool:
    return bool(ground) if term.kind == "any terrain" else term.kind == "terrain" and name_key(term.name) in ground


def _in_column(rule: Rule, fields: Mapping[str, object]) -> bool:
    """Whether a model is one of those that the rule's ``for`` names, by its values."""
    return all(
        any(term.kind != "value" or fields.get(term.field or "") == term.name for term in group)
        for group in rule.qualifiers.who
    )
