"""Which ground lies over which: where it does, only it speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from groundrules.engine.expressions import Env
from groundrules.engine.here import Here
from groundrules.engine.matching import among
from groundrules.engine.profile import Spot
from groundrules.engine.situation import Named
from groundrules.engine.standing import env_for
from groundrules.ruleset import Replaces, Term


@dataclass(frozen=True, slots=True)
class Over:
    """Ground that replaces other ground: the piece, which of its terrains says so, what it replaces."""

    piece: str
    ground: Named | None
    terms: tuple[Term, ...]
    env: Env

    def replaces(self, terrain: Named, piece: str) -> bool:
        """Whether it silences a terrain of a piece: of another one, or of its own, but never itself."""
        if piece == self.piece and self.ground in (None, terrain):
            return False
        return any(term.kind == "any terrain" or among(term, (terrain,), self.env) is not None for term in self.terms)


def overs(piece: str, ground: Here, env: Env) -> list[Over]:
    """What the ground of a piece replaces; ``env`` is the surrounding in which it is asked."""
    return [
        Over(piece, spoken.by.ground, spoken.effect.terrains, env_for(env, spoken.by))
        for spoken in ground.spoken
        if isinstance(spoken.effect, Replaces)
    ]


def parted(spot: Spot, piece: str, over: Sequence[Over]) -> dict[tuple[str, ...], Spot]:
    """What a piece is, by the pieces that lie over it: one spot for all that the same pieces replace."""
    groups: dict[tuple[str, ...], list[Named]] = {}
    for terrain in spot.terrains:
        covering = dict.fromkeys(each.piece for each in over if each.replaces(terrain, piece))
        groups.setdefault(tuple(covering), []).append(terrain)
    if set(groups) == {()}:
        return {(): spot}
    return {covering: replace(spot, terrains=tuple(terrains)) for covering, terrains in groups.items()}
