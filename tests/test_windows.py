"""What differs on Windows, as far as its causes can be brought about anywhere.

Names that Windows reserves: ``tests/test_naming.py``. Byte order marks, UTF-16 and line ends:
``tests/project/test_reading.py``. Paths with backslashes in ``use``: ``tests/project/test_library.py``.
Signs that cp1252 lacks: ``tests/cli/test_command_line.py`` and ``tests/cli/test_terminal.py``.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from groundrules.cli import entry
from groundrules.naming import distinct_file_names
from groundrules.project.roots import from_here

RULES = "model\n    Speed: distance\naction Move: up to Speed\nWoods: cost x2\n"
MOVES = "rules: {0}\nscenarios:\n  - {{name: one, model: {{Speed: 9}}, track: [2 {1}], expect: {{cost: 4}}}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.terrain").write_text(RULES, encoding="utf-8")
    (tmp_path / "club.yaml").write_text(MOVES.format("club.terrain", "Woods"), encoding="utf-8")
    (tmp_path / "page.md").write_text("<!-- groundrules: use club.terrain -->\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command as it begins there."""
    monkeypatch.setattr(entry, "WINDOWS", True)


# ---- drives


@pytest.fixture
def other_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """No relative path leads out of the folder one is in, as where the program lies on another drive."""
    real = os.path.relpath

    def relpath(path: str, start: str = os.curdir) -> str:
        if not os.path.realpath(path).startswith(os.path.realpath(start)):
            raise ValueError("path is on mount 'C:', start on mount 'D:'")
        return real(path, start)

    monkeypatch.setattr(os.path, "relpath", relpath)


def test_a_path_on_another_drive_is_written_whole(folder: Path, other_drive: None) -> None:
    assert from_here(folder / "club.terrain") == "club.terrain"
    assert from_here(folder.parent) == str(folder.parent)


def test_bundled_rules_on_another_drive(folder: Path, other_drive: None, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bundled.yaml").write_text(MOVES.format("trench-crusade", "Difficult"), encoding="utf-8")
    (folder / "base.terrain").write_text('use "epic"\nCanal: counts as River\n', encoding="utf-8")
    mark = "<!-- groundrules: use epic -->\n<!-- groundrules: card River -->\n<!-- /groundrules -->\n"
    (folder / "page.md").write_text(mark, encoding="utf-8")
    for argv in (
        ["test", "bundled.yaml"],
        ["check", "base.terrain"],
        ["build", "base.terrain", "-o", "cards"],
        ["embed", "page.md"],
        ["odds", "epic"],
        ["run", "bundled.yaml"],
        ["new", "club", "--from", "epic"],
    ):
        assert entry.main(argv) == entry.WELL, capsys.readouterr()


# ---- shells


def test_stars_are_left_to_programs(folder: Path, windows: None, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.terrain").write_text("Woods; cost x2\n", encoding="utf-8")
    assert entry.main(["check", "--format", "short", "*.terrain"]) == entry.FOUND
    assert capsys.readouterr().out.startswith("other.terrain:1:6: ")
    assert entry.main(["embed", "*.md"]) == entry.WELL
    assert entry.main(["check", "no*.terrain"]) == entry.MISUSE
    assert "`no*.terrain`" in capsys.readouterr().err


def test_elsewhere_the_shell_has_seen_to_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "WINDOWS", False)
    assert entry.main(["check", "*.terrain"]) == entry.MISUSE


def test_a_reader_that_goes_away(windows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    errors = io.StringIO()
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "stderr", errors)
    assert entry.main(["explain"]) == entry.FOUND
    assert errors.getvalue() == ""


def test_a_path_is_no_bundled_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "epic").mkdir()
    (folder / "epic" / "epic.terrain").write_text("roll Ours: d6\n    1: stop\n    2+: no effect\n", encoding="utf-8")
    assert entry.main(["odds", "./epic"]) == entry.WELL
    assert capsys.readouterr().out.startswith("Ours")


# ---- files


def test_no_text_hangs_on_the_code_page(folder: Path) -> None:
    """Whatever reads or writes text says how: with this switch, Python tells where nothing does."""
    (folder / "groundrules.toml").write_text("[cards]\nascii = true\n", encoding="utf-8")
    lines = (
        ["check"],
        ["fmt", "."],
        ["build"],
        ["test", "--junit", "r.xml", "."],
        ["embed", "page.md"],
        ["run", "club.yaml", "--svg", "r.svg"],
        ["new", "made"],
        ["cheatsheet"],
        ["explain", "GR101"],
    )
    script = f"from groundrules.cli.entry import main\nfor argv in {lines!r}: print(argv, main(argv))"
    ran = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", script],
        cwd=folder,
        env={**os.environ, "GROUNDRULES_CACHE": ""},
        capture_output=True,
        timeout=120,
    )
    assert ran.stdout.count(b"] 0") == len(lines), (ran.stdout[-2000:], ran.stderr[-2000:])
    assert b"EncodingWarning" not in ran.stderr and b"GR901" not in ran.stderr


def test_files_of_cards_differ_in_more_than_capitals() -> None:
    names = ["Woods", "WOODS", "woods", "Wo ods", "Straße", "STRASSE", "Łąka", "ŁĄKA", "con", "CON", "Con "]
    files = distinct_file_names(names)
    assert len({file.casefold() for file in files}) == len(names)


def test_a_deep_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Beyond the 260 characters at which old programs of Windows stop."""
    deep = tmp_path.joinpath(*["a folder with a long name"] * 12)
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert len(str(deep)) > 260
    assert entry.main(["new", "club"]) == entry.WELL
    monkeypatch.chdir(deep / "club")
    for argv in (["check"], ["test"], ["build"]):
        assert entry.main(argv) == entry.WELL, capsys.readouterr()


# ---- processes


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of POSIX")
def test_ctrl_c_while_several_play(folder: Path) -> None:
    many = "".join(f"  - {{name: n{n}, model: {{Speed: 9}}, track: [2 Woods]}}\n" for n in range(2500))
    for name in ("a", "b"):
        (folder / f"{name}.yaml").write_text(f"rules: club.terrain\nscenarios:\n{many}", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "groundrules", "test", "-j", "2"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert "GR901" not in err
    # The second: while Python itself began or ended. The third: it was a process of its own that told it first.
    assert process.returncode in (130, -signal.SIGINT, 1)
