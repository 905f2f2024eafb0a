"""The game of one action as it runs: where everyone is, what happened, what is still to be done.

A :class:`Play` is a machine with an agenda. :meth:`Play.advance` works until it needs
faces and returns the :class:`~groundrules.engine.dice.Request`; :meth:`Play.answer` hands
them in. A play can be copied at any moment, so that exact odds follow every way it may go
on, and :meth:`Play.key` tells whether two plays will go on alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeGuard

from groundrules.engine.bearing import Bearing, bearing, bearing_known, with_extra
from groundrules.engine.cost import UnitCost, cost_known, unit_cost
from groundrules.engine.dice import Request
from groundrules.engine.fields import Changes, Shift, shift_of
from groundrules.engine.here import Here, here, here_known
from groundrules.engine.moment import Moment
from groundrules.engine.profile import Profile, Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import in_states
from groundrules.engine.situation import Named
from groundrules.engine.stage import Stage
from groundrules.engine.standing import Spoken, env_for
from groundrules.engine.trail import Meeting, Trail, exact_number
from groundrules.ground import EPSILON
from groundrules.ruleset import Change, ChangeNumber, Effect
from groundrules.verdict import Number, Reason, StateHeld, Used

#: ``announce``: the whole announced path, no dice, nothing stops; judges whether it is legal.
#: ``preview``: no dice, rolls are listed. ``resolve``: what happens.
Mode = Literal["announce", "preview", "resolve"]
#: How far a model is out: not at all, for this leg, for the action, for its activation.
GOING, LEG, ACTION, ACTIVATION = range(4)
_NOTHING = Fraction(0)


class Task(Protocol):
    """Something on the agenda."""

    def run(self, play: Play) -> Request | None:
        """Does it, or asks for faces."""
        ...

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Goes on with the faces it asked for."""
        ...


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a model's leg ends before its announced end, and what of that place still happens to it."""

    at: Number
    events: frozenset[str] = frozenset()
    key: tuple[str, str | None] | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a model fares on one leg."""

    cost: Number = _NOTHING
    moved: Number = _NOTHING
    allowance: Number | None = None
    used_all: bool = False


@dataclass(frozen=True, slots=True)
class PendingHalt:
    """A stop that takes hold when the rule has said all it has to say."""

    actor: int
    kind: str
    meeting: Meeting | None
    key: tuple[str, str | None]
    distance: Number = _NOTHING


#: What was noted so far, newest first: a chain, so that copies share it.
History = tuple[Any, "History"] | None


class Play:
    """See the module. Lists have one entry for each model."""

    __slots__ = (
        "activation", "agenda", "at", "became", "borne", "caps", "counts", "cuts", "done", "extra", "forbids", "given",
        "halts", "history", "last_total", "leg", "mode", "out", "profiles", "quiet", "reasons", "rest", "stage",
        "states", "steps", "tallied", "tallies", "tally", "trace", "trails", "turn", "used", "waiting", "walked",
    )  # fmt: skip

    def __init__(self, stage: Stage, mode: Mode, trace: bool = True) -> None:
        count = len(stage.actors)
        self.stage = stage
        self.mode: Mode = mode
        self.trace = trace
        self.turn = stage.memory.turn
        self.activation = stage.memory.activation
        self.leg = 0
        self.trails: list[Trail | None] = [actor.legs[0] if actor.legs else None for actor in stage.actors]
        self.states: list[tuple[StateHeld, ...]] = [
            tuple(held for held in stage.memory.states if held.model == actor.name) for actor in stage.actors
        ]
        self.profiles: list[Profile] = [actor.profile for actor in stage.actors]
        self.extra: list[tuple[Spoken, ...]] = [()] * count
        #: For each model its profile, what was said to it, and the bearing that follows from these alone.
        self.borne: list[tuple[Profile, tuple[Spoken, ...], Bearing] | None] = [None] * count
        self.counts: dict[tuple[int, str], tuple[Named, ...]] = {}
        self.became: dict[str, tuple[Named, ...]] = {}
        for changed in stage.memory.changed:
            self.became[changed.piece] = (*self.became.get(changed.piece, ()), Named(changed.terrain, changed.args))
        self.used: tuple[Used, ...] = stage.memory.used
        self.done: frozenset[tuple[object, ...]] = frozenset()
        self.at: list[Number] = [_NOTHING] * count
        self.tally: list[Tally] = [Tally()] * count
        self.tallied: list[bool] = [False] * count
        self.tallies: list[tuple[Tally, ...]] = [()] * count
        self.caps: list[tuple[Number, str, str | None] | None] = [None] * count
        self.cuts: list[Cut | None] = [None] * count
        self.rest: list[Number | None] = [None] * count
        self.out: list[int] = [GOING] * count
        self.halts: tuple[PendingHalt, ...] = ()
        self.forbids: frozenset[tuple[int, str | None, str, str]] = frozenset()
        self.reasons: tuple[Reason, ...] = ()
        #: Of an announcement: nothing was left out that happens when it is played, so that it has been played.
        self.quiet = True
        self.given: tuple[tuple[str, tuple[Number, ...]], ...] = ()
        self.last_total: Number | None = None
        self.agenda: list[Task] = []
        self.waiting: Task | None = None
        self.steps = 0
        #: How many places of the leg have been come to.
        self.walked = 0
        self.history: History = None
        for actor in range(count):
            self.settle_states(actor)

    # ---- running

    def advance(self) -> Request | None:
        """Works until faces are needed, which it asks for, or until all is done."""
        while self.agenda:
            self.steps += 1
            if self.steps > self.stage.budget:
                raise Refusal("budget", f"the action takes more than {self.stage.budget:,} steps")
            task = self.agenda.pop()
            request = task.run(self)
            if request is not None:
                self.waiting = task
                return request
        return None

    def answer(self, faces: tuple[int, ...]) -> None:
        """Hands in the faces that were asked for."""
        task = self.waiting
        assert task is not None
        self.waiting = None
        task.answer(self, faces)

    def copy(self) -> Play:
        """The same play, to go another way."""
        other = object.__new__(Play)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _OWN:
            setattr(other, name, getattr(self, name).copy())
        return other

    def key(self) -> tuple[object, ...]:
        """Plays of one stage with the same key go on alike, whatever was noted before."""
        number = self.stage.numbering
        return (
            self.leg, self.turn, tuple(self.trails), number(self.states), number(self.extra),
            tuple(self.counts.items()), tuple(self.became.items()), self.used, self.done, number(self.at),
            number(self.tally), tuple(self.tallied), number(self.tallies), number(self.cuts), number(self.rest),
            tuple(self.out), self.halts, self.forbids, self.given, self.last_total, number(self.agenda), self.waiting,
        )  # fmt: skip

    def progress(self) -> tuple[int, ...]:
        """How far the play has come, roughly: of two plays of one stage, the smaller has more before it."""
        return (self.leg, self.walked, -len(self.agenda))

    def note(self, entry: Any) -> None:
        """Notes something for the verdict."""
        self.history = (entry, self.history)

    def noted(self, since: History = None) -> list[Any]:
        """What was noted, oldest first; ``since``: an earlier history, what came after it."""
        found: list[Any] = []
        node = self.history
        while node is not None and node is not since:
            found.append(node[0])
            node = node[1]
        return found[::-1]

    # ---- models

    def settle_states(self, actor: int) -> None:
        """Brings the profile of a model up to its states."""
        held = [Named(state.state, state.args) for state in self.states[actor]]
        if held or self.profiles[actor].states:
            self.profiles[actor] = self.stage.book.kept_profile(in_states(self.stage.actors[actor].profile, held))

    def who(self, actor: int) -> str:
        """A model's name as refusals write it."""
        return f"`{self.stage.actors[actor].name}`"

    def trail(self, actor: int) -> Trail | None:
        """The leg that a model is on."""
        return self.trails[actor]

    def reach(self, actor: int) -> Number:
        """How far along its leg a model comes, as things stand."""
        trail = self.trails[actor]
        if trail is None:
            return _NOTHING
        cut = self.cuts[actor]
        length = exact_number(trail.length)
        return length if cut is None else min(cut.at, length)

    def happens(self, actor: int, at: Number, event: str, key: tuple[str, str | None] | None = None) -> bool:
        """Whether something so far along still happens to a model."""
        cut = self.cuts[actor]
        if cut is None:
            return True
        ahead = float(cut.at) - float(at)
        if ahead > EPSILON:
            return True
        if ahead < -EPSILON:
            return False
        return event in cut.events or (key is not None and key == cut.key)

    # ---- what rules say

    def bearing(self, actor: int, moment: Moment | None = None) -> Bearing:
        """What the rules say of the model by itself, now."""
        settled = self.settled_bearing(actor)
        if settled is not None:
            return settled
        facts = moment if moment is not None else Moment(self, actor, self.at[actor])
        book, profile, extra = self.stage.book, self.profiles[actor], self.extra[actor]
        found = bearing(book, profile, self.stage.action.name, facts, self.who(actor))
        settled = bearing_known(book, profile, self.stage.action.name)
        if extra:
            found = with_extra(book, found, extra)
        if settled is not None:
            self.borne[actor] = (profile, extra, found)
        return found

    def settled_bearing(self, actor: int) -> Bearing | None:
        """The bearing where it is known and hangs on no facts; it holds as long as the model is what it is."""
        borne = self.borne[actor]
        if borne is not None and borne[0] is self.profiles[actor] and borne[1] is self.extra[actor]:
            return borne[2]
        return None

    def spot(self, actor: int, meeting: Meeting) -> Spot:
        """What a piece is now, to this model."""
        spot = meeting.spot
        terrains = self.became.get(meeting.piece)
        more = self.counts.get((actor, meeting.piece))
        if terrains is None and more is None:
            return spot
        now = terrains if terrains is not None else spot.terrains
        return replace(spot, terrains=tuple(dict.fromkeys((*now, *(more or ())))))

    def here(self, actor: int, meeting: Meeting, moment: Moment | None = None) -> Here:
        """What the rules say of a piece to the model, now."""
        known = self.settled_ground(actor, meeting)
        if known is not None:
            return known
        facts = moment if moment is not None else Moment(self, actor, self.at[actor], meeting)
        of = self.bearing(actor, facts)
        book, spot = self.stage.book, self.spot(actor, meeting)
        found = here(book, of, spot, facts, self.who(actor))
        if not self.became and not self.counts and here_known(book, of, spot) is not None:
            self.stage.grounds[of, meeting] = found
        return found

    def settled_ground(self, actor: int, meeting: Meeting) -> Here | None:
        """What the rules say of a piece to the model, where that is known and hangs on no facts."""
        settled = self.settled_bearing(actor)
        if settled is None or self.became or self.counts:
            return None
        known: Here | None = self.stage.grounds.get((settled, meeting))
        return known

    def seen(self, actor: int, meeting: Meeting, facts: Moment | None) -> Spot:
        """A piece as it is to the model; without facts, what hangs on them does not hold."""
        known = self.settled_ground(actor, meeting)
        return known.seen if known is not None else self._seen(actor, self.spot(actor, meeting), facts)

    def _seen(self, actor: int, spot: Spot, facts: Moment | None) -> Spot:
        book, extra = self.stage.book, self.extra[actor]
        of = bearing(book, self.profiles[actor], self.stage.action.name, facts, self.who(actor))
        if extra:
            of = with_extra(book, of, extra)
        return here(book, of, spot, facts, self.who(actor)).seen

    def is_to(self, actor: int, meeting: Meeting, terrain: Named, ground: Named, facts: Moment) -> bool:
        """Whether a terrain of a piece is this ground to the model, by itself or by what it counts as."""
        alone = replace(meeting.spot, terrains=(terrain,))
        return terrain == ground or ground in self._seen(actor, alone, facts).terrains

    def unit_cost(self, actor: int, meetings: tuple[Meeting, ...], start: Number, end: Number) -> UnitCost:
        """The cost of a unit of distance on a stretch that lies in these pieces; facts are those of its middle."""
        settled = self.settled_bearing(actor)
        if settled is not None and not self.became and not self.counts:
            stage = self.stage
            known: UnitCost | None = stage.costs.get((settled, meetings))
            if known is None:
                known = cost_known(stage.book, settled, [stage.grounds.get((settled, each)) for each in meetings])
                stage.costs[settled, meetings] = known
            if known is not None:
                return known
        at = (start + end) / 2
        of = self.bearing(actor, Moment(self, actor, at, over=meetings))
        moments = [Moment(self, actor, at, meeting, over=meetings) for meeting in meetings]
        grounds = tuple(self.here(actor, m, moment) for m, moment in zip(meetings, moments, strict=True))
        return unit_cost(self.stage.book, of, grounds, moments or None, self.who(actor))

    def changes(self, actor: int, meeting: Meeting | None = None) -> Changes:
        """The changes of fields and numbers that hold for a model now.

        ``meeting``: the piece at which something happens, although the model may not be in it yet.
        """
        book = self.stage.book
        if not book.has_changes:
            return Changes(())
        shifts = [shift for _, shift in self._shifts(actor, meeting)]
        if book.has_unit_rules:
            others = (other for other in range(len(self.stage.actors)) if other != actor)
            shifts += [shift for other in others for for_unit, shift in self._shifts(other, None) if for_unit]
        return Changes(shifts)

    def _shifts(self, actor: int, meeting: Meeting | None) -> Iterator[tuple[bool, Shift]]:
        """The changes that are said to a model, each with whether it is said to its whole unit for the leg."""
        book = self.stage.book
        moment = Moment(self, actor, self.at[actor], meeting)
        of = self.bearing(actor, moment)
        env = of.env(book, moment, self.who(actor))
        for spoken in of.spoken:
            if _is_change(spoken.effect):
                shift = shift_of(spoken.by, spoken.effect, env_for(env, spoken.by))
                # What an event brings has been said to each of the unit.
                yield spoken.by.rule.qualifiers.unit and not shift.again, shift
        trail = self.trails[actor]
        if trail is None:
            return
        met = trail.inside(self.at[actor])
        if meeting is not None and all(each.piece != meeting.piece for each in met):
            met = (*met, meeting)
        apart = (each for each in trail.meetings if each not in met and not _is_part(each, met))
        said: set[tuple[str, Spoken]] = set()
        for number, each in enumerate((*met, *apart)):
            facts = Moment(self, actor, self.at[actor], each)
            ground = self.here(actor, each, facts)
            inner = ground.env(book, facts, self.who(actor))
            for spoken in ground.spoken:
                effect = spoken.effect
                if not _is_change(effect) or (each.piece, spoken) in said:
                    continue
                whole = effect.scope == "whole move"
                if number < len(met) or whole:
                    said.add((each.piece, spoken))
                    for_unit = whole and spoken.by.rule.qualifiers.unit
                    yield for_unit, shift_of(spoken.by, effect, env_for(inner, spoken.by))


def _is_part(meeting: Meeting, met: tuple[Meeting, ...]) -> bool:
    """Whether a part of a piece is met as a part of more of it."""
    return meeting.whole is not None and any(
        each.piece == meeting.piece and set(meeting.spot.terrains) <= set(each.spot.terrains) for each in met
    )


#: What a play changes in place, and its copies must have for themselves; all else is only replaced.
_OWN = (
    "agenda", "at", "became", "borne", "caps", "counts", "cuts", "extra", "out", "profiles", "rest", "states",
    "tallied", "tallies", "tally", "trails",
)  # fmt: skip
_SHARED = tuple(name for name in Play.__slots__ if name not in _OWN)


def _is_change(effect: Effect) -> TypeGuard[Change | ChangeNumber]:
    return isinstance(effect, (Change, ChangeNumber)) and effect.op != "own"
