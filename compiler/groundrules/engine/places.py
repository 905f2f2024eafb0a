"""What happens at a place: it is noted, paid for, judged, and then the rules speak."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from groundrules.engine.acting import forbidden
from groundrules.engine.expressions import numeric
from groundrules.engine.moment import Moment
from groundrules.engine.moving import charge
from groundrules.engine.occasion import Occasion
from groundrules.engine.play import Play
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


def happen(play: Play, occasions: Sequence[Occasion]) -> None:
    """Lets things happen that happen at once: noted, paid for, judged, and then what rules say."""
    for each in occasions:
        if each.meeting is not None:
            trail = play.trails[each.actor]
            play.note(
                EventMade(
                    event=each.event, at=each.at, model=play.stage.actors[each.actor].name, piece=each.piece,
                    leg=play.leg, point=trail.point_at(each.at) if trail is not None else None,
                )
            )  # fmt: skip
            _pay_and_judge(play, each)
        elif play.mode == "announce":
            _judge_own(play, each)
    speaking: list[tuple[tuple[int, str, int], Speak]] = []
    for each in occasions:
        for speak in rules_on(play, each):
            speaking.append(((speak.standing.order, each.piece or "", each.actor), speak))
    speaking.sort(key=lambda pair: pair[0])
    play.agenda.extend(speak for _, speak in reversed(speaking))


def _pay_and_judge(play: Play, occasion: Occasion) -> None:
    """Costs of entering and by measure that the ground asks for, and what it forbids."""
    meeting = occasion.meeting
    assert meeting is not None
    moment = occasion.moment(play)
    ground = play.here(occasion.actor, meeting, moment)
    for spoken in ground.spoken:
        effect = spoken.effect
        if isinstance(effect, CostEnter) and occasion.event == "enter":
            _charge(play, occasion, spoken)
        elif isinstance(effect, CostRate) and occasion.event == "leave":
            _charge(play, occasion, spoken, _length_behind(meeting, occasion.at))
        elif play.mode == "announce" and _forbids(spoken, occasion.event):
            forbidden(play, occasion.actor, spoken, occasion.event, occasion.piece, occasion.at)
    if play.mode != "announce":
        return
    _judge_own(play, occasion)
    for actor, piece, event, rule_id in sorted(play.forbids, key=repr):
        if (actor, piece, event) == (occasion.actor, occasion.piece, occasion.event):
            by = Spoken(_bare(play, rule_id), Permit("forbid"))
            forbidden(play, actor, by, event, piece, occasion.at)


def _bare(play: Play, rule_id: str) -> Standing:
    return Standing(play.stage.book.by_id[rule_id], play.stage.book.order[rule_id])


def rate_at_end(play: Play, actor: int) -> None:
    """Costs by measure of the ground that the leg ends in."""
    at = play.at[actor]
    for meeting in inside(play, actor, at):
        occasion = Occasion(actor, Happening(at, "end", RANKS["end"], meeting))
        for spoken in play.here(actor, meeting, occasion.moment(play)).spoken:
            if isinstance(spoken.effect, CostRate):
                _charge(play, occasion, spoken, _length_behind(meeting, at))


def _forbids(spoken: Spoken, event: str) -> bool:
    effect = spoken.effect
    return isinstance(effect, Permit) and effect.verb == "forbid" and event in effect.events


def _judge_own(play: Play, occasion: Occasion) -> None:
    """What the model's own rules forbid wherever it is."""
    for spoken in play.bearing(occasion.actor, occasion.moment(play)).spoken:
        if _forbids(spoken, occasion.event):
            forbidden(play, occasion.actor, spoken, occasion.event, occasion.piece, occasion.at)


def _charge(play: Play, occasion: Occasion, spoken: Spoken, length: Number | None = None) -> None:
    meeting = occasion.meeting
    assert meeting is not None
    moment = Moment(play, occasion.actor, occasion.at, meeting, occasion.happening, length)
    ground = play.here(occasion.actor, meeting, moment)
    env = env_for(ground.env(play.stage.book, moment, play.who(occasion.actor)), spoken.by)
    env = play.changes(occasion.actor, meeting).reader(env)
    effect = spoken.effect
    assert isinstance(effect, (CostEnter, CostRate))
    amount = numeric(effect.amount if isinstance(effect, CostEnter) else effect.rate, env)
    charge(play, occasion.actor, spoken, amount, meeting, occasion.event)


def _length_behind(meeting: Meeting, at: Number) -> Number:
    """How long the stretch in a piece was that ends here."""
    span = meeting.stretch(at)
    return exact_number(at - span.start.at) if span is not None else _NOTHING
