"""Where two conditions part, against all small numbers tried one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from hypothesis import assume, given, settings, strategies as st

from groundrules.meaning import compile_ruleset
from groundrules.project.library import Library
from groundrules.ruleset import Agreed, All, Any, Compare, Condition, FieldOf, Not, Num
from groundrules.scenarios.needs import Need
from groundrules.scenarios.parting import NEVER, Parting
from groundrules.scenarios.thresholds import Thresholds
from groundrules.source import Source

TEXT = "model\n    Save: number\n    AP: number\n    Size: number\nMud: cost x2\n"
RULES = compile_ruleset(Source("rules.terrain", TEXT), "rules", Library().load).ruleset
assert RULES is not None
PARTING = Parting(Thresholds(RULES))
FIELDS = ("Save", "AP", "Size")
MOST = 5

COMPARED = st.builds(
    Compare,
    st.sampled_from(["ge", "le", "gt", "lt", "eq", "ne"]),
    st.sampled_from([FieldOf("model", name) for name in FIELDS]),
    st.integers(0, MOST - 1).map(lambda number: Num(Fraction(number))),
)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    st.one_of(COMPARED, st.sampled_from([Agreed("wet"), Agreed("dark")])),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda terms: All(tuple(terms))),
        st.lists(inner, min_size=1, max_size=3).map(lambda terms: Any(tuple(terms))),
        inner.map(Not),
    ),
    max_leaves=6,
)


def holds(condition: Condition, values: Mapping[str, Fraction | int], agreed: tuple[str, ...]) -> bool:
    match condition:
        case All(terms=terms):
            return all(holds(term, values, agreed) for term in terms)
        case Any(terms=terms):
            return any(holds(term, values, agreed) for term in terms)
        case Not(term=term):
            return not holds(term, values, agreed)
        case Agreed(text=text):
            return text in agreed
        case Compare(op=op, left=FieldOf(field=name), right=Num(value=value)):
            one = values[name]
            return {"ge": one >= value, "le": one <= value, "gt": one > value, "lt": one < value,
                    "eq": one == value, "ne": one != value}[op]  # fmt: skip
    raise AssertionError(condition)


def part(one: Condition, other: Condition, values: Mapping[str, Fraction | int], agreed: tuple[str, ...]) -> bool:
    return holds(one, values, agreed) != holds(other, values, agreed)


def meant(need: Need, otherwise: int) -> dict[str, Fraction]:
    stated = {name: value for (_, name), value in need.values if isinstance(value, Fraction)}
    return {name: stated.get(name, Fraction(otherwise)) for name in FIELDS}


@settings(max_examples=100, deadline=None)
@given(CONDITIONS, CONDITIONS)
def test_conditions_part_where_it_is_said_and_it_is_said_where_they_do(one: Condition, other: Condition) -> None:
    every = product(range(MOST + 1), repeat=len(FIELDS))
    facts = [(), ("wet",), ("dark",), ("wet", "dark")]
    parts = any(part(one, other, dict(zip(FIELDS, v, strict=True)), f) for v in every for f in facts)
    found = PARTING.needs(one, other)
    assert bool(found) == parts
    for need in found:  # what is not said plays no part
        assert all(part(one, other, meant(need, value), need.agreed) for value in (0, MOST))


@given(CONDITIONS)
def test_a_condition_does_not_part_from_itself(one: Condition) -> None:
    assert PARTING.needs(one, one) == []


@given(COMPARED)
def test_a_threshold_is_tried_at_itself_and_on_both_sides(one: Compare) -> None:
    assert isinstance(one.right, Num)
    assume(one.right.value >= 1)
    tried = {value for each in (one, Not(one)) for need in PARTING.needs(each, NEVER) for _, value in need.values}
    assert {one.right.value - 1, one.right.value, one.right.value + 1} <= tried
