"""The verdict, put together from what was announced and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from groundrules.engine.moving import rounded
from groundrules.engine.play import ACTIVATION, Play, Tally
from groundrules.engine.records import StateNoted, Thrown
from groundrules.engine.stage import Actor, Stage
from groundrules.engine.trail import exact_number
from groundrules.ground import EPSILON
from groundrules.verdict import (
    Changed,
    EventMade,
    Farthest,
    Memory,
    ModelEnd,
    Number,
    OutcomeMade,
    Pending,
    Point,
    Reason,
    RollMade,
    TraceLine,
    Verdict,
    WhyNot,
)

_NOTHING = Fraction(0)


def told(
    stage: Stage, announced: Play | None, play: Play | None, preview: bool, pending: Pending | None = None
) -> Verdict:
    """The verdict; ``play`` is ``None`` where the action is not legal (or nothing came to be played)."""
    legal = announced is None or not announced.reasons
    shown = play if play is not None else announced
    noted = _Noted(shown.noted() if shown is not None else (), played=play is not None)
    why = _in_order(announced.reasons) if announced is not None else ()
    moved = shown is not None
    return Verdict(
        legal=legal,
        why=why,
        action=stage.action.name,
        unit=stage.unit,
        legs=max(stage.legs, 1),
        models=tuple([_end(stage, index, announced, play) for index in range(len(stage.actors))]) if moved else (),
        rolls=tuple(noted.rolls),
        outcomes=tuple(noted.outcomes),
        events=tuple(noted.events),
        gained=tuple(noted.gained),
        notes=tuple(_notes(stage, shown)),
        asks=tuple(stage.asking.facts),
        farthest=_farthest(stage, why, announced),
        trace=tuple(noted.trace),
        why_not=tuple(noted.why_not.values()),
        pending=pending,
        preview=preview,
        after=remembered(stage, play) if play is not None else stage.memory,
    )


class _Noted:
    """What was noted, by kind; of an action that was not ``played``, nothing that comes of dice."""

    def __init__(self, entries: Iterable[Any], played: bool) -> None:
        self.events: list[EventMade] = []
        self.rolls: list[RollMade] = []
        self.outcomes: list[OutcomeMade] = []
        self.gained: list[str] = []
        #: Lines with the numbers of their rolls; stretches of one rule that follow each other are one.
        self.trace: list[TraceLine] = []
        #: Each reason where it first held.
        self.why_not: dict[WhyNot, WhyNot] = {}
        for entry in entries:
            if isinstance(entry, EventMade):
                self.events.append(entry)
            elif isinstance(entry, TraceLine):
                self._line(entry)
            elif isinstance(entry, WhyNot):
                self.why_not.setdefault(replace(entry, at=None), entry)
            elif not played:
                continue
            elif isinstance(entry, RollMade):
                self.rolls.append(entry)
            elif isinstance(entry, Thrown):
                self.rolls.append(entry.made)
            elif isinstance(entry, OutcomeMade):
                self.outcomes.append(entry)
            elif isinstance(entry, StateNoted) and entry.gained:
                self.gained.append(entry.state)

    def _line(self, line: TraceLine) -> None:
        if line.roll == -1:
            line = replace(line, roll=len(self.rolls) - 1 if self.rolls else None)
        if line.length is None or not _goes_on(self.trace, line):
            self.trace.append(line)


def _in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda each: (each.leg, each.at if each.at is not None else 0)))


def _goes_on(lines: list[TraceLine], line: TraceLine) -> bool:
    """Whether a stretch goes on one that was told of; it is then made longer."""
    for index in range(len(lines) - 1, max(-1, len(lines) - 12), -1):
        before = lines[index]
        if before.length is None or before.at is None or line.at is None or line.length is None:
            continue
        same = (before.model, before.piece, before.rule, before.effect, before.leg)
        if same != (line.model, line.piece, line.rule, line.effect, line.leg):
            continue
        if -EPSILON <= before.at + before.length - line.at <= EPSILON:
            lines[index] = replace(before, length=before.length + line.length, cost=line.cost)
            return True
    return False


def _end(stage: Stage, index: int, announced: Play | None, play: Play | None) -> ModelEnd:
    actor = stage.actors[index]
    shown = play if play is not None else announced
    assert shown is not None
    legs = list(shown.tallies[index])
    if not shown.tallied[index] and shown.trails[index] is not None:
        legs.append(shown.tally[index])
    cost = sum((tally.cost for tally in legs), _NOTHING)
    rounding = stage.book.settings.rounding
    if rounding is not None and rounding.scope == "activation":
        cost = rounded(cost, rounding)
    allowances = _allowances(stage, index, announced, legs)
    return ModelEnd(
        model=actor.name,
        cost=cost,
        moved=sum((tally.moved for tally in legs), _NOTHING),
        allowance=allowances,
        left=_left(allowances, cost, legs),
        ends_at=_end_point(actor, index, play),
        lifted=_lifted(actor, index, play),
        ended=play is not None and play.out[index] == ACTIVATION,
    )


def _lifted(actor: Actor, index: int, play: Play | None) -> Number:
    """How much higher a model stands than at the start: by the upright steps that it has taken."""
    lift: Number = _NOTHING
    if play is None:
        return lift
    for leg, trail in enumerate(actor.legs[: play.leg + 1]):
        here = leg == play.leg
        reached = play.at[index] if here else play.tallies[index][leg].moved
        for mark in trail.marks:
            if mark.at <= reached + EPSILON and (not here or play.happens(index, exact_number(mark.at), mark.kind)):
                lift += mark.lift
    return lift


def _allowances(stage: Stage, index: int, announced: Play | None, legs: list[Tally]) -> tuple[Number | None, ...]:
    """The allowance of each announced leg: as it came out where the leg was walked."""
    before = [tally.allowance for tally in announced.tallies[index]] if announced is not None else []
    found = [tally.allowance for tally in legs]
    found += before[len(found) :]
    while len(found) < max(stage.legs, 1):
        found.append(None)
    return tuple(found)


def _left(allowances: tuple[Number | None, ...], cost: Number, legs: list[Tally]) -> Number | None:
    stated = [each for each in allowances if each is not None]
    if not stated or len(stated) < len(allowances):
        return None
    if legs and legs[-1].used_all:
        return _NOTHING
    return max(sum(stated, _NOTHING) - cost, _NOTHING)


def _end_point(actor: Actor, index: int, play: Play | None) -> Point | None:
    if play is None:
        trail = actor.legs[0] if actor.legs else None
        return _exact(trail.point_at(0)) if trail is not None else _exact(actor.model.at)
    trail = play.trails[index]
    return _exact(trail.point_at(play.at[index])) if trail is not None else _exact(actor.model.at)


def _exact(point: tuple[Any, Any] | None) -> Point | None:
    return (exact_number(point[0]), exact_number(point[1])) if point is not None else None


def _notes(stage: Stage, play: Play | None) -> Iterable[str]:
    """What the players have not agreed of the pieces that were met."""
    if play is None:
        return
    met: dict[str, None] = {}
    for actor in stage.actors:
        for leg in actor.legs:
            met.update((meeting.piece, None) for meeting in leg.meetings)
    schemas = [schema for schema in stage.book.ruleset.fields if schema.owner == "piece" and schema.type == "agreed"]
    for piece in sorted(met):
        spot = stage.table.spots[piece]
        for schema in schemas:
            concerned = not schema.agreed_for or any(t.name in schema.agreed_for for t in spot.terrains)
            if concerned and spot.field(schema.name) is None:
                yield f"the players have not agreed the {schema.shown} of {piece}"


def _farthest(stage: Stage, why: tuple[Reason, ...], announced: Play | None) -> Farthest | None:
    """The last point of the announced path up to which it is legal: of the model whose path ends first."""
    walked = next((actor for actor in stage.actors if actor.legs), None)
    if walked is None or announced is None:
        return None
    if not why:
        leg = len(walked.legs) - 1
        trail = walked.legs[leg]
        at = exact_number(trail.length)
        return Farthest(leg=leg, at=at, point=_exact(trail.point_at(at)) or (_NOTHING, _NOTHING))
    first = why[0]
    actor = next((each for each in stage.actors if each.name == first.model), walked)
    leg = min(first.leg, len(actor.legs) - 1) if actor.legs else 0
    if not actor.legs:
        return None
    trail = actor.legs[leg]
    at = first.at if first.at is not None else _NOTHING
    if first.leg > leg:
        at = exact_number(trail.length)
    return Farthest(leg=leg, at=at, point=_exact(trail.point_at(at)) or (_NOTHING, _NOTHING), ended_by=first)


def remembered(stage: Stage, play: Play) -> Memory:
    """What later actions must know: of these models as it came out, of all others as it was when the turn began."""
    names = {actor.name for actor in stage.actors}
    declared = stage.book.states
    # A turn that ended has ended for everybody.
    ended = play.turn > stage.memory.turn
    states = [
        held
        for held in stage.memory.states
        if held.model not in names and not (ended and (held.until or declared[held.state].until) == "turn")
    ]
    for index, held in enumerate(play.states):
        over = play.out[index] == ACTIVATION
        states += [s for s in held if not (over and (s.until or declared[s.state].until) == "activation")]
    changed = [Changed(piece, named.name, named.args) for piece, terrains in play.became.items() for named in terrains]
    return Memory(tuple(states), play.used, tuple(changed), play.turn, play.activation)
