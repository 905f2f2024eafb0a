"""Effects taking hold, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.engine.amounts import dice_in, farthest, settled, with_thrown
from groundrules.engine.dice import Request
from groundrules.engine.expressions import Env, Undecided, argument
from groundrules.engine.gathering import Gather
from groundrules.engine.limits import set_limits
from groundrules.engine.matching import same
from groundrules.engine.moving import add_reason, advance, charge
from groundrules.engine.occasion import Context
from groundrules.engine.performing import MakeRoll
from groundrules.engine.play import ACTION, LEG, Cut, PendingHalt, Play
from groundrules.engine.qualifying import kept_by
from groundrules.engine.records import StateNoted, trace_line
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Named
from groundrules.engine.standing import Spoken
from groundrules.engine.words import called, effect_words
from groundrules.ruleset import (
    Becomes,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Deliver,
    Effect,
    Expr,
    GainLose,
    Halt,
    Ignore,
    Limit,
    MoreDice,
    Pass,
    Perform,
    Permit,
    Reroll,
    StopAfter,
    Term,
    Treat,
)
from groundrules.verdict import Argument, Number, OutcomeMade, Pending, Reason, StateHeld

#: Said once on the way, these hold for the rest of the action.
_LASTING = (CostTimes, CostFloor, Limit, Change, ChangeNumber, ChangeRoll, MoreDice, Treat, Ignore, Pass, Reroll)

#: What a model that is on its way cannot but do.
_UNAVOIDABLE = frozenset(("start", "end", "activate", "turn start", "turn end", "contact"))


@dataclass(frozen=True, slots=True)
class Do:
    """The effects from ``number`` on; ``given``: dice already thrown for the first of them."""

    context: Context
    effects: tuple[Effect, ...]
    number: int = 0
    given: tuple[Number, ...] | None = None

    def run(self, play: Play) -> Request | None:
        """Lets the next effect take hold."""
        if self.number >= len(self.effects):
            return None
        effect = self.effects[self.number]
        wanted = dice_in(effect)
        if play.mode == "announce" and (wanted or isinstance(effect, (Perform, Deliver))):
            play.quiet = False
            play.agenda.append(self.following)
            if wanted:
                play.agenda.append(Reckon(self.context, effect))
            return None
        if wanted and self.given is None:
            thing = effect.outcome if isinstance(effect, Deliver) else self.context.standing.rule.id
            receiver: Do | Reckon = self
            if play.mode == "preview":
                play.agenda.append(self.following)
                receiver = Reckon(self.context, effect)
            play.agenda.append(Gather(self.context, wanted, thing, receiver, beside=isinstance(effect, Deliver)))
            return None
        play.agenda.append(self.following)
        with _results(self.context):
            act(play, self.context, with_thrown(effect, self.given) if self.given else effect, effect)
        return None

    @property
    def following(self) -> Do:
        """What comes after the next effect."""
        return Do(self.context, self.effects, self.number + 1)

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("effects ask for no faces themselves")

    def with_given(self, given: tuple[Number, ...]) -> Do:
        """The same with the dice that were thrown for it."""
        return replace(self, given=given)


@dataclass(frozen=True, slots=True)
class Reckon:
    """An effect whose dice nobody knows yet: what it says of how far the model goes counts at its best."""

    context: Context
    effect: Effect

    def run(self, play: Play) -> Request | None:
        """Lets it take hold so."""
        with _results(self.context):
            best = farthest(play, self.context, self.effect)
            if best is not None:
                act(play, self.context, best, self.effect)
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("nothing is asked for where no dice fall")

    def with_given(self, given: tuple[Number, ...]) -> Reckon:
        """The same: in a preview no dice have been thrown."""
        return self


@contextmanager
def _results(context: Context) -> Iterator[None]:
    """Refuses what reads the result of a roll that was not made."""
    try:
        yield
    except Undecided:
        branch = context.branch or context.standing.rule.id
        raise Refusal("dice", f"`{branch}` reads the result of a roll that was passed and not made") from None


def act(play: Play, context: Context, effect: Effect, said: Effect) -> None:
    """One effect takes hold, its dice thrown; ``said``: as it stands in the rule."""
    match effect:
        case Perform(roll=roll, args=args, handlers=handlers):
            play.agenda.append(MakeRoll(context, roll, _arguments(play, context, args), handlers))
        case Deliver():
            _deliver(play, context, effect)
            _say(play, context, said)
        case GainLose():
            _gain_or_lose(play, context, effect)
            _say(play, context, said)
            refresh(play, context.actors)
        case Halt(halt=halt):
            _halt(play, context, effect, halt)
        case StopAfter(distance=distance):
            far = context.numeric(play, distance)
            _say(play, context, said)
            _stop(play, context, "stop after", far)
        case Choose():
            if _chosen(play, context, effect):
                _branch(play, context, effect)
        case Conditional():
            _branch(play, context, effect)
        case Permit():
            _permit(play, context, effect)
        case CostEnter() | CostPlus() | CostRate() | CostAll():
            _charge(play, context, effect, said)
        case CountsAs(terrains=terrains):
            _counts_as(play, context, terrains)
            _say(play, context, said)
        case Becomes(terrain=terrain):
            _becomes(play, context, terrain)
            _say(play, context, said)
        case _ if isinstance(effect, _LASTING):
            lasting = settled(effect, context, context.env(play))
            for actor in context.actors:
                play.extra[actor] = (*play.extra[actor], Spoken(context.standing, lasting))
            _say(play, context, said)
            refresh(play, context.actors)


def _branch(play: Play, context: Context, effect: Choose | Conditional) -> None:
    if kept_by(effect.qualifiers, context.plain_env(play), effect.id) is None:
        play.agenda.append(Do(replace(context, branch=effect.id), effect.effects))


def _say(play: Play, context: Context, effect: Effect) -> None:
    if not play.trace:
        return
    occasion = context.occasion
    trace_line(
        play, context.actor, effect_words(effect), meeting=occasion.meeting, event=occasion.event,
        by=context.standing, branch=context.branch,
    )  # fmt: skip


def refresh(play: Play, actors: Iterable[int]) -> None:
    """Works out again how far models may go, after something about them has changed."""
    for actor in actors:
        set_limits(play, actor)


def _arguments(play: Play, context: Context, args: tuple[Expr, ...]) -> tuple[Argument, ...]:
    """What stands in brackets, worked out."""
    if not args:
        return ()
    env = context.env(play)
    return tuple(argument(arg, env) for arg in args)


def _deliver(play: Play, context: Context, effect: Deliver) -> None:
    play.note(
        OutcomeMade(
            outcome=effect.outcome,
            args=_arguments(play, context, effect.args),
            without=effect.without,
            model=context.name(play),
            piece=context.occasion.piece,
            rule=context.standing.rule.id,
            source=context.standing.rule.origin.place,
        )
    )


def _gain_or_lose(play: Play, context: Context, effect: GainLose) -> None:
    for term in effect.states:
        env = context.plain_env(play) if term.args else None
        args = tuple(argument(arg, env) for arg in term.args) if env is not None else ()
        for actor in context.actors:
            name = play.stage.actors[actor].name
            held = play.states[actor]
            if effect.verb == "gain":
                if any((each.state, each.args) == (term.name, args) for each in held):
                    continue
                play.states[actor] = (*held, StateHeld(name, term.name, args))
            else:
                play.states[actor] = tuple(each for each in held if not _is_state(each, term, env))
                if len(play.states[actor]) == len(held):
                    continue
            play.note(StateNoted(name, term.name, effect.verb == "gain"))
            play.settle_states(actor)


def _is_state(held: StateHeld, term: Term, env: Env | None) -> bool:
    if held.state != term.name:
        return False
    return env is None or all(same(argument(a, env), b) for a, b in zip(term.args, held.args, strict=False))


def _halt(play: Play, context: Context, effect: Halt, halt: str) -> None:
    if play.mode == "announce":
        play.quiet = False
        return
    if halt == "may stop":
        stage = play.stage
        if not stage.may_stop:
            occasion = context.occasion
            pending = Pending(
                kind="may stop", name="may stop", choices=("yes", "no"), rule=context.standing.rule.id,
                source=context.standing.rule.origin.place, model=context.name(play), piece=occasion.piece,
            )  # fmt: skip
            if not stage.asking.question(pending):
                return
        _say(play, context, effect)
        # A test together has interrupted the whole move at the first contact.
        for actor in range(len(stage.actors)) if context.stood is None else ():
            if play.trails[actor] is not None and play.out[actor] <= LEG:
                advance(play, actor, context.occasion.at)
        _stop(play, replace(context, actors=tuple(range(len(stage.actors)))), "stop")
        return
    _say(play, context, effect)
    _stop(play, context, halt)


def _stop(play: Play, context: Context, kind: str, distance: Number = Fraction(0)) -> None:
    occasion = context.occasion
    if play.mode == "announce":
        play.quiet = False
        return
    play.halts = (
        *play.halts,
        *(PendingHalt(actor, kind, occasion.meeting, occasion.key, distance) for actor in context.actors),
    )


def _chosen(play: Play, context: Context, effect: Choose) -> bool:
    if effect.option in play.profiles[context.actor].options:
        return True
    pending = Pending(
        kind="option", name=effect.option, choices=("yes", "no"), rule=context.standing.rule.id,
        source=context.standing.rule.origin.place, model=context.name(play), piece=context.occasion.piece,
    )  # fmt: skip
    return play.stage.asking.question(pending)


def _permit(play: Play, context: Context, effect: Permit) -> None:
    """A permit that an event or dice bring: judged there, or where what it forbids comes later."""
    if effect.verb != "forbid":
        return
    occasion = context.occasion
    for event in effect.events:
        if event == occasion.event:
            refuse(play, context.actor, Spoken(context.standing, effect), occasion.event, occasion.piece, occasion.at)
    later = [*(event for event in effect.events if event != occasion.event), *effect.actions]
    entries = {(actor, occasion.piece, what, context.standing.rule.id) for actor in context.actors for what in later}
    play.forbids = play.forbids | entries
    if play.mode == "announce" and play.stage.action.name in effect.actions:
        by = context.standing.rule
        words = f"`{called(by)}` forbids {play.stage.action.name}"
        add_reason(
            play,
            Reason(
                kind="action", words=words, model=play.stage.actors[context.actor].name, piece=occasion.piece,
                rule=by.id, source=by.origin.place, event=play.stage.action.name, leg=play.leg, at=occasion.at,
            ),
        )  # fmt: skip


def refuse(play: Play, actor: int, by: Spoken, event: str, piece: str | None, at: Number) -> None:
    """An event is forbidden: on the announced path a reason, else the model stops before it.

    Whatever is forbidden only now, dice have brought about.
    """
    rule = by.by.rule
    if play.mode != "announce":
        if event not in _UNAVOIDABLE:
            trace_line(play, actor, f"may not {event}", at=at, by=by.by)
            play.cuts[actor] = Cut(at)
            play.out[actor] = max(play.out[actor], ACTION)
        return
    where = f" {piece}" if piece is not None else ""
    add_reason(
        play,
        Reason(
            kind="piece" if piece is not None else "rule", words=f"`{called(rule)}` forbids to {event}{where}",
            model=play.stage.actors[actor].name, piece=piece, rule=rule.id, source=rule.origin.place, event=event,
            leg=play.leg, at=at,
        ),
    )  # fmt: skip


def _charge(play: Play, context: Context, effect: CostEnter | CostPlus | CostRate | CostAll, said: Effect) -> None:
    occasion = context.occasion
    amount: Number | None = None
    if not isinstance(effect, CostAll):
        amount = context.numeric(play, effect.rate if isinstance(effect, CostRate) else effect.amount)
    for actor in context.actors:
        charge(play, actor, Spoken(context.standing, said), amount, occasion.meeting, occasion.event)


def _named(term: Term, env: Env) -> Named:
    return Named(term.name, tuple(argument(arg, env) for arg in term.args))


def _counts_as(play: Play, context: Context, terrains: tuple[Term, ...]) -> None:
    piece = context.occasion.piece
    if piece is None:
        return
    env = context.plain_env(play)
    named = tuple(_named(term, env) for term in terrains)
    for actor in context.actors:
        before = play.counts.get((actor, piece), ())
        play.counts[actor, piece] = tuple(dict.fromkeys((*before, *named)))
    refresh(play, context.actors)


def _becomes(play: Play, context: Context, terrain: Term) -> None:
    meeting = context.occasion.meeting
    if meeting is None:
        return
    fresh = _named(terrain, context.plain_env(play))
    before = play.became.get(meeting.piece, meeting.spot.terrains)
    ground = context.standing.ground
    facts = context.occasion.moment(play)
    kept = tuple(
        each for each in before if ground is not None and not play.is_to(context.actor, meeting, each, ground, facts)
    )
    play.became[meeting.piece] = tuple(dict.fromkeys((*kept, fresh)))
