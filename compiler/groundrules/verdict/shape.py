"""How each record of a verdict looks in JSON, read from its declaration, once for all.

A record is an object with the keys of its fields (a place in a text is ``from``); keys
with their default value are left out. An exact number is a string in lowest terms
(``"3/2"``), a float a JSON number; what stands in brackets is such a string, or a name.
"""

from __future__ import annotations

import dataclasses
import types
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Key:
    """A field of a record: its name, its key in JSON, its type, its default (``MISSING``: required)."""

    field: str
    key: str
    type: Any
    default: Any

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is dataclasses.MISSING


_KEYS: dict[type, tuple[Key, ...]] = {}


def keys(record: type) -> tuple[Key, ...]:
    """The keys of a record, in the order of its declaration."""
    known = _KEYS.get(record)
    if known is None:
        known = _KEYS[record] = _keys(record)
    return known


def _keys(record: type) -> tuple[Key, ...]:
    hints = get_type_hints(record)
    found = []
    for each in dataclasses.fields(record):
        default = each.default
        if default is dataclasses.MISSING and each.default_factory is not dataclasses.MISSING:
            default = each.default_factory()
        found.append(Key(each.name, each.metadata.get("json", each.name), hints[each.name], default))
    return tuple(found)


def parts(kind: Any) -> tuple[Any, ...]:
    """The members of a union; the type itself for any other."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(member for each in get_args(kind) for member in parts(each))
    return (kind,)


def words(kind: Any) -> tuple[str, ...] | None:
    """The words that a literal type allows."""
    return get_args(kind) if get_origin(kind) is Literal else None


def items(kind: Any) -> tuple[Any, ...] | None:
    """The types of a tuple: one with ``...`` behind it for a list, else one a place."""
    return get_args(kind) if get_origin(kind) is tuple else None


def is_record(kind: Any) -> bool:
    """Whether a type is a record."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def is_number(kind: Any) -> bool:
    """Whether a type is an exact number."""
    return kind is Fraction
