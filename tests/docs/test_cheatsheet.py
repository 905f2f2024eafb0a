"""The language on one page: current, whole, short, and a ruleset that checks clean."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.docs.fences import ROOT, fences

from groundrules.cli import entry
from groundrules.cli.cheatsheet import sheet
from groundrules.source import Source
from groundrules.syntax import ast, ast_rules, parse
from groundrules.syntax.walk import walk

PAGE = ROOT / "docs" / "cheatsheet.md"

#: A sheet of A4 at eight points holds so many lines and columns, margins apart.
LINES, COLUMNS = 100, 115

#: Words that the sheet has no use for: one kept for later, one that says nothing.
LEFT_OUT = {"require", "rolled"}


def test_snapshot_of_the_page(snapshot: Callable[[Path, str], None]) -> None:
    snapshot(PAGE, sheet())


def test_every_line_is_one_that_checks_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry.main(["cheatsheet"]) == entry.WELL
    Path("sheet.md").write_text(capsys.readouterr().out, encoding="utf-8")
    assert entry.main(["check", "--strict", "sheet.md"]) == entry.WELL, capsys.readouterr().out
    assert entry.main(["build", "sheet.md", "-o", "cards"]) == entry.WELL, capsys.readouterr().out


def test_it_fits_one_page() -> None:
    lines = sheet().splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS


def test_every_word_of_the_language_stands_on_it() -> None:
    grammar = (ROOT / "grammar" / "groundrules.lark").read_text(encoding="utf-8")
    rules = "\n".join(line.split("//")[0] for line in grammar.splitlines())
    fenced = " ".join(fence.text for fence in fences(PAGE))
    missing = set(re.findall(r'"([a-z]+)"', rules)) - set(re.findall(r"[a-z]+", fenced))
    assert missing - LEFT_OUT == {"example"}  # which it is called itself
    assert missing >= LEFT_OUT


def test_every_construct_stands_on_it() -> None:
    nodes = {type(node) for fence in fences(PAGE) for node in walk(parse(Source(str(fence), fence.text)).file)}
    unions = (ast_rules.Qualifier, ast_rules.Condition, ast_rules.Effect)
    kinds = {kind for union in unions for kind in typing.get_args(union)}
    kinds |= {each for each in vars(ast).values() if isinstance(each, type) and each.__module__ == ast.__name__}
    assert {kind.__name__ for kind in kinds - nodes} == set()
