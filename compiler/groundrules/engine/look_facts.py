"""The facts of a look at one piece: what conditions and measures read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.engine.expressions import Facts
from groundrules.engine.moment import compares
from groundrules.engine.profile import Spot
from groundrules.engine.settling import ReadyTable
from groundrules.engine.situation import Named
from groundrules.engine.trail import exact_number
from groundrules.ground import Lies, Look, Number as Distance, length
from groundrules.naming import name_key
from groundrules.ruleset import (
    Agreed,
    MeasureKind,
    MoveLies,
    Share,
    Stands,
)
from groundrules.verdict import Number

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class LookFacts:
    """What a look tells of a piece.

    ``obscuring`` finds the pieces of some terrains that may obscure; ``seen`` is what a piece is to the target;
    ``keys`` are the keys of all pieces that the look meets, or of what other ground leaves of them.
    """

    look: Look
    table: ReadyTable
    apart: Distance
    piece: str | None
    facts: frozenset[str]
    obscuring: Callable[[frozenset[str] | None], tuple[str, ...]]
    seen: Callable[[str], Spot]
    keys: Callable[[], tuple[str, ...]]

    @property
    def _of_viewer(self) -> bool:
        """Whether the piece is the viewer's own ground, which neither blocks nor obscures."""
        return self.piece is not None and self.look.viewer_lies(self.piece) is Lies.IN

    def measure(self, kind: MeasureKind) -> Number:
        """A measure of the look."""
        look, piece = self.look, self.piece
        match kind:
            case "distance":
                return exact_number(self.apart)
            case "base":
                return max(exact_number(length(b[0] - a[0], b[1] - a[1])) for a, b in look.facing)
            case "obscured" if piece is not None and not self._of_viewer:
                return exact_number(look.hidden((piece,)))
            case "width" if piece is not None:
                return exact_number(look.width(piece))
            case "covered" if piece is not None:
                return exact_number(look.covered(piece))
        return _NOTHING

    def agreed(self, fact: Agreed) -> bool:
        """Whether the players agree on it."""
        return name_key(fact.text).casefold() in self.facts

    def stands(self, stands: Stands, ground: Named | None) -> bool:
        """How the target lies to the piece, seen by the viewer."""
        if self.piece is None:
            return False
        match stands.where:
            case "inside":
                return self.look.is_inside(self.piece)
            case "behind":
                return not self._of_viewer and self.look.is_behind(self.piece)
            case "between":
                return not self._of_viewer and self.look.between(self.piece)
        return self._touching(self.piece)

    def _touching(self, piece: str) -> bool:
        return self.look.piece_of(piece) in self.table.touched(self.look.target, self.look.touching[1])

    def share(self, share: Share, ground: Named | None) -> bool:
        """A share of the facing or the base; the target is a unit of one."""
        return compares(share, self._part(share), Fraction(1))

    def _part(self, share: Share) -> Number:
        look, piece = self.look, self.piece
        if share.where == "obscured":
            names = None if any(t.kind == "any terrain" for t in share.by) else frozenset(t.name for t in share.by)
            keys = self.obscuring(names) if share.by else (() if piece is None or self._of_viewer else (piece,))
            return exact_number(look.hidden(keys))
        if piece is None:
            return _NOTHING
        if share.of == "unit":
            inside = look.target_lies(piece) is Lies.IN
            match share.where:
                case "inside":
                    return Fraction(int(inside))
                case "outside":
                    return Fraction(int(not inside))
                case "behind":
                    return Fraction(int(self.stands(Stands("behind"), None)))
            return Fraction(int(self._touching(piece)))
        if share.where == "touching":
            return Fraction(int(self._touching(piece)))
        if share.where == "behind":
            return _NOTHING if self._of_viewer else exact_number(look.hidden((piece,)))
        part = look.inside(piece) if share.of == "facing" else look.covered(piece)
        return exact_number(part if share.where == "inside" else 1 - part)

    def lies(self, lies: MoveLies, ground: Named | None, unit: bool) -> bool:
        """Nobody moves."""
        return False

    def grounds(self, anywhere: bool) -> Iterator[tuple[Spot, Facts]]:
        """The pieces that the target is inside of; ``anywhere``: all that the look meets."""
        for key in self.keys():
            if anywhere or self.look.is_inside(key):
                yield self.seen(key), replace(self, piece=key)
