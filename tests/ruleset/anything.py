"""Any record of the compiled rules, made from its declaration."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from groundrules.ruleset.shape import ListOf, Maybe, OneOf, Record, Scalar, Shape, Words, keys

#: Text as people write it: any sign but halves of one.
TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
NUMBERS = st.fractions(min_value=-99, max_value=99, max_denominator=12)


def of_record(record: type, depth: int = 3) -> st.SearchStrategy[Any]:
    """Records of a class; below ``depth`` lists are empty and unions keep to their simplest members."""
    return _of_shape(Record(record), depth)


@cache
def _of_shape(shape: Shape, depth: int) -> st.SearchStrategy[Any]:
    match shape:
        case Scalar(type=kind):
            return {str: TEXT, int: st.integers(-9, 99), bool: st.booleans(), Fraction: NUMBERS}[kind]
        case Words(words=words):
            return st.sampled_from(words)
        case ListOf(item=item):
            return st.just(()) if depth <= 0 else st.lists(_of_shape(item, depth - 1), max_size=2).map(tuple)
        case Maybe(inner=inner):
            return st.none() if depth <= 0 else st.none() | _of_shape(inner, depth - 1)
        case OneOf(members=members):
            records = [record for _, record in members if depth > 0 or _is_plain(record)]
            return st.one_of([_of_shape(Record(record), depth - 1) for record in records])
        case Record(type=record):
            fields = {each.field: _of_shape(each.shape, depth - 1) for each in keys(record) if each.field != "format"}
            return st.builds(record, **fields)


def _is_plain(record: type) -> bool:
    """Whether a record holds no union that it would have to fill."""
    return not any(isinstance(each.shape, OneOf) for each in keys(record))
