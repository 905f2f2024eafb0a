"""Where on its way other rules begin to hold for a model, with no edge of a piece to mark the place.

What is asked of the distance moved changes at a known distance, what is asked of a unit
where one of its models comes over an edge. The share of a base that lies in a piece has no
such place; it is looked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from groundrules.engine.expressions import Undecided, numeric
from groundrules.engine.moment import Moment
from groundrules.engine.refusal import Refusal
from groundrules.ground import EPSILON
from groundrules.ruleset import Choose, Compare, Conditional, Effect, Expr, Measure, Rule, Share
from groundrules.verdict import Number

if TYPE_CHECKING:
    from groundrules.engine.play import Play
    from groundrules.engine.trail import Meeting, Trail

#: Into so many parts a stretch is divided to find where shares of a base change.
_PARTS = 16
#: So near a place found by halving is to the true one.
_NEAR = 1e-11


@dataclass(frozen=True, slots=True)
class Passing:
    """What the rules that hold all the time ask of what changes on the way.

    ``moved``: what the distance moved is compared with; ``unit``: shares of the unit;
    ``base``: shares of the base, or what it covers.
    """

    moved: tuple[Expr, ...]
    unit: bool
    base: bool


def passing_of(rules: Iterable[Rule]) -> Passing | None:
    """What these rules ask; ``None`` where nothing of it changes on the way."""
    moved: dict[Expr, None] = {}
    unit = base = False
    for rule in rules:
        for part in _conditions(rule):
            if isinstance(part, Share):
                unit = unit or part.of == "unit"
                base = base or part.of == "base"
            elif isinstance(part, Measure):
                base = base or part.measure == "covered"
            elif isinstance(part, Compare):
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    if isinstance(one, Measure) and one.measure == "moved":
                        moved[other] = None
    return Passing(tuple(moved), unit, base) if moved or unit or base else None


def _conditions(rule: Rule) -> Iterator[Any]:
    """All parts of the conditions under which a rule, or a branch of it, holds all the time."""
    if rule.qualifiers.on:
        return
    yield from _parts(rule.qualifiers.when)
    yield from _of_branches(rule.effects)


def _of_branches(effects: Iterable[Effect]) -> Iterator[Any]:
    for effect in effects:
        if isinstance(effect, (Choose, Conditional)):
            yield from _parts(effect.qualifiers.when)
            yield from _of_branches(effect.effects)


def _parts(node: object) -> Iterator[Any]:
    if isinstance(node, tuple):
        for each in node:
            yield from _parts(each)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from _parts(getattr(node, field.name))


def first_change(play: Play, actor: int, start: Number, end: Number, meetings: tuple[Meeting, ...]) -> Number:
    """The place on a stretch from which on other rules hold in these pieces; ``end`` where there is none."""
    asked = play.stage.book.passing
    trail = play.trails[actor]
    if asked is None or trail is None or trail.steps:
        return end
    known = [*_thresholds(play, actor, asked), *(_edges_of_others(play, actor) if asked.unit else ())]
    end = min([place for place in known if start + EPSILON < place < end - EPSILON], default=end)
    if asked.base and not play.stage.actors[actor].base.is_point:
        return _found(play, actor, start, end, meetings)
    return end


def _thresholds(play: Play, actor: int, asked: Passing) -> Iterator[Number]:
    """The distances with which the distance moved is compared; what cannot be worked out here is asked by nobody."""
    for expr in asked.moved:
        env = play.bearing(actor).env(play.stage.book, Moment(play, actor, play.at[actor]), play.who(actor))
        try:
            yield numeric(expr, env)
        except (Undecided, Refusal):
            continue


def _edges_of_others(play: Play, actor: int) -> Iterator[Number]:
    """Where other models of the unit come over an edge: all go the same way at the same time."""
    for other, trail in enumerate(play.trails):
        if other != actor and trail is not None:
            yield from (cut for _, cut in trail.cuts)


def _found(play: Play, actor: int, start: Number, end: Number, meetings: tuple[Meeting, ...]) -> Number:
    """Where what is said changes, found by halving between two places at which it differs."""
    first, last = float(start), float(end)
    step = (last - first) / _PARTS
    places = [first + step * (part + 0.5) for part in range(_PARTS)]
    before = _said(play, actor, places[0], meetings)
    for low, high in pairwise(places):
        if _said(play, actor, high, meetings) == before:
            continue
        while high - low > _NEAR:
            middle = (low + high) / 2
            low, high = (middle, high) if _said(play, actor, middle, meetings) == before else (low, middle)
        return high if first + EPSILON < high < last - EPSILON else end
    return end


def _said(play: Play, actor: int, at: float, meetings: tuple[Meeting, ...]) -> tuple[object, ...]:
    """What rules say there: the very objects, which are the same for the same answers."""
    of = play.bearing(actor, Moment(play, actor, at))
    return (of, *(play.here(actor, meeting, Moment(play, actor, at, meeting)) for meeting in meetings))


def stretch(play: Play, actor: int, trail: Trail, goal: Number) -> tuple[Number, tuple[Meeting, ...]]:
    """The end of the stretch that begins where a model is, on which one cost holds, and the pieces that it lies in."""
    start, place, rough_goal = play.at[actor], float(play.at[actor]), float(goal)
    end, until = goal, rough_goal
    following = bisect_right(trail.cuts, place + EPSILON, key=itemgetter(0))
    if following < len(trail.cuts) and trail.cuts[following][0] < rough_goal:
        until, end = trail.cuts[following]
    meetings = trail.within(place, until)
    if play.stage.book.passing is not None:
        changed = first_change(play, actor, start, end, meetings)
        if changed is not end:
            end, meetings = changed, trail.within(place, float(changed))
    return end, meetings
