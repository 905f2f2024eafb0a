"""Where people stumbled in their first hour, and what they are told there now."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.cli import entry

RULES = """\
model
    Move: distance
    Kind: Infantry, Vehicle
action Walk: up to Move
Light Woods: cost x2
Light Woods for Vehicle: cost x3
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "groundrules.toml").touch()
    (tmp_path / "club.terrain").write_text(RULES, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *argv: str, well: bool = False) -> str:
    assert (entry.main(list(argv)) == entry.WELL) is well
    printed = capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.parametrize(
    ("track", "word", "told"),
    [
        ("2 Open, 3 Light Woods", "infantry", "did you mean `Infantry`?"),
        ("2 Open, 3 Light Woods", "Walk it", "did you mean `Walk`?"),
        ("2 Open, 3 Light Woods", "xyz", "write `Move=6` for a field"),
        ("2 open, 3 Light Woods", "Infantry", "did you mean `Open`?"),
        ("2 Open, 3 light woods", "Infantry", "did you mean `Light Woods`?"),
    ],
)
def test_names_in_small_letters(track: str, word: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in said(capsys, "try", "club.terrain", track, "Move=9", word)


def test_the_rules_of_a_scenario_lie_one_folder_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "scenarios" / "s.yaml"
    move = "model: {Move: 9, Kind: Infantry}, track: [2 Light Woods], expect: {cost: 4}"
    text = f"rules: RULES\nscenarios:\n  - {{name: one, {move}}}\n"
    path.write_text(text.replace("RULES", "club.terrain"), encoding="utf-8")
    assert "did you mean `../club.terrain`?" in said(capsys, "test")
    path.write_text(text.replace("RULES", "other.terrain"), encoding="utf-8")
    assert "the path begins at the folder of the file that it stands in" in said(capsys, "test")
    path.write_text(text.replace("RULES", "../club.terrain"), encoding="utf-8")
    assert said(capsys, "test", well=True) == "1 passed, 0 failed\n"
