"""The tables of the documentation are those of the code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from tests.docs import tables
from tests.docs.fences import fences

from groundrules.source import Source
from groundrules.syntax import ast, ast_rules, parse
from groundrules.syntax.walk import walk

DOCS = Path(__file__).parents[2] / "docs"
Snapshot = Callable[[Path, str], None]


def test_snapshot_of_the_index_of_diagnostics(snapshot: Snapshot) -> None:
    snapshot(DOCS / "diagnostics" / "README.md", tables.diagnostics())


def test_snapshot_of_the_words_of_the_language(snapshot: Snapshot) -> None:
    snapshot(DOCS / "keywords.md", tables.keywords())


def test_every_construct_has_an_example_in_the_reference() -> None:
    """Each effect, qualifier and condition of the tree stands in an example of ``docs/language.md``."""
    examples = [f for f in fences(DOCS / "language.md") if f.words[:2] == ("terrain", "example")]
    files = [parse(Source(str(fence), fence.text)).file for fence in examples]
    shown = {type(node) for file in files for node in walk(file)}
    kinds = {kind for union in (ast_rules.Effect, ast_rules.Qualifier, ast_rules.Condition) for kind in get_args(union)}
    kinds |= {kind for union in (ast.Item, ast.Line) for kind in get_args(union)}
    assert sorted(kind.__name__ for kind in kinds - shown) == []
