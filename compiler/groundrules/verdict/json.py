"""Verdicts and memories to JSON and back, without loss.

A verdict is ``{"format": "groundrules-verdict/1", …}``. Beside what it holds, its object
shows the keys that scenarios compare (``cost``, ``allowance``, ``moved``, ``left``,
``ends_at``, ``activation``, ``sight``, ``cover``, ``obscured``): for a unit most of them
are mappings by model. They follow from the rest and are not read back.
"""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from typing import Any, TypeVar

from groundrules.limits import JSON_DIGITS
from groundrules.verdict.memory import Memory
from groundrules.verdict.model import FORMAT, Verdict
from groundrules.verdict.shape import is_number, is_record, items, keys, parts, words

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:/[1-9]\d*)?", re.ASCII)

#: Larger numbers are no floats.
_LARGEST = sys.float_info.max

#: Keys that follow from the others.
DERIVED = ("cost", "allowance", "moved", "left", "ends_at", "activation", "sight", "cover", "obscured")


class VerdictFormatError(ValueError):
    """A text that holds no verdict (or memory) of this format; ``path`` is where in it."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.problem), vars(self)


# ---- out


def to_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain lists, dictionaries, strings and numbers."""
    made: dict[str, Any] = {"format": verdict.format, "legal": verdict.legal}
    made |= {name: _plain(getattr(verdict, name)) for name in DERIVED if getattr(verdict, name) is not None}
    made |= {key: value for key, value in _plain(verdict).items() if key not in made}
    return made


def to_json(verdict: Verdict, *, indent: int | None = 1) -> str:
    """The verdict as the text of a file, with a final line end."""
    return json.dumps(to_data(verdict), ensure_ascii=False, indent=indent) + "\n"


def memory_to_json(memory: Memory) -> str:
    """What carries over as the text of a file, with a final line end."""
    return json.dumps(_plain(memory), ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if is_record(type(value)):
        return {
            each.key: _plain(held) for each in keys(type(value)) if (held := getattr(value, each.field)) != each.default
        }
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return value


# ---- in

Made = TypeVar("Made")


def from_json(text: str) -> Verdict:
    """The verdict that a text holds; raises :class:`VerdictFormatError` for anything else, by its place."""
    data = _loaded(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise VerdictFormatError("$.format", f"should be `{FORMAT}`")
    kept = {key: value for key, value in data.items() if key not in DERIVED}
    return _record(Verdict, kept, "$")


def memory_from_json(text: str) -> Memory:
    """The memory that a text holds; raises :class:`VerdictFormatError` for anything else, by its place."""
    return _record(Memory, _loaded(text), "$")


def _loaded(text: str) -> Any:
    try:
        return json.loads(text, parse_int=_whole, parse_constant=_no_number)
    except VerdictFormatError:
        raise
    except (ValueError, RecursionError) as error:
        raise VerdictFormatError("$", f"not JSON: {error}") from None


def _whole(digits: str) -> int:
    if len(digits) > JSON_DIGITS:
        raise VerdictFormatError("$", f"holds a number of more than {JSON_DIGITS} digits")
    return int(digits)


def _no_number(text: str) -> Any:
    raise VerdictFormatError("$", f"holds `{text}`, which is no number")


def _record(record: type[Made], data: Any, path: str) -> Made:
    if not isinstance(data, dict):
        raise VerdictFormatError(path, "should be an object")
    rows = {each.key: each for each in keys(record)}
    made: dict[str, Any] = {}
    for key, value in data.items():
        row = rows.get(key)
        if row is None:
            raise VerdictFormatError(f"{path}.{key}", "is no key of this record")
        made[row.field] = _read(row.type, value, f"{path}.{key}")
    for row in rows.values():
        if row.required and row.field not in made:
            raise VerdictFormatError(f"{path}.{row.key}", "is missing")
    return record(**made)


def _read(kind: Any, value: Any, path: str) -> Any:
    members = parts(kind)
    for member in members:
        listed = items(member)
        if member is type(None):
            if value is None:
                return None
        elif words(member) is not None:
            if value in (words(member) or ()):
                return value
        elif listed is not None:
            if isinstance(value, list):
                return _tuple(listed, value, path)
        elif is_record(member):
            if isinstance(value, dict):
                return _record(member, value, path)
        elif is_number(member):
            if isinstance(value, str) and len(value) <= JSON_DIGITS and _NUMBER.fullmatch(value):
                return Fraction(value)
        elif member is float:
            if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _LARGEST:
                return float(value)
        elif type(value) is member:
            return value
    raise VerdictFormatError(path, "is not of a kind that can stand here")


def _tuple(kinds: tuple[Any, ...], values: list[Any], path: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(kinds[0], each, f"{path}[{index}]") for index, each in enumerate(values))
    if len(values) != len(kinds):
        raise VerdictFormatError(path, f"should have {len(kinds)} entries")
    return tuple(
        _read(kind, each, f"{path}[{index}]") for index, (kind, each) in enumerate(zip(kinds, values, strict=True))
    )
