"""The JSON Schema of compiled rules, made of the same declarations as the reader and the writer.

``python -m groundrules.ruleset.schema`` prints it; ``rules.schema.json`` is that print.
"""

from __future__ import annotations

import inspect
import json
import sys
from fractions import Fraction
from typing import Any

from groundrules.ruleset.model import FORMAT, Ruleset
from groundrules.ruleset.shape import KIND, Key, ListOf, Maybe, OneOf, Record, Scalar, Shape, Words, keys, tag

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = r"^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$"


def schema() -> dict[str, Any]:
    """The schema as plain data."""
    definitions: dict[str, type] = {}
    _collect(Ruleset, definitions)
    root = _record(Ruleset)
    root["properties"] = {"format": {"const": FORMAT}, **{k: v for k, v in root["properties"].items() if k != "format"}}
    root["required"] = ["format", *root.get("required", [])]
    return {
        "$schema": DIALECT,
        "title": "Compiled terrain rules",
        **root,
        "$defs": {name: _record(definitions[name]) for name in sorted(definitions) if name != Ruleset.__name__},
    }


def text() -> str:
    """The schema as the text of its file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _collect(record: type, found: dict[str, type]) -> None:
    known = found.setdefault(record.__name__, record)
    if known is not record:
        raise TypeError(f"two records are called {record.__name__}")
    for each in keys(record):
        for inner in _records(each.shape):
            if found.get(inner.__name__) is not inner:
                _collect(inner, found)


def _records(shape: Shape) -> tuple[type, ...]:
    match shape:
        case ListOf(item=inner) | Maybe(inner=inner):
            return _records(inner)
        case Record(type=record):
            return (record,)
        case OneOf(members=members):
            return tuple(record for _, record in members)
    return ()


def _record(record: type) -> dict[str, Any]:
    kind = tag(record)
    properties: dict[str, Any] = {} if kind is None else {KIND: {"const": kind}}
    properties |= {each.key: _key(each) for each in keys(record)}
    required = ([] if kind is None else [KIND]) + [each.key for each in keys(record) if each.required]
    made: dict[str, Any] = {"description": _summary(record), "type": "object", "properties": properties}
    if required:
        made["required"] = required
    return {**made, "additionalProperties": False}


def _summary(record: type) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(inspect.cleandoc(record.__doc__ or "").split("\n\n")[0].split())


def _key(key: Key) -> dict[str, Any]:
    return _shape(key.shape)


def _shape(shape: Shape) -> dict[str, Any]:
    match shape:
        case Scalar(type=kind):
            if kind is Fraction:
                return {"type": "string", "pattern": _NUMBER}
            return {"type": {str: "string", int: "integer", bool: "boolean"}[kind]}
        case Words(words=words):
            return {"enum": list(words)}
        case ListOf(item=item):
            return {"type": "array", "items": _shape(item)}
        case Maybe(inner=inner):
            return _shape(inner)
        case Record(type=record):
            return {"$ref": f"#/$defs/{record.__name__}"}
        case OneOf(members=members):
            return {"oneOf": [{"$ref": f"#/$defs/{record.__name__}"} for _, record in members]}


if __name__ == "__main__":
    sys.stdout.buffer.write(text().encode("utf-8"))
