"""What a change asks for: needs under which a rule speaks in the one wording and is silent in the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

from groundrules.compare.changes import Change
from groundrules.ruleset import (
    All,
    Band,
    Condition,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    Dice,
    FieldOf,
    Handler,
    NumberOf,
    Qualifiers,
    Roll,
    Rule,
    Subject,
    Term,
)
from groundrules.scenarios.demands import Demands, steps_of
from groundrules.scenarios.needs import EVENT_WAYS, Need, Stated, all_of
from groundrules.scenarios.parting import Parting
from groundrules.scenarios.reaching import leaves_in

_COSTS = (CostTimes, CostPlus, CostFloor, CostEnter, CostRate, CostAll)
#: Pairs of kinds of ground, needs of a roll.
_PAIRS, _OF_ROLL = 12, 4
#: Numbers of a field that a roll reads are tried up to this.
_MOST = 8


class Edges:
    """The needs of changes between two rulesets: of the one that is played, and the other."""

    def __init__(self, mine: Demands, theirs: Demands) -> None:
        self.mine, self.theirs = mine, theirs
        self.parting = Parting(mine.thresholds)

    def of(self, change: Change) -> list[Need]:
        """Needs at the edge of one change, those that it shows in most plainly first."""
        before, after = change.before, change.after
        if isinstance(before or after, Rule):
            return list(self._of_rules(before if isinstance(before, Rule) else None, after))
        if isinstance(before or after, (Band, Handler, Roll)):
            return list(self._of_roll(change))
        if change.kind == "setting":
            return list(self._of_costs())
        return []

    # ---- rules

    def _of_rules(self, one: Rule | None, other: object) -> Iterator[Need]:
        changed = other if isinstance(other, Rule) else None
        rule = one or changed
        assert rule is not None
        if one is None or changed is None:
            yield from self._all(rule)
            return
        mine, theirs = _names(one.subjects), _names(changed.subjects)
        apart = [*(term for term in mine if term not in theirs), *(term for term in theirs if term not in mine)]
        if apart:
            yield from self._all(replace(one, subjects=tuple(Subject(term=term) for term in apart)))
        yield from self._qualified(one, one.qualifiers, changed.qualifiers)
        yield from self._inside(one, changed)
        if not apart and one.qualifiers == changed.qualifiers:
            yield from self._all(one)

    def _all(self, rule: Rule) -> list[Need]:
        """The needs under which a rule speaks, what is joined in its condition settled."""
        when = self.parting.needs(rule.qualifiers.when) if rule.qualifiers.when is not None else [Need()]
        return all_of([self._plain(rule), when], 64)

    def _plain(self, rule: Rule, **without: object) -> list[Need]:
        """The needs of a rule less those of its condition, and of other qualifiers."""
        bare = replace(rule.qualifiers, when=None, **without)  # type: ignore[arg-type]  # its own fields
        return self._demands(rule).of_rule(replace(rule, qualifiers=bare))

    def _demands(self, rule: Rule) -> Demands:
        known = {each.name for each in self.mine.ruleset.covers}
        mine = all(each.term.kind != "cover" or each.term.name in known for each in rule.subjects)
        return self.mine if mine else self.theirs

    def _qualified(self, rule: Rule, one: Qualifiers, other: Qualifiers) -> Iterator[Need]:
        """Needs at each difference of a rule's qualifiers, all else as the rule wants it."""
        if one.when != other.when:
            yield from all_of([self._plain(rule), self.parting.needs(one.when, other.when)], 64)
        when = self.parting.needs(one.when) if one.when is not None else [Need()]
        for field, needs in self._differing(one, other):
            yield from all_of([self._plain(rule, **{field: ()}), needs, when[:8]], 64)

    def _differing(self, one: Qualifiers, other: Qualifiers) -> Iterator[tuple[str, list[Need]]]:
        for field in ("who", "within", "but"):
            mine, theirs = _terms(getattr(one, field)), _terms(getattr(other, field))
            if mine != theirs:
                yield field, list(self._of_terms(mine, theirs, left_out=field != "but"))
        for field in ("during", "but_during"):
            before, after = _flat(getattr(one, field)), _flat(getattr(other, field))
            if before != after:
                known = [action.name for action in self.mine.ruleset.actions]
                only = [each for each in known if (each in before) != (each in after)]
                others = [each for each in known if each not in only] if not before or not after else []
                yield field, [Need(action=each) for each in (*others, *only)]
        if one.on != other.on:
            events = (*(each for each in one.on if each not in other.on), *(e for e in other.on if e not in one.on))
            yield "on", [Need(ways=EVENT_WAYS[each]) for each in events]

    def _of_terms(self, mine: tuple[Term, ...], theirs: tuple[Term, ...], *, left_out: bool) -> Iterator[Need]:
        """Needs of the names that only one side has; where one side has none, of whoever has none of them."""
        only = [*(term for term in mine if term not in theirs), *(term for term in theirs if term not in mine)]
        if left_out and (not mine or not theirs):
            for term in only:
                schema = self.mine.thresholds.fields.get((term.owner or "model", term.field or ""))
                for value in schema.values if schema is not None and term.kind == "value" else ():
                    if all(each.name != value.name for each in only):
                        yield Need(values=(((term.owner or "model", term.field or ""), value.name),))
            yield Need(avoid=tuple(term.name for term in only))
        for term in only:
            yield from self.mine.thresholds.named(term)

    def _inside(self, one: Rule, other: Rule) -> Iterator[Need]:
        """Needs at what differs in the branches of a rule."""
        steps, others = list(steps_of(one.effects)), list(steps_of(other.effects))
        if len(steps) != len(others):
            return
        for (way, options, _), (changed, _, _) in zip(steps, others, strict=True):
            if way != changed:
                needs = self.parting.needs(_joined(way), _joined(changed))
                yield from all_of([self._all(one)[:12], needs, [Need(options=options)]], 64)

    # ---- rolls

    def _of_roll(self, change: Change) -> Iterator[Need]:
        """Needs of a roll with the values that it reads, from one face to the next; then those of its band."""
        name = change.id.partition(" > ")[0]
        rolls = [each for side in (self.mine, self.theirs) for each in side.ruleset.rolls if each.name == name]
        made = self.mine.of_roll(name)[:_OF_ROLL]
        before, after = change.before, change.after
        if isinstance(before, (Band, Handler)) and isinstance(after, (Band, Handler)):
            apart = [need for _, needs in self._differing(before.qualifiers, after.qualifiers) for need in needs]
            if before.qualifiers.when != after.qualifiers.when:
                apart += self.parting.needs(before.qualifiers.when, after.qualifiers.when)
            if apart:
                yield from all_of([made, apart], 64)
        read = list(self._read(rolls))
        for need in made:
            yield from all_of([[need], read], 64) or [need]

    def _read(self, rolls: Iterable[Roll]) -> Iterator[Need]:
        """Each value of what the rolls read of a model."""
        leaves = [leaf for roll in rolls for leaf in leaves_in(roll)]
        names = [leaf.field for leaf in leaves if isinstance(leaf, FieldOf) and leaf.owner == "model"]
        numbers = self.mine.thresholds.numbers
        by = [numbers[leaf.name].by for leaf in leaves if isinstance(leaf, NumberOf) and leaf.name in numbers]
        most = max((leaf.sides for leaf in leaves if isinstance(leaf, Dice)), default=0)
        for name in dict.fromkeys((*names, *(each for each in by if each is not None))):
            schema = self.mine.thresholds.fields.get(("model", name))
            if schema is None:
                continue
            values: list[Stated] = [value.name for value in schema.values] or list(map(Fraction, _spread(most)))
            for value in values:
                yield Need(values=((("model", name), value),))

    # ---- settings

    def _of_costs(self) -> Iterator[Need]:
        """Ground of two kinds that both cost, which is where it matters how costs add up."""
        costly = [rule for rule in self.mine.ruleset.rules if any(isinstance(e, _COSTS) for e in rule.effects)]
        for one, other in islice(combinations(costly, 2), _PAIRS):
            yield from all_of([self._all(one)[:4], self._all(other)[:4]], 4)
        for rule in costly[:_PAIRS]:
            yield from self._all(rule)[:2]


def _joined(way: Iterable[Qualifiers]) -> Condition | None:
    """All conditions on the way down to a branch."""
    conditions = tuple(each.when for each in way if each.when is not None)
    return All(conditions) if conditions else None


def _names(subjects: Iterable[Subject]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(each.term for each in subjects))


def _terms(groups: tuple[object, ...]) -> tuple[Term, ...]:
    """The names of a qualifier, of all its groups."""
    return tuple(each for each in _flat(groups) if isinstance(each, Term))


def _flat(groups: Iterable[object]) -> tuple[object, ...]:
    return tuple(inner for each in groups for inner in (each if isinstance(each, tuple) else (each,)))


def _spread(most: int) -> Iterator[int]:
    """Numbers up to the highest face, a few where there are many."""
    numbers = range(1, most + 1)
    return iter(numbers) if most <= _MOST else (1 + round(at * (most - 1) / (_MOST - 1)) for at in range(_MOST))
