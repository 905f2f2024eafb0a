"""What one compilation gave, kept for as long as nothing it hung on has changed.

An entry belongs to one ruleset at one path and to one state of the compiler's own files.
It lists the content's hash of each text that was read; when all are the same, its findings
and compiled rules are what compiling again would give. Results in which a file could not
be read are not kept, since what would make it readable is not known. An entry is two lines
of JSON: all but the rules, and the rules.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, util
from pathlib import Path
from typing import Any

from groundrules import usercache
from groundrules.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from groundrules.project.library import Home, Library
from groundrules.project.reading import Text, decode, read_bytes
from groundrules.project.roots import Place, source_name
from groundrules.source import Source, Span

#: Results of this process, where no cache folder can be written.
_memory: dict[str, bytes] = {}


@dataclass(frozen=True, slots=True)
class Kept:
    """What one compilation gave.

    ``diagnostics`` are the compiler's own findings, ``lint`` those of the checks of
    :mod:`groundrules.lint`, ``None`` where these were not run; ``rules`` is the JSON of the rules.
    """

    homes: dict[Source, Home]
    diagnostics: tuple[Diagnostic, ...]
    lint: tuple[Diagnostic, ...] | None
    rules: str | None


def remember(place: Place, library: Library, kept: Kept) -> None:
    """Keep the result of a compilation."""
    if any(code.startswith("GR") for code in library.seen.values()):
        return
    packer = _Packer(library.homes)
    try:
        findings = packer.diagnostics(kept.diagnostics)
        lint = None if kept.lint is None else packer.diagnostics(kept.lint)
    except KeyError:  # a finding in a text that is no file: not to be found again
        return
    head = {
        "files": library.seen,
        "homes": [[os.fspath(home.path), os.fspath(home.root), home.prefix] for home in packer.homes],
        "findings": findings,
        "lint": lint,
    }
    data = json.dumps(head).encode() + b"\n" + (kept.rules or "").encode()
    if not usercache.store(_file(place), data):
        _memory[_file(place)] = data


def recall(place: Place) -> Kept | None:
    """What compiling gave the last time, if nothing has changed since."""
    data = usercache.load(_file(place)) or _memory.get(_file(place))
    if data is None:
        return None
    try:
        first, _, rules = data.partition(b"\n")
        head = json.loads(first)
        texts = {path: read_bytes(path, path) for path in head["files"]}
        for path, digest in head["files"].items():
            content = texts[path]
            if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != digest:
                return None
        homes = [Home(Path(path), Path(root), prefix) for path, root, prefix in head["homes"]]
        sources = {}
        for home in homes:
            content = texts[os.fspath(home.path)]
            text = (
                decode(content, home.prefix + source_name(home.path, home.root)) if isinstance(content, bytes) else None
            )
            if not isinstance(text, Text):
                return None
            sources[text.source] = home
        unpacker = _Unpacker(list(sources))
        lint = None if head["lint"] is None else unpacker.diagnostics(head["lint"])
        return Kept(sources, unpacker.diagnostics(head["findings"]), lint, rules.decode() or None)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None  # written by another hand, or only in part


class _Packer:
    """Findings as plain data; a span is the number of its file, its start and its end."""

    def __init__(self, homes: dict[Source, Home]) -> None:
        self._homes = homes
        self._numbers: dict[Source, int] = {}
        self.homes: list[Home] = []

    def span(self, span: Span) -> list[int]:
        number = self._numbers.get(span.source)
        if number is None:
            self.homes.append(self._homes[span.source])
            number = self._numbers[span.source] = len(self.homes) - 1
        return [number, span.start, span.end]

    def diagnostics(self, several: Iterable[Diagnostic]) -> list[Any]:
        return [self.diagnostic(each) for each in several]

    def diagnostic(self, each: Diagnostic) -> list[Any]:
        related = [[self.span(other.span), other.message] for other in each.related]
        fix = each.fix and [
            each.fix.title,
            [[self.span(edit.span), edit.text] for edit in each.fix.edits],
            each.fix.choice,
        ]
        place = self.span(each.span)
        return [each.code, place, each.message, each.severity.value, each.help, related, fix, each.witness]


class _Unpacker:
    """The way back from :class:`_Packer`."""

    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources

    def span(self, packed: list[int]) -> Span:
        number, start, end = packed
        return self._sources[number].span(start, end)

    def diagnostics(self, several: Iterable[list[Any]]) -> tuple[Diagnostic, ...]:
        return tuple(self.diagnostic(each) for each in several)

    def diagnostic(self, packed: list[Any]) -> Diagnostic:
        code, span, message, severity, help_text, related, fix, witness = packed
        return Diagnostic(
            code,
            self.span(span),
            message,
            Severity(severity),
            help_text,
            tuple(Related(self.span(place), words) for place, words in related),
            fix and Fix(fix[0], tuple(Edit(self.span(place), text) for place, text in fix[1]), fix[2]),
            witness,
        )


def _file(place: Place) -> str:
    parts = (_compiler(), os.fspath(place.path), os.fspath(place.root), place.name)
    key = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return f"rules-{key}.json"


@cache
def _compiler() -> str:
    """What tells one state of the compiler from another: Python's version, sizes and times of all files.

    Times rather than the version number, so that whoever works on the compiler never sees
    the result of an older state; and Lark's among them, without importing it.
    """
    folders = [import_module("groundrules").__path__[0], import_module("groundrules.grammar").__path__[0]]
    lark = util.find_spec("lark")
    folders += (lark and lark.submodule_search_locations) or []
    state = [sys.version, *(line for folder in folders for line in sorted(_state(folder)))]
    return hashlib.sha256("\n".join(state).encode("utf-8", "surrogateescape")).hexdigest()


def _state(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _state(entry.path)
            elif entry.name.endswith((".py", ".lark")):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"
