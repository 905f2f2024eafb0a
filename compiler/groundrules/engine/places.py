"""What happens at a place: it is noted, paid for, judged, and then the rules speak."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from groundrules.engine.acting import refuse
from groundrules.engine.amounts import dice_in
from groundrules.engine.dice import Request
from groundrules.engine.expressions import numeric
from groundrules.engine.extremes import extremes
from groundrules.engine.gathering import Gather
from groundrules.engine.here import Here
from groundrules.engine.moment import Moment
from groundrules.engine.moving import charge, cut_short, has_room
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.play import LEG, Play, Task
from groundrules.engine.records import note_failed
from groundrules.engine.speaking import OF_PIECES, Speak, rules_on
from groundrules.engine.standing import Spoken, Standing, env_for
from groundrules.engine.trail import RANKS, Happening, Meeting, exact_number
from groundrules.ground import EPSILON, Number as GroundNumber
from groundrules.ruleset import CostEnter, CostRate, Permit
from groundrules.verdict import EventMade, Number

#: Something that happens, and what the piece is to the model at which it does.
_Come: TypeAlias = tuple[Occasion, Here | None]
_NOTHING = Fraction(0)


def inside(play: Play, actor: int, at: Number) -> list[Meeting]:
    """The pieces that a model is in, so far along its leg."""
    trail = play.trails[actor]
    if trail is None:
        return []
    return list(trail.inside(at))


def is_calm(play: Play, occasion: Occasion) -> bool:
    """Whether no rule waits for what happens, forbids it, or puts a price on it: it is only to be noted."""
    actor, happening = occasion.actor, occasion.happening
    of, meeting, event = play.settled_bearing(actor), happening.meeting, happening.event
    if of is None or of.prices or event in of.events or event in of.forbids or play.forbids:
        return False
    if meeting is None:
        return True
    ground = play.settled_ground(actor, meeting)
    if ground is None or (play.trace and ground.failed):
        return False
    return not (ground.prices or event in ground.events or event in ground.forbids)


def happen(play: Play, occasions: Sequence[Occasion]) -> Sequence[Task]:
    """Lets things happen that happen at once: judged, paid for, noted. What rules then say goes on the agenda.

    In an announcement everything happens, and what is wrong with it becomes a reason. In a
    resolution nothing happens that is forbidden by now, that cannot be paid, or for which
    there is no room: the model stops before it. Dice of a price fall before it is paid.
    """
    come = [(each, _ground(play, each)) for each in occasions]
    if play.mode == "announce":
        for each, ground in come:
            _pay(play, each, ground, iter(()))
            _judge(play, each, ground)
        return _noted(play, come)
    for each, ground in come:
        _judge(play, each, ground)
    come = [pair for pair in come if _still_happens(play, pair[0])]
    wanted = [(each, spoken) for each, ground in come for spoken in _prices(each, ground) if dice_in(spoken.effect)]
    return [Paying(tuple(come), tuple(wanted))] if wanted else _paid(play, come, ())


def _paid(play: Play, come: Sequence[_Come], thrown: Sequence[tuple[Number, ...]]) -> list[Speak]:
    dice = iter(thrown)
    for each, ground in come:
        _pay(play, each, ground, dice)
    return _noted(play, [pair for pair in come if _still_happens(play, pair[0])])


def _noted(play: Play, come: Sequence[_Come]) -> list[Speak]:
    for each, _ in come:
        if each.happening.meeting is not None:
            note_event(play, each)
    speaking = [speak for each, ground in come for speak in rules_on(play, each, ground)]
    if len(speaking) > 1:
        speaking.sort(key=_first_speaks)
        speaking.reverse()
    return speaking


@dataclass(frozen=True, slots=True)
class Paying:
    """Things happen that have their price in dice: these are thrown, one price after the other, then all is paid."""

    come: tuple[_Come, ...]
    wanted: tuple[tuple[Occasion, Spoken], ...]
    thrown: tuple[tuple[Number, ...], ...] = ()

    def run(self, play: Play) -> Request | None:
        """Throws for the next price, or goes on."""
        if len(self.thrown) == len(self.wanted):
            play.agenda += _paid(play, self.come, self.thrown)
            return None
        occasion, spoken = self.wanted[len(self.thrown)]
        context = Context(spoken.by, occasion, (occasion.actor,))
        play.agenda.append(Gather(context, dice_in(spoken.effect), spoken.by.rule.id, self))
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("the dice of a price are gathered before it is paid")

    def with_given(self, given: tuple[Number, ...]) -> Paying:
        """The same with the dice of one price more."""
        return replace(self, thrown=(*self.thrown, given))


def _still_happens(play: Play, occasion: Occasion) -> bool:
    happening = occasion.happening
    return happening.event == "end" or play.happens(occasion.actor, happening.at, happening.event)


def _first_speaks(speak: Speak) -> tuple[int, str, int]:
    return (speak.standing.order, speak.occasion.piece or "", speak.occasion.actor)


def _ground(play: Play, occasion: Occasion) -> Here | None:
    """What the piece is to the model at which something happens, if it does at one."""
    actor, meeting = occasion.actor, occasion.happening.meeting
    if meeting is None:
        return None
    ground = play.settled_ground(actor, meeting)
    if ground is None or play.trace:
        moment = occasion.moment(play)
        note_failed(play, actor, moment)
        ground = play.here(actor, meeting, moment)
    return ground


def note_event(play: Play, occasion: Occasion) -> None:
    """Notes that it happened."""
    actor, happening = occasion.actor, occasion.happening
    trail, meeting = play.trails[actor], happening.meeting
    if meeting is not None and meeting.inner:
        return
    play.note(
        EventMade(
            event=happening.event,
            at=happening.at,
            model=play.stage.actors[actor].name,
            piece=meeting.piece if meeting is not None else None,
            leg=play.leg,
            point=trail.point_at(happening.at) if trail is not None and play.trace else None,
        )
    )


def _prices(occasion: Occasion, ground: Here | None) -> list[Spoken]:
    """What is paid for when this happens: entering, and by measure what is left behind."""
    if ground is None or not (ground.prices or ground.bearing.prices):
        return []
    event, meeting = occasion.event, occasion.meeting
    assert meeting is not None
    return [
        each
        for each in (*ground.prices, *ground.bearing.prices)
        if not (meeting.inner and each.by.ground is None)
        and (
            (isinstance(each.effect, CostEnter) and event == "enter")
            or (isinstance(each.effect, CostRate) and event == "leave" and not each.by.own)
        )
    ]


def _pay(play: Play, occasion: Occasion, ground: Here | None, dice: Iterator[tuple[Number, ...]]) -> None:
    """Costs of entering, and by measure when the stretch is behind; ``dice``: as they fell for the prices with dice."""
    meeting = occasion.meeting
    for spoken in _prices(occasion, ground):
        assert meeting is not None
        length = None
        if isinstance(spoken.effect, CostRate):
            length = _length_behind(play, occasion.actor, meeting, spoken, occasion.at)
        thrown = next(dice, None) if dice_in(spoken.effect) else None
        _charge(play, occasion, spoken, length, thrown if play.mode == "resolve" else None)


def _judge(play: Play, occasion: Occasion, ground: Here | None) -> None:
    """What the ground, the model's own rules, and rules on earlier events forbid; what there is no room for."""
    actor, event, piece = occasion.actor, occasion.happening.event, occasion.piece
    of = play.settled_bearing(actor) or play.bearing(actor, occasion.moment(play))
    for what in (event, "cross") if event == "leave" and _crosses(play, occasion) else (event,):
        found = of.forbids.get(what, ())
        if ground is not None:
            found += ground.forbids.get(what, ())
        if play.forbids:
            found += tuple(
                Spoken(_bare(play, rule_id), Permit("forbid"))
                for who, where, forbidden, rule_id in sorted(play.forbids, key=repr)
                if (who, forbidden) == (actor, what) and where in (None, piece)
            )
        for spoken in found:
            if occasion.meeting is not None and occasion.meeting.inner and spoken.by.ground is None:
                continue
            refuse(play, actor, spoken, what, piece, occasion.at)
    if play.mode != "announce":
        _ask_for_room(play, occasion)


def _crosses(play: Play, occasion: Occasion) -> bool:
    """Whether a piece that is left has been crossed by then; only where nothing is merely announced."""
    trail = play.trails[occasion.actor]
    if play.mode == "announce" or trail is None:
        return False
    happening = occasion.happening
    return any(
        each.event == "cross" and each.meeting is happening.meeting and each.place == happening.place
        for each in trail.happenings()
    )


def _ask_for_room(play: Play, occasion: Occasion) -> None:
    """What there is no room for is not entered: the leg ends at the edge, on a grid before the cell."""
    actor, event = occasion.actor, occasion.happening.event
    trail = play.trails[actor]
    into = trail is not None and (event == "enter" or (bool(trail.steps) and event in OF_PIECES))
    if into and play.cuts[actor] is None and not has_room(play, actor):
        play.cuts[actor] = cut_short(trail, occasion.at)
        play.out[actor] = max(play.out[actor], LEG)


def _bare(play: Play, rule_id: str) -> Standing:
    return Standing(play.stage.book.by_id[rule_id], play.stage.book.order[rule_id])


def pay_at_end(play: Play, actor: int, within: Iterable[Meeting]) -> None:
    """Costs by measure: of the ground ``within`` which the leg ends, and of the model's own rules for the whole leg."""
    at = play.at[actor]
    for meeting in within:
        occasion = Occasion(actor, Happening(at, "end", RANKS["end"], meeting))
        for spoken in play.here(actor, meeting, occasion.moment(play)).prices:
            if isinstance(spoken.effect, CostRate):
                _charge(play, occasion, spoken, _length_behind(play, actor, meeting, spoken, at))
    for spoken in play.bearing(actor).prices:
        if isinstance(spoken.effect, CostRate):
            _charge(play, Occasion(actor, Happening(at, "end", RANKS["end"])), spoken, play.tally[actor].moved)


def _charge(
    play: Play,
    occasion: Occasion,
    spoken: Spoken,
    length: Number | None = None,
    thrown: tuple[Number, ...] | None = None,
) -> None:
    """A price is paid: with dice as they fell, or where nobody knows them the least that they can come to."""
    meeting = occasion.meeting
    moment = Moment(play, occasion.actor, occasion.at, meeting, occasion.happening, length)
    book, who = play.stage.book, play.who(occasion.actor)
    if meeting is not None:
        env = play.here(occasion.actor, meeting, moment).env(book, moment, who)
    else:
        env = play.bearing(occasion.actor, moment).env(book, moment, who)
    env = play.changes(occasion.actor, meeting).reader(env_for(env, spoken.by))
    effect = spoken.effect
    assert isinstance(effect, (CostEnter, CostRate))
    expr = effect.amount if isinstance(effect, CostEnter) else effect.rate
    if thrown is not None:
        env.given = iter(thrown)
        amount = numeric(expr, env)
    else:
        context = Context(spoken.by, occasion, (occasion.actor,))
        amount, _ = extremes(play, expr, context, env)
        play.quiet = play.quiet and not dice_in(effect)
    charge(play, occasion.actor, spoken, amount, meeting, occasion.event)


def _length_behind(play: Play, actor: int, meeting: Meeting, spoken: Spoken, at: Number) -> Number:
    """How long the stretch in a piece was that ends here, less what the same rule is paid for in another piece.

    The same terrain twice never counts twice: where pieces share ground it belongs to the
    one that is left first, of those left at once to the first by name.
    """
    trail = play.trails[actor]
    span = trail.part(meeting, spoken.by.ground).stretch(at) if trail is not None else None
    if trail is None or span is None:
        return _NOTHING
    start = span.start.at
    paid: list[tuple[GroundNumber, GroundNumber]] = []
    for other in trail.meetings:
        if other.piece == meeting.piece or not _says_too(play.here(actor, other), spoken):
            continue
        for each in other.spans:
            end = min(each.end.at, at)
            before = end < at - EPSILON or (each.end.at <= at + EPSILON and other.piece < meeting.piece)
            if each.inside and before and end > start:
                paid.append((max(each.start.at, start), end))
    length, reached = at - start, start
    for begin, end in sorted(paid):
        length -= max(end - max(begin, reached), 0)
        reached = max(reached, end)
    return exact_number(length)


def _says_too(ground: Here, spoken: Spoken) -> bool:
    """Whether the same rule about the same terrain says the same of another piece."""
    return any((each.by.rule, each.by.bind, each.effect) == (spoken.by.rule, spoken.by.bind, spoken.effect)
               for each in ground.prices)  # fmt: skip
