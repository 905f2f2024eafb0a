"""What the rules say of a model by itself, wherever it is: its traits, states, class, action, options."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from groundrules.engine.book import Rulebook
from groundrules.engine.expressions import Env, Facts
from groundrules.engine.fields import Changes, shift_of
from groundrules.engine.profile import Profile
from groundrules.engine.qualifying import Kept
from groundrules.engine.remembering import known, remembered
from groundrules.engine.standing import (
    Ask,
    Spoken,
    Standing,
    asked,
    concerns,
    env_for,
    forbids_by_event,
    heard,
    of_whole_leg,
    stand,
)
from groundrules.ruleset import Change, ChangeNumber, CostEnter, CostRate


@dataclass(frozen=True, slots=True, eq=False)
class Bearing:
    """The rules that a model brings with it in an action.

    ``standings`` hold all the time, ``spoken`` is what is heard of them, ``events`` are
    the rules that wait for an event, ``kept`` says what keeps the others still,
    ``failed`` of which the facts do.
    """

    profile: Profile
    action: str
    standings: tuple[Standing, ...]
    spoken: tuple[Spoken, ...]
    events: dict[str, tuple[Standing, ...]]
    kept: tuple[Kept, ...]
    failed: tuple[Standing, ...]
    #: What is forbidden, by event.
    forbids: dict[str, tuple[Spoken, ...]] = field(init=False)
    #: What is paid for entering or by a measure.
    prices: tuple[Spoken, ...] = field(init=False)
    #: What is said about a whole leg.
    of_leg: tuple[Spoken, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "forbids", forbids_by_event(self.spoken))
        prices = tuple(each for each in self.spoken if isinstance(each.effect, (CostEnter, CostRate)))
        object.__setattr__(self, "prices", prices)
        object.__setattr__(self, "of_leg", of_whole_leg(self.spoken))

    def env(self, book: Rulebook, facts: Facts | None = None, who: str = "the model") -> Env:
        """The surrounding of this model, away from any ground."""
        return Env(book, self.profile, action=self.action, facts=facts, who=who)


def bearing(
    book: Rulebook, profile: Profile, action: str, facts: Facts | None = None, who: str = "the model"
) -> Bearing:
    """The bearing of a kind of model in an action; without facts, what hangs on them does not hold."""
    key = ("bearing", profile, action, facts is None)
    found: Bearing | None = known(book.remembered, key)
    if found is not None:
        return found
    env = Env(book, profile, action=action, facts=facts, who=who)

    def ask(standing: Standing) -> bool:
        return facts is not None and asked(standing, env)

    return remembered(book.remembered, key, ask, lambda asking: bearing_of(book, env, asking))


def bearing_known(book: Rulebook, profile: Profile, action: str) -> Bearing | None:
    """The bearing where it was worked out before and hangs on no facts."""
    found: Bearing | None = known(book.remembered, ("bearing", profile, action, False))
    return found


def bearing_of(book: Rulebook, env: Env, ask: Ask) -> Bearing:
    """The bearing in a surrounding, worked out and not remembered."""
    kept: list[Kept] = []
    standings: list[Standing] = []
    failed: list[Standing] = []
    events: dict[str, list[Standing]] = defaultdict(list)
    seen: set[tuple[str, object]] = set()
    for rule, subject in book.of_models:
        if not concerns(book, rule, env):
            continue
        for standing in stand(book, rule, subject, env, kept):
            if (rule.id, standing.bind) in seen:
                continue
            seen.add((rule.id, standing.bind))
            if standing.on:
                for event in standing.on:
                    events[event].append(standing)
            elif ask(standing):
                standings.append(standing)
            else:
                failed.append(standing)
    spoken, beaten = heard(standings, env, book)
    return Bearing(
        env.profile,
        env.action or "",
        tuple(standings),
        tuple(spoken),
        {event: tuple(each) for event, each in events.items()},
        tuple([*kept, *beaten]),
        tuple(failed),
    )


def with_extra(book: Rulebook, of: Bearing, extra: tuple[Spoken, ...]) -> Bearing:
    """The bearing with what has been said to the model on the way, by bands and events."""
    key = ("extra", of, extra)
    found: Bearing | None = book.remembered.get(key)
    if found is None:
        found = replace(of, spoken=(*of.spoken, *extra))
        book.remembered[key] = found
    return found


def own_changes(book: Rulebook, of: Bearing, facts: Facts | None = None, who: str = "the model") -> Changes:
    """The changes of fields and numbers that the model brings with it."""
    env = of.env(book, facts, who)
    return Changes(
        shift_of(each.by, each.effect, env_for(env, each.by))
        for each in of.spoken
        if isinstance(each.effect, (Change, ChangeNumber))
    )
