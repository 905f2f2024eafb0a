"""Deciding about situations: whether there is one in which something holds and something else does not.

Conditions are formulas over facts (:mod:`groundrules.meaning.facts`): classes and ordered
values are sets, numbers and shares are intervals, states and options are yes or no. All
decisions are exact for these; where one would take too long the answer is the one that
leads to no finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from groundrules.meaning.logic import And, Formula, Key, Names, Or, can_hold, implies, known, negation


def possible(parts: Iterable[Formula]) -> bool:
    """Whether there is a situation in which all parts hold."""
    return can_hold((), known(parts))


def covered(where: Iterable[Formula], by: Iterable[Sequence[Formula]]) -> bool:
    """Whether, wherever ``where`` holds, all parts of one of ``by`` hold: together they leave nothing of it."""
    return not can_hold([negation(And(tuple(parts))) for parts in by], known(where))


def adds_nothing(part: Formula, rest: Iterable[Formula]) -> bool:
    """Whether a part holds wherever the rest does, so that it could as well be left out."""
    return implies(known(rest), part)


def facts_of(formula: Formula) -> Iterator[tuple[Key, object]]:
    """Every fact that a formula speaks of, by its key, with what it allows."""
    match formula:
        case And(parts) | Or(parts):
            for part in parts:
                yield from facts_of(part)
        case _:
            yield formula.key, formula.allowed


def told_apart(values: Sequence[str], key: Key, formulas: Iterable[Formula]) -> list[list[str]]:
    """Values in groups, in their order: two are in one group where no formula holds for one of them alone."""
    sets = [
        allowed.allowed
        for formula in formulas
        for found, allowed in facts_of(formula)
        if found == key and isinstance(allowed, Names)
    ]
    groups: dict[tuple[bool, ...], list[str]] = {}
    for value in values:
        groups.setdefault(tuple(value in each for each in sets), []).append(value)
    return list(groups.values())
