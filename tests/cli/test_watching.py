"""``--watch``: one report for each change, whatever happens to the files, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from groundrules.cli import entry, watching
from groundrules.cli.watching import look, watch

GOOD = "Woods: cost x2\n"
BAD = "Woods; cost x2\n"

#: What is done between two looks; the last one presses Ctrl-C.
Deeds = list[Callable[[], object]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "r.terrain").write_text(GOOD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """A command that watches, with deeds between its looks: what it says, report by report."""

    def run(argv: list[str], *deeds: Callable[[], object]) -> list[str]:
        left: Iterator[Callable[[], object]] = iter(deeds)

        def pause(_: float) -> None:
            deed = next(left, None)
            if deed is None:
                raise KeyboardInterrupt
            deed()

        real = watching.watch
        for command in ("check", "build", "test"):
            module = sys.modules.get(f"groundrules.cli.{command}") or __import__(
                f"groundrules.cli.{command}", fromlist=["watch"]
            )
            monkeypatch.setattr(module, "watch", lambda work, apart=(): real(work, pause, apart=apart))
        assert entry.main([*argv, "--watch"]) == entry.WELL
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        reports = said.err.split("waiting for a change; Ctrl-C ends it\n")
        assert reports.pop() == "\n"
        return [*reports, said.out]

    return run


def written(path: str, text: str) -> Callable[[], object]:
    def deed() -> None:
        before = os.stat(path).st_mtime_ns if os.path.exists(path) else 0
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
        os.utime(path, ns=(before + 1, before + 1))

    return deed


def nothing() -> None:
    """Nobody does anything."""


def test_check(watched: Callable[..., list[str]]) -> None:
    *reports, out = watched(
        ["check", "r.terrain"], nothing, written("r.terrain", BAD), nothing, written("r.terrain", GOOD)
    )
    assert reports == ["all is well\n", "--- r.terrain changed\n", "--- r.terrain changed\nall is well\n"]
    assert out.count("r.terrain:1:6") == 1


def test_what_is_used_is_watched_too(watched: Callable[..., list[str]], folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "base.terrain").write_text(GOOD, encoding="utf-8")
    (folder / "groundrules.toml").touch()
    (folder / "r.terrain").write_text('use "other/base.terrain"\n', encoding="utf-8")
    reports = watched(
        ["check", "r.terrain"],
        written("other/base.terrain", BAD),
        written("groundrules.toml", "[cards\n"),
        written("elsewhere/x.terrain", BAD),
    )
    assert [report.splitlines()[0] for report in reports[1:-1]] == [
        "--- base.terrain changed",
        "--- groundrules.toml changed",
    ]


def test_build_does_not_wake_itself(watched: Callable[..., list[str]]) -> None:
    *reports, _ = watched(["build", ".", "-o", "cards"], nothing, written("r.terrain", "Marsh: cost x2\n"), nothing)
    assert len(reports) == 2 and reports[0].startswith("cards/r: ") and " 1 removed" in reports[1]
    *reports, _ = watched(["build", "r.terrain", "-o", "cards"], written("r.terrain", BAD))
    assert reports[1] == "--- r.terrain changed\nnothing was written to cards\n"


def test_scenarios(watched: Callable[..., list[str]]) -> None:
    Path("groundrules.toml").touch()
    moves = "rules: ../r.terrain\nscenarios:\n  - {name: one, track: [2 Woods], expect: {cost: COST}}\n"
    written("scenarios/s.yaml", moves.replace("COST", "4"))()
    *reports, out = watched(["test"], written("scenarios/s.yaml", moves.replace("COST", "5")))
    assert reports[1] == "--- s.yaml changed\n"
    assert [line for line in out.splitlines() if " passed" in line] == ["1 passed, 0 failed", "0 passed, 1 failed"]


def test_a_file_that_goes_away_is_waited_for(watched: Callable[..., list[str]], folder: Path) -> None:
    *reports, _ = watched(["check", "r.terrain"], (folder / "r.terrain").unlink, written("r.terrain", GOOD))
    assert reports[1:] == [
        "--- r.terrain changed\nthere is no file or folder `r.terrain` any more\n",
        "--- r.terrain changed\nall is well\n",
    ]


def test_what_was_never_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["check", "--watch", "no.terrain"]) == entry.MISUSE
    assert "there is no file or folder `no.terrain`" in capsys.readouterr().err


@pytest.mark.parametrize("other", ["--fix", "--diff"])
def test_it_does_not_write_what_somebody_is_writing(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["check", "--watch", other, "r.terrain"]) == entry.MISUSE
    assert "--watch goes with neither" in capsys.readouterr().err


def test_of_a_file_only_what_lies_beside_it_is_looked_at(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "x.terrain").touch()
    (folder / "y.terrain").touch()
    assert {Path(path).name for path in look([folder / "r.terrain"])} == {"r.terrain", "y.terrain"}
    assert {Path(path).name for path in look([folder])} == {"r.terrain", "y.terrain", "x.terrain"}
    assert {Path(path).name for path in look([folder], [str(folder / "deep")])} == {"r.terrain", "y.terrain"}


def test_an_interruption_during_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> list[Path]:
        raise KeyboardInterrupt

    watch(work)
    assert capsys.readouterr().err == "\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of POSIX")
@pytest.mark.skipif(signal.getsignal(signal.SIGINT) == signal.SIG_IGN, reason="Ctrl-C is ignored here, by children too")
def test_ctrl_c_in_a_process_of_its_own(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "groundrules", "check", "--watch", "r.terrain"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "all is well\n"
    assert process.stderr.readline() == "waiting for a change; Ctrl-C ends it\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "\n")
    assert process.returncode == entry.WELL
