"""Conditions and qualifiers of compiled rules as formulas over facts (:mod:`groundrules.meaning.logic`).

Classes, ordered values, actions are one of several names, so two of them exclude each
other; numbers and shares are ranges; all else is a plain yes or no. What has no clear
form becomes a yes or no of its own, equal only to itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from groundrules.meaning.logic import TRUE, And, Fact, Formula, Key, Names, Or, Range, flag, negation
from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Binary,
    Compare,
    Condition,
    Expr,
    FieldOf,
    Is,
    Measure,
    MoveLies,
    Neg,
    Not,
    Num,
    Param,
    Qualifiers,
    Ruleset,
    Share,
    Stands,
    Term,
    ValueOf,
)

#: The key of the action that is being done.
ACTION: Key = ("action",)

_FLIP = {"ge": "le", "le": "ge", "gt": "lt", "lt": "gt", "eq": "eq", "ne": "ne"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a fact of a ruleset can be: the values of each field, in order, and the actions."""

    values: Mapping[tuple[str, str], tuple[str, ...]]
    actions: frozenset[str]

    @staticmethod
    def of(ruleset: Ruleset) -> Vocabulary:
        """The vocabulary of a ruleset."""
        values: dict[tuple[str, str], tuple[str, ...]] = {
            (field.owner, field.name): tuple(value.name for value in field.values)
            for field in ruleset.fields
            if field.values
        }
        return Vocabulary(values, frozenset(action.name for action in ruleset.actions))

    def names_of(self, owner: str, field: str) -> tuple[str, ...]:
        """The values of a field; a shooter and a target state what a model states."""
        return self.values.get(("model" if owner in ("shooter", "target") else owner, field), ())


def action_is(vocabulary: Vocabulary, names: Iterable[str]) -> Formula:
    """The action is one of these."""
    return Fact(ACTION, Names(frozenset(names), vocabulary.actions | frozenset(names)))


def value_is(vocabulary: Vocabulary, owner: str, field: str, names: Iterable[str]) -> Formula:
    """The field's value is one of these."""
    allowed = frozenset(names)
    return Fact(("value", owner, field), Names(allowed, frozenset(vocabulary.names_of(owner, field)) | allowed))


def term_is(vocabulary: Vocabulary, term: Term, owner: str, place: str = "here") -> Formula:
    """The owner is what the term says: has the trait, is in the state, is of the value, of the terrain.

    ``place`` tells the piece that a rule is about from the ground a model stands in.
    Arguments narrow: ``Dangerous(2)`` is ``Dangerous(X)`` too.
    """
    match term.kind:
        case "any terrain" | "parameter":
            return TRUE if term.kind == "any terrain" else flag(("parameter", place, term.name))
        case "value":
            holder = term.owner if term.owner in ("piece", "game") and term.owner is not None else owner
            return value_is(vocabulary, holder, term.field or "", (term.name,))
        case "action":
            return action_is(vocabulary, (term.name,))
        case "terrain":
            return And((flag(("terrain", place, term.name)), *_arguments(term, ("terrain", place, term.name))))
        case "trait" | "state":
            key = (term.kind, owner, term.name)
            fixed = tuple(arg for arg in term.args if not isinstance(arg, Param))
            return And((flag(key), flag((*key, fixed)))) if fixed else flag(key)
    return flag((term.kind, term.name))


def _arguments(term: Term, key: tuple[str, ...]) -> Iterable[Formula]:
    """A piece has one value for each argument of its terrain, so two values exclude each other."""
    for index, arg in enumerate(term.args):
        if isinstance(arg, Param):
            continue
        if isinstance(arg, Num):
            yield Fact((*key, index), Range(arg.value, arg.value))
        else:
            yield Fact((*key, index), Names(frozenset((repr(arg),))))


def formula(vocabulary: Vocabulary, condition: Condition | None) -> Formula:
    """A condition as a formula."""
    match condition:
        case None:
            return TRUE
        case All(terms):
            return And(tuple(formula(vocabulary, term) for term in terms))
        case Any(terms):
            return Or(tuple(formula(vocabulary, term) for term in terms))
        case Not(term):
            return negation(formula(vocabulary, term))
        case Is(term, owner):
            return term_is(vocabulary, term, owner, "here" if owner == "piece" else "within")
        case MoveLies("whole"):
            return And((flag(("move", "part")), flag(("move", "whole"))))
        case MoveLies():
            return flag(("move", "part"))
        case Stands(where):
            return flag(("stands", where))
        case Agreed(text):
            return flag(("agreed", text))
        case Share():
            return _share(condition)
        case Compare():
            return _compare(vocabulary, condition)


def _share(share: Share) -> Formula:
    """A share as a range; more than one model of a unit is a count."""
    number = share.number if share.number is not None else Fraction(0)
    key: Key = ("share", share.of, share.where, share.by)
    if share.of == "base" and share.where in ("inside", "outside"):
        key = _key(Measure("covered"))
    elif share.of == "facing" and share.where == "obscured" and not share.by:
        key = _key(Measure("obscured"))
    if share.quantity in ("over", "at least") and share.of == "unit" and number > 1:
        count = Range(number, None, share.quantity == "over")
        return And((Fact(("count", share.where, share.by), count), Fact(key, Range(Fraction(0), None, True))))
    held = {
        "any": Range(Fraction(0), None, True),
        "all": Range(Fraction(1), None),
        "none": Range(None, Fraction(0)),
        "over": Range(number, None, True),
        "at least": Range(number, None),
    }[share.quantity]
    if share.of == "base" and share.where == "outside":
        held = Range(
            1 - held.high if held.high is not None else None, 1 - held.low if held.low is not None else None,
            held.high_open, held.low_open,
        )  # fmt: skip
    return Fact(key, held)


def _compare(vocabulary: Vocabulary, compare: Compare) -> Formula:
    op: str = compare.op
    left, right = compare.left, compare.right
    if isinstance(left, ValueOf):
        op, left, right = _FLIP[op], right, left
    if isinstance(left, FieldOf) and isinstance(right, ValueOf):
        return _compare_value(vocabulary, op, left, right)
    total, constant = linear(Binary("sub", left, right))
    if not total:
        holds = {
            "ge": constant >= 0, "le": constant <= 0, "gt": constant > 0,
            "lt": constant < 0, "eq": constant == 0, "ne": constant != 0,
        }[op]  # fmt: skip
        return TRUE if holds else Or(())
    parts = sorted(total.items(), key=lambda item: repr(item[0]))
    lead = parts[0][1]
    if lead < 0:
        op = _FLIP[op]
    bound = -constant / lead
    key: Key = ("number", tuple((atom, factor / lead) for atom, factor in parts))
    ranges = {
        "ge": Range(bound, None), "gt": Range(bound, None, True), "le": Range(None, bound),
        "lt": Range(None, bound, False, True), "eq": Range(bound, bound),
    }  # fmt: skip
    return negation(Fact(key, ranges["eq"])) if op == "ne" else Fact(key, ranges[op])


def _key(atom: Expr) -> Key:
    return ("number", ((atom, Fraction(1)),))


def _compare_value(vocabulary: Vocabulary, op: str, left: FieldOf, right: ValueOf) -> Formula:
    """An ordered or one-of field against one of its values: the set of the values that pass."""
    order = vocabulary.names_of(left.owner, left.field)
    if right.value not in order:
        return flag(("compare", op, left, right))
    place = order.index(right.value)
    passing = {
        "ge": order[place:], "gt": order[place + 1 :], "le": order[: place + 1], "lt": order[:place],
        "eq": (right.value,), "ne": tuple(name for name in order if name != right.value),
    }[op]  # fmt: skip
    return value_is(vocabulary, left.owner, left.field, passing)


def linear(expr: Expr) -> tuple[dict[Expr, Fraction], Fraction]:
    """An expression as a sum of multiples of parts that cannot be taken apart, and a constant."""
    match expr:
        case Num(value):
            return {}, value
        case Neg(term):
            return _scaled(linear(term), Fraction(-1))
        case Binary("add" | "sub" as op, left, right):
            total, constant = linear(left)
            other, rest = _scaled(linear(right), Fraction(1 if op == "add" else -1))
            for atom, factor in other.items():
                total[atom] = total.get(atom, Fraction(0)) + factor
            return {atom: factor for atom, factor in total.items() if factor}, constant + rest
        case Binary("mul", left, right):
            first, second = linear(left), linear(right)
            if not first[0]:
                return _scaled(second, first[1])
            if not second[0]:
                return _scaled(first, second[1])
        case Binary("div", left, right):
            divisor = linear(right)
            if not divisor[0] and divisor[1]:
                return _scaled(linear(left), 1 / divisor[1])
    return {expr: Fraction(1)}, Fraction(0)


def _scaled(total: tuple[dict[Expr, Fraction], Fraction], factor: Fraction) -> tuple[dict[Expr, Fraction], Fraction]:
    if not factor:
        return {}, Fraction(0)
    return {atom: each * factor for atom, each in total[0].items()}, total[1] * factor


def qualified(vocabulary: Vocabulary, qualifiers: Qualifiers) -> tuple[Formula, ...]:
    """What qualifiers ask for; ``on``, ``once`` and ``together`` do not count."""
    parts: list[Formula] = []
    for names in qualifiers.within:
        parts.append(Or(tuple(term_is(vocabulary, term, "model", "within") for term in names)))
    for actions in qualifiers.during:
        parts.append(action_is(vocabulary, actions))
    for who in qualifiers.who:
        parts.append(_one_of(vocabulary, who))
    if qualifiers.unit:
        parts.append(flag(("unit",)))
    for term in qualifiers.but:
        place = "here" if term.kind in ("terrain", "any terrain") else "within"
        parts.append(negation(term_is(vocabulary, term, "model", place)))
    if qualifiers.but_during:
        parts.append(negation(action_is(vocabulary, qualifiers.but_during)))
    if qualifiers.when is not None:
        parts.append(formula(vocabulary, qualifiers.when))
    return tuple(parts)


def _one_of(vocabulary: Vocabulary, terms: tuple[Term, ...]) -> Formula:
    """One of several names applies; values of one field become one set."""
    sets: dict[tuple[str, str], list[str]] = {}
    others: list[Formula] = []
    for term in terms:
        if term.kind == "value":
            holder = term.owner if term.owner in ("piece", "game") and term.owner is not None else "model"
            sets.setdefault((holder, term.field or ""), []).append(term.name)
        else:
            others.append(term_is(vocabulary, term, "model"))
    parts = [value_is(vocabulary, owner, field, names) for (owner, field), names in sets.items()]
    return Or((*parts, *others)) if len(parts) + len(others) != 1 else (*parts, *others)[0]
