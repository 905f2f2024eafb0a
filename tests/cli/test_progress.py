"""Progress: one line on a terminal, written over; nothing anywhere else, and nothing in what is printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from groundrules.cli import entry, progress
from groundrules.cli.progress import counted
from groundrules.cli.terminal import Output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(text: str) -> list[str]:
    """The lines that are left to see."""
    lines = []
    for line in text.split("\n"):
        shown: list[str] = []
        for part in line.split("\r"):
            shown[: len(part)] = part
        lines.append("".join(shown).rstrip())
    return lines


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(progress, "standard_error", lambda: Output(made))
    return made


def test_it_counts_and_goes(terminal: Terminal) -> None:
    for item in counted(["a", "b", "c"], "doing"):
        assert screen(terminal.getvalue()) == [""], item
    assert [part for part in terminal.getvalue().split("\r") if part.startswith("doing")] == [
        "doing: 0 of 3",
        "doing: 1 of 3",
        "doing: 2 of 3",
        "doing: 3 of 3",
    ]
    assert screen(terminal.getvalue()) == [""]


def test_it_goes_when_something_is_raised(terminal: Terminal) -> None:
    def broken() -> object:
        raise LookupError

    with pytest.raises(LookupError):
        list(counted((broken() for _ in range(3)), "doing", 3))
    assert screen(terminal.getvalue()) == [""]


def test_one_thing_is_not_counted(terminal: Terminal) -> None:
    assert list(counted([1], "doing")) == [1]
    assert terminal.getvalue() == ""


def test_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(counted([1, 2, 3], "doing")) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_the_commands_tell_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "groundrules.toml").touch()
    for name in ("a", "b"):
        rolls = "".join(f"roll {each}: d6\n    1: stop\n    2+: no effect\n" for each in ("Bog Test", "Mud Test"))
        rules, move = "Marsh on enter: Bog Test, Mud Test\n", "track: [2 Marsh], dice: [2, 2], expect: {cost: 2}"
        Path(f"{name}.terrain").write_text(rolls + rules, encoding="utf-8")
        moves = f"rules: {name}.terrain\nscenarios:\n  - {{name: one, {move}}}\n"
        Path(f"{name}.yaml").write_text(moves, encoding="utf-8")
    told = {
        ("build",): ["checking", "making cards"],
        ("test", "--coverage"): ["playing"],
        ("odds", "a.terrain"): ["working out"],
    }
    for argv, doing in told.items():
        terminal.truncate(0)
        terminal.seek(0)
        assert entry.main(list(argv)) == entry.WELL, terminal.getvalue()
        for word in doing:
            assert f"\r{word}: 0 of 2" in terminal.getvalue(), argv
        assert not any(word in line for line in screen(terminal.getvalue()) for word in doing)
