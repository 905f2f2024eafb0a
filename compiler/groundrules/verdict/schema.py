"""The JSON Schema of verdicts, made of the same declarations as the reader and the writer.

``python -m groundrules.verdict.schema`` prints it; ``verdict.schema.json`` is that print.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from groundrules.verdict.model import FORMAT, Verdict
from groundrules.verdict.shape import is_number, is_record, items, keys, parts, words

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = r"^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$"
_EXACT = {"type": "string", "pattern": _NUMBER}
_AMOUNT = {"anyOf": [_EXACT, {"type": "number"}, {"type": "null"}]}
_POINT = {"anyOf": [{"type": "array", "items": _AMOUNT, "minItems": 2, "maxItems": 2}, {"type": "null"}]}


def schema() -> dict[str, Any]:
    """The schema as plain data."""
    records: dict[str, type] = {}
    _collect(Verdict, records)
    root = _record(Verdict)
    shown = {
        "format": {"const": FORMAT},
        "cost": _or_by_model(_AMOUNT),
        "allowance": {"anyOf": [_AMOUNT, {"type": "array", "items": _AMOUNT}]},
        "moved": _or_by_model(_AMOUNT),
        "left": _or_by_model(_AMOUNT),
        "ends_at": _or_by_model(_POINT),
        "activation": {"enum": ["continues", "ended"]},
        "sight": {"enum": ["clear", "blocked"]},
        "cover": {"type": "string"},
        "obscured": _AMOUNT,
    }
    root["properties"] = {**root["properties"], **shown}
    root["required"] = ["format", *root["required"]]
    return {
        "$schema": DIALECT,
        "title": "A verdict on one action",
        **root,
        "$defs": {name: _record(records[name]) for name in sorted(records) if name != Verdict.__name__},
    }


def text() -> str:
    """The schema as the text of its file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _or_by_model(one: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [one, {"type": "object", "additionalProperties": one}]}


def _collect(record: type, found: dict[str, type]) -> None:
    found[record.__name__] = record
    for each in keys(record):
        for kind in _records(each.type):
            if kind.__name__ not in found:
                _collect(kind, found)


def _records(kind: Any) -> list[type]:
    found: list[type] = []
    for member in parts(kind):
        if is_record(member):
            found.append(member)
        for inner in items(member) or ():
            if inner is not Ellipsis:
                found += _records(inner)
    return found


def _record(record: type) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {each.key: _kind(each.type) for each in keys(record)},
        "required": [each.key for each in keys(record) if each.required],
        "additionalProperties": False,
    }


def _kind(kind: Any) -> dict[str, Any]:
    members = [_single(member) for member in parts(kind)]
    return members[0] if len(members) == 1 else {"anyOf": members}


def _single(kind: Any) -> dict[str, Any]:
    allowed, listed = words(kind), items(kind)
    if allowed is not None:
        return {"enum": list(allowed)}
    if listed is not None:
        if len(listed) == 2 and listed[1] is Ellipsis:
            return {"type": "array", "items": _kind(listed[0])}
        return {
            "type": "array",
            "prefixItems": [_kind(each) for each in listed],
            "minItems": len(listed),
            "maxItems": len(listed),
        }
    if is_record(kind):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if is_number(kind):
        return dict(_EXACT)
    names = {type(None): "null", str: "string", bool: "boolean", int: "integer", float: "number"}
    return {"type": names[kind]}


if __name__ == "__main__":
    sys.stdout.write(text())
