"""How the records of the compiled rules are written down, read off their declarations.

One description serves the writer, the reader and the schema (:mod:`.json`, :mod:`.schema`):
a record is an object with a key for each field that differs from its default; a record with
a ``TAG`` also has ``kind``; a fraction is a string in lowest terms; a tuple is a list.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

#: The key that tells the members of a tagged union apart.
KIND = "kind"


@dataclass(frozen=True, slots=True)
class Scalar:
    """``str``, ``int``, ``bool`` or :class:`~fractions.Fraction`."""

    type: type


@dataclass(frozen=True, slots=True)
class Words:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of any length."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value, or nothing."""

    inner: Shape


@dataclass(frozen=True, slots=True)
class Record:
    """A record by its class."""

    type: type


@dataclass(frozen=True, slots=True)
class OneOf:
    """A member of a tagged union: tag to class."""

    members: tuple[tuple[str, type], ...]


Shape = Scalar | Words | ListOf | Maybe | Record | OneOf


@dataclass(frozen=True, slots=True)
class Key:
    """One field of a record: its name here and in JSON, its shape, its default."""

    field: str
    key: str
    shape: Shape
    default: Any

    @property
    def required(self) -> bool:
        """Whether it is always written."""
        return self.default is MISSING


@cache
def keys(record: type) -> tuple[Key, ...]:
    """The fields of a record in the order in which they are written."""
    hints = get_type_hints(record)
    made = []
    for field in fields(record):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        made.append(Key(field.name, field.metadata.get("json", field.name), shape(hints[field.name]), default))
    return tuple(made)


def tag(record: type) -> str | None:
    """The tag of a member of a union."""
    found: str | None = getattr(record, "TAG", None)
    return found


def shape(hint: Any) -> Shape:
    """The shape that a declared type has in JSON."""
    if hint in (str, int, bool, Fraction):
        return Scalar(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return Words(args)
    if origin is tuple and args[1:] == (Ellipsis,):
        return ListOf(shape(args[0]))
    if origin in (Union, types.UnionType):
        return _union(args)
    if isinstance(hint, type):
        return Record(hint)
    raise TypeError(f"a declaration that JSON has no form for: {hint!r}")


def _union(args: tuple[Any, ...]) -> Shape:
    inner = tuple(each for each in args if each is not types.NoneType)
    if len(inner) < len(args):
        return Maybe(shape(inner[0]) if len(inner) == 1 else _union(inner))
    members = tuple((each.TAG, each) for each in inner)
    if len({name for name, _ in members}) < len(members):
        raise TypeError(f"two members of a union with one tag: {inner!r}")
    return OneOf(members)
