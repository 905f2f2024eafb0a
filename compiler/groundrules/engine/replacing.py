"""Ground that lies over other ground: where it does, only it speaks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.engine.expressions import Env
from groundrules.engine.here import Here
from groundrules.engine.matching import among
from groundrules.engine.moment import Moment
from groundrules.engine.play import Play
from groundrules.engine.profile import Spot
from groundrules.engine.situation import Named
from groundrules.engine.standing import env_for
from groundrules.engine.trail import Meeting, Trail
from groundrules.ground import EPSILON, Span
from groundrules.ruleset import Replaces, Term


@dataclass(frozen=True, slots=True)
class Over:
    """Ground that replaces other ground: the piece, which of its terrains says so, what it replaces."""

    meeting: Meeting
    ground: Named | None
    terms: tuple[Term, ...]
    env: Env

    def replaces(self, terrain: Named, meeting: Meeting) -> bool:
        """Whether it silences a terrain of a piece: of another one, or of its own, but never itself."""
        if meeting is self.meeting and self.ground in (None, terrain):
            return False
        return any(term.kind == "any terrain" or among(term, (terrain,), self.env) is not None for term in self.terms)


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
        env = ground.env(play.stage.book, moment, play.who(actor))
        for spoken in ground.spoken:
            if isinstance(spoken.effect, Replaces):
                over.append(Over(meeting, spoken.by.ground, spoken.effect.terrains, env_for(env, spoken.by)))
    if not over:
        return trail
    key = ("replaced", trail, tuple(grounds))
    known: Trail | None = play.stage.cache.get(key)
    if known is not None:
        return known
    parted: list[Meeting] = []
    for meeting in trail.meetings:
        parted += _parted(meeting, over)
    play.stage.cache[key] = trail.with_meetings(parted)
    found: Trail = play.stage.cache[key]
    return found


def _parted(meeting: Meeting, over: list[Over]) -> list[Meeting]:
    """One meeting for each set of terrains that the same ground replaces."""
    groups: dict[tuple[int, ...], list[Named]] = {}
    for terrain in meeting.spot.terrains:
        covering = tuple(number for number, each in enumerate(over) if each.replaces(terrain, meeting))
        groups.setdefault(covering, []).append(terrain)
    if set(groups) == {()}:
        return [meeting]
    found = []
    for covering, terrains in groups.items():
        spans = list(meeting.spans)
        for number in covering:
            spans = [part for span in spans for part in _without(span, over[number].meeting)]
        if spans:
            spot = Spot(tuple(terrains), meeting.spot.fields)
            found.append(replace(meeting, spot=spot, spans=tuple(spans), parted=bool(covering)))
    return found


def _without(span: Span, over: Meeting) -> list[Span]:
    """What of a stretch does not lie under other ground."""
    parts = [span]
    for cover in over.spans:
        if not cover.inside:
            continue
        left: list[Span] = []
        for part in parts:
            if cover.end.at <= part.start.at + EPSILON or cover.start.at >= part.end.at - EPSILON:
                apart = part.start != part.end or not cover.start.at - EPSILON < part.start.at < cover.end.at + EPSILON
                left += [part] if apart else []
                continue
            if cover.start.at > part.start.at + EPSILON:
                left.append(part._replace(end=cover.start, leaves=part.inside))
            if cover.end.at < part.end.at - EPSILON:
                left.append(part._replace(start=cover.end, enters=part.inside))
        parts = left
    return parts
