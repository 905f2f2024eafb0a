"""JSON out and in: nothing is lost, the same rules are the same bytes, other files are refused by name."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from tests.ruleset.anything import of_record

from groundrules.ruleset import (
    CostTimes,
    Num,
    Origin,
    Rule,
    Ruleset,
    RulesFormatError,
    Subject,
    Term,
    content_hash,
    from_data,
    from_json,
    schema as schemas,
    to_data,
    to_json,
)

HERE = Path(__file__).parent
SCHEMA = Path(schemas.__file__).with_name("rules.schema.json")
RELEASED = sorted((HERE / "released").glob("*/*.json"))

WOODS = Rule(
    id="Woods",
    subjects=(Subject(term=Term("terrain", "Woods")),),
    effects=(CostTimes(Num(Fraction(3, 2))),),
    origin=Origin("a.terrain", 0, 12, 1),
)
SMALL = Ruleset(name="small", rules=(WOODS,))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(of_record(Ruleset, 8))
def test_it_comes_back_as_it_was_and_the_schema_knows_it(ruleset: Ruleset) -> None:
    text = to_json(ruleset)
    assert from_json(text) == ruleset
    assert to_json(from_json(text)) == text
    VALIDATOR.validate(json.loads(text))


VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_the_form_of_a_file() -> None:
    assert to_data(SMALL) == {
        "format": "groundrules-rules/1",
        "name": "small",
        "rules": [
            {
                "id": "Woods",
                "subjects": [{"term": {"kind": "terrain", "name": "Woods"}}],
                "effects": [{"kind": "cost times", "factor": {"kind": "number", "value": "3/2"}}],
                "from": {"file": "a.terrain", "start": 0, "end": 12, "line": 1},
            }
        ],
    }
    assert to_json(SMALL).endswith("}\n")


def test_the_hash_is_of_what_the_rules_say_and_not_of_where() -> None:
    moved = replace(SMALL, rules=(replace(WOODS, origin=Origin("b.terrain", 9, 21, 3)),))
    changed = replace(SMALL, rules=(replace(WOODS, effects=(CostTimes(Num(Fraction(2))),)),))
    assert re.fullmatch(r"[0-9a-f]{8}", content_hash(SMALL))
    assert content_hash(moved) == content_hash(SMALL) != content_hash(changed)
    assert "from" not in json.dumps(to_data(SMALL, places=False))


def altered(path: str, value: Any) -> Any:
    """The small ruleset's data with one place replaced, or taken away (``...``)."""
    data = json.loads(to_json(SMALL))
    at = data
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return data


@pytest.mark.parametrize(
    "path, value, place, problem",
    [
        ("format", "groundrules-rules/2", "$.format", "`groundrules-rules/2` is newer than `groundrules-rules/1`"),
        ("format", "groundrules-rules/0", "$.format", "is not `groundrules-rules/1`"),
        ("format", "cake", "$.format", "`cake` is not"),
        ("format", ..., "$.format", "no compiled rules"),
        ("name", ..., "$.name", "is missing"),
        ("name", 7, "$.name", "should be a string"),
        ("rules", {}, "$.rules", "should be a list"),
        ("colour", "red", "$.colour", "is no key of this record"),
        ("rules.0", [], "$.rules[0]", "should be an object"),
        ("rules.0.from", ..., "$.rules[0].from", "is missing"),
        ("rules.0.from.line", True, "$.rules[0].from.line", "should be a whole number"),
        ("rules.0.effects.0.kind", "cake", "$.rules[0].effects[0].kind", 'should be one of "cost times", "cost plus"'),
        ("rules.0.effects.0.scope", "now", "$.rules[0].effects[0].scope", 'should be one of "event", "stretch"'),
        ("rules.0.effects.0.factor.value", 2, "$.rules[0].effects[0].factor.value", "a number as a string"),
        ("rules.0.effects.0.factor.value", "4/2", "$.rules[0].effects[0].factor.value", 'in lowest terms: "2"'),
        ("rules.0.effects.0.factor.value", "1/0", "$.rules[0].effects[0].factor.value", "a number as a string"),
        ("rules.0.effects.0.factor.value", "9" * 99, "$.rules[0].effects[0].factor.value", "a number as a string"),
    ],
)
def test_other_files_are_refused_by_the_place(path: str, value: Any, place: str, problem: str) -> None:
    with pytest.raises(RulesFormatError) as caught:
        from_data(altered(path, value))
    assert caught.value.path == place
    assert problem in caught.value.problem


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"groundrules-rules/1"', "[" * 100_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(RulesFormatError):
        from_json(text)


def test_the_committed_schema_is_current() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schemas.text()
    Draft202012Validator.check_schema(schemas.schema())


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    for path, value in (("name", 7), ("colour", "red"), ("rules.0.effects.0.kind", "cake"), ("rules.0.from", ...)):
        assert not VALIDATOR.is_valid(altered(path, value))


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_of_every_released_format_are_read(path: Path) -> None:
    ruleset = from_json(path.read_text(encoding="utf-8"))
    assert ruleset.name == path.stem
    assert json.loads(to_json(ruleset)) == json.loads(path.read_text(encoding="utf-8"))


def test_there_is_a_file_of_each_released_format() -> None:
    assert {path.parent.name for path in RELEASED} == {"1"}
