"""What a person asks `build` for: single cards, one page, plain signs; and what stays of earlier builds."""

from __future__ import annotations

import io
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from groundrules.cli.entry import main

RULES = """\
Woods: cost x2
Marsh on enter: at most 6"
roll Bog Test: d6
    1: stop
    2+: no effect
Fen on enter: Bog Test
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one ruleset, to stand in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.terrain").write_text(RULES, encoding="utf-8")
    return tmp_path


def run(*words: str, source: str = "mine.terrain") -> tuple[int, str]:
    """Exit code and output, both streams together, of ``build`` into ``out`` with more words."""
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        code = main(["build", source, "-o", "out", *words])
    return code, told.getvalue()


def made(folder: Path) -> set[str]:
    """Every file below the output."""
    return {
        path.relative_to(folder / "out" / "mine").as_posix() for path in (folder / "out").rglob("*") if path.is_file()
    }


def test_only_some_cards(here: Path) -> None:
    code, output = run("--only", "woods, Bog Test", "--only", "Woods")
    assert code == 0, output
    assert made(here) == {"index.md", "manifest.json", "cards/terrain-woods.md", "cards/roll-bog-test.md"}


def test_a_name_without_a_card_is_told_and_nothing_is_written(here: Path) -> None:
    code, output = run("--only", "Woods,Mash")
    assert code == 2
    assert "nothing called `Mash` has a card; did you mean `Marsh`?" in output
    assert not (here / "out").exists()
    code, output = run("--only", " , ")
    assert code == 2 and "name a card" in output


def test_a_name_that_one_of_several_rulesets_has(here: Path) -> None:
    (here / "yours.terrain").write_text("Hills: cost x2\n", encoding="utf-8")
    code, output = run("--only", "Hills", source=".")
    assert code == 0, output
    assert os.listdir(here / "out") == ["yours"]


def test_one_page_beside_the_others(here: Path) -> None:
    run()
    pages = made(here)
    code, output = run("--single")
    assert code == 0, output
    assert made(here) == pages | {"ruleset.md"}
    listed = json.loads((here / "out" / "mine" / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert set(listed) == made(here) - {"manifest.json"}
    code, output = run("--only", "Woods")
    assert made(here) == {"ruleset.md", "index.md", "manifest.json", "cards/terrain-woods.md"}
    assert run("--only", "Woods")[1].endswith("none changed\n")


def test_what_stands_where_one_page_would_is_not_replaced(here: Path) -> None:
    (here / "out" / "mine").mkdir(parents=True)
    (here / "out" / "mine" / "ruleset.md").write_text("mine", encoding="utf-8")
    code, output = run("--single")
    assert "GR613" in output and code == 1
    assert (here / "out" / "mine" / "ruleset.md").read_text(encoding="utf-8") == "mine"


def test_plain_signs(here: Path) -> None:
    run("--ascii", "--single")
    text = (here / "out" / "mine" / "ruleset.md").read_text(encoding="utf-8")
    assert text.replace("·", "").isascii() and '6"' in text
    run("--single")
    assert "6″" in (here / "out" / "mine" / "ruleset.md").read_text(encoding="utf-8")
