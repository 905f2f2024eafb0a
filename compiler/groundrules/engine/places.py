"""What happens at a place: it is noted, paid for, judged, and then the rules speak."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from groundrules.engine.acting import forbidden
from groundrules.engine.expressions import numeric
from groundrules.engine.here import Here
from groundrules.engine.moment import Moment
from groundrules.engine.moving import charge
from groundrules.engine.occasion import Occasion
from groundrules.engine.play import Play
from groundrules.engine.records import note_failed
from groundrules.engine.speaking import Speak, rules_on
from groundrules.engine.standing import Spoken, Standing, env_for
from groundrules.engine.trail import RANKS, Happening, Meeting, exact_number
from groundrules.ground import Lies
from groundrules.ruleset import CostEnter, CostRate, Permit
from groundrules.verdict import EventMade, Number

_NOTHING = Fraction(0)


def inside(play: Play, actor: int, at: Number) -> list[Meeting]:
    """The pieces that a model is in, so far along its leg."""
    trail = play.trails[actor]
    if trail is None:
        return []
    return [each for each in trail.meetings if each.lies(at, trail.length) is Lies.IN]


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


def happen(play: Play, occasions: Sequence[Occasion]) -> list[Speak]:
    """Lets things happen that happen at once: noted, paid for, judged. What rules then say goes on the agenda."""
    grounds = [_come_to(play, each) for each in occasions]
    speaking = [
        speak for each, ground in zip(occasions, grounds, strict=True) for speak in rules_on(play, each, ground)
    ]
    if len(speaking) > 1:
        speaking.sort(key=_first_speaks)
        speaking.reverse()
    return speaking


def _first_speaks(speak: Speak) -> tuple[int, str, int]:
    return (speak.standing.order, speak.occasion.piece or "", speak.occasion.actor)


def _come_to(play: Play, occasion: Occasion) -> Here | None:
    """Notes something that happens, pays for it and judges it; what the piece is to the model, if it is at one."""
    actor, happening = occasion.actor, occasion.happening
    meeting = happening.meeting
    ground = None
    if meeting is not None:
        note_event(play, occasion)
        ground = play.settled_ground(actor, meeting)
        if ground is None or play.trace:
            moment = occasion.moment(play)
            note_failed(play, actor, moment)
            ground = play.here(actor, meeting, moment)
        if ground.prices or ground.bearing.prices:
            _pay(play, occasion, (*ground.prices, *ground.bearing.prices))
    if play.mode == "announce":
        _judge(play, occasion, ground)
    return ground


def note_event(play: Play, occasion: Occasion) -> None:
    """Notes that it happened."""
    actor, happening = occasion.actor, occasion.happening
    trail, meeting = play.trails[actor], happening.meeting
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


def _pay(play: Play, occasion: Occasion, prices: Sequence[Spoken]) -> None:
    """Costs of entering, and by measure when the stretch is behind."""
    assert occasion.meeting is not None
    for spoken in prices:
        if isinstance(spoken.effect, CostEnter) and occasion.event == "enter":
            _charge(play, occasion, spoken)
        elif isinstance(spoken.effect, CostRate) and occasion.event == "leave" and not spoken.by.own:
            _charge(play, occasion, spoken, _length_behind(occasion.meeting, occasion.at))


def _judge(play: Play, occasion: Occasion, ground: Here | None) -> None:
    """What the ground, the model's own rules, and rules on earlier events forbid."""
    actor, event = occasion.actor, occasion.happening.event
    of = play.settled_bearing(actor) or play.bearing(actor, occasion.moment(play))
    found = of.forbids.get(event, ())
    if ground is not None:
        found += ground.forbids.get(event, ())
        if play.forbids:
            found += tuple(
                Spoken(_bare(play, rule_id), Permit("forbid"))
                for who, where, what, rule_id in sorted(play.forbids, key=repr)
                if (who, where, what) == (actor, occasion.piece, event)
            )
    for spoken in found:
        forbidden(play, actor, spoken, event, occasion.piece, occasion.at)


def _bare(play: Play, rule_id: str) -> Standing:
    return Standing(play.stage.book.by_id[rule_id], play.stage.book.order[rule_id])


def pay_at_end(play: Play, actor: int, within: Iterable[Meeting]) -> None:
    """Costs by measure: of the ground ``within`` which the leg ends, and of the model's own rules for the whole leg."""
    at = play.at[actor]
    for meeting in within:
        occasion = Occasion(actor, Happening(at, "end", RANKS["end"], meeting))
        for spoken in play.here(actor, meeting, occasion.moment(play)).prices:
            if isinstance(spoken.effect, CostRate):
                _charge(play, occasion, spoken, _length_behind(meeting, at))
    for spoken in play.bearing(actor).prices:
        if isinstance(spoken.effect, CostRate):
            _charge(play, Occasion(actor, Happening(at, "end", RANKS["end"])), spoken, play.tally[actor].moved)


def _charge(play: Play, occasion: Occasion, spoken: Spoken, length: Number | None = None) -> None:
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
    amount = numeric(effect.amount if isinstance(effect, CostEnter) else effect.rate, env)
    charge(play, occasion.actor, spoken, amount, meeting, occasion.event)


def _length_behind(meeting: Meeting, at: Number) -> Number:
    """How long the stretch in a piece was that ends here."""
    span = meeting.stretch(at)
    return exact_number(at - span.start.at) if span is not None else _NOTHING
