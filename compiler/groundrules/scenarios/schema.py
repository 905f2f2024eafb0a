"""The JSON Schema of scenario files, for editors; made from :mod:`groundrules.scenarios.shapes`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from groundrules.scenarios import shapes
from groundrules.scenarios.shapes import Key

Schema = dict[str, Any]

_NUMBER: Schema = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[-−]?[0-9½¼¾./]+$"}]}
_WORD: Schema = {"type": ["string", "number"]}
_NAMES: Schema = {"type": "array", "items": _WORD}
_POINT: Schema = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}
_POINTS: Schema = {"type": "array", "items": _POINT}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _one_or_many(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}


def _by_model(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "object", "additionalProperties": item}]}


#: What may stand under a key, by the kind its :class:`~groundrules.scenarios.shapes.Key` names.
KINDS: Mapping[str, Schema] = {
    "text": {"type": "string"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "name": _WORD,
    "names": _NAMES,
    "number": _NUMBER,
    "numbers": {"type": "array", "items": _NUMBER, "minItems": 3, "maxItems": 4},
    "boolean": {"type": "boolean"},
    "point": _POINT,
    "points": _POINTS,
    "rings": {"type": "array", "items": _POINTS},
    "base": {"anyOf": [_NUMBER, _POINT]},
    "geojson": {"type": "object", "required": ["type"]},
    "terrains": _one_or_many(_WORD),
    "table": {"type": "object", "additionalProperties": _ref("piece")},
    "models": {"type": "object", "additionalProperties": _ref("model")},
    "model": {"anyOf": [_WORD, _ref("model")]},
    "unit": {"anyOf": [_ref("unit"), _NAMES]},
    "path": _ref("path"),
    "paths": {"type": "array", "items": _ref("path")},
    "track": {"anyOf": [{"type": "string"}, {"type": "array", "items": _WORD}]},
    "given": _ref("given"),
    "states": {"anyOf": [_NAMES, {"type": "object", "additionalProperties": _NAMES}]},
    "already": {"type": "array", "items": _ref("already")},
    "fields": {"type": "object"},
    "faces": {"type": "array", "items": _NUMBER},
    "sight": _ref("sight"),
    "expect": _ref("expect"),
    "odds": {"type": "object", "additionalProperties": _by_model(_NUMBER)},
    "scenarios": {"type": "array", "items": _ref("scenario")},
    "cases": {"type": "array", "items": _ref("case")},
    "steps": {"type": "array", "items": _ref("step")},
    "turn": {"enum": ["next"]},
    "number or by model": _by_model(_NUMBER),
    "texts or by model": _by_model({"type": "array", "items": {"type": "string"}}),
    "number or list": _one_or_many(_NUMBER),
    "point or by model": _by_model(_POINT),
    "rolls": {"type": "array", "items": _ref("roll")},
    "outcomes": {"type": "array", "items": {"anyOf": [_WORD, _ref("outcome")]}},
}


def _object(keys: Mapping[str, Key], closed: bool = True) -> Schema:
    properties = {
        name: {"description": key.says, **({"$ref": kind["$ref"]} if "$ref" in (kind := KINDS[key.kind]) else kind)}
        for name, key in keys.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": not closed}


def scenario_schema() -> Schema:
    """The whole schema, draft 2020-12. Pieces and models may state any field of the ruleset."""
    step: Schema = {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {name: _NUMBER for name in shapes.STEPS},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Groundrules scenarios",
        **_object(shapes.FILE),
        "$defs": {
            "scenario": _object(shapes.SCENARIO),
            "case": _object(shapes.CASE),
            "step": _object(shapes.STEP),
            "piece": _object(shapes.PIECE, closed=False),
            "model": _object(shapes.MODEL, closed=False),
            "unit": _object(shapes.UNIT, closed=False),
            "path": {"type": "array", "items": {"anyOf": [_POINT, step]}},
            "sight": _object(shapes.SIGHT),
            "given": _object(shapes.GIVEN),
            "already": _object(shapes.ALREADY),
            "expect": _object(shapes.EXPECT),
            "roll": _object(shapes.ROLL),
            "outcome": _object(shapes.OUTCOME),
        },
    }


def schema_text() -> str:
    """The schema as it is committed."""
    return json.dumps(scenario_schema(), indent=1, ensure_ascii=False, sort_keys=False) + "\n"
