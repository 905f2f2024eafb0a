"""The order of a move: legs, events at each place, stops taking hold, ends.

At one point things happen in the order of :data:`~groundrules.engine.trail.RANKS`; rules
on one event act in the order of their lines, then by the piece's name, then in the order
of the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from groundrules.engine.dice import Request
from groundrules.engine.gathering import Gather
from groundrules.engine.limits import dice_of_limits, judge_action, judge_leg, leg_rules, set_limits
from groundrules.engine.moment import Moment
from groundrules.engine.moving import add_reason, advance, rounded
from groundrules.engine.occasion import Occasion
from groundrules.engine.places import happen, inside, is_calm, note_event, pay_at_end
from groundrules.engine.play import ACTION, ACTIVATION, GOING, LEG, Cut, Play, Tally, Task
from groundrules.engine.records import note_failed, note_unheard, why_not
from groundrules.engine.replacing import replaced
from groundrules.engine.trail import RANKS, Happening, Trail, exact_number
from groundrules.ground import EPSILON
from groundrules.verdict import Number, Reason

_NOTHING = Fraction(0)


class NeverAsks:
    """A task that needs no faces itself."""

    __slots__ = ()

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never called."""
        raise AssertionError(f"{type(self).__name__} asks for no faces")


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """What happens on a leg, place by place and in order, for all models."""

    groups: tuple[tuple[Occasion, ...], ...]

    @property
    def activations(self) -> int:
        """How many of them, the first ones, are activations."""
        return int(bool(self.groups) and self.groups[0][0].event == "activate")


@dataclass(frozen=True, slots=True)
class StartLeg(NeverAsks):
    """A leg begins for every model that goes on."""

    leg: int

    def run(self, play: Play) -> Request | None:
        """Prepares the leg; dice of the allowance are thrown first."""
        stage = play.stage
        play.leg = self.leg
        for actor, each in enumerate(stage.actors):
            _take_up(play, actor, each.legs[self.leg] if self.leg < len(each.legs) else None)
        play.agenda.append(WalkLeg(self.leg))
        play.given = ()
        thrown = list(dice_of_limits(play))
        if play.mode == "announce":
            play.quiet = play.quiet and not thrown
        else:
            for name, context, wanted in reversed(thrown):
                play.agenda.append(Gather(context, wanted, name, Given(name)))
        return None


@dataclass(frozen=True, slots=True)
class Given:
    """Takes in the dice of a limit: of the action's allowance, or of a rule's."""

    name: str

    def with_given(self, given: tuple[Number, ...]) -> Keep:
        """The task that keeps them."""
        return Keep(self.name, given)


@dataclass(frozen=True, slots=True)
class Keep(NeverAsks):
    """Keeps the dice of a limit for this leg; in a preview nobody knows them."""

    name: str
    given: tuple[Number, ...]

    def run(self, play: Play) -> Request | None:
        """Keeps them."""
        if play.mode != "preview":
            play.given = (*play.given, (self.name, self.given))
        return None


def _take_up(play: Play, actor: int, trail: Trail | None) -> None:
    """Brings a model to the start of a leg, if it stands there and may go on."""
    first = play.leg == 0
    if not first and trail is not None and play.out[actor] < ACTION:
        before, at = play.trails[actor], play.at[actor]
        if before is not None and not _same_point(before.point_at(at), trail.point_at(0)):
            if play.mode == "announce":
                play.quiet = False
            else:
                play.out[actor] = max(play.out[actor], ACTION)
    if not first and (trail is None or play.out[actor] >= ACTION):
        play.out[actor] = max(play.out[actor], LEG)
        return
    if trail is None:
        play.trails[actor] = None
        return
    play.out[actor] = GOING if play.out[actor] < ACTION else play.out[actor]
    play.trails[actor] = trail
    play.at[actor] = _NOTHING
    play.tally[actor] = Tally()
    play.tallied[actor] = False
    play.caps[actor] = None
    if play.out[actor] == GOING:
        rest = play.rest[actor]
        play.cuts[actor] = None if rest is None else Cut(rest)
    play.trails[actor] = replaced(play, actor, trail)


def _same_point(one: tuple[object, object], other: tuple[object, object]) -> bool:
    return all(abs(float(a) - float(b)) <= EPSILON for a, b in zip(one, other, strict=True))  # type: ignore[arg-type]  # coordinates


@dataclass(frozen=True, slots=True)
class WalkLeg(NeverAsks):
    """The leg itself."""

    leg: int

    def run(self, play: Play) -> Request | None:
        """Sets the limits and puts every place of the leg on the agenda."""
        for actor in range(len(play.stage.actors)):
            if play.out[actor] == GOING:
                said = tuple(leg_rules(play, actor))
                set_limits(play, actor, said)
                judge_leg(play, actor, said)
                _note_kept(play, actor)
        key = ("steps", play.leg, tuple(play.trails), tuple(play.out))
        steps = play.stage.cache.get(key)
        if steps is None:
            steps = play.stage.cache[key] = _steps(play)
        play.agenda.append(WalkOn(steps, 0))
        return None


def _note_kept(play: Play, actor: int) -> None:
    """Notes which rules of the model and of the ground it meets do not hold, and why."""
    if not play.trace:
        return
    moment = Moment(play, actor, _NOTHING)
    note_failed(play, actor, moment)
    for kept in play.bearing(actor, moment).kept:
        why_not(play, actor, kept, None)
    trail = play.trails[actor]
    for meeting in trail.meetings if trail is not None else ():
        moment = Moment(play, actor, _NOTHING, meeting)
        note_failed(play, actor, moment)
        for kept in play.here(actor, meeting, moment).kept:
            why_not(play, actor, kept, meeting)


def _steps(play: Play) -> Steps:
    occasions: list[Occasion] = []
    for actor, trail in enumerate(play.trails):
        if trail is None or play.out[actor] != GOING:
            if trail is None and play.leg == 0 and play.stage.situation.activate:
                occasions.append(Occasion(actor, Happening(_NOTHING, "activate", RANKS["activate"])))
            continue
        if play.leg == 0 and play.stage.situation.activate:
            occasions.append(Occasion(actor, Happening(_NOTHING, "activate", RANKS["activate"])))
            for meeting in inside(play, actor, _NOTHING):
                occasions.append(Occasion(actor, Happening(_NOTHING, "activate", RANKS["activate"], meeting)))
        occasions += [Occasion(actor, happening) for happening in trail.happenings()]
    return Steps(tuple(_grouped(occasions)))


def _grouped(occasions: list[Occasion]) -> Iterable[tuple[Occasion, ...]]:
    """Places within the tolerance are one; at each, the ranks follow one another."""
    occasions.sort(key=_by_place)
    begin = 0
    while begin < len(occasions):
        until = occasions[begin].happening.place + EPSILON
        end = begin + 1
        while end < len(occasions) and occasions[end].happening.place <= until:
            end += 1
        here = sorted(occasions[begin:end], key=_by_rank) if end > begin + 1 else occasions[begin:end]
        yield from (tuple(together) for _, together in groupby(here, key=_rank))
        begin = end


def _by_place(occasion: Occasion) -> float:
    return occasion.happening.place


def _by_rank(occasion: Occasion) -> tuple[int, str, int]:
    return (occasion.happening.rank, occasion.piece or "", occasion.actor)


def _rank(occasion: Occasion) -> int:
    return occasion.happening.rank


@dataclass(frozen=True, slots=True)
class WalkOn(NeverAsks):
    """The places of a leg from ``number`` on."""

    steps: Steps
    number: int

    def run(self, play: Play) -> Request | None:
        """Goes from place to place, up to the first one at which a rule has something to say."""
        # The story of several models is told in the order of their places.
        at_once = play.mode == "announce" and (len(play.trails) == 1 or not play.trace)
        groups, activations = self.steps.groups, self.steps.activations
        for number in range(self.number, len(groups) + 1):
            if number == activations:
                judge_actions(play)
            if number == len(groups):
                break
            play.walked = number
            play.steps += 1
            group = groups[number]
            if at_once and _is_calm(play, group):
                for each in group:
                    if each.happening.meeting is not None:
                        note_event(play, each)
                continue
            speaking = _come_to(play, group)
            if speaking:
                play.agenda.append(WalkOn(self.steps, number + 1))
                play.agenda += speaking
                return None
        play.agenda.append(EndLeg())
        return None


def judge_actions(play: Play) -> None:
    """Whether the models may act so at all, as they are once they have been activated."""
    for actor, out in enumerate(play.out):
        if out == GOING:
            judge_action(play, actor)


def _is_calm(play: Play, group: Sequence[Occasion]) -> bool:
    """Whether all that happens is only to be noted, and nobody has to be there when it is: what the way costs up to
    here is the same when it is paid later.
    """
    place = group[0].happening.place
    for each in group:
        trail = play.trails[each.actor]
        if trail is None or each.happening.place != place or place not in trail.ends or not is_calm(play, each):
            return False
    return True


def _come_to(play: Play, group: Sequence[Occasion]) -> Sequence[Task]:
    """Everybody goes to a place, and what happens there happens; the rules that then speak."""
    at = group[0].happening.at
    for actor in {each.actor for each in group} if len(group) > 1 else (group[0].actor,):
        if play.out[actor] <= LEG and play.trails[actor] is not None:
            advance(play, actor, at)
    live = [
        each
        for each in group
        if play.happens(each.actor, each.happening.at, each.happening.event)
        and float(play.at[each.actor]) >= each.happening.place - EPSILON
    ]
    return happen(play, live)


@dataclass(frozen=True, slots=True)
class EndLeg(NeverAsks):
    """Everybody goes as far as the leg goes; then it ends in whatever they stand in."""

    def run(self, play: Play) -> Request | None:
        """Lets the ends happen and settles the leg after them."""
        occasions: list[Occasion] = []
        for actor, trail in enumerate(play.trails):
            if trail is None:
                continue
            if play.out[actor] <= LEG:
                advance(play, actor, play.reach(actor))
            at = play.at[actor]
            went = float(at) > EPSILON or any(
                mark.at <= at + EPSILON and play.happens(actor, exact_number(mark.at), mark.kind)
                for mark in trail.marks
            )
            if play.out[actor] == ACTIVATION or not went or play.tallied[actor]:
                continue
            within = inside(play, actor, at)
            pay_at_end(play, actor, within)
            occasions.append(Occasion(actor, Happening(at, "end", RANKS["end"])))
            occasions += [Occasion(actor, Happening(at, "end", RANKS["end"], meeting)) for meeting in within]
        play.agenda.append(CloseLeg())
        play.agenda += happen(play, occasions)
        return None


@dataclass(frozen=True, slots=True)
class CloseLeg(NeverAsks):
    """The leg is counted up; the next one follows for whoever may go on."""

    def run(self, play: Play) -> Request | None:
        """Rounds, remembers, and goes on."""
        for actor, trail in enumerate(play.trails):
            if trail is None or play.tallied[actor]:
                continue
            _count_up(play, actor, trail)
            if play.trace:
                note_unheard(play, actor, trail)
        expire(play, "move")
        following = play.leg + 1
        if following < play.stage.legs and any(out < ACTION for out in play.out):
            play.agenda.append(StartLeg(following))
        elif play.mode == "announce":
            _judge_whole(play)
        return None


def _judge_whole(play: Play) -> None:
    """Costs that are rounded over the whole activation, against the allowances of all its legs."""
    rounding = play.stage.book.settings.rounding
    if rounding is None or rounding.scope != "activation":
        return
    for actor, tallies in enumerate(play.tallies):
        allowances = [tally.allowance for tally in tallies if tally.allowance is not None]
        cost = rounded(sum((tally.cost for tally in tallies), _NOTHING), rounding)
        if tallies and len(allowances) == len(tallies) and cost > sum(allowances, _NOTHING) + EPSILON:
            name = play.stage.actors[actor].name
            words = f"rounded, it costs {cost}"
            add_reason(play, Reason(kind="allowance", words=words, model=name, leg=play.leg, at=play.at[actor]))


def _count_up(play: Play, actor: int, trail: Trail) -> None:
    rounding = play.stage.book.settings.rounding
    tally = play.tally[actor]
    if rounding is not None and rounding.scope == "move":
        tally = replace(tally, cost=rounded(tally.cost, rounding))
        if play.mode == "announce" and tally.allowance is not None and tally.cost > tally.allowance + EPSILON:
            words = f"rounded, it costs {tally.cost}"
            name = play.stage.actors[actor].name
            add_reason(play, Reason(kind="allowance", words=words, model=name, leg=play.leg, at=play.at[actor]))
        play.tally[actor] = tally
    play.tallies[actor] = (*play.tallies[actor], tally)
    play.tallied[actor] = True
    rest = play.rest[actor]
    if rest is not None:
        left = rest - play.at[actor]
        play.rest[actor] = left
        if left <= EPSILON:
            play.out[actor] = max(play.out[actor], ACTION)
    if play.out[actor] == GOING and float(play.at[actor]) < float(trail.length) - EPSILON:
        play.out[actor] = LEG


def expire(play: Play, until: str) -> None:
    """States that last until now go."""
    states = play.stage.book.states
    for actor, held in enumerate(play.states):
        kept = tuple(each for each in held if (each.until or states[each.state].until) != until)
        if len(kept) != len(held):
            play.states[actor] = kept
            play.settle_states(actor)
