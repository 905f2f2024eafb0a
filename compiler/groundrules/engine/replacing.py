"""Ground that lies over other ground: where it does, only it speaks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from groundrules.engine.covering import Over, overs, parted
from groundrules.engine.here import Here
from groundrules.engine.moment import Moment
from groundrules.engine.play import Play
from groundrules.engine.trail import Meeting, Trail
from groundrules.ground import Span, without


def replaced(play: Play, actor: int, trail: Trail) -> Trail:
    """The leg with every piece parted into what is replaced somewhere and what is not."""
    if not play.stage.book.has_replaces:
        return trail
    over: list[Over] = []
    grounds: list[Here] = []
    for meeting in trail.meetings:
        moment = Moment(play, actor, Fraction(0), meeting)
        ground = play.here(actor, meeting, moment)
        grounds.append(ground)
        over += overs(meeting.piece, ground, ground.env(play.stage.book, moment, play.who(actor)))
    if not over:
        return trail
    key = ("replaced", trail, tuple(grounds))
    known: Trail | None = play.stage.cache.get(key)
    if known is not None:
        return known
    spans = {meeting.piece: meeting.spans for meeting in trail.meetings}
    left = [part for meeting in trail.meetings for part in _left(meeting, over, spans)]
    play.stage.cache[key] = trail.with_meetings(left)
    found: Trail = play.stage.cache[key]
    return found


def _left(meeting: Meeting, over: list[Over], spans: dict[str, tuple[Span, ...]]) -> list[Meeting]:
    """One meeting for each set of terrains that the same pieces replace."""
    found = []
    parts = parted(meeting.spot, meeting.piece, over)
    for covering, spot in parts.items():
        left = list(meeting.spans)
        for piece in covering:
            left = without(left, spans[piece])
        if left or (not covering and not meeting.spans):
            whole = meeting.spot if len(parts) > 1 else None
            found.append(replace(meeting, spot=spot, spans=tuple(left), parted=bool(covering), whole=whole))
    return found
