"""Going along a leg: what each stretch costs, and where the allowance or a cap ends it.

In an announcement nothing ends: what is too far becomes a reason, with the place where it
bites. In a resolution the model stops there, since dice may only now have made it so.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from groundrules.engine.cost import UnitCost
from groundrules.engine.passing import stretch
from groundrules.engine.play import LEG, Cut, Play, Tally
from groundrules.engine.records import trace_line
from groundrules.engine.standing import Spoken
from groundrules.engine.trail import Meeting, Trail
from groundrules.engine.words import effect_words, number_words
from groundrules.ground import EPSILON
from groundrules.ruleset import Rounding
from groundrules.verdict import Number, Reason

_NOTHING = Fraction(0)
#: What still happens at the place where a leg was cut short by distance.
_AT_THE_CUT = frozenset(("leave", "contact", "cross"))


def cut_short(trail: Trail | None, at: Number, key: tuple[str, str | None] | None = None) -> Cut:
    """The end of a leg by distance; on a grid the step that would begin there is not taken, and brings nothing."""
    return Cut(at, frozenset() if trail is not None and trail.steps else _AT_THE_CUT, key)


def advance(play: Play, actor: int, to: Number) -> None:
    """Takes a model along its leg, paying for the ground."""
    trail = play.trails[actor]
    if trail is None:
        return
    reach = play.reach(actor)
    goal, limit = float(to), float(reach)
    # A fraction and a float are compared slowly; in floats first.
    if limit < goal or (limit == goal and type(reach) is type(to) and reach < to):
        to, goal = reach, limit
    while (place := float(play.at[actor])) < goal - EPSILON:
        start = play.at[actor]
        end, meetings = stretch(play, actor, trail, to)
        cost = play.unit_cost(actor, meetings, start, end)
        stopped = _pay(play, actor, trail, start, end, cost, meetings)
        if stopped is not None:
            play.at[actor] = stopped
            play.cuts[actor] = cut_short(trail, stopped)
            play.out[actor] = max(play.out[actor], LEG)
            return
        play.at[actor] = end
    if goal > place:
        play.at[actor] = to


def has_room(play: Play, actor: int) -> bool:
    """Whether a model can go on from where it is: nothing is entered that it cannot go into."""
    trail, start = play.trails[actor], play.at[actor]
    if trail is None or start >= trail.length - EPSILON:
        return True
    end, meetings = stretch(play, actor, trail, trail.step_end(start) if trail.steps else trail.length)
    cost = play.unit_cost(actor, meetings, start, end)
    _, paid, room = _price(play, actor, trail, start, end, cost)
    return all(at > start + EPSILON for at, _ in _ends(play, actor, trail, start, end, paid, room))


def _price(
    play: Play, actor: int, trail: Trail, start: Number, end: Number, cost: UnitCost
) -> tuple[Number, Number, Number | None]:
    """The length of a stretch, what is paid for it, and what there is to pay it with (``None``: no bound)."""
    tally = play.tally[actor]
    length = end - start
    # Fractions times floats are slow, and most ground costs what it measures.
    paid = length if cost.each == 1 else length * cost.each
    if cost.per_cell:
        paid += cost.per_cell * trail.cells(start, end)
    room = None if tally.allowance is None else max(tally.allowance - tally.cost, _NOTHING)
    if cost.uses_all:
        paid = length if room is None else max(length, room)
    return length, paid, room


def _pay(
    play: Play, actor: int, trail: Trail, start: Number, end: Number, cost: UnitCost, meetings: tuple[Meeting, ...]
) -> Number | None:
    """Pays for a stretch; where the model must stop on it, if it must."""
    tally = play.tally[actor]
    length, paid, room = _price(play, actor, trail, start, end, cost)
    stop = _end_of_room(play, actor, _ends(play, actor, trail, start, end, paid, room))
    if stop is not None:
        share = (stop - start) / length
        paid, length, end = paid * share, stop - start, stop
    play.tally[actor] = Tally(tally.cost + paid, tally.moved + length, tally.allowance, tally.used_all or cost.uses_all)
    for spoken, number in cost.lines if play.trace else ():
        meeting = meetings[number] if number is not None else None
        trace_line(play, actor, effect_words(spoken.effect), at=start, meeting=meeting, by=spoken.by, length=length)
    return stop


def _ends(
    play: Play, actor: int, trail: Trail, start: Number, end: Number, paid: Number, room: Number | None
) -> list[tuple[Number, Reason]]:
    """Where on a stretch the allowance or a cap ends, if they do; on a grid after the last whole step."""
    ends: list[tuple[Number, Reason]] = []
    name = play.stage.actors[actor].name
    if room is not None and float(paid) > float(room) + EPSILON and not _is_rounded_away(play, actor, paid):
        at = trail.whole_steps(start + (end - start) * room / paid)
        tally = play.tally[actor]
        assert tally.allowance is not None
        words = f"the allowance of {number_words(tally.allowance)} ends here"
        ends.append((at, Reason(kind="allowance", words=words, model=name, leg=play.leg, at=at)))
    cap = play.caps[actor]
    if cap is not None and float(end) > float(cap[0]) + EPSILON:
        at = trail.whole_steps(max(start, cap[0]))
        words = f"`{cap[1]}` allows no more than {number_words(cap[0])}"
        ends.append(
            (at, Reason(kind="allowance", words=words, model=name, rule=cap[1], piece=cap[2], leg=play.leg, at=at))
        )
    return ends


def _is_rounded_away(play: Play, actor: int, paid: Number) -> bool:
    """Whether a cost over the allowance is none any more once it is rounded."""
    rounding, tally = play.stage.book.settings.rounding, play.tally[actor]
    if rounding is None or tally.allowance is None:
        return False
    return rounded(tally.cost + paid, rounding) <= tally.allowance + EPSILON


def _end_of_room(play: Play, actor: int, ends: list[tuple[Number, Reason]]) -> Number | None:
    """The first of the ends of a stretch; in an announcement they are noted as reasons instead."""
    if not ends:
        return None
    if play.mode == "announce":
        for _, reason in ends:
            add_reason(play, reason)
        return None
    at, reason = min(ends, key=_first)
    trace_line(play, actor, reason.words, at=at)
    return at


def _first(end: tuple[Number, Reason]) -> Number:
    return end[0]


def add_reason(play: Play, reason: Reason) -> None:
    """Notes a reason, the same one once: where it bites first."""
    for known in play.reasons:
        same = (known.kind, known.model, known.piece, known.rule, known.event, known.leg)
        if same == (reason.kind, reason.model, reason.piece, reason.rule, reason.event, reason.leg):
            return
    play.reasons = (*play.reasons, reason)


def charge(play: Play, actor: int, spoken: Spoken, amount: Number | None, meeting: Meeting | None, event: str) -> None:
    """Pays once, at a place; ``None`` is all that is left."""
    tally = play.tally[actor]
    room = None if tally.allowance is None else max(tally.allowance - tally.cost, _NOTHING)
    uses_all = amount is None
    if amount is None:
        amount = room if room is not None else _NOTHING
    if room is not None and amount > room + EPSILON and not _is_rounded_away(play, actor, amount):
        at = play.at[actor]
        piece = meeting.piece if meeting is not None else None
        words = f"the allowance of {number_words(tally.allowance or _NOTHING)} does not pay for it"
        if play.mode == "announce":
            add_reason(
                play,
                Reason(
                    kind="allowance", words=words, model=play.stage.actors[actor].name, piece=piece, event=event,
                    leg=play.leg, at=at,
                ),
            )  # fmt: skip
        else:
            trace_line(play, actor, words, at=at, meeting=meeting, event=event)
            play.cuts[actor] = Cut(at)
            play.out[actor] = max(play.out[actor], LEG)
            return
    play.tally[actor] = replace(tally, cost=tally.cost + amount, used_all=tally.used_all or uses_all)
    trace_line(play, actor, effect_words(spoken.effect), meeting=meeting, event=event, by=spoken.by)


def rounded(value: Number, rounding: Rounding) -> Number:
    """A cost rounded to whole units; what is one to the tolerance is not rounded away."""
    near = round(value)
    if -EPSILON <= value - near <= EPSILON:
        return Fraction(near)
    if rounding.direction == "up":
        return Fraction(math.ceil(value))
    if rounding.direction == "down":
        return Fraction(math.floor(value))
    return Fraction(math.floor(value + Fraction(1, 2)))
