"""What the rules say of one piece of ground to a model in an action.

First what the ground is to this model: what it counts as, what it is treated as, what of
it is ignored. Then which rules speak of it, and which of them are heard.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from groundrules.engine.bearing import Bearing
from groundrules.engine.book import Rulebook
from groundrules.engine.expressions import Env, Facts, argument
from groundrules.engine.matching import among
from groundrules.engine.profile import Spot
from groundrules.engine.qualifying import Kept
from groundrules.engine.remembering import known, remembered
from groundrules.engine.situation import Named
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
    speaks_of_all,
    stand,
)
from groundrules.ruleset import (
    CostAll,
    CostEnter,
    CostRate,
    CostTimes,
    CountsAs,
    Ground,
    Ignore,
    NoEffect,
    Permit,
    Term,
    Treat,
)

#: Events between the ends of a move, which ``while moving`` does away with.
PASSING = frozenset(("enter", "cross", "leave", "contact"))


@dataclass(frozen=True, slots=True, eq=False)
class Here:
    """A piece of ground as it is to a model.

    ``terrains``: what it is; ``spoken``: what is heard of the rules that hold all the
    time; ``events``: the rules that wait for an event; ``factors``: of each terrain by
    name, what is heard about the factor of its cost. ``kept`` says what keeps the others
    still, ``failed`` of which the facts do.
    """

    bearing: Bearing
    spot: Spot
    terrains: tuple[Named, ...]
    standings: tuple[Standing, ...]
    spoken: tuple[Spoken, ...]
    events: dict[str, tuple[Standing, ...]]
    factors: dict[str, tuple[Spoken, ...]]
    kept: tuple[Kept, ...]
    failed: tuple[Standing, ...]
    #: What is forbidden, by event, and what is paid for entering or by a measure.
    forbids: dict[str, tuple[Spoken, ...]] = field(init=False)
    prices: tuple[Spoken, ...] = field(init=False)
    #: What is said about a whole leg.
    of_leg: tuple[Spoken, ...] = field(init=False)
    #: The piece as it is to the model.
    seen: Spot = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "forbids", forbids_by_event(self.spoken))
        prices = tuple(each for each in self.spoken if isinstance(each.effect, (CostEnter, CostRate)))
        object.__setattr__(self, "prices", prices)
        object.__setattr__(self, "of_leg", of_whole_leg(self.spoken))
        same = self.terrains == self.spot.terrains
        object.__setattr__(self, "seen", self.spot if same else replace(self.spot, terrains=self.terrains))

    def env(self, book: Rulebook, facts: Facts | None = None, who: str = "the model") -> Env:
        """The surrounding of this model on this piece."""
        return Env(
            book, self.bearing.profile, self.seen, action=self.bearing.action, facts=facts, who=who,
        )  # fmt: skip


def here(book: Rulebook, of: Bearing, spot: Spot, facts: Facts | None = None, who: str = "the model") -> Here:
    """What the rules say of a piece to a model of this bearing; without facts, what hangs on them does not hold."""
    key = ("here", of, spot, facts is None)
    found: Here | None = known(book.remembered, key)
    if found is not None:
        return found
    env = Env(book, of.profile, spot, action=of.action, facts=facts, who=who)

    def ask(standing: Standing) -> bool:
        return facts is not None and asked(standing, env)

    return remembered(book.remembered, key, ask, lambda asking: here_of(book, of, env, asking))


def here_known(book: Rulebook, of: Bearing, spot: Spot) -> Here | None:
    """What the rules say of a piece where it was worked out before and hangs on no facts."""
    found: Here | None = known(book.remembered, ("here", of, spot, False))
    return found


def here_of(book: Rulebook, of: Bearing, env: Env, ask: Ask) -> Here:
    """What the rules say of the piece of a surrounding, worked out and not remembered."""
    return _Ground(book, of, env, ask).here()


@dataclass(frozen=True, slots=True)
class _Ignored:
    """One ``ignore`` that holds here."""

    by: Standing
    effect: Ignore


class _Ground:
    """Works out one :class:`Here`."""

    def __init__(self, book: Rulebook, of: Bearing, env: Env, ask: Ask) -> None:
        self.book, self.of, self.env, self.ask = book, of, env, ask
        assert env.spot is not None
        self.spot = env.spot
        self.kept: list[Kept] = []
        self.answers: dict[Standing, bool] = {}
        self.failed: dict[Standing, None] = {}

    def here(self) -> Here:
        first, _ = self._closed((), ())
        spoken = self._spoken(first)
        said = [*self.of.spoken, *spoken]
        treats = [(each.by, each.effect) for each in said if isinstance(each.effect, Treat)]
        ignores = [_Ignored(s.by, s.effect) for s in said if isinstance(s.effect, Ignore)]
        terrains, passing = self._closed(treats, ignores)
        self._treated(first, terrains, treats)
        self.kept = [each for each in self.kept if each.kind in ("treated", "ignored")]
        self.failed = {}
        everything = self._standings((*terrains, *(each for each in first if each not in terrains)))
        standings = [each for each in (self._heeding(s, ignores, terrains, passing) for s in everything) if each]
        plain = [each for each in standings if not each.on]
        env = self._env(terrains)
        heard_, beaten = heard(plain, env, self.book, self.of.standings)
        self.kept += beaten
        return Here(
            self.of,
            self.spot,
            terrains,
            tuple(plain),
            tuple(each for each in heard_ if not self._passed(each)),
            self._events(standings),
            self._factors(plain, terrains, env),
            tuple(dict.fromkeys(self.kept)),
            tuple(self.failed),
        )

    # ---- what the ground is

    def _env(self, terrains: tuple[Named, ...]) -> Env:
        return replace(self.env, spot=replace(self.spot, terrains=terrains))

    def _closed(
        self, treats: Iterable[tuple[Standing, Treat]], ignores: Iterable[_Ignored]
    ) -> tuple[tuple[Named, ...], dict[Named, str]]:
        """The terrains of the piece with all that they count as; those only passed over, with the rule that says so."""
        treats, ignores = list(treats), list(ignores)
        brought: dict[Named, set[Named | None]] = {}
        for terrain in self.spot.terrains:
            self._bring(terrain, None, treats, ignores, brought)
        for _ in range(len(self.book.terrains) + 2):
            before = {terrain: set(by) for terrain, by in brought.items()}
            for each in self._spoken(tuple(brought)):
                if isinstance(each.effect, CountsAs):
                    for target in each.effect.terrains:
                        named = self._named(target, each.by)
                        self._bring(named, each.by.ground, treats, ignores, brought)
            if before == brought:
                break
        passing: dict[Named, str] = {}
        for terrain in brought:
            for ignored in ignores:
                if ignored.effect.moving and self._about(ignored.effect.ground, terrain, ignored.by):
                    passing[terrain] = ignored.by.rule.id
        for _ in brought:
            for terrain, by in brought.items():
                if terrain not in passing and by and all(source in passing for source in by):
                    passing[terrain] = next(passing[source] for source in by if source is not None)
        return tuple(brought), passing

    def _bring(
        self,
        terrain: Named,
        by: Named | None,
        treats: list[tuple[Standing, Treat]],
        ignores: list[_Ignored],
        brought: dict[Named, set[Named | None]],
    ) -> None:
        treating = self._treating(terrain, treats)
        if treating is not None:
            terrain = self._named(treating[1].target, treating[0])
        for each in ignores:
            if each.effect.moving or each.effect.events or (treating is not None and treating[0].rule is each.by.rule):
                continue
            if self._about(each.effect.ground, terrain, each.by):
                self.kept.append(Kept(each.by.rule.id, "ignored", f"`{each.by.rule.id}` ignores {terrain.name}"))
                return
        brought.setdefault(terrain, set()).add(by)

    def _treating(self, terrain: Named, treats: list[tuple[Standing, Treat]]) -> tuple[Standing, Treat] | None:
        """What the ground is treated as: of several rules the one that no other beats."""
        about = [each for each in treats if self._about(each[1].ground, terrain, each[0])]
        for each in about:
            if not any(each[0].rule.id in self.book.beats[other[0].rule.id] for other in about):
                return each
        return about[0] if about else None

    def _about(self, ground: Ground, terrain: Named, by: Standing) -> bool:
        env = env_for(self.env, by)
        held = (terrain,)
        if any(among(term, held, env) is not None for term in ground.excepts):
            return False
        return any(term.kind == "any terrain" or among(term, held, env) is not None for term in ground.terrains)

    def _named(self, term: Term, by: Standing) -> Named:
        env = env_for(self.env, by)
        if term.kind == "parameter":
            value = dict(env.bind).get(term.name)
            return value if isinstance(value, Named) else Named(str(value))
        return Named(term.name, tuple(argument(arg, env) for arg in term.args))

    def _treated(self, first: tuple[Named, ...], now: tuple[Named, ...], treats: list[tuple[Standing, Treat]]) -> None:
        for terrain in first:
            if terrain in now:
                continue
            treating = self._treating(terrain, treats)
            if treating is not None:
                by = treating[0].rule.id
                for rule, _ in self.book.by_terrain[terrain.name]:
                    self.kept.append(Kept(rule.id, "treated", f"`{by}` treats {terrain.name} as another", by))

    # ---- which rules speak

    def _standings(self, terrains: tuple[Named, ...]) -> list[Standing]:
        book = self.book
        env = self._env(terrains)
        names = dict.fromkeys(terrain.name for terrain in terrains)
        entries = [entry for name in names for entry in book.by_terrain.get(name, ())]
        if terrains:
            entries += book.of_any_terrain
        entries += book.of_pieces
        entries += book.of_models_in
        found: dict[tuple[str, object, object], Standing] = {}
        for rule, subject in entries:
            if not concerns(book, rule, env):
                continue
            for standing in stand(book, rule, subject, env, self.kept):
                key = (rule.id, standing.bind, standing.ground)
                if key in found:
                    continue
                if not standing.on and standing.rest is not None:
                    if standing not in self.answers:
                        self.answers[standing] = self.ask(standing)
                    if not self.answers[standing]:
                        self.failed[standing] = None
                        continue
                found[key] = standing
        return sorted(found.values(), key=lambda each: each.order)

    def _spoken(self, terrains: tuple[Named, ...]) -> list[Spoken]:
        plain = [each for each in self._standings(terrains) if not each.on]
        spoken, _ = heard(plain, self._env(terrains), self.book, self.of.standings)
        return spoken

    def _heeding(
        self,
        standing: Standing,
        ignores: list[_Ignored],
        terrains: tuple[Named, ...],
        passing: dict[Named, str],
    ) -> Standing | None:
        """The rule with what is ignored of it."""
        if standing.more:
            left = [each for each in standing.grounds if each in terrains]
            if left:
                standing = replace(standing, ground=left[0], more=tuple(left[1:]))
        ground = standing.ground
        if ground is not None and ground not in terrains:
            by = next((each for each in ignores if not each.effect.moving and not each.effect.events
                       and self._about(each.effect.ground, ground, each.by)), None)  # fmt: skip
            if by is None:
                return None  # it is treated as another, or was brought by such a one
            return standing if _same_subject(standing, by.by) else replace(standing, ignored=by.by.rule.id)
        deaf: set[str] = set()
        moving = False
        passed_by: str | None = None
        for each in ignores:
            if _same_subject(standing, each.by) or not self._ignores(each, standing, terrains):
                continue
            if each.effect.events:
                deaf.update(each.effect.events)
                passed_by = each.by.rule.id
            elif each.effect.moving:
                moving = True
                passed_by = each.by.rule.id
            elif ground is None:
                standing = replace(standing, ignored=each.by.rule.id)
        if (
            ground is not None
            and all(each in passing for each in standing.grounds)
            and not any(_same_subject(standing, i.by) for i in ignores)
        ):
            moving = True
            passed_by = passing[ground]
        if not deaf and not moving:
            return standing
        return replace(standing, passing=moving, deaf=frozenset(deaf), passed_by=passed_by)

    def _ignores(self, ignored: _Ignored, standing: Standing, terrains: tuple[Named, ...]) -> bool:
        ground = ignored.effect.ground
        if standing.ground is not None:
            return all(self._about(ground, each, ignored.by) for each in standing.grounds)
        if standing.own and not standing.rule.qualifiers.within:
            return False
        if not any(term.kind == "any terrain" for term in ground.terrains):
            return False
        env = env_for(self.env, ignored.by)
        return not any(among(term, terrains, env) is not None for term in ground.excepts)

    def _passed(self, spoken: Spoken) -> bool:
        """Whether an effect is done away with between the ends of the move."""
        if not spoken.by.passing:
            return False
        effect = spoken.effect
        if isinstance(effect, Permit):
            gone = not effect.always and bool(effect.events) and effect.events[0] in PASSING
        else:
            gone = effect.TAG in _WHILE_MOVING
        if gone:
            self.kept.append(Kept(spoken.by.rule.id, "ignored", "it is ignored while moving", spoken.by.passed_by))
        return gone

    def _events(self, standings: list[Standing]) -> dict[str, tuple[Standing, ...]]:
        silent = [
            each
            for each in (*self.of.standings, *standings)
            if not each.on and each.ignored is None and any(isinstance(e, NoEffect) for e in each.rule.effects)
        ]
        events: dict[str, list[Standing]] = defaultdict(list)
        for each in standings:
            if not each.on:
                continue
            if each.ignored is not None:
                self.kept.append(Kept(each.rule.id, "ignored", f"`{each.ignored}` ignores it", each.ignored))
                continue
            beats = self.book.beats
            by = next((s for s in silent if each.rule.id in beats[s.rule.id] and speaks_of_all(s, each)), None)
            if by is not None:
                self.kept.append(Kept(each.rule.id, "silenced", f"`{by.rule.id}` says no effect", by.rule.id))
                continue
            for event in each.on:
                if event in each.deaf or (each.passing and event in PASSING and event != "contact"):
                    self.kept.append(Kept(each.rule.id, "ignored", f"it is ignored on {event}", each.passed_by))
                else:
                    events[event].append(each)
        return {event: tuple(each) for event, each in events.items()}

    def _factors(self, plain: list[Standing], terrains: tuple[Named, ...], env: Env) -> dict[str, tuple[Spoken, ...]]:
        found: dict[str, tuple[Spoken, ...]] = {}
        for name in dict.fromkeys(terrain.name for terrain in terrains):
            about = [s for s in plain if not s.passing and (not s.grounds or name in {g.name for g in s.grounds})]
            if not any(isinstance(e, (CostTimes, CostAll)) for s in about for e in s.rule.effects):
                continue
            spoken, _ = heard(about, env, self.book, self.of.standings)
            factors = tuple(each for each in spoken if isinstance(each.effect, (CostTimes, CostAll)))
            if factors:
                found[name] = factors
        return found


def _same_subject(one: Standing, other: Standing) -> bool:
    """Whether two rules are said of the same trait, state, class …: the one is the other's own exception."""
    return bool({s.term for s in one.rule.subjects} & {s.term for s in other.rule.subjects})


#: Effects that ``while moving`` does away with: cost, caps and changes.
_WHILE_MOVING = frozenset((
    "cost times", "cost plus", "cost at least", "cost to enter", "cost by measure", "cost all", "limit", "change",
    "change number",
))  # fmt: skip
