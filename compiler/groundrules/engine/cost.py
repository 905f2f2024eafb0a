"""What a unit of distance costs on the ground of one or several pieces.

The total of a terrain is (1 + its ``+k`` + the model's ``+k``) times its factor. Where
terrains coincide the ruleset's ``overlap`` makes one cost of them: ``worst`` the largest
total, ``multiply`` (1 + all ``+k``) times all factors, ``add`` 1 + all ``+k`` + the sum of
(factor - 1). Then come the floors. A terrain that says nothing of cost has no total.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from groundrules.engine.bearing import Bearing, own_changes
from groundrules.engine.book import Rulebook
from groundrules.engine.expressions import Env, Facts, Undecided, numeric
from groundrules.engine.here import Here
from groundrules.engine.standing import Spoken, env_for
from groundrules.ruleset import CostAll, CostFloor, CostPlus, CostTimes
from groundrules.verdict import Number

_ONE = Fraction(1)
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class UnitCost:
    """What each unit of distance costs (``each``), what each cell entered costs more, whether it uses up all.

    ``lines``: the rules that make it so, with the piece each speaks of by its number among
    those asked (``None``: of the model itself).
    """

    each: Number = _ONE
    per_cell: Number = _NOTHING
    uses_all: bool = False
    lines: tuple[tuple[Spoken, int | None], ...] = ()


@dataclass(slots=True)
class _OfOne:
    """What is said about one terrain name."""

    plus: dict[object, Number] = field(default_factory=dict)
    factors: dict[object, Number] = field(default_factory=dict)

    @property
    def total_plus(self) -> Number:
        return sum(self.plus.values(), _NOTHING)

    @property
    def factor(self) -> Number:
        return max(self.factors.values(), default=_ONE)


def unit_cost(
    book: Rulebook, of: Bearing, grounds: Sequence[Here], facts: Sequence[Facts] | None, who: str = "the model"
) -> UnitCost:
    """The cost of a unit of distance where all these pieces lie; ``facts`` are those of each piece."""
    key = ("cost", of, tuple(grounds))
    found: UnitCost | None = book.remembered.get(key)
    if found is not None:
        return found
    try:
        found = _reckoned(_Reckoning(book, of, None, who), grounds)
    except Undecided:
        if facts is None:
            raise
        return _reckoned(_Reckoning(book, of, facts, who), grounds)
    book.remembered[key] = found
    return found


def cost_known(book: Rulebook, of: Bearing, grounds: Sequence[Here | None]) -> UnitCost | None:
    """The cost where it was worked out before and hangs on no facts."""
    found: UnitCost | None = book.remembered.get(("cost", of, tuple(grounds)))
    return found


def _reckoned(reckoning: _Reckoning, grounds: Sequence[Here]) -> UnitCost:
    for number, ground in enumerate(grounds):
        reckoning.ground(ground, number)
    return reckoning.cost()


class _Reckoning:
    def __init__(self, book: Rulebook, of: Bearing, facts: Sequence[Facts] | None, who: str) -> None:
        self.book, self.of, self.facts, self.who = book, of, facts, who
        self.names: dict[str, _OfOne] = {}
        self.own_plus: dict[object, Number] = {}
        self.own_factors: dict[str, dict[object, Number]] = {}
        self.floors: list[Number] = []
        self.per_cell: dict[object, Number] = {}
        self.uses_all = False
        self.lines: dict[tuple[Spoken, int | None], None] = {}
        self.changes = own_changes(book, of, None, who)
        env = of.env(book, facts[0] if facts else None, who)
        for each in of.spoken:
            self._plain(each, env, None)
            if isinstance(each.effect, CostTimes):
                subject = each.by.rule.subjects[0].term.name
                of_one = self.own_factors.setdefault(subject, {})
                of_one[_key(each)] = self._amount(each, each.effect.factor, env, None)
            elif isinstance(each.effect, CostAll):
                self._all(each, None)

    def ground(self, ground: Here, number: int) -> None:
        """Takes in what is said of one piece."""
        env = ground.env(self.book, self.facts[number] if self.facts else None, self.who)
        for each in ground.spoken:
            self._plain(each, env, number)
        for name, factors in ground.factors.items():
            for each in factors:
                if isinstance(each.effect, CostAll):
                    self._all(each, number)
                elif isinstance(each.effect, CostTimes):
                    of_one = self.names.setdefault(name, _OfOne())
                    of_one.factors[_key(each)] = self._amount(each, each.effect.factor, env, number)

    def _plain(self, each: Spoken, env: Env, number: int | None) -> None:
        effect = each.effect
        if isinstance(effect, CostPlus):
            amount = self._amount(each, effect.amount, env, number)
            if effect.per is not None:
                self.per_cell[_key(each)] = amount
            elif number is None:
                self.own_plus[_key(each)] = amount
            else:
                for name in [ground.name for ground in each.by.grounds] or [each.by.rule.id]:
                    self.names.setdefault(name, _OfOne()).plus[_key(each)] = amount
        elif isinstance(effect, CostFloor):
            self.floors.append(self._amount(each, effect.least, env, number))

    def _amount(self, each: Spoken, expr: object, env: Env, number: int | None) -> Number:
        self.lines[each, number] = None
        inner = self.changes.reader(env_for(env, each.by))
        return numeric(expr, inner)  # type: ignore[arg-type]  # every caller hands in an expression

    def _all(self, each: Spoken, number: int | None) -> None:
        self.uses_all = True
        self.lines[each, number] = None

    def cost(self) -> UnitCost:
        """The whole, as the ruleset's policy makes one of it."""
        own = sum(self.own_plus.values(), _NOTHING)
        more = [_OfOne(factors=factors) for factors in self.own_factors.values()]
        entries = [*self.names.values(), *more]
        policy = self.book.settings.overlap
        each: Number
        if not entries:
            each = _ONE + own
        elif policy == "multiply":
            each = _ONE + own + _sum(entry.total_plus for entry in entries)
            for factor in _once(entries):
                each = each * factor
        elif policy == "add":
            each = _ONE + own + _sum(entry.total_plus for entry in entries)
            each += _sum(factor - 1 for factor in _once(entries))
        else:
            each = max((_ONE + entry.total_plus + own) * entry.factor for entry in entries)
        for floor in self.floors:
            each = max(each, floor)
        return UnitCost(each, _sum(self.per_cell.values()), self.uses_all, tuple(self.lines))


def _once(entries: Iterable[_OfOne]) -> list[Number]:
    """The factors of all terrains, one that several share by the same rule of any terrain only once."""
    seen: set[object] = set()
    factors: list[Number] = []
    for entry in entries:
        if not entry.factors:
            continue
        key, factor = max(entry.factors.items(), key=lambda item: item[1])
        if key not in seen:
            seen.add(key)
            factors.append(factor)
    return factors


def _key(each: Spoken) -> object:
    """The same rule about the same terrain counts once, in however many pieces it lies."""
    return (each.by.rule.id, each.by.bind, each.effect)


def _sum(values: Iterable[Number]) -> Number:
    return sum(values, _NOTHING)
