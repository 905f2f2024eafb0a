"""What rules say of (a kind of model, an action, the ground here): one look-up in a dict.

This is what adjudication itself goes by. A profile and a piece of ground are keys; what
they lead to is worked out once and remembered with the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from groundrules.engine.bearing import Bearing, bearing, bearing_of
from groundrules.engine.book import Rulebook, book_of
from groundrules.engine.cost import UnitCost, unit_cost
from groundrules.engine.covering import Over, overs, parted
from groundrules.engine.expressions import Env, Facts, Undecided
from groundrules.engine.here import Here, here
from groundrules.engine.profile import Profile, Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import named_terrain, profile_of
from groundrules.engine.situation import Fields, Model, Named
from groundrules.engine.standing import Standing, asked, stand
from groundrules.ruleset import (
    Agreed,
    CostEnter,
    Effect,
    GiveCover,
    Limit,
    MeasureKind,
    MoveLies,
    Permit,
    Ruleset,
    Share,
    Stands,
)
from groundrules.verdict import Number


@dataclass(frozen=True, slots=True)
class Decision:
    """What holds for the model here, as far as it hangs on nothing that happens on the way.

    ``cost``: of a unit of distance; ``uses_all``: it uses up the allowance. ``forbidden``:
    events and actions, each with the rule that forbids it. ``on``: by event, the effects
    of the rules that wait for it. ``limits``, ``to_enter``, ``covers``: effects of that
    kind. ``rules``: the ids of all rules that hold. ``terrains``: what the ground is to
    this model. ``depends``: rules that hang on facts (the move, a look, what is agreed),
    here taken not to hold.
    """

    cost: Number
    uses_all: bool
    forbidden: tuple[tuple[str, str], ...]
    on: tuple[tuple[str, tuple[tuple[str, Effect], ...]], ...]
    limits: tuple[tuple[str, Limit], ...]
    to_enter: tuple[tuple[str, CostEnter], ...]
    covers: tuple[tuple[str, str], ...]
    rules: tuple[str, ...]
    terrains: tuple[Named, ...]
    depends: tuple[str, ...]


def decide(
    ruleset: Ruleset | Rulebook, profile: Profile, action: str, terrains: frozenset[Named] | tuple[Spot, ...]
) -> Decision:
    """The decision for a set of terrain that lies here: of one piece, or of each of several (:class:`Spot`).

    Names must be spelled as declared; :func:`profile_for` and :func:`ground_for` see to
    that. The second time the same is asked, it is a look-up.
    """
    book = ruleset if isinstance(ruleset, Rulebook) else book_of(ruleset)
    key = ("decide", profile, action, terrains)
    found: Decision | None = book.remembered.get(key)
    if found is None:
        found = _decided(book, profile, action, terrains)
        book.remembered[key] = found
    return found


def profile_for(
    ruleset: Ruleset | Rulebook, model: Model, *, options: Iterable[str] = (), game: Fields = ()
) -> Profile:
    """The key of a model; raises :class:`~groundrules.engine.Refusal` for what it states wrongly."""
    return profile_of(book_of(ruleset), model, options, game)


def ground_for(ruleset: Ruleset | Rulebook, *terrains: Named | str) -> frozenset[Named]:
    """The key of one piece that is all these terrains."""
    book = book_of(ruleset)
    named = (each if isinstance(each, Named) else Named(each) for each in terrains)
    return frozenset(named_terrain(book, each, each.name) for each in named)


def _decided(book: Rulebook, profile: Profile, action: str, terrains: frozenset[Named] | tuple[Spot, ...]) -> Decision:
    spots = _left(book, profile, action, terrains if isinstance(terrains, tuple) else _as_piece(terrains))
    of, depends = _borne(book, profile, action, spots)
    grounds = [here(book, of, spot) for spot in spots]
    cost: UnitCost = unit_cost(book, of, grounds, None)
    spoken = [*of.spoken, *(each for ground in grounds for each in ground.spoken)]
    forbidden: dict[tuple[str, str], None] = {}
    for each in spoken:
        if isinstance(each.effect, Permit) and each.effect.verb == "forbid":
            for what in (*each.effect.events, *each.effect.actions):
                forbidden[what, each.by.rule.id] = None
    return Decision(
        cost=cost.each,
        uses_all=cost.uses_all,
        forbidden=tuple(forbidden),
        on=_waiting(of.events, grounds),
        limits=tuple((s.by.rule.id, s.effect) for s in spoken if isinstance(s.effect, Limit)),
        to_enter=tuple((s.by.rule.id, s.effect) for s in spoken if isinstance(s.effect, CostEnter)),
        covers=tuple((s.by.rule.id, s.effect.grade) for s in spoken if isinstance(s.effect, GiveCover)),
        rules=tuple(dict.fromkeys(s.by.rule.id for s in spoken)),
        terrains=tuple(dict.fromkeys(named for ground in grounds for named in ground.terrains)),
        depends=tuple(dict.fromkeys((*depends, *_depending(book, profile, action, spots)))),
    )


def _left(book: Rulebook, profile: Profile, action: str, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The pieces without the ground that is replaced, be it on the same piece or on another one that lies here too."""
    if not book.has_replaces:
        return spots
    of = bearing(book, profile, action)
    over: list[Over] = []
    for number, spot in enumerate(spots):
        ground = here(book, of, spot)
        over += overs(str(number), ground, ground.env(book))
    return tuple(left for n, spot in enumerate(spots) for left in [parted(spot, str(n), over).get(())] if left)


class _Standing:
    """The facts of a model of which nothing is known but the ground that it stands in."""

    def __init__(self, spots: tuple[Spot, ...]) -> None:
        self.spots = spots

    def grounds(self, anywhere: bool) -> Iterator[tuple[Spot, Facts]]:
        """That ground."""
        return ((spot, self) for spot in self.spots)

    def measure(self, kind: MeasureKind) -> Number:
        """Nothing is measured."""
        raise Undecided

    def agreed(self, fact: Agreed) -> bool:
        """Nothing is known to be agreed."""
        raise Undecided

    def stands(self, stands: Stands, ground: Named | None) -> bool:
        """Where it stands is not known more exactly."""
        raise Undecided

    def share(self, share: Share, ground: Named | None) -> bool:
        """Nor how much of it."""
        raise Undecided

    def lies(self, lies: MoveLies, ground: Named | None, unit: bool) -> bool:
        """Nor where it goes."""
        raise Undecided


def _borne(book: Rulebook, profile: Profile, action: str, spots: tuple[Spot, ...]) -> tuple[Bearing, tuple[str, ...]]:
    """What the model brings with it on this ground, and which of its rules hang on more than the ground."""
    plain = bearing(book, profile, action)
    as_it_is = tuple(here(book, plain, spot).seen for spot in spots)
    env = Env(book, profile, action=action, facts=_Standing(as_it_is))
    depends: dict[str, None] = {}

    def ask(standing: Standing) -> bool:
        try:
            return asked(standing, env)
        except (Undecided, Refusal):
            depends[standing.rule.id] = None
            return False

    of = bearing_of(book, replace(env, facts=None), ask)
    for standings in of.events.values():
        depends.update((each.rule.id, None) for each in standings if each.rest is not None)
    return (plain if of.spoken == plain.spoken else of), tuple(depends)


def _as_piece(terrains: frozenset[Named]) -> tuple[Spot, ...]:
    """One piece that is all these terrains; bare table for none."""
    if not terrains:
        return ()
    return (Spot(tuple(sorted(terrains, key=lambda each: (each.name, repr(each.args))))),)


def _waiting(
    own: dict[str, tuple[Standing, ...]], grounds: list[Here]
) -> tuple[tuple[str, tuple[tuple[str, Effect], ...]], ...]:
    found: dict[str, dict[tuple[str, Effect], None]] = {}
    for events in (own, *(ground.events for ground in grounds)):
        for event, standings in events.items():
            for standing in standings:
                if standing.missed is not None:
                    raise standing.missed
                for effect in standing.rule.effects:
                    found.setdefault(event, {})[standing.rule.id, effect] = None
    return tuple((event, tuple(effects)) for event, effects in sorted(found.items()))


def _depending(book: Rulebook, profile: Profile, action: str, spots: tuple[Spot, ...]) -> tuple[str, ...]:
    """The rules of the ground of which something is left to be asked of the facts."""
    found: dict[str, None] = {}
    for spot in spots:
        env = Env(book, profile, spot, action=action)
        entries = [entry for named in spot.terrains for entry in book.by_terrain.get(named.name, ())]
        entries += book.of_any_terrain + book.of_models_in + book.of_pieces
        for rule, subject in entries:
            if any(standing.rest is not None for standing in stand(book, rule, subject, env, [])):
                found[rule.id] = None
    return tuple(found)
