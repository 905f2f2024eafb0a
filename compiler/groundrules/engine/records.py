"""What is noted for the verdict while an action runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundrules.engine.qualifying import Kept
from groundrules.engine.standing import Standing, why_kept
from groundrules.engine.trail import Meeting, Trail
from groundrules.verdict import EventMade, Number, RollMade, TraceLine, WhyNot

if TYPE_CHECKING:
    from groundrules.engine.moment import Moment
    from groundrules.engine.play import Play


@dataclass(frozen=True, slots=True)
class StateNoted:
    """A state gained or lost by a model."""

    model: str
    state: str
    gained: bool


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for ``Verdict.notes``."""

    words: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice thrown for something that is noted by itself under the same name: the brackets of an outcome or a roll."""

    made: RollMade


def trace_line(
    play: Play,
    actor: int,
    effect: str,
    *,
    at: Number | None = None,
    meeting: Meeting | None = None,
    event: str | None = None,
    by: Standing | None = None,
    length: Number | None = None,
    roll: int | None = None,
    branch: str | None = None,
) -> None:
    """Notes one line of the story, unless nobody wants it."""
    if not play.trace:
        return
    place = at if at is not None else play.at[actor]
    trail = play.trails[actor]
    play.note(
        TraceLine(
            effect=effect,
            at=place,
            point=trail.point_at(place) if trail is not None else None,
            leg=play.leg,
            model=play.stage.actors[actor].name,
            piece=meeting.piece if meeting is not None else None,
            event=event,
            rule=by.rule.id if by is not None else None,
            source=by.rule.origin.place if by is not None else None,
            length=length,
            cost=play.tally[actor].cost,
            roll=roll,
            branch=branch,
        )
    )


def why_not(play: Play, actor: int, kept: Kept, meeting: Meeting | None, at: Number | None = None) -> None:
    """Notes what kept a rule from acting, unless nobody wants to know."""
    if not play.trace:
        return
    book = play.stage.book
    rule = book.by_id.get(kept.rule)
    play.note(
        WhyNot(
            rule=kept.rule,
            kind=kept.kind,
            words=kept.words,
            source=rule.origin.place if rule is not None else None,
            model=play.stage.actors[actor].name,
            piece=meeting.piece if meeting is not None else None,
            at=at,
            leg=play.leg,
            by=kept.by,
            read=kept.read,
        )
    )


def note_failed(play: Play, actor: int, moment: Moment) -> None:
    """Notes the rules of which the facts of this moment keep the condition from holding, with what was read."""
    if not play.trace:
        return
    book, who, meeting = play.stage.book, play.who(actor), moment.meeting
    of = play.bearing(actor, moment)
    if meeting is None:
        failed, env = of.failed, of.env(book, moment, who)
    else:
        ground = play.here(actor, meeting, moment)
        failed, env = ground.failed, ground.env(book, moment, who)
    for standing in failed:
        why_not(play, actor, why_kept(standing, env), meeting, moment.at)


def note_unheard(play: Play, actor: int, trail: Trail) -> None:
    """Notes the rules of the ground that was met which waited for an event that did not happen there."""
    name = play.stage.actors[actor].name
    happened = {
        (each.event, each.piece)
        for each in play.noted()
        if isinstance(each, EventMade) and each.model == name and each.leg == play.leg
    }
    for meeting in trail.meetings:
        waiting = {standing for each in play.here(actor, meeting).events.values() for standing in each}
        for standing in sorted(waiting, key=lambda each: each.order):
            if not any((event, meeting.piece) in happened for event in standing.on):
                words = f"on {', '.join(standing.on)}"
                why_not(play, actor, Kept(standing.rule.id, "event", words), meeting)
