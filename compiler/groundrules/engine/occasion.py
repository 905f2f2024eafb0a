"""Something that happens to a model, and the surroundings in which a rule then acts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from groundrules.engine.expressions import Bind, Env, numeric
from groundrules.engine.moment import Moment
from groundrules.engine.play import Play
from groundrules.engine.standing import Standing
from groundrules.engine.trail import Happening, Meeting
from groundrules.ruleset import Expr, Num
from groundrules.verdict import Number, Point


@dataclass(slots=True, unsafe_hash=True)
class Occasion:
    """An event that happens to a model; never changed, but for each move made too often to be frozen."""

    actor: int
    happening: Happening

    @property
    def event(self) -> str:
        """What happens."""
        return self.happening.event

    @property
    def at(self) -> Number:
        """How far along the leg."""
        return self.happening.at

    @property
    def meeting(self) -> Meeting | None:
        """The piece it happens at, if any."""
        return self.happening.meeting

    @property
    def piece(self) -> str | None:
        """The name of that piece."""
        return self.happening.meeting.piece if self.happening.meeting is not None else None

    @property
    def key(self) -> tuple[str, str | None]:
        """What rules that speak of the same event at the same piece share."""
        return (self.event, self.piece)

    def moment(self, play: Play) -> Moment:
        """The facts of it."""
        return Moment(play, self.actor, self.at, self.meeting, self.happening)


@dataclass(frozen=True, slots=True)
class Context:
    """A rule that acts: on whom (``actors``), on what occasion, with what has been rolled.

    ``unit``: it acts on the unit as one. ``roll`` and ``branch``: the roll and the band,
    handler or option that the effects stand in. ``stood``: where the model stood when a
    test together was taken.
    """

    standing: Standing
    occasion: Occasion
    actors: tuple[int, ...]
    bind: Bind = ()
    unit: bool = False
    result: Number | None = None
    natural: tuple[int, ...] = ()
    roll: str | None = None
    branch: str | None = None
    stood: Point | None = None

    @property
    def actor(self) -> int:
        """The model that it happened to."""
        return self.occasion.actor

    def having(self, natural: tuple[int, ...], result: Number | None) -> Context:
        """The same with these dice and this result."""
        return Context(
            self.standing, self.occasion, self.actors, self.bind, self.unit, result, natural, self.roll, self.branch,
            self.stood,
        )  # fmt: skip

    def making(self, roll: str, bind: Bind) -> Context:
        """The same inside of a roll, with what stands in its brackets."""
        return Context(
            self.standing, self.occasion, self.actors, (*bind, *self.bind), self.unit, self.result, self.natural, roll,
            self.branch, self.stood,
        )  # fmt: skip

    def below(self, branch: str) -> Context:
        """The same inside of a band, handler or option."""
        return Context(
            self.standing, self.occasion, self.actors, self.bind, self.unit, self.result, self.natural, self.roll,
            branch, self.stood,
        )  # fmt: skip

    def name(self, play: Play) -> str:
        """Who rolls and whom outcomes befall: the model, or the unit as one."""
        if self.unit and play.stage.unit is not None:
            return play.stage.unit
        return play.stage.actors[self.actor].name

    def plain_env(self, play: Play) -> Env:
        """The surroundings for conditions, which read stated values."""
        occasion, standing = self.occasion, self.standing
        actor, meeting = occasion.actor, occasion.happening.meeting
        moment = occasion.moment(play)
        stated = play.stage.stated
        spot = play.here(actor, meeting, moment).seen if meeting is not None else None
        if stated is not None:
            spot = stated.spot()
        return Env(
            play.stage.book, play.profiles[actor], spot, (*self.bind, *standing.bind), standing.ground, moment,
            action=play.stage.action.name, result=self.result, natural=self.natural, rule=standing.rule.id,
            who=play.who(actor), unit=self.unit,
        )  # fmt: skip

    def env(self, play: Play, given: tuple[Number, ...] = ()) -> Env:
        """The surroundings for everything else, which reads changed values; ``given``: dice thrown for it."""
        env = self.plain_env(play)
        env.given = iter(given)
        return play.changes(self.actor, self.occasion.meeting).reader(env) if env.book.has_changes else env

    def numeric(self, play: Play, expr: Expr, given: tuple[Number, ...] = ()) -> Number:
        """The number that an expression comes to here; one that only states it needs no surroundings."""
        return expr.value if type(expr) is Num else numeric(expr, self.env(play, given))


#: No distance.
NOTHING = Fraction(0)
