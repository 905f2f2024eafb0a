"""Tokens and tree of a text: every part of it, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.cli import entry

TEXT = 'Woods "Deep woods": cost x2\nMarsh on enter: Bog Test\n'


def shown(capsys: pytest.CaptureFixture[str], folder: Path, stage: str, text: str) -> tuple[int, str]:
    """The exit code and what is shown of a stage."""
    path = folder / "x.terrain"
    path.write_text(text, encoding="utf-8", newline="")
    code = entry.main(["show", stage, str(path)])
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


def test_every_character_of_the_tokens_is_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = shown(capsys, tmp_path, "tokens", TEXT)
    assert code == entry.WELL
    lines = TEXT.splitlines()
    words = []
    for row in out.splitlines():
        place, _, word = row.split("\t")
        line, column = map(int, place.split(":"))
        if word.replace("\\n", ""):
            assert lines[line - 1][column - 1 :].startswith(word)
            words.append(word)
    assert "".join(words).replace(" ", "") == "".join(TEXT.split())


def test_the_tree_names_kinds_and_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = shown(capsys, tmp_path, "ast", TEXT)
    assert code == entry.WELL
    rows = out.splitlines()
    assert rows[0].startswith("File @1:1")
    assert [row for row in rows if row.strip().startswith("items:")] == ["  items: Rule @1:1", "  items: Rule @2:1"]
    assert "    subjects: Subject @1:1 display='Deep woods'" in rows
    assert any(row.strip().startswith("qualifiers: On @2:7 events=('enter')") for row in rows)


@pytest.mark.parametrize("stage", ["tokens", "ast"])
def test_only_the_syntax_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str], stage: str) -> None:
    code, out = shown(capsys, tmp_path, stage, "roll A: d6\n    1: stop\nMarsh on enter: Unheard Of\n")
    assert code == entry.WELL and "error[" not in out
    code, out = shown(capsys, tmp_path, stage, "Marsh on on enter\n")
    assert code == entry.FOUND and "error[GR1" in out


@pytest.mark.parametrize("stage", ["tokens", "ast", "rules"])
def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], stage: str) -> None:
    (tmp_path / "x.terrain").write_bytes(b"\xe9")
    assert entry.main(["show", stage, str(tmp_path / "x.terrain")]) == entry.FOUND
    assert "error[GR603]" in capsys.readouterr().out


def test_a_folder_of_several_is_a_misuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["show", "ast", str(tmp_path)]) == entry.MISUSE
    for name in ("a.terrain", "b.terrain"):
        (tmp_path / name).touch()
    assert entry.main(["show", "ast", str(tmp_path)]) == entry.MISUSE
    (tmp_path / "a.terrain").unlink()
    assert entry.main(["show", "ast", str(tmp_path)]) == entry.WELL
