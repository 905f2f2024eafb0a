"""The facts of one moment of a move: what conditions and measures read of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundrules.engine.expressions import Facts
from groundrules.engine.profile import Spot
from groundrules.engine.settling import body_of
from groundrules.engine.situation import Named
from groundrules.engine.trail import Happening, Meeting, Trail, exact_number
from groundrules.ground import EPSILON, Lies, Number as GroundNumber
from groundrules.ruleset import Agreed, MeasureKind, MoveLies, Share, Stands
from groundrules.verdict import Number

if TYPE_CHECKING:
    from groundrules.engine.play import Play

_NOTHING = Fraction(0)
#: Events that happen at one piece, wherever else the model is.
_AT_ONE = frozenset(("enter", "leave", "cross", "contact", "climb", "jump", "drop"))


@dataclass(frozen=True, slots=True)
class Moment:
    """Model ``actor`` so far along (``at``) its leg, at a piece, at something that happens.

    ``length``: the length of the stretch of ground that is being paid for, if one is.
    ``over``: the pieces in which a stretch lies, where it is one that is asked about.
    ``asking``: the terrains about which it is being asked how the move lies to them.
    """

    play: Play
    actor: int
    at: Number = _NOTHING
    meeting: Meeting | None = None
    happening: Happening | None = None
    length: Number | None = None
    over: tuple[Meeting, ...] | None = None
    asking: frozenset[str] = frozenset()

    # ---- measures

    def measure(self, kind: MeasureKind) -> Number:
        """A measure of this moment; see the language's list of measures."""
        stated = self.play.stage.stated
        if stated is not None:
            return stated.measure(kind)
        trail = self._trail
        mark = self.happening.mark if self.happening is not None else None
        match kind:
            case "moved":
                return self.at
            case "distance":
                if self.length is not None:
                    return self.length
                return exact_number(trail.length) if trail is not None else _NOTHING
            case "rise" | "gap" | "fall":
                wanted = {"rise": "climb", "gap": "jump", "fall": "drop"}[kind]
                return exact_number(mark.by) if mark is not None and mark.kind == wanted else _NOTHING
            case "base":
                base = body_of(self.play.stage.actors[self.actor].model)
                return exact_number(max(base.width, base.depth))
            case "covered":
                return self._covered(self.meeting)
            case "width":
                return self._width()
        return _NOTHING

    def _covered(self, meeting: Meeting | None) -> Number:
        if meeting is None:
            return _NOTHING
        stage = self.play.stage
        actor = stage.actors[self.actor]
        trail = self._trail
        if stage.table.grid is not None and self.happening is not None and self.happening.event == "enter":
            return Fraction(1)  # the step belongs to the cell that it enters
        if trail is None or actor.base.is_point or stage.table.grid is not None:
            return Fraction(int(self._lies(meeting) is Lies.IN))
        return exact_number(stage.table.scene.covered(meeting.piece, trail.point_at(self.at), actor.base))

    def _width(self) -> Number:
        """How wide the piece is along the path: the stretch of it that begins here, or that one is in."""
        span = self.meeting.stretch(self.at) if self.meeting is not None else None
        return exact_number(span.length) if span is not None else _NOTHING

    # ---- facts

    def agreed(self, fact: Agreed) -> bool:
        """Whether the players agree on it."""
        stated = self.play.stage.stated
        if stated is not None:
            return stated.holds(fact)
        return self.play.stage.is_agreed(fact.text)

    def stands(self, stands: Stands, ground: Named | None) -> bool:
        """Inside or touching this piece; behind and between speak of looks only."""
        stated = self.play.stage.stated
        if stated is not None:
            return stated.holds(stands)
        if self.meeting is None:
            return False
        lies = self._lies(self.meeting)
        if stands.where == "inside":
            return lies is Lies.IN
        return stands.where == "touching" and lies is not Lies.APART

    def share(self, share: Share, ground: Named | None) -> bool:
        """A share of the unit or of the base; of the facing only looks can tell."""
        stated = self.play.stage.stated
        if stated is not None:
            return stated.holds(share)
        if share.of == "unit":
            return self._unit_share(share, ground)
        if share.of == "base" and share.where in ("inside", "outside", "touching"):
            if share.where == "touching":
                part: Number = Fraction(int(self.meeting is not None and self._lies(self.meeting) is not Lies.APART))
            else:
                part = self._covered(self.meeting)
                part = 1 - part if share.where == "outside" else part
            return compares(share, part, Fraction(1))
        return compares(share, _NOTHING, Fraction(1))

    def _unit_share(self, share: Share, ground: Named | None) -> bool:
        play = self.play
        count = 0
        inner = self._asking(ground)
        if inner is None:
            return False
        for actor in range(len(play.stage.actors)):
            lies = inner._standing(actor, ground)
            if share.where == "inside":
                count += lies is Lies.IN
            elif share.where == "outside":
                count += lies is not Lies.IN
            elif share.where == "touching":
                count += lies is not Lies.APART
        return compares(share, Fraction(count), Fraction(len(play.stage.actors)))

    def _standing(self, actor: int, ground: Named | None) -> Lies:
        """How a model of the unit lies to the rule's own terrain, all its pieces together."""
        trail = self.play.trail(actor)
        if trail is None:
            return Lies.APART
        at = min(self.at, self.play.reach(actor))
        found = Lies.APART
        for meeting in trail.meetings:
            mine = ground is None and (self.meeting is None or meeting.piece == self.meeting.piece)
            if mine or (ground is not None and self._is_ground(actor, meeting, ground, at)):
                found = max(found, meeting.lies(at, trail.length))
        return found

    def _is_ground(self, actor: int, meeting: Meeting, ground: Named, at: Number) -> bool:
        """Whether a piece is of this terrain to a model, wherever it is met."""
        facts = Moment(self.play, actor, at, meeting, None, None, (meeting,), self.asking)
        return any(each.name == ground.name for each in self.play.seen(actor, meeting, facts).terrains)

    def _asking(self, ground: Named | None) -> Moment | None:
        """The moment in which a terrain is asked about; ``None`` where it is being asked about already."""
        name = ground.name if ground is not None else ""
        return None if name in self.asking else replace(self, asking=self.asking | {name})

    def lies(self, lies: MoveLies, ground: Named | None, unit: bool) -> bool:
        """Whether the whole move, or part of it, lies in this terrain, all its pieces together."""
        stated = self.play.stage.stated
        if stated is not None:
            return stated.holds(lies)
        inner = self._asking(ground)
        if inner is None:
            return False
        actors = range(len(self.play.stage.actors)) if unit else (self.actor,)
        shares = [inner._along(actor, ground) for actor in actors]
        return all(whole for whole, _ in shares) if lies.part == "whole" else any(part for _, part in shares)

    def _along(self, actor: int, ground: Named | None) -> tuple[bool, bool]:
        trail = self.play.trail(actor)
        if trail is None or trail.length <= EPSILON:
            return False, False
        spans: list[tuple[GroundNumber, GroundNumber]] = []
        for meeting in trail.meetings:
            inside = [span for span in meeting.spans if span.inside]
            if meeting.thin or not inside:
                continue
            if ground is not None:
                if not self._is_ground(actor, meeting, ground, exact_number(inside[0].start.at)):
                    continue
            elif not meeting.spot.terrains:
                continue
            spans += [(span.start.at, span.end.at) for span in inside]
        reached: GroundNumber = 0
        for start, end in sorted(spans):
            if start > reached + EPSILON:
                break
            reached = max(reached, end)
        return reached >= trail.length - EPSILON, any(end - start > EPSILON for start, end in spans)

    # ---- the ground that a model's own rules may mean

    def grounds(self, anywhere: bool) -> Iterator[tuple[Spot, Facts]]:
        """The pieces that the model is in, or at which it happens; ``anywhere``: all that its leg meets."""
        deeper = "grounds" in self.asking
        for meeting in self._met(anywhere):
            facts = replace(self, meeting=meeting, asking=self.asking | {"grounds"})
            yield self.play.seen(self.actor, meeting, None if deeper else facts), facts

    def _met(self, anywhere: bool) -> tuple[Meeting, ...]:
        happening, trail = self.happening, self._trail
        if happening is not None and happening.event in _AT_ONE:
            if happening.meeting is not None:
                return (happening.meeting,)
            if happening.mark is not None and trail is not None:
                return trail.joined([each for each in trail.meetings if each.piece in happening.mark.pieces])
        elif happening is None and self.over is None and self.meeting is not None:
            return (self.meeting,)
        if self.over is not None and not anywhere:
            return self.over
        if trail is None:
            return ()
        return trail.joined([each for each in trail.meetings if anywhere or self._lies(each) is Lies.IN])

    def _lies(self, meeting: Meeting) -> Lies:
        if self.over is not None and meeting in self.over:
            return Lies.IN
        trail = self._trail
        return meeting.lies(self.at, trail.length if trail is not None else 0)

    @property
    def _trail(self) -> Trail | None:
        return self.play.trail(self.actor)


def compares(share: Share, part: Number, whole: Number) -> bool:
    """Whether a part of a whole is as much as a share asks for.

    A number up to 1 is a share of the whole; a whole number over 1 counts.
    """
    if share.quantity == "any":
        return part > EPSILON
    if share.quantity == "all":
        return whole > 0 and part >= whole - EPSILON
    if share.quantity == "none":
        return part <= EPSILON
    asked = share.number if share.number is not None else _NOTHING
    least = asked * whole if asked <= 1 else asked
    return part > least + EPSILON if share.quantity == "over" else part >= least - EPSILON
