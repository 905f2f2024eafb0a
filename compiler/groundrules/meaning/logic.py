"""Whether conditions can hold together: a sound, small decision over facts of a ruleset.

A condition becomes a :data:`Formula` over *facts*. A fact is a key with the set of what
it may be: a set of names (the class of a model, the action, yes or no) or a range of
numbers (``fall at least 3"``, ``over 1/2 of facing obscured``). :func:`can_hold` says
``False`` only where the conditions contradict one another for certain; what it cannot
see through counts as possible.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Key = Hashable

#: Branches tried, and branches within branches, before conditions count as possible together.
BUDGET = 400
DEPTH = 40


@dataclass(frozen=True, slots=True)
class Names:
    """One of ``allowed``; ``universe`` is everything it could be, ``None`` if that is not known."""

    allowed: frozenset[str]
    universe: frozenset[str] | None = None
    outside: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return not self.allowed and not self.outside

    def meet(self, other: Names) -> Names:
        """What both allow."""
        if self.outside and other.outside:
            return Names(self.allowed | other.allowed, self.universe, True)
        if self.outside:
            return Names(other.allowed - self.allowed, self.universe)
        if other.outside:
            return Names(self.allowed - other.allowed, self.universe)
        return Names(self.allowed & other.allowed, self.universe)

    def within(self, other: Names) -> bool:
        """Whether the other allows all that this allows."""
        if self.outside:
            return other.outside and other.allowed <= self.allowed
        return not (self.allowed & other.allowed) if other.outside else self.allowed <= other.allowed

    def negated(self) -> tuple[Names, ...]:
        """What this does not allow; ``outside`` means all but ``allowed``, where the universe is open."""
        if self.universe is not None:
            return (Names(self.universe - self.allowed, self.universe),)
        return (Names(self.allowed, None, not self.outside),)


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from ``low`` to ``high``; ``None`` is without end; ``*_open`` leaves the end out."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def meet(self, other: Range) -> Range:
        """What both allow."""
        low, low_open = self.low, self.low_open
        if other.low is not None and (low is None or (other.low, other.low_open) > (low, low_open)):
            low, low_open = other.low, other.low_open
        high, high_open = self.high, self.high_open
        if other.high is not None and (high is None or (-other.high, other.high_open) > (-high, high_open)):
            high, high_open = other.high, other.high_open
        return Range(low, high, low_open, high_open)

    def within(self, other: Range) -> bool:
        """Whether the other allows all that this allows."""
        return self.meet(other) == self

    def negated(self) -> tuple[Range, ...]:
        """What lies below and above."""
        parts = []
        if self.low is not None:
            parts.append(Range(None, self.low, False, not self.low_open))
        if self.high is not None:
            parts.append(Range(self.high, None, not self.high_open, False))
        return tuple(parts)


Allowed = Names | Range


@dataclass(frozen=True, slots=True)
class Fact:
    """``key`` is one of what is allowed."""

    key: Key
    allowed: Allowed


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts; of none: true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of the parts; of none: false."""

    parts: tuple[Formula, ...]


Formula = Fact | And | Or

TRUE = And(())
FALSE = Or(())

_YES_NO = frozenset(("yes", "no"))


def flag(key: Key, value: bool = True) -> Fact:
    """A fact that is so, or is not."""
    return Fact(key, Names(frozenset(("yes",) if value else ("no",)), _YES_NO))


def negation(formula: Formula) -> Formula:
    """The formula that holds exactly where this one does not."""
    match formula:
        case And(parts):
            return Or(tuple(negation(part) for part in parts))
        case Or(parts):
            return And(tuple(negation(part) for part in parts))
        case Fact(key, allowed):
            return Or(tuple(Fact(key, rest) for rest in allowed.negated() if not rest.empty))


def meet(one: Allowed, other: Allowed) -> Allowed:
    """What both allow of one key; sets of names and ranges never share a key."""
    if isinstance(one, Names) and isinstance(other, Names):
        return one.meet(other)
    assert isinstance(one, Range) and isinstance(other, Range)
    return one.meet(other)


def within(one: Allowed, other: Allowed) -> bool:
    """Whether ``other`` allows all that ``one`` allows."""
    if isinstance(one, Names) and isinstance(other, Names):
        return one.within(other)
    assert isinstance(one, Range) and isinstance(other, Range)
    return one.within(other)


@dataclass(frozen=True, slots=True)
class Known:
    """Formulas taken apart: what is certain of each key, and the alternatives that are open."""

    facts: Mapping[Key, Allowed]
    open: tuple[Or, ...] = ()
    contradiction: bool = False


def known(formulas: Iterable[Formula], before: Known | None = None) -> Known:
    """All formulas together, on top of what was known before."""
    facts = dict(before.facts) if before is not None else {}
    alternatives = list(before.open) if before is not None else []
    if before is not None and before.contradiction:
        return before
    stack = list(formulas)[::-1]
    while stack:
        formula = stack.pop()
        match formula:
            case And(parts):
                stack.extend(reversed(parts))
            case Or((single,)):
                stack.append(single)
            case Or(()):
                return Known(facts, (), True)
            case Or():
                alternatives.append(formula)
            case Fact(key, allowed):
                old = facts.get(key)
                both = allowed if old is None else meet(old, allowed)
                if both.empty:
                    return Known(facts, (), True)
                facts[key] = both
    return Known(facts, tuple(alternatives))


def clash(one: Known, other: Known) -> bool:
    """Whether certain facts of the two contradict each other: the quick look before :func:`can_hold`."""
    if one.contradiction or other.contradiction:
        return True
    few, many = (one.facts, other.facts) if len(one.facts) <= len(other.facts) else (other.facts, one.facts)
    return any(key in many and meet(allowed, many[key]).empty for key, allowed in few.items())


def can_hold(formulas: Sequence[Formula], before: Known | None = None) -> bool:
    """Whether all formulas may hold at once; ``False`` is certain, ``True`` may be caution."""
    return _search(known(formulas, before), [BUDGET])


def holds_with(one: Known, other: Known) -> bool:
    """Whether all that two bodies of knowledge say may hold at once."""
    if clash(one, other):
        return False
    if not one.open and not other.open:
        return True
    merged = dict(one.facts)
    for key, allowed in other.facts.items():
        merged[key] = meet(merged[key], allowed) if key in merged else allowed
    return _search(Known(merged, (*one.open, *other.open)), [BUDGET])


def implies(premise: Known, formula: Formula) -> bool:
    """Whether the formula holds wherever the premise does; ``True`` is certain."""
    if isinstance(formula, And):
        return all(implies(premise, part) for part in formula.parts)
    if isinstance(formula, Fact):
        certain = premise.facts.get(formula.key)
        if certain is not None and within(certain, formula.allowed):
            return True
        if not premise.open and not premise.contradiction:
            return negation(formula) == FALSE
    return not can_hold((negation(formula),), premise)


def _search(state: Known, budget: list[int], depth: int = DEPTH) -> bool:
    """Try the open alternatives, fewest first, after those that contradict what is certain are gone."""
    if state.contradiction:
        return False
    budget[0] -= 1
    if budget[0] < 0 or depth == 0:
        return True
    settled = _settle(state)
    if settled.contradiction:
        return False
    if not settled.open:
        return True
    choice = min(settled.open, key=lambda each: len(each.parts))
    rest = Known(settled.facts, tuple(each for each in settled.open if each is not choice))
    return any(_search(known((part,), rest), budget, depth - 1) for part in choice.parts)


def _settle(state: Known) -> Known:
    """Drop alternatives that cannot be, and take those without a rival as certain."""
    while state.open:
        certain: list[Formula] = []
        left: list[Or] = []
        for choice in state.open:
            parts = tuple(part for part in choice.parts if not _refuted(part, state.facts))
            if len(parts) < 2:
                certain.append(parts[0] if parts else FALSE)
            elif not any(_granted(part, state.facts) for part in parts):
                left.append(choice if len(parts) == len(choice.parts) else Or(parts))
        state = Known(state.facts, tuple(left))
        if not certain:
            return state
        state = known(certain, state)
        if state.contradiction:
            return state
    return state


def _refuted(part: Formula, facts: Mapping[Key, Allowed]) -> bool:
    if isinstance(part, Fact):
        return part.allowed.empty or (part.key in facts and meet(facts[part.key], part.allowed).empty)
    return isinstance(part, And) and any(_refuted(each, facts) for each in part.parts if isinstance(each, Fact))


def _granted(part: Formula, facts: Mapping[Key, Allowed]) -> bool:
    if isinstance(part, Fact):
        return part.key in facts and within(facts[part.key], part.allowed)
    return isinstance(part, And) and all(_granted(each, facts) for each in part.parts)
