"""Scenarios as plain data: what the reader of scenarios takes, and the YAML text that an author can paste."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping as Map
from fractions import Fraction

from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Source, Span

_NOWHERE = Span(Source("a ready scenario", ""), 0, 0)
_BARE = re.compile(r"[A-Za-z][\w ./()'+-]*(?<![ ])|[0-9][0-9./]*|[0-9]+ [A-Za-z][\w ()'.+-]*(?<![ ])")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))


def item_of(data: Data) -> Item:
    """The data as the reader of scenarios takes it, without a text around it."""
    if isinstance(data, dict):
        return Mapping({key: item_of(each) for key, each in data.items()}, dict.fromkeys(data, _NOWHERE), _NOWHERE)
    if isinstance(data, list):
        return Sequence(tuple(item_of(each) for each in data), _NOWHERE)
    if isinstance(data, bool):
        return Scalar("true" if data else "false", _NOWHERE)
    return Scalar(str(data), _NOWHERE, quoted=isinstance(data, str) and data in ("true", "false"))


def scenario_of(data: Map[str, Data], name: str = "ready") -> Scenario:
    """The scenario that the data states, ``then`` among its steps."""
    steps = data.get("then")
    stated = item_of({key: each for key, each in data.items() if key not in ("then", "name")})
    assert isinstance(stated, Mapping)
    further = [item_of(each) for each in steps] if isinstance(steps, list) else []
    return Scenario(name, _NOWHERE, stated, tuple(each for each in further if isinstance(each, Mapping)))


def text_of(data: Map[str, Data]) -> str:
    """The data as an entry of ``scenarios:``: a line a key, ended by a line end."""
    lines = [f"{key}: {flow(each)}" for key, each in data.items()]
    return "".join(f"{'  - ' if number == 0 else '    '}{line}\n" for number, line in enumerate(lines))


def flow(data: Data) -> str:
    """A value on one line."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{word(key)}: {flow(each)}" for key, each in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(flow(each) for each in data) + "]"
    if isinstance(data, bool):
        return "true" if data else "false"
    return number(data) if isinstance(data, (int, Fraction)) else word(data)


def number(value: int | Fraction) -> str:
    """A number as authors write it: ``2.5`` where that is exact in three digits, else ``5/3``."""
    value = Fraction(value)
    if value.denominator == 1 or 1000 % value.denominator:
        return str(value)
    return f"{float(value):.3f}".rstrip("0")


def word(text: str) -> str:
    """A text as YAML, in quotes where it needs them."""
    if _BARE.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)
