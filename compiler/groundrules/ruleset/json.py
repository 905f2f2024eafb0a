"""Compiled rules to JSON and back, without loss.

``{"format": "groundrules-rules/1", …}``: keys in the order of the declarations, values that
are the default left out. The same rules give the same bytes. A record's place in the text
is its key ``from``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from groundrules.ruleset.model import FORMAT, Ruleset
from groundrules.ruleset.shape import KIND, ListOf, Maybe, OneOf, Record, Scalar, Shape, Words, keys, tag

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:/[1-9]\d*)?", re.ASCII)
_FORMAT = re.compile(r"(?P<name>[a-z-]+)/(?P<version>\d+)", re.ASCII)

#: Digits of a number in a file: more is no number of a game.
_DIGITS = 64


class RulesFormatError(ValueError):
    """A file that holds no compiled rules of this format; ``path`` is where in it, ``$.rules[0].id``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


# ---- out


def to_data(ruleset: Ruleset, *, places: bool = True) -> dict[str, Any]:
    """The rules as plain lists, dictionaries, strings; without ``places`` no ``from``."""
    made: dict[str, Any] = {"format": ruleset.format}
    made |= _writer(Record(Ruleset), places)(ruleset)
    return made


def to_json(ruleset: Ruleset) -> str:
    """The rules as the text of a file, with a final line end."""
    return json.dumps(to_data(ruleset), ensure_ascii=False, indent=1) + "\n"


def content_hash(ruleset: Ruleset) -> str:
    """The first 8 hex digits of SHA-256 over the JSON without places: what the rules say, wherever it stands."""
    plain = json.dumps(to_data(ruleset, places=False), ensure_ascii=False, indent=1) + "\n"
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:8]


Writer = Callable[[Any], Any]


@cache
def _writer(shape: Shape, places: bool) -> Writer:
    match shape:
        case Scalar(type=kind):
            return str if kind is Fraction else _same
        case Words():
            return _same
        case ListOf(item=item):
            inner = _writer(item, places)
            return lambda values: [inner(value) for value in values]
        case Maybe(inner=within):
            return _writer(within, places)
        case OneOf():
            return lambda value: _writer(Record(type(value)), places)(value)
        case Record(type=record):
            return _record_writer(record, places)


def _same(value: Any) -> Any:
    return value


def _record_writer(record: type, places: bool) -> Writer:
    rows: list[tuple[str, str, Any, Writer]] = []  # filled below: a record may hold its own kind
    kind = tag(record)

    def write(value: Any) -> dict[str, Any]:
        if not rows:
            rows.extend(
                (each.field, each.key, each.default, _writer(each.shape, places))
                for each in keys(record)
                if places or each.key != "from"
            )
        made: dict[str, Any] = {} if kind is None else {KIND: kind}
        for field, key, default, inner in rows:
            held = getattr(value, field)
            if held != default:
                made[key] = inner(held)
        return made

    return write


# ---- in


def from_json(text: str) -> Ruleset:
    """The rules that a file holds.

    Raises :class:`RulesFormatError` for anything else, by its place in the file, and for a newer format by its name.
    """
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RulesFormatError("$", f"not JSON: {error}") from None
    return from_data(data)


def from_data(data: Any) -> Ruleset:
    """The rules that plain data holds; see :func:`from_json`."""
    _check_format(data)
    try:
        made = _reader(Record(Ruleset))(data, "$")
    except RecursionError:
        raise RulesFormatError("$", "values lie too deep in each other") from None
    assert isinstance(made, Ruleset)
    return made


def _check_format(data: Any) -> None:
    if not isinstance(data, dict) or not isinstance(data.get("format"), str):
        raise RulesFormatError("$.format", f"no compiled rules: `format` should be `{FORMAT}`")
    written = data["format"]
    own, found = _FORMAT.fullmatch(FORMAT), _FORMAT.fullmatch(written)
    assert own is not None
    if written == FORMAT:
        return
    if found is not None and found["name"] == own["name"] and int(found["version"][:9]) > int(own["version"]):
        raise RulesFormatError("$.format", f"`{written}` is newer than `{FORMAT}`, the newest that this version reads")
    raise RulesFormatError("$.format", f"`{written}` is not `{FORMAT}`")


Reader = Callable[[Any, str], Any]


@cache
def _reader(shape: Shape) -> Reader:
    match shape:
        case Scalar(type=kind):
            return _fraction if kind is Fraction else _scalar_reader(kind)
        case Words(words=words):
            return _words_reader(words)
        case ListOf(item=item):
            return _list_reader(_reader(item))
        case Maybe(inner=inner):
            return _reader(inner)
        case OneOf(members=members):
            return _union_reader(dict(members))
        case Record(type=record):
            return _record_reader(record)


def _fraction(value: Any, path: str) -> Fraction:
    if not isinstance(value, str) or len(value) > _DIGITS or _NUMBER.fullmatch(value) is None:
        raise RulesFormatError(path, 'should be a number as a string, such as "3/2"')
    made = Fraction(value)
    if str(made) != value:
        raise RulesFormatError(path, f'should be in lowest terms: "{made}"')
    return made


def _scalar_reader(kind: type) -> Reader:
    word = {str: "a string", int: "a whole number", bool: "true or false"}[kind]

    def read(value: Any, path: str) -> Any:
        if type(value) is not kind:
            raise RulesFormatError(path, f"should be {word}")
        return value

    return read


def _words_reader(words: tuple[str, ...]) -> Reader:
    listed = ", ".join(f'"{word}"' for word in words)

    def read(value: Any, path: str) -> Any:
        if not isinstance(value, str) or value not in words:
            raise RulesFormatError(path, f"should be one of {listed}")
        return value

    return read


def _list_reader(inner: Reader) -> Reader:
    def read(value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise RulesFormatError(path, "should be a list")
        return tuple(inner(item, f"{path}[{index}]") for index, item in enumerate(value))

    return read


def _union_reader(members: dict[str, type]) -> Reader:
    def read(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise RulesFormatError(path, "should be an object")
        kind = value.get(KIND)
        if not isinstance(kind, str) or kind not in members:
            listed = ", ".join(f'"{name}"' for name in members)
            raise RulesFormatError(f"{path}.{KIND}", f"should be one of {listed}")
        return _reader(Record(members[kind]))(value, path)

    return read


def _record_reader(record: type) -> Reader:
    rows: dict[str, tuple[str, Reader]] = {}  # filled below: a record may hold its own kind
    required: list[str] = []
    kind = tag(record)

    def read(value: Any, path: str) -> Any:
        if not rows:
            rows.update({each.key: (each.field, _reader(each.shape)) for each in keys(record)})
            required.extend(each.key for each in keys(record) if each.required)
        if not isinstance(value, dict):
            raise RulesFormatError(path, "should be an object")
        made: dict[str, Any] = {}
        for key, held in value.items():
            row = rows.get(key)
            if row is not None:
                made[row[0]] = row[1](held, f"{path}.{key}")
            elif key != KIND or kind is None:
                raise RulesFormatError(f"{path}.{key}", "is no key of this record")
        for key in required:
            if key not in value:
                raise RulesFormatError(f"{path}.{key}", "is missing")
        return record(**made)

    return read
