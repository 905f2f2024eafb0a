"""The decision over facts, held against trying every world by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from hypothesis import given, settings, strategies as st

from groundrules.meaning.logic import (
    And,
    Fact,
    Formula,
    Names,
    Or,
    Range,
    can_hold,
    flag,
    holds_with,
    implies,
    known,
    negation,
)

CLASSES = frozenset(("Infantry", "Vehicle", "Engine"))
NUMBERS = [Fraction(n, 2) for n in range(-1, 8)]
World = Mapping[str, object]


def worlds() -> Iterator[World]:
    """Every world that the formulas below can tell apart: bounds are whole, worlds go in halves."""
    for name, rise, inside, other in product(sorted(CLASSES), NUMBERS, ("yes", "no"), ("Oak", "Elm", "Yew")):
        yield {"class": name, "rise": rise, "inside": inside, "tree": other}


def holds(formula: Formula, world: World) -> bool:
    match formula:
        case And(parts):
            return all(holds(part, world) for part in parts)
        case Or(parts):
            return any(holds(part, world) for part in parts)
        case Fact(key, Names(allowed, _, outside)):
            return (world[str(key)] in allowed) != outside
        case Fact(key, Range(low, high, low_open, high_open)):
            value = world[str(key)]
            assert isinstance(value, Fraction)
            above = low is None or value > low or (value == low and not low_open)
            return above and (high is None or value < high or (value == high and not high_open))
    raise AssertionError(formula)


whole = st.integers(0, 3).map(Fraction)
facts = st.one_of(
    st.sets(st.sampled_from(sorted(CLASSES)), min_size=1).map(lambda s: Fact("class", Names(frozenset(s), CLASSES))),
    st.booleans().map(lambda value: flag("inside", value)),
    st.sets(st.sampled_from(("Oak", "Elm")), min_size=1).map(lambda s: Fact("tree", Names(frozenset(s)))),
    st.builds(lambda low, is_open: Fact("rise", Range(low, None, is_open)), whole, st.booleans()),
    st.builds(lambda high, is_open: Fact("rise", Range(None, high, False, is_open)), whole, st.booleans()),
    whole.map(lambda value: Fact("rise", Range(value, value))),
)
formulas: st.SearchStrategy[Formula] = st.recursive(
    facts,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, max_size=3).map(lambda parts: Or(tuple(parts))),
        inner.map(negation),
    ),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None)
@given(st.lists(formulas, max_size=3))
def test_conditions_can_hold_exactly_where_a_world_exists(parts: list[Formula]) -> None:
    assert can_hold(parts) == any(all(holds(part, world) for part in parts) for world in worlds())


@settings(max_examples=200, deadline=None)
@given(formulas)
def test_a_negation_holds_exactly_where_the_formula_does_not(formula: Formula) -> None:
    opposite = negation(formula)
    assert all(holds(opposite, world) != holds(formula, world) for world in worlds())


@settings(max_examples=400, deadline=None)
@given(st.lists(formulas, max_size=3), formulas)
def test_implied_means_true_in_every_world_of_the_premise(premise: list[Formula], formula: Formula) -> None:
    expected = all(holds(formula, w) for w in worlds() if all(holds(part, w) for part in premise))
    assert implies(known(premise), formula) == expected


@settings(max_examples=200, deadline=None)
@given(formulas, formulas)
def test_two_bodies_of_knowledge_hold_together_as_their_formulas_do(one: Formula, other: Formula) -> None:
    assert holds_with(known((one,)), known((other,))) == can_hold((one, other))


def test_a_thousand_alternatives_count_as_possible_instead_of_taking_for_ever() -> None:
    tangle = [Or((flag(("a", n)), flag(("a", n + 1), False), flag(("b", n)))) for n in range(1000)]
    assert can_hold(tangle)
