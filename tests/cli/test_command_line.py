"""The command as a person runs it: exit codes, streams, pipes, encodings, faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from groundrules.cli import entry, main as main_module
from groundrules.codes import CODES


def run(
    *argv: str, folder: Path | None = None, encoding: str = "utf-8", **variables: str
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "groundrules", *argv],
        cwd=folder,
        capture_output=True,
        encoding=encoding,
        env={**os.environ, "PYTHONIOENCODING": encoding, **variables},
        check=False,
        timeout=60,
    )


def test_the_version() -> None:
    ran = run("--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "groundrules 0.1.0\n", "")


@pytest.mark.parametrize(
    "argv",
    [
        ["no-such-command"],
        ["check", "--no-such-option"],
        ["check", "--format", "yaml"],
        ["build"],
        ["build", "x.terrain"],
        ["show", "leaves", "x.terrain"],
        ["explain", "GR000"],
        ["check", "no-such-file.terrain"],
        [],
    ],
    ids=" ".join,
)
def test_misuse(argv: list[str], tmp_path: Path) -> None:
    ran = run(*argv, folder=tmp_path)
    assert ran.returncode == entry.MISUSE
    assert ran.stdout == ""
    assert ran.stderr != ""
    assert "Traceback" not in ran.stderr


def test_a_near_miss_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "woods.terrain").touch()
    assert "did you mean `woods.terrain`?" in run("check", "wods.terrain", folder=tmp_path).stderr


def test_a_near_miss_on_a_command(tmp_path: Path) -> None:
    assert run("chekc", folder=tmp_path).stderr.endswith("Did you mean `check`?\n")


def test_the_ruleset_of_the_help_is_a_good_one(tmp_path: Path) -> None:
    lines = run("--help").stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if "woods.terrain:" in line) + 1
    ruleset = [line[6:] for line in lines[start : lines.index("", start)]]
    (tmp_path / "woods.terrain").write_text("\n".join(ruleset), encoding="utf-8")
    commands = [line.split()[1:] for line in lines if line.startswith("      groundrules ")]
    assert [argv[0] for argv in commands] == ["check", "build"]
    for argv in commands:
        ran = run(*argv, folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, "")
    assert (tmp_path / "cards" / "woods" / "cards" / "terrain-marsh.md").is_file()


def test_findings_go_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "not text.terrain").write_bytes(b"Caf\xe9: cost x2\n")
    ran = run("check", "--format", "short", "not text.terrain", folder=tmp_path)
    assert ran.returncode == entry.FOUND
    assert ran.stdout.startswith("not text.terrain:1:4: error[GR603]: ")
    assert ran.stderr == ""


def test_a_folder_without_a_ruleset(tmp_path: Path) -> None:
    ran = run("check", "--format", "json", folder=tmp_path)
    assert ran.returncode == entry.FOUND
    assert [each["code"] for each in json.loads(ran.stdout)["diagnostics"]] == ["GR610"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize(
    "argv",
    [
        ["--help"],
        ["check", "--help"],
        ["explain"],
        ["explain", "GR603"],
        ["check", "."],
        ["check", "--format", "short", "."],
        ["check", "--format", "json", "."],
        ["check", "沼地″.terrain"],
        ["check", "no-Łąka.terrain"],
        ["explain", "Łąka"],
        ["show", "ast", "沼地″.terrain"],
        ["build", ".", "-o", "Łąka"],
    ],
    ids=ascii,
)
def test_every_encoding(argv: list[str], encoding: str, tmp_path: Path) -> None:
    (tmp_path / "沼地″.terrain").write_bytes("Łąka ½″ 🌲\n".encode() + b"\xe9\n")
    ran = run(*argv, folder=tmp_path, encoding=encoding, PYTHONUTF8="0", LC_ALL="C.UTF-8")
    assert ran.returncode in (entry.WELL, entry.FOUND, entry.MISUSE)
    assert "Traceback" not in ran.stderr
    assert "GR901" not in ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of a POSIX shell")
def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "groundrules", "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == entry.FOUND
    assert errors == b""


def test_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(argv: list[str]) -> int:
        raise LookupError("a\nlong\x1b[2J story" + "y" * 1000)

    monkeypatch.setattr(main_module, "run", broken)
    assert entry.main(["show", "ast", "x.terrain"]) == entry.FAULT
    out, err = capsys.readouterr()
    assert out == ""
    assert "GR901" in err and "LookupError" in err and "command: groundrules show ast x.terrain" in err
    assert "cli/entry.py:" in err
    assert "Traceback" not in err and "\x1b" not in err
    assert len(err) < 1500
    assert "GR901" in CODES


def test_an_interruption(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(main_module, "run", interrupted)
    assert entry.main(["explain"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_an_interruption_inside_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(code: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("groundrules.cli.explain.page", interrupted)
    assert entry.main(["explain", "GR601"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_explain_takes_a_code_as_people_write_it() -> None:
    page = run("explain", "GR601").stdout
    assert page.startswith("# GR601")
    assert run("explain", "601").stdout == run("explain", "gr601").stdout == page


def test_explain_lists_every_code() -> None:
    listed = [line.split()[0] for line in run("explain").stdout.splitlines()]
    assert listed == list(CODES)


@pytest.mark.parametrize(
    "argv", [["check"], ["check", "--strict", "x.terrain"], ["check", "x.terrain", "--strict"], ["check", "no.terrain"]]
)
def test_the_short_way_is_clicks_way(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.terrain").write_bytes(b"\xe9")
    assert entry.plain_check(argv) is not None
    code, answer = entry.main(argv), capsys.readouterr()
    assert (main_module.run(argv), capsys.readouterr()) == (code, answer)


@pytest.mark.parametrize("argv", [["check", "-x"], ["check", ""], ["check", "--", "x"], ["build"], ["check", "--help"]])
def test_all_else_is_left_to_click(argv: list[str]) -> None:
    assert entry.plain_check(argv) is None
