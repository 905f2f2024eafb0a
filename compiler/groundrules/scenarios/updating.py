"""Expectations brought up to what the rules now say: edits of the values under ``expect`` and ``odds``.

A value is edited where it stands, entry by entry, so that comments and layout stay. What
several scenarios share (a case's inherited value, an anchor) is edited only when it comes
out alike for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence as Seq
from dataclasses import dataclass
from fractions import Fraction

from groundrules.diagnostics import Edit
from groundrules.naming import name_key
from groundrules.scenarios.expecting import Mismatch
from groundrules.scenarios.filling import came
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import flow, number, word
from groundrules.scenarios.running import Result, StepResult
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Span

_ANCHOR = re.compile(r"&\S+\s*")
_REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?")


@dataclass(frozen=True, slots=True)
class _Use:
    """A value that a scenario expects: what it should be instead, ``None`` where it came true."""

    item: Item
    wanted: Data | None
    named: str


def updates(results: Iterable[Result], only: str | None = None) -> tuple[list[Edit], list[str]]:
    """The edits that make the failing ones of a file's scenarios pass, and the names of those that none can mend.

    ``results`` are those of all scenarios of the file; only those whose names hold ``only``
    are mended.
    """
    uses: dict[tuple[int, int], list[_Use]] = {}
    left: list[str] = []
    for result in results:
        asked = only is None or only.casefold() in result.scenario.name.casefold()
        if asked and (result.findings or result.refusal is not None):
            left.append(result.scenario.name)
        for use in _uses(result):
            if use is None:
                left += [result.scenario.name] if asked else []
            else:
                uses.setdefault((use.item.span.start, use.item.span.end), []).append(use)
    edits: list[Edit] = []
    for shared in uses.values():
        failing = [use for use in shared if use.wanted is not None]
        mended = [use for use in failing if only is None or only.casefold() in use.named.casefold()]
        if not mended:
            continue
        if len(failing) < len(shared) or any(use.wanted != failing[0].wanted for use in failing):
            left += [use.named for use in mended]
        else:
            assert failing[0].wanted is not None
            edits += rewritten(failing[0].item, failing[0].wanted)
    return edits, list(dict.fromkeys(left))


def _uses(result: Result) -> Iterator[_Use | None]:
    """Each value that a scenario expects; ``None`` for what failed and is no such value."""
    for step in result.steps:
        failed = {each.key: each for each in step.mismatches}
        stated = [(key, key, item) for key, item in _items(step.played.expect)]
        stated += [(f"odds {name}", name, item) for name, item in _items(step.played.odds)]
        for key in failed:
            if key not in {each[0] for each in stated}:
                yield None
        for key, name, item in stated:
            if key not in failed:
                yield _Use(item, None, result.scenario.name)
                continue
            wanted = _wanted(failed[key], step, name, item)
            yield None if wanted is None else _Use(item, wanted, result.scenario.name)


def _items(mapping: Mapping | None) -> list[tuple[str, Item]]:
    return list(mapping.items.items()) if mapping is not None else []


def _wanted(failed: Mismatch, step: StepResult, key: str, item: Item) -> Data | None:
    """What a value should be; ``None`` where nothing came that it could be compared with."""
    if isinstance(failed.odds, Fraction):
        return failed.odds
    if failed.odds is not None:
        stated = list(item) if isinstance(item, Mapping) else []
        return {**dict.fromkeys(stated, Fraction(0)), **{str(count): chance for count, chance in failed.odds}}
    return came(key, step, item)


# ---- edits


def rewritten(item: Item, data: Data) -> list[Edit]:
    """The edits that make a value say what the data says; none where it does."""
    if says(item, data):
        return []
    if isinstance(item, Sequence) and isinstance(data, list) and item.items and data:
        return _entries(item, data)
    if isinstance(item, Mapping) and isinstance(data, dict) and item.items and set(item.items) <= set(data):
        return _keys(item, data)
    start, end = _start(item), end_of(item)
    blank = " " if start == end else ""
    return [Edit(item.span.source.span(start, end), blank + flow(data))]


def _entries(item: Sequence, data: list[Data]) -> list[Edit]:
    """Entry by entry; what is more is put behind the last, what is too much is taken away."""
    edits = [edit for old, new in zip(item.items, data, strict=False) for edit in rewritten(old, new)]
    more = [flow(each) for each in data[len(item.items) :]]
    last = item.items[-1]
    if more:
        edits.append(_insert(item, end_of(last), last.span, [f"- {each}" for each in more], more))
    elif len(data) < len(item.items):
        kept = end_of(item.items[len(data) - 1])
        start = kept if _inline(item) else _line_end(item.span.source.text, kept)
        edits.append(Edit(item.span.source.span(start, end_of(last)), ""))
    return edits


def _keys(item: Mapping, data: dict[str, Data]) -> list[Edit]:
    """Key by key; what is more is put behind the last."""
    edits = [edit for key, old in item.items.items() for edit in rewritten(old, data[key])]
    more = [f"{_key(key)}: {flow(each)}" for key, each in data.items() if key not in item.items]
    if more:
        last = list(item.items)[-1]
        edits.append(_insert(item, end_of(item.items[last]), item.keys[last], more, more))
    return edits


def _key(key: str) -> str:
    return key if key.isdecimal() else word(key)


def _insert(item: Sequence | Mapping, at: int, beside: Span, block: list[str], inline: list[str]) -> Edit:
    """New entries behind the last one, in the way in which the value is written."""
    source = item.span.source
    if _inline(item):
        return Edit(source.span(at, at), "".join(f", {each}" for each in inline))
    line = source.text.rfind("\n", 0, beside.start) + 1
    margin = source.text[line : beside.start] if isinstance(item, Mapping) else _indent(source.text, line)
    # An entry that begins behind the dash of a list is as far in as if the dash were a blank.
    margin = " " * len(margin)
    newline = "\r\n" if "\r\n" in source.text else "\n"
    at = _line_end(source.text, at)
    return Edit(source.span(at, at), "".join(f"{newline}{margin}{each}" for each in block))


def _indent(text: str, line: int) -> str:
    """The blanks at the beginning of a line."""
    return text[line : len(text) - len(text[line:].lstrip(" "))]


def _inline(item: Item) -> bool:
    """Whether a value is written in brackets."""
    start = _start(item)
    return item.span.source.text[start : start + 1] in ("[", "{")


def _line_end(text: str, at: int) -> int:
    """The end of what follows on the line: blanks and a comment."""
    found = _REST.match(text, at)
    return found.end() if found is not None else at


def _start(item: Item) -> int:
    """Where a value begins, behind its anchor."""
    found = _ANCHOR.match(item.span.source.text, item.span.start)
    return item.span.start if found is None else found.end()


def end_of(item: Item) -> int:
    """Where a value ends: a list of lines with its last word, not with the blanks and comments behind it."""
    if isinstance(item, Scalar) or _inline(item):
        return item.span.end
    parts = list(item.items) if isinstance(item, Sequence) else list(item.items.values())
    return end_of(parts[-1]) if parts else item.span.end


def says(item: Item, data: Data) -> bool:
    """Whether a value already says that."""
    if isinstance(item, Sequence):
        return isinstance(data, list) and len(data) == len(item.items) and all(map(says, item.items, data))
    if isinstance(item, Mapping):
        return (
            isinstance(data, dict)
            and set(data) <= set(item.items)
            and all(says(item.items[key], each) for key, each in data.items())
        )
    if isinstance(data, (list, dict)):
        return False
    if isinstance(data, bool):
        return item.boolean() is data
    if isinstance(data, (int, Fraction)):
        return item.number() is not None and number(item.number() or 0) == number(data)
    return name_key(item.text) == name_key(data)


def applied(text: str, edits: Seq[Edit]) -> str:
    """A text with edits made, which do not touch one another."""
    for each in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end), reverse=True):
        text = text[: each.span.start] + each.text + text[each.span.end :]
    return text
