"""A new project checks clean, passes its scenarios and keeps what its README promises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from groundrules.cli import entry
from groundrules.meaning import compile_ruleset
from groundrules.project import bundled, starting
from groundrules.project.library import Home, Library
from groundrules.project.writing import Unwritable
from groundrules.source import Source


def steps(page: str) -> list[list[str]]:
    """The commands of a README, which stand indented."""
    return [line.split()[1:] for line in page.splitlines() if line.startswith("    groundrules ")]


@pytest.mark.parametrize("base", [None, *bundled.names()])
def test_what_the_readme_says_can_be_done(
    base: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry.main(["new", "Tuesday Club", *(["--from", base] if base else [])]) == entry.WELL
    assert 'cd "Tuesday Club"' in capsys.readouterr().out
    monkeypatch.chdir(tmp_path / "Tuesday Club")
    asked = steps(Path("README.md").read_text(encoding="utf-8"))
    assert [argv[0] for argv in asked] == ["check", "test", "build"]
    for argv in [["check", "--strict"], *asked, ["fmt", "--check", "."]]:
        assert entry.main(argv) == entry.WELL, capsys.readouterr()
        out = capsys.readouterr().out
        assert argv[0] != "check" or out == ""
        assert argv[0] != "test" or (out.endswith(" passed, 0 failed\n") and not out.startswith("0"))
    page = Path("README.md").read_text(encoding="utf-8")
    marks = [line.strip() for line in page.splitlines() if line.startswith("    <!-- ")]
    Path("notes.md").write_text("# Notes\n\n" + "\n".join(marks) + "\n", encoding="utf-8")
    assert entry.main(["embed", "notes.md"]) == entry.WELL, capsys.readouterr()
    assert "## " in Path("notes.md").read_text(encoding="utf-8")
    cards = {path.name for path in Path("cards/tuesday-club/cards").iterdir()}
    assert ("terrain-woods.md" if base is None else "terrain-old-orchard.md") in cards


def test_the_same_comes_out_in_the_folder_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = starting.start(os.fspath(tmp_path / "one" / "club"))
    folder = tmp_path / "other" / "club"
    folder.mkdir(parents=True)
    (folder / ".git").mkdir()
    monkeypatch.chdir(folder)
    assert entry.main(["new", "."]) == entry.WELL
    assert "cd " not in capsys.readouterr().out
    for path in made:
        assert (folder / path).read_bytes() == (tmp_path / "one" / "club" / path).read_bytes()


def test_what_is_there_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    for name, told in {"full": "it holds `notes.txt`", "file": "is a file", "file/below": "not a directory"}.items():
        assert entry.main(["new", name]) == entry.MISUSE
        assert told in capsys.readouterr().err
    for base, told in {"epci": "did you mean `epic`?", "none-such": "there are: `"}.items():
        assert entry.main(["new", "fresh", "--from", base]) == entry.MISUSE
        assert told in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_disk_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = os.replace, 0

    def failing(source: str, target: str) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(Unwritable, match="no space left"):
        starting.start(os.fspath(tmp_path / "club"))
    assert calls >= 3 and list((tmp_path / "club").rglob("*")) == []


@pytest.mark.parametrize(
    "name", ["con", "AUX", "Łąka", 'the "best"', "a\nb", "...", "{{ x }}", "$title", "50%", "Orc's Den", "W" * 250]
)
def test_folders_of_every_name(name: str, tmp_path: Path) -> None:
    made = starting.contents(name)
    (rules,) = (path for path in made if path.endswith(".terrain"))
    assert rules.removesuffix(".terrain").replace("-", "").isalnum() and rules.isascii() and len(rules) < 80
    assert rules not in ("con.terrain", "aux.terrain")
    source = Source(rules, made[rules].decode())
    library = Library()
    library.homes[source] = Home(tmp_path / rules, tmp_path)
    compiled = compile_ruleset(source, rules, library.load)
    assert compiled.ruleset is not None and compiled.diagnostics == ()
    assert f"rules: ../{rules}\n" in made["scenarios/moves.yaml"].decode()
