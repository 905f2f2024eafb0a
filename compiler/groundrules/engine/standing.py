"""Which rules speak of a model or of a piece, and which of them are heard where they compete.

A :class:`Standing` is a rule that has found what it speaks of: its parameters are bound,
every qualifier that needs no facts has been asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from groundrules.engine.book import Rulebook
from groundrules.engine.conditions import holds
from groundrules.engine.expressions import Bind, Env
from groundrules.engine.matching import among, carries
from groundrules.engine.qualifying import Kept, condition_keeps, ground_keeps, kept_by, plain_keeps, rest_of
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Named
from groundrules.engine.words import names_words
from groundrules.ruleset import (
    EVERYTHING,
    Change,
    ChangeNumber,
    Choose,
    Condition,
    Conditional,
    Effect,
    Limit,
    NoEffect,
    Permit,
    Question,
    Rule,
    Subject,
    Term,
    questions,
)

#: Asks the facts whether what is left of a standing rule's condition holds.
Ask = Callable[["Standing"], bool]


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule that speaks here.

    ``ground``: the terrain of the piece that it is about, ``None`` where that may be any; ``more``: others of the
    piece that it is about as well, being `in` a group. ``missed``: a field that is missing, on which hangs whether
    it is for this model: a rule on an event is asked that only when the event happens.
    ``own``: it speaks of the model. ``rest``: what must still be asked of the facts.
    ``passing``: it is ignored between the ends of the move; ``deaf``: on these events;
    ``passed_by``: the rule that says either; ``ignored``: altogether, by that rule, so
    that only what holds always is left of it.
    """

    rule: Rule
    order: int
    bind: Bind = ()
    ground: Named | None = None
    own: bool = False
    rest: Condition | None = None
    more: tuple[Named, ...] = ()
    missed: Refusal | None = field(default=None, compare=False)
    passing: bool = False
    deaf: frozenset[str] = frozenset()
    passed_by: str | None = None
    ignored: str | None = None

    def __hash__(self) -> int:
        return hash((self.rule.id, self.bind, self.ground))

    @property
    def grounds(self) -> tuple[Named, ...]:
        """All terrains of the piece that it is about; none where that may be any."""
        return () if self.ground is None else (self.ground, *self.more)

    @property
    def on(self) -> tuple[str, ...]:
        """The events on which it acts; none for a rule that holds all the time."""
        return self.rule.qualifiers.on


def env_for(env: Env, standing: Standing) -> Env:
    """The surrounding in which a standing rule is worked out."""
    return replace(
        env, bind=standing.bind, ground=standing.ground, rule=standing.rule.id, unit=standing.rule.qualifiers.unit,
        reads=None,
    )  # fmt: skip


def stand(book: Rulebook, rule: Rule, subject: Subject, env: Env, kept: list[Kept]) -> Iterator[Standing]:
    """The rule as it speaks of this model and piece by one of its subjects; reasons where it does not."""
    for bind, ground, own, missing in _subjects(rule, subject, env):
        inner = replace(env, bind=bind, ground=ground, rule=rule.id, reads=None)
        if rule.option is not None and rule.option not in env.profile.options:
            kept.append(Kept(rule.id, "option", f"option {rule.option} was not chosen"))
            continue
        found = _places(rule, inner, own)
        if isinstance(found, Kept):
            kept.append(found)
            continue
        for bind_, grounds in found:
            inner = replace(inner, bind=bind_, ground=grounds[0] if grounds else None)
            missed = missing
            try:
                reason = plain_keeps(rule.qualifiers, inner, rule.id)
            except Refusal as refusal:
                reason, missed = None, missed or refusal
            rest = rest_of(rule.qualifiers, inner, rule.id) if reason is None else reason
            if isinstance(rest, Kept):
                # What is missed for who the rule is for is not missed where its condition fails anyway.
                kept.append(rest)
                continue
            if missed is not None and not rule.qualifiers.on:
                raise missed
            yield Standing(rule, book.order[rule.id], bind_, inner.ground, own, rest, more=grounds[1:], missed=missed)


def concerns(book: Rulebook, rule: Rule, env: Env) -> bool:
    """Whether a rule can have a say in what is judged: of a move not what speaks of looks alone, nor the reverse.

    Nothing then needs to be stated for it. Where only the rules are asked, without any facts, all are.
    """
    if env.facts is None:
        return True
    return rule.id not in (book.of_looks if env.shooter is None else book.of_moves)


def miss(standing: Standing, env: Env) -> None:
    """Refuses what is missed to know whether a rule on an event is for a model, now that the event happens."""
    if standing.missed is None:
        return
    inner = env_for(env, standing)
    for subject in standing.rule.subjects:
        for _ in _subject(subject, inner):
            pass
    plain_keeps(standing.rule.qualifiers, inner, standing.rule.id)
    raise standing.missed


def _subjects(rule: Rule, subject: Subject, env: Env) -> Iterator[tuple[Bind, Named | None, bool, Refusal | None]]:
    """As what of the model or piece a rule speaks; for a rule on an event also what is missed to know that."""
    try:
        found = list(_subject(subject, env))
    except Refusal as refusal:
        if not rule.qualifiers.on:
            raise
        yield (), None, (subject.term.owner or "model") != "piece", refusal
        return
    for bind, ground, own in found:
        yield bind, ground, own, None


def _subject(subject: Subject, env: Env) -> Iterator[tuple[Bind, Named | None, bool]]:
    term = subject.term
    if term.kind == "terrain":
        for held in env.spot.terrains if env.spot is not None else ():
            if held.name == term.name:
                bind = among(term, (held,), env)
                if bind is not None:
                    yield bind, held, False
        return
    if term.kind in ("trait", "state"):
        for held in env.profile.traits if term.kind == "trait" else env.profile.states:
            bind = among(term, (held,), env)
            if bind is not None:
                yield bind, None, True
        return
    owner = term.owner or "model"
    bind = carries(term, owner, env)
    if bind is not None:
        yield bind, None, term.kind != "any terrain" and owner != "piece"


def _places(rule: Rule, env: Env, own: bool) -> Kept | list[tuple[Bind, tuple[Named, ...]]]:
    """What the names behind `in` stand for here: each way to fill brackets, with the terrains that it is about."""
    ways: list[tuple[Bind, tuple[Named, ...]]] = [(env.bind, () if env.ground is None else (env.ground,))]
    for terms in rule.qualifiers.within:
        found: dict[Bind, list[Named]] = {}
        for bind, grounds in ways:
            inner = replace(env, bind=bind)
            for term in terms:
                for more, held in _held(term, inner):
                    about = found.setdefault((*bind, *more), list(grounds))
                    if own and not grounds and held is not None and held not in about:
                        about.append(held)
        if not found:
            return Kept(rule.id, "in", f"in {names_words(terms)}")
        ways = [(bind, tuple(grounds)) for bind, grounds in found.items()]
    return ways


def _held(term: Term, env: Env) -> Iterator[tuple[Bind, Named | None]]:
    """The terrains of the piece that a name stands for, each with what its brackets hold then."""
    held = env.spot.terrains if env.spot is not None else ()
    if term.kind == "any terrain":
        if held:
            yield (), None
        return
    for each in held:
        bind = among(term, (each,), env)
        if bind is not None:
            yield bind, each


def asked(standing: Standing, env: Env) -> bool:
    """Whether what is left of the rule's condition holds, the facts being known."""
    return standing.rest is None or holds(standing.rest, env_for(env, standing))


def why_kept(standing: Standing, env: Env) -> Kept:
    """The reason why a rule whose condition was asked of the facts does not act."""
    rule, inner = standing.rule, env_for(env, standing)
    kept = ground_keeps(rule.qualifiers, inner, rule.id)
    condition = rule.qualifiers.when
    if kept is None and condition is not None:
        kept = condition_keeps(condition, inner, rule.id)
    return kept if kept is not None else Kept(standing.rule.id, "condition", "its condition")


# ---- effects, options opened


def flattened(effects: Iterable[Effect], env: Env) -> Iterator[Effect]:
    """The effects that hold, those of chosen options and of branches that hold among them."""
    for effect in effects:
        if isinstance(effect, Choose):
            if effect.option in env.profile.options and kept_by(effect.qualifiers, env, effect.id) is None:
                yield from flattened(effect.effects, env)
        elif isinstance(effect, Conditional):
            if kept_by(effect.qualifiers, env, effect.id) is None:
                yield from flattened(effect.effects, env)
        else:
            yield effect


def forbids_by_event(spoken: Iterable[Spoken]) -> dict[str, tuple[Spoken, ...]]:
    """The forbids that are heard, by the event that they forbid."""
    found: dict[str, tuple[Spoken, ...]] = {}
    for each in spoken:
        if isinstance(each.effect, Permit) and each.effect.verb == "forbid":
            for event in each.effect.events:
                found[event] = (*found.get(event, ()), each)
    return found


def of_whole_leg(spoken: Iterable[Spoken]) -> tuple[Spoken, ...]:
    """What is said about a leg from its start: limits, changes, and whether the action may be taken at all."""
    return tuple(
        each
        for each in spoken
        if isinstance(each.effect, (Limit, Change, ChangeNumber))
        or (isinstance(each.effect, Permit) and each.effect.verb == "forbid" and each.effect.actions)
    )


# ---- who is heard


@dataclass(frozen=True, slots=True)
class Spoken:
    """An effect that is heard, with the rule that says it; a permit says one thing at a time."""

    by: Standing
    effect: Effect

    def __hash__(self) -> int:
        return hash((self.by, self.effect.TAG))


def heard(
    standings: Sequence[Standing], env: Env, book: Rulebook, others: Sequence[Standing] = ()
) -> tuple[list[Spoken], list[Kept]]:
    """The effects of rules that hold at once on one piece (or of one model), less those that are beaten.

    ``others`` are rules that compete too but are heard elsewhere: those of the model, when
    a piece is asked.
    """
    everyone = [*standings, *others]
    kept: list[Kept] = []
    effects = {id(each): tuple(flattened(each.rule.effects, env_for(env, each))) for each in everyone}
    speaks = [each for each in everyone if each.ignored is None]
    silent = [each for each in speaks if any(isinstance(e, NoEffect) for e in effects[id(each)])]
    loud = [each for each in everyone if _silenced(each, silent, book) is None]
    answers = {id(each): _answers(effects[id(each)]) for each in loud}
    spoken: list[Spoken] = []
    for each in standings:
        by = _silenced(each, silent, book)
        if each.ignored is not None:
            kept.append(Kept(each.rule.id, "ignored", f"`{each.ignored}` ignores it", each.ignored))
        elif by is not None:
            kept.append(Kept(each.rule.id, "silenced", f"`{by.rule.id}` says no effect", by.rule.id))
        for effect in effects[id(each)]:
            for single in _singly(effect):
                still = by is not None or each.ignored is not None
                if isinstance(single, NoEffect) or (still and not _always(single)):
                    continue
                winner = None if still else _beaten(each, single, loud, answers, book)
                if winner is None:
                    spoken.append(Spoken(each, single))
                else:
                    kept.append(Kept(each.rule.id, "beaten", f"`{winner.rule.id}` wins over it", winner.rule.id))
    return spoken, kept


def _always(effect: Effect) -> bool:
    return isinstance(effect, Permit) and effect.always


def _singly(effect: Effect) -> Iterator[Effect]:
    if isinstance(effect, Permit) and len(effect.events) + len(effect.actions) > 1:
        for event in effect.events:
            yield replace(effect, events=(event,), actions=())
        for action in effect.actions:
            yield replace(effect, events=(), actions=(action,))
    else:
        yield effect


def _answers(effects: Iterable[Effect]) -> dict[Question, bool]:
    """The questions that a rule answers, and whether it does so always."""
    found: dict[Question, bool] = {}
    for effect in effects:
        for question in questions(effect):
            if question != EVERYTHING:
                found[question] = found.get(question, False) or _always(effect)
    return found


def _silenced(standing: Standing, silent: Sequence[Standing], book: Rulebook) -> Standing | None:
    for each in silent:
        if each is not standing and standing.rule.id in book.beats[each.rule.id] and speaks_of_all(each, standing):
            return each
    return None


def speaks_of_all(one: Standing, other: Standing) -> bool:
    """Whether a rule speaks of all the ground of a piece that another does; one that names none speaks of all."""
    return one.ground is None or other.ground is None or set(other.grounds) <= set(one.grounds)


def about_one(one: Standing, other: Standing) -> bool:
    """Whether two rules speak of the same ground of a piece, by name; one that names none speaks of all."""
    if one.ground is None or other.ground is None:
        return True
    return bool({each.name for each in one.grounds} & {each.name for each in other.grounds})


def _beaten(
    standing: Standing,
    effect: Effect,
    loud: Sequence[Standing],
    answers: dict[int, dict[Question, bool]],
    book: Rulebook,
) -> Standing | None:
    if isinstance(effect, Change) and effect.op == "own":
        return None
    for question in questions(effect):
        for each in loud:
            if each is standing or standing.rule.id not in book.beats[each.rule.id]:
                continue
            always = answers[id(each)].get(question)
            if always is None or (_always(effect) and not always):
                continue
            if question != ("factor",) or about_one(each, standing):
                return each
    return None
