"""The grammar's table, kept in the user's cache folder between runs.

Built once for a grammar text, a version of Lark and a version of ours; what cannot be read
back whole is built again, and where nothing can be kept the table lives as long as the
process. It is kept as JSON: reading it runs no code, whoever wrote the file.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import groundrules
from groundrules import usercache
from groundrules.syntax.grammar import Grammar, Production, Terminal, build_grammar, grammar_text

_FORMAT = 4
_VERSION = re.compile(r"^__version__[^=\n]*=\s*[\"']([^\"']+)", re.MULTILINE)


@cache
def load_grammar() -> Grammar:
    """The grammar of the language, from the cache or from Lark."""
    text = grammar_text()
    key = cache_key(text)
    name = f"table-{key[:16]}.json"
    kept = usercache.load(name)
    grammar = None if kept is None else from_json(kept, key)
    if grammar is None:
        grammar = build_grammar(text)
        usercache.store(name, to_json(grammar, key))
    return grammar


def cache_key(text: str) -> str:
    """What the table depends on, as a hash: the grammar, Lark's version, ours."""
    parts = (str(_FORMAT), text, lark_version(), groundrules.__version__)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def lark_version() -> str:
    """Lark's version, read from its file: importing Lark takes a tenth of a second."""
    spec = find_spec("lark")
    if spec is None or spec.origin is None:
        return "none"
    found = _VERSION.search(Path(spec.origin).read_text(encoding="utf-8"))
    return found[1] if found else "unknown"


def to_json(grammar: Grammar, key: str) -> bytes:
    """The grammar as it is kept; equal rows of the table are written once."""
    actions, action_rows = _shared(grammar.actions)
    gotos, goto_rows = _shared(grammar.gotos)
    whole = {
        "key": key,
        "terminals": [[t.name, t.pattern, t.literal, t.priority] for t in grammar.terminals],
        "ignored": sorted(grammar.ignored),
        "productions": [[p.origin, p.length, p.data, p.spread, p.passes, p.holes] for p in grammar.productions],
        "action_rows": action_rows,
        "actions": actions,
        "goto_rows": goto_rows,
        "gotos": gotos,
        "start": grammar.start,
        "end": grammar.end,
    }
    return json.dumps(whole, separators=(",", ":")).encode()


def from_json(data: bytes, key: str) -> Grammar | None:
    """The grammar that was kept under this key; ``None`` for anything else."""
    try:
        whole: dict[str, Any] = json.loads(data)
        if whole["key"] != key:
            return None
        action_rows, goto_rows = whole["action_rows"], whole["goto_rows"]
        return Grammar(
            terminals=tuple(Terminal(*t) for t in whole["terminals"]),
            ignored=frozenset(whole["ignored"]),
            productions=tuple(
                Production(origin, length, data, tuple(spread), passes, holes)
                for origin, length, data, spread, passes, holes in whole["productions"]
            ),
            actions=tuple(action_rows[row] for row in whole["actions"]),
            gotos=tuple(goto_rows[row] for row in whole["gotos"]),
            start=whole["start"],
            end=whole["end"],
        )
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None


def _shared(rows: tuple[dict[str, int], ...]) -> tuple[list[int], list[dict[str, int]]]:
    """For each row the number of the first one equal to it, and those rows."""
    numbers: dict[tuple[tuple[str, int], ...], int] = {}
    distinct: list[dict[str, int]] = []
    index = []
    for row in rows:
        content = tuple(row.items())
        if content not in numbers:
            numbers[content] = len(distinct)
            distinct.append(row)
        index.append(numbers[content])
    return index, distinct
