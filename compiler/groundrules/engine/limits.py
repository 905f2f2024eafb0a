"""How far a model may go on a leg, how far it must, and whether it may act so at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from groundrules.engine.expressions import Env, needs, numeric
from groundrules.engine.extremes import extremes
from groundrules.engine.moment import Moment
from groundrules.engine.moving import add_reason
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.play import ACTION, GOING, Cut, Play
from groundrules.engine.records import trace_line
from groundrules.engine.standing import Spoken, Standing, env_for
from groundrules.engine.trail import RANKS, Happening, Meeting
from groundrules.engine.words import effect_words, number_words
from groundrules.ground import EPSILON
from groundrules.ruleset import Change, ChangeNumber, Dice, Expr, Limit, Permit, Rule, TotalOf
from groundrules.verdict import Number, Reason

#: What is said about a whole leg, the surroundings that it is read in, and the piece that says it.
Said: TypeAlias = tuple[Spoken, Env, Meeting | None]
#: The dice that a limit holds as they fell; ``None`` where they were not thrown.
_Thrown: TypeAlias = tuple[Number, ...] | None


def action_context(play: Play, actor: int) -> Context:
    """The surroundings of the action itself, in which its allowance is worked out."""
    action = play.stage.action
    rule = Rule(id=action.name, subjects=(), origin=action.origin)
    happening = Happening(Fraction(0), "start", RANKS["start"])
    actors = tuple(range(len(play.stage.actors)))
    return Context(Standing(rule, -1), Occasion(actor, happening), actors, unit=play.stage.unit is not None)


def leg_rules(play: Play, actor: int) -> Sequence[Said]:
    """What is said about a whole leg: to the model by itself, and by the ground that the leg meets.

    What is said ``for unit`` to one of its models is said to all.
    """
    found: dict[Spoken, Said] = {}
    for said in _leg_rules_of(play, actor):
        found.setdefault(said[0], said)
    if play.stage.book.has_unit_rules:
        for other in range(len(play.stage.actors)):
            for said in _leg_rules_of(play, other) if other != actor else ():
                if said[0].by.rule.qualifiers.unit:
                    found.setdefault(said[0], said)
    return tuple(found.values())


def _leg_rules_of(play: Play, actor: int) -> Iterator[Said]:
    book, who = play.stage.book, play.who(actor)
    of = play.bearing(actor)
    if of.of_leg:
        env = of.env(book, Moment(play, actor, play.at[actor]), who)
        yield from ((spoken, env, None) for spoken in of.of_leg)
    trail = play.trails[actor]
    for meeting in trail.meetings if trail is not None else ():
        ground = play.here(actor, meeting)
        if ground.of_leg:
            env = ground.env(book, Moment(play, actor, play.at[actor], meeting), who)
            yield from ((spoken, env, meeting) for spoken in ground.of_leg)


def set_limits(play: Play, actor: int, said: Sequence[Said] | None = None) -> None:
    """Works out the allowance and the cap of the leg that a model is on; ``said`` are its :func:`leg_rules`."""
    trail = play.trails[actor]
    if trail is None or trail.still:
        return
    allowances: list[Number] = []
    cap: tuple[Number, str, str | None] | None = None
    used: dict[Standing, int] = {}
    for spoken, env, meeting in leg_rules(play, actor) if said is None else said:
        effect = spoken.effect
        if not isinstance(effect, Limit) or effect.limit == "floor":
            continue
        wanted = len(tuple(needs(effect.value)))
        thrown = _thrown(play, spoken.by.rule.id, used.get(spoken.by, 0), wanted)
        used[spoken.by] = used.get(spoken.by, 0) + wanted
        value = _value(play, actor, spoken, env_for(env, spoken.by), thrown)
        if effect.limit == "allowance":
            allowances.append(value)
        elif cap is None or value < cap[0]:
            cap = (value, spoken.by.rule.id, meeting.piece if meeting is not None else None)
    allowance: Number | None = min(allowances) if allowances else None
    declared = play.stage.action.allowance
    if allowance is None and declared is not None:
        thrown = _thrown(play, play.stage.action.name, 0, len(tuple(needs(declared.maximum))))
        allowance = _of_action(play, actor, declared.maximum, thrown)
    tally = play.tally[actor]
    if allowance is not tally.allowance:
        play.tally[actor] = replace(tally, allowance=allowance)
    play.caps[actor] = cap


def _value(play: Play, actor: int, spoken: Spoken, env: Env, thrown: _Thrown) -> Number:
    """A limit that a rule states."""
    assert isinstance(spoken.effect, Limit)
    context = replace(action_context(play, actor), standing=spoken.by)
    return _reckoned(play, spoken.effect.value, context, env, thrown, spoken.effect.limit == "floor")


def _of_action(play: Play, actor: int, expr: Expr, thrown: _Thrown, least: bool = False) -> Number:
    """A limit that the action itself states."""
    env = play.bearing(actor).env(play.stage.book, Moment(play, actor, play.at[actor]), play.who(actor))
    env.rule = play.stage.action.name
    return _reckoned(play, expr, action_context(play, actor), env, thrown, least)


def _reckoned(play: Play, expr: Expr, context: Context, env: Env, thrown: _Thrown, least: bool) -> Number:
    """What an expression comes to with the dice as they fell; where none were thrown, the most or the least of it."""
    env = play.changes(context.actor).reader(env)
    if thrown is None:
        return extremes(play, expr, context, env)[0 if least else 1]
    env.given = iter(thrown)
    return numeric(expr, env)


def _thrown(play: Play, name: str, start: int, wanted: int) -> _Thrown:
    """The dice of a limit as they fell, from the ``start``-th its rule asked for; ``None``: not thrown."""
    if not wanted:
        return ()
    return next((given[start : start + wanted] for key, given in play.given if key == name), None)


def dice_of_limits(play: Play) -> Iterator[tuple[str, Context, tuple[Dice | TotalOf, ...]]]:
    """The dice that must fall before a leg: of rules that set its limits, and of the action where it sets one.

    Models of a unit share them.
    """
    moving = [
        actor for actor, trail in enumerate(play.trails)
        if trail is not None and not trail.still and play.out[actor] == GOING
    ]  # fmt: skip
    seen: set[str] = set()
    declared = play.stage.action.allowance
    for actor in moving:
        own = declared is not None
        asked: dict[Standing, tuple[Dice | TotalOf, ...]] = {}
        for spoken, _, _ in leg_rules(play, actor):
            effect = spoken.effect
            # How far a model must go at least is judged before: nothing hangs on a throw for it.
            if not isinstance(effect, Limit) or effect.limit == "floor":
                continue
            own = own and effect.limit != "allowance"
            asked[spoken.by] = (*asked.get(spoken.by, ()), *needs(effect.value))
        for standing, wanted in asked.items():
            if wanted and standing.rule.id not in seen:
                seen.add(standing.rule.id)
                yield standing.rule.id, replace(action_context(play, actor), standing=standing), wanted
        wanted = tuple(needs(declared.maximum)) if own and declared is not None else ()
        if wanted and play.stage.action.name not in seen:
            seen.add(play.stage.action.name)
            yield play.stage.action.name, action_context(play, actor), wanted


def judge_leg(play: Play, actor: int, said: Sequence[Said]) -> None:
    """In an announcement: whether the leg is long enough.

    When it is played: the story of what changes the leg from its start.
    """
    trail = play.trails[actor]
    if trail is None or trail.still:
        return
    _tell(play, actor, said)
    if play.mode != "announce":
        return
    stage = play.stage
    name = stage.actors[actor].name
    floors: list[tuple[Number, str | None]] = []
    for spoken, env, _ in said:
        effect = spoken.effect
        if isinstance(effect, Limit) and effect.limit == "floor":
            floors.append((_value(play, actor, spoken, env_for(env, spoken.by), None), spoken.by.rule.id))
    declared = stage.action.allowance
    if declared is not None and declared.minimum is not None:
        floors.append((_of_action(play, actor, declared.minimum, None, least=True), None))
    for floor, by in floors:
        if trail.length < floor - EPSILON:
            words = f"{number_words(Fraction(trail.length) if isinstance(trail.length, int) else trail.length)}"
            add_reason(
                play,
                Reason(
                    kind="minimum", words=f"{words} is less than the {number_words(floor)} it must go", model=name,
                    rule=by, leg=play.leg, at=Fraction(0),
                ),
            )  # fmt: skip


def judge_action(play: Play, actor: int) -> None:
    """Whether a model may act so at all, be it that it moves or stays where it is.

    It is asked when it has been activated, and before each leg. In an announcement what
    forbids it is a reason; else dice have brought it about, and the model goes no farther.
    """
    action, name = play.stage.action.name, play.stage.actors[actor].name
    found = [
        (each.by.rule, meeting)
        for each, _, meeting in leg_rules(play, actor)
        if isinstance(each.effect, Permit) and each.effect.verb == "forbid" and action in each.effect.actions
    ]
    if play.mode == "announce":
        for rule, meeting in found:
            add_reason(
                play,
                Reason(
                    kind="action", words=f"`{rule.id}` forbids {action}", model=name, rule=rule.id,
                    source=rule.origin.place, piece=meeting.piece if meeting is not None else None, event=action,
                    leg=play.leg, at=Fraction(0),
                ),
            )  # fmt: skip
    elif found or any((who, what) == (actor, action) for who, _, what, _ in play.forbids):
        trace_line(play, actor, f"may not {action}")
        play.cuts[actor] = Cut(play.at[actor])
        play.out[actor] = max(play.out[actor], ACTION)


def _tell(play: Play, actor: int, said: Sequence[Said]) -> None:
    """A line for each limit and change that holds for the whole leg."""
    if not play.trace:
        return
    for spoken, _, meeting in said:
        effect = spoken.effect
        if isinstance(effect, (Limit, Change, ChangeNumber)) and effect.scope in ("whole move", "action"):
            trace_line(play, actor, effect_words(effect), at=Fraction(0), meeting=meeting, by=spoken.by)


def judge_legs(play: Play) -> None:
    """In an announcement: whether the action has as many moves as are announced."""
    declared = play.stage.action.allowance
    moves = declared.moves if declared is not None else None
    moving = [actor for actor in play.stage.actors if len(actor.legs) > (moves or 1)]
    if moves is None or not moving or play.mode != "announce":
        return
    words = f"{play.stage.action.name} allows {moves} {'move' if moves == 1 else 'moves'}"
    add_reason(play, Reason(kind="action", words=words, event=play.stage.action.name, leg=moves, at=Fraction(0)))
