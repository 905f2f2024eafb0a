"""The decisions about situations, held against trying every situation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from hypothesis import given, settings, strategies as st

from groundrules.lint.situations import adds_nothing, covered, possible, told_apart
from groundrules.meaning.logic import And, Fact, Formula, Names, Or, Range, flag, negation

CLASSES = ("Infantry", "Vehicle", "Engine")
HEIGHTS = ("Low", "High", "Higher")
#: Bounds are whole numbers, so that halves stand between any two of them.
RISES = [Fraction(n, 2) for n in range(-1, 8)]
Situation = Mapping[str, object]


def situations() -> Iterator[Situation]:
    for name, height, rise, prone, bold in product(CLASSES, HEIGHTS, RISES, ("yes", "no"), ("yes", "no")):
        yield {"class": name, "height": height, "rise": rise, "prone": prone, "bold": bold}


ALL = tuple(situations())


def holds(formula: Formula, situation: Situation) -> bool:
    match formula:
        case And(parts):
            return all(holds(part, situation) for part in parts)
        case Or(parts):
            return any(holds(part, situation) for part in parts)
        case Fact(key, Names(allowed)):
            return situation[str(key)] in allowed
        case Fact(key, Range(low, high, low_open, high_open)):
            value = situation[str(key)]
            assert isinstance(value, Fraction)
            above = low is None or value > low or (value == low and not low_open)
            return above and (high is None or value < high or (value == high and not high_open))
    raise AssertionError(formula)


def one_of(key: str, universe: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    return st.sets(st.sampled_from(universe), min_size=1, max_size=2).map(
        lambda some: Fact(key, Names(frozenset(some), frozenset(universe)))
    )


whole = st.integers(0, 3).map(Fraction)
facts: st.SearchStrategy[Formula] = st.one_of(
    one_of("class", CLASSES),
    one_of("height", HEIGHTS),
    st.builds(lambda low, is_open: Fact("rise", Range(low, None, is_open)), whole, st.booleans()),
    st.builds(lambda high, is_open: Fact("rise", Range(None, high, False, is_open)), whole, st.booleans()),
    st.builds(flag, st.sampled_from(("prone", "bold")), st.booleans()),
)
conditions: st.SearchStrategy[Formula] = st.recursive(
    facts,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: Or(tuple(parts))),
        inner.map(negation),
    ),
    max_leaves=5,
)
rules = st.lists(conditions, min_size=1, max_size=3)


@settings(max_examples=150)
@given(rules)
def test_possible_where_a_situation_is_found(parts: list[Formula]) -> None:
    assert possible(parts) == any(all(holds(part, each) for part in parts) for each in ALL)


@settings(max_examples=150)
@given(rules, st.lists(rules, max_size=3))
def test_covered_where_every_situation_is(where: list[Formula], by: list[list[Formula]]) -> None:
    mine = [each for each in ALL if all(holds(part, each) for part in where)]
    left = [each for each in mine if not any(all(holds(part, each) for part in parts) for parts in by)]
    assert covered(where, by) == (left == [])


@settings(max_examples=150)
@given(conditions, rules)
def test_a_part_adds_nothing_where_it_leaves_every_situation(part: Formula, rest: list[Formula]) -> None:
    with_rest = [each for each in ALL if all(holds(one, each) for one in rest)]
    assert adds_nothing(part, rest) == all(holds(part, each) for each in with_rest)


@settings(max_examples=150)
@given(st.lists(st.one_of(one_of("class", CLASSES), one_of("height", HEIGHTS)), max_size=4))
def test_values_are_told_apart_by_the_sets_that_hold_one_of_them(formulas: list[Formula]) -> None:
    groups = told_apart(CLASSES, "class", formulas)
    assert sorted(value for group in groups for value in group) == sorted(CLASSES)
    for one, other in product(CLASSES, repeat=2):
        alike = all(
            holds(each, {"class": one, "height": "Low"}) == holds(each, {"class": other, "height": "Low"})
            for each in formulas
        )
        assert any(one in group and other in group for group in groups) == alike
