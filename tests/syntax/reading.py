"""Texts and fixtures as trees, in tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from groundrules.source import Source
from groundrules.syntax import ast, parse

GOOD = Path(__file__).parent / "good"


def read(text: str, name: str = "test.terrain") -> ast.File:
    """The tree of a text in which nothing is wrong."""
    parsed = parse(Source(name, text))
    assert not parsed.diagnostics, parsed.diagnostics
    return parsed.file


@cache
def good(fixture: str) -> ast.File:
    """The tree of ``good/FIXTURE.terrain``."""
    return read((GOOD / f"{fixture}.terrain").read_text(encoding="utf-8"), f"{fixture}.terrain")
