"""Verdicts as JSON: without loss, and as their schema says."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

import groundrules.verdict
from groundrules.verdict import (
    Changed,
    EventMade,
    Memory,
    ModelEnd,
    OutcomeMade,
    Pending,
    Reason,
    RollMade,
    Sight,
    StateHeld,
    TraceLine,
    Used,
    Verdict,
    VerdictFormatError,
    WhyNot,
    from_json,
    memory_from_json,
    memory_to_json,
    to_data,
    to_json,
)
from groundrules.verdict.schema import schema, text

SCHEMA = Path(groundrules.verdict.__file__).with_name("verdict.schema.json")

words = st.text(st.characters(categories=("L", "Zs")), min_size=1, max_size=6)
exact = st.fractions(max_denominator=1000)
numbers = exact | st.floats(allow_nan=False, allow_infinity=False)
points = st.tuples(numbers, numbers)
args = st.lists(exact | words, max_size=2).map(tuple)


def some(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


rolls = st.builds(
    RollMade, roll=words, model=some(words), rule=some(words), source=some(words), sides=some(st.just(6)),
    dice=some(st.lists(st.integers(1, 6)).map(tuple)), total=some(numbers), bands=st.lists(words).map(tuple),
    stood=some(points),
)  # fmt: skip
memories = st.builds(
    Memory,
    states=st.lists(st.builds(StateHeld, words, words, args), max_size=2).map(tuple),
    used=st.lists(st.builds(Used, words, some(words), some(words), some(st.integers(0, 9))), max_size=2).map(tuple),
    changed=st.lists(st.builds(Changed, words, words, args), max_size=2).map(tuple),
    turn=st.integers(0, 9),
)
ends = st.builds(
    ModelEnd, model=words, cost=numbers, moved=numbers, ends_at=some(points), allowance=st.tuples(some(numbers)),
    left=some(numbers),
)  # fmt: skip
reasons = st.builds(
    Reason, kind=st.sampled_from(["piece", "allowance"]), words=words, piece=some(words), at=some(numbers)
)
events = st.builds(EventMade, event=words, at=numbers, model=words, point=some(points))
looks = st.builds(Sight, viewer=words, target=words, blocked=st.booleans(), cover=some(words), obscured=numbers)
waiting = st.builds(Pending, kind=st.sampled_from(["dice", "agreed"]), name=words, dice=st.integers(0, 3))
unheard = st.builds(WhyNot, rule=words, kind=st.just("for"), words=words, read=st.just((("a", "b"),)))
lines = st.builds(TraceLine, effect=words, at=some(numbers), roll=some(st.integers(0, 3)))
told = st.builds(OutcomeMade, outcome=words, args=args, model=some(words))
verdicts = st.builds(
    Verdict,
    legal=st.booleans(),
    why=st.lists(reasons, max_size=2).map(tuple),
    unit=some(words),
    legs=st.integers(1, 3),
    models=st.lists(ends, min_size=1, max_size=3).map(tuple),
    rolls=st.lists(rolls, max_size=2).map(tuple),
    outcomes=st.lists(told, max_size=2).map(tuple),
    events=st.lists(events, max_size=2).map(tuple),
    look=some(looks),
    trace=st.lists(lines, max_size=2).map(tuple),
    why_not=st.lists(unheard, max_size=1).map(tuple),
    pending=some(waiting),
    after=memories,
)


@given(verdicts)
@settings(max_examples=60, deadline=None)
def test_there_and_back(verdict: Verdict) -> None:
    assert from_json(to_json(verdict)) == verdict


@given(verdicts)
@settings(max_examples=60, deadline=None)
def test_every_verdict_is_as_the_schema_says(verdict: Verdict) -> None:
    jsonschema.validate(json.loads(to_json(verdict)), schema())


@given(memories)
@settings(max_examples=60, deadline=None)
def test_a_memory_there_and_back(memory: Memory) -> None:
    assert memory_from_json(memory_to_json(memory)) == memory


def test_the_published_schema_is_current_and_sound() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == text()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_keys_that_scenarios_compare_stand_on_top() -> None:
    end = ModelEnd(
        model="scout", cost=Fraction(16), moved=Fraction(12), allowance=(Fraction(33, 2),), left=Fraction(1, 2)
    )
    data = to_data(Verdict(legal=True, models=(end,)))
    assert list(data)[:2] == ["format", "legal"]
    shown = {key: data[key] for key in ("format", "cost", "moved", "allowance", "left", "activation")}
    assert shown == {
        "format": "groundrules-verdict/1", "cost": "16", "moved": "12", "allowance": "33/2", "left": "1/2",
        "activation": "continues",
    }  # fmt: skip


def test_of_a_unit_they_are_mappings_by_model() -> None:
    ends = tuple(ModelEnd(model=name, cost=Fraction(n), ended=n == 2) for n, name in enumerate("ab", 1))
    verdict = Verdict(legal=True, unit="unit", models=ends)
    assert (to_data(verdict)["cost"], verdict.activation) == ({"a": "1", "b": "2"}, "ended")


def test_an_outcome_as_scenarios_write_it() -> None:
    outcome = OutcomeMade(outcome="Hit", args=(Fraction(10), "Fire"), without=("Critical Damage",))
    assert outcome.text == "Hit(10, Fire) without Critical Damage"


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ("{", r"\$: not JSON"),
        ("[]", r"\$\.format: should be"),
        ('{"format": "groundrules-verdict/2", "legal": true}', r"\$\.format: should be"),
        ('{"format": "groundrules-verdict/1"}', r"\$\.legal: is missing"),
        ('{"format": "groundrules-verdict/1", "legal": 1}', r"\$\.legal: is not of a kind"),
        ('{"format": "groundrules-verdict/1", "legal": true, "x": 1}', r"\$\.x: is no key"),
        ('{"format": "groundrules-verdict/1", "legal": true, "models": [{}]}', r"\$\.models\[0\]\.model: is missing"),
        ('{"format": "groundrules-verdict/1", "legal": true, "models": [{"model": "a", "cost": "1/0"}]}', r"\.cost"),
    ],
)
def test_what_is_no_verdict_is_refused_by_its_place(broken: str, path: str) -> None:
    with pytest.raises(VerdictFormatError, match=path):
        from_json(broken)
