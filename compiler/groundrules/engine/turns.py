"""What comes before the legs: the turn that ends, the one that begins, the activation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from groundrules.engine.dice import Request
from groundrules.engine.legs import NeverAsks, StartLeg, expire, judge_actions
from groundrules.engine.occasion import Occasion
from groundrules.engine.places import happen, inside
from groundrules.engine.play import ACTIVATION, GOING, Play
from groundrules.engine.trail import RANKS, Happening

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Begin(NeverAsks):
    """Everything, from the turn to the last leg."""

    def run(self, play: Play) -> Request | None:
        """Puts the parts of the action on the agenda."""
        stage = play.stage
        moving = any(actor.legs for actor in stage.actors)
        play.agenda.append(StartLeg(0) if moving or stage.situation.activate else Judge())
        if stage.situation.activate:
            play.activation += 1
            expire(play, "activation")
        if stage.situation.turn == "next":
            play.agenda.append(TurnBegins())
            play.agenda.append(TurnEvents("turn start"))
            play.agenda.append(NextTurn())
            play.agenda.append(TurnEvents("turn end"))
        return None


@dataclass(frozen=True, slots=True)
class Judge(NeverAsks):
    """Nobody is activated and nobody moves: all that is left is whether they may act so."""

    def run(self, play: Play) -> Request | None:
        """Judges it."""
        judge_actions(play)
        return None


@dataclass(frozen=True, slots=True)
class TurnEvents(NeverAsks):
    """The end or the start of a turn happens to every model, where it stands."""

    event: str

    def run(self, play: Play) -> Request | None:
        """Puts what rules say of it on the agenda."""
        occasions = []
        for actor in range(len(play.stage.actors)):
            occasions.append(Occasion(actor, Happening(_NOTHING, self.event, RANKS[self.event])))
            for meeting in inside(play, actor, _NOTHING):
                occasions.append(Occasion(actor, Happening(_NOTHING, self.event, RANKS[self.event], meeting)))
        play.agenda += happen(play, occasions)
        return None


@dataclass(frozen=True, slots=True)
class NextTurn(NeverAsks):
    """A turn is over: states that last so long go."""

    def run(self, play: Play) -> Request | None:
        """Counts on."""
        expire(play, "turn")
        play.turn += 1
        return None


@dataclass(frozen=True, slots=True)
class TurnBegins(NeverAsks):
    """What the start of the turn did to where models stop does not reach into their move."""

    def run(self, play: Play) -> Request | None:
        """Lifts stops of legs; an activation that was ended stays so."""
        for actor, out in enumerate(play.out):
            if out != ACTIVATION:
                play.out[actor], play.cuts[actor] = GOING, None
        return None
