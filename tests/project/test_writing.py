"""An output is replaced whole or not at all, whatever happens in between."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from groundrules.project import writing
from groundrules.project.writing import Unwritable, publish

OLD = {"a/one.md": b"old one", "a/two.md": b"old two", "a/gone.md": b"old gone"}
NEW = {"a/one.md": b"new one", "a/two.md": b"old two", "a/deep/three.md": b"new three"}


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, with its bytes, apart from a run's own preparations."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and writing.WORK not in path.parts
    }


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output with the old files, and one that is not ours."""
    out = tmp_path / "out"
    publish(out, OLD)
    (out / "a" / "mine.txt").write_bytes(b"by hand")
    return out


def test_the_new_output_stands_whole(out: Path) -> None:
    before = (out / "a" / "two.md").stat().st_mtime_ns
    written = publish(out, NEW, ["a/gone.md"])
    assert files(out) == NEW | {"a/mine.txt": b"by hand"}
    assert written.changed == ("a/deep/three.md", "a/one.md")
    assert written.removed == ("a/gone.md",)
    assert (out / "a" / "two.md").stat().st_mtime_ns == before


def test_nothing_is_left_beside(out: Path) -> None:
    publish(out, NEW, ["a/gone.md"])
    assert sorted(os.listdir(out)) == ["a"]


def test_empty_folders_go_with_their_last_file(tmp_path: Path) -> None:
    publish(tmp_path, {"a/deep/one.md": b"1", "b/two.md": b"2"})
    publish(tmp_path, {}, ["a/deep/one.md"])
    assert sorted(os.listdir(tmp_path)) == ["b"]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError(28, "No space left on device"), MemoryError])
@pytest.mark.parametrize("moment", range(1, 13))
def test_an_interruption_at_any_moment_leaves_the_old_output(
    out: Path, monkeypatch: pytest.MonkeyPatch, interruption: BaseException | type[BaseException], moment: int
) -> None:
    before = files(out)
    calls = 0
    for name in ("replace", "link", "unlink"):
        real = getattr(os, name)

        def failing(*given: object, _real: object = real, **named: object) -> object:
            nonlocal calls
            calls += 1
            if calls == moment:
                raise interruption
            assert callable(_real)
            return _real(*given, **named)

        monkeypatch.setattr(os, name, failing)
    with contextlib.suppress(Unwritable, KeyboardInterrupt, MemoryError):
        publish(out, NEW, ["a/gone.md"])
    monkeypatch.undo()
    assert files(out) in (before, NEW | {"a/mine.txt": b"by hand"})
    without_links = isinstance(interruption, OSError) and moment <= 2
    if moment <= 6 and not without_links:  # two files kept, the journal written, three files swapped
        assert files(out) == before
    assert publish(out, NEW, ["a/gone.md"])
    assert files(out) == NEW | {"a/mine.txt": b"by hand"}


@pytest.mark.skipif(sys.platform == "win32", reason="a process that is killed by a signal")
@pytest.mark.parametrize("moment", [1, 2, 3])
def test_a_killed_run_is_undone_by_the_next(out: Path, moment: int) -> None:
    before = files(out)
    script = textwrap.dedent(f"""
        import os, pathlib, signal
        from groundrules.project import writing
        real, calls = os.replace, 0
        def dying(*given):
            global calls
            calls += 1
            if calls == {moment} + 1:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given)
        os.replace = dying
        writing.publish(pathlib.Path({os.fspath(out)!r}), {NEW!r}, ["a/gone.md"])
        writing.publish(pathlib.Path({os.fspath(out)!r}), {{"a/one.md": b"newer"}}, [])
    """)
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    assert killed.returncode == -signal.SIGKILL
    if moment < 3:  # the third is already the next run
        publish(out, {})
        assert files(out) == before


def test_a_second_run_at_the_same_time_is_refused(out: Path) -> None:
    with writing._alone(out), pytest.raises(Unwritable, match="another"):
        publish(out, NEW)
    assert files(out)["a/one.md"] == b"old one"


def test_a_file_where_the_output_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(Unwritable):
        publish(tmp_path / "out", NEW)


def test_a_folder_where_a_file_should_be(out: Path) -> None:
    (out / "a" / "deep" / "three.md").mkdir(parents=True)
    with pytest.raises(Unwritable, match=r"`a/deep/three\.md` is a folder"):
        publish(out, NEW)
    assert files(out)["a/one.md"] == b"old one"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_lead_nowhere(out: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (out / "b").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unwritable, match="link"):
        publish(out, {"b/one.md": b"x"})
    target = tmp_path / "precious.md"
    target.write_text("precious", encoding="utf-8")
    (out / "a" / "one.md").unlink()
    (out / "a" / "one.md").symlink_to(target)
    publish(out, NEW)
    assert (out / "a" / "one.md").read_bytes() == b"new one"
    assert target.read_text(encoding="utf-8") == "precious"


# ---- what others put into an output


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_work_folder_that_is_a_link_is_refused(out: Path, tmp_path: Path) -> None:
    """Its target is somebody else's folder: nothing in it is taken away."""
    precious = tmp_path / "precious"
    precious.mkdir()
    for name in ("diary.txt", "lock", "0.new", "journal.json"):
        (precious / name).write_text("mine", encoding="utf-8")
    (out / writing.WORK).symlink_to(precious)
    with pytest.raises(Unwritable, match="move it away"):
        publish(out, NEW)
    assert sorted(os.listdir(precious)) == ["0.new", "diary.txt", "journal.json", "lock"]
    assert (precious / "lock").read_text(encoding="utf-8") == "mine"


def test_a_work_folder_keeps_what_is_not_ours(out: Path) -> None:
    (out / writing.WORK / "deep").mkdir(parents=True)
    (out / writing.WORK / "diary.txt").write_text("mine", encoding="utf-8")
    publish(out, NEW)
    assert sorted(os.listdir(out / writing.WORK)) == ["deep", "diary.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
@pytest.mark.parametrize("name", ["lock", "journal.json"])
@pytest.mark.parametrize("kind", ["link", "loose", "pipe", "folder"])
def test_a_lock_or_journal_that_is_no_file_is_refused(out: Path, tmp_path: Path, name: str, kind: str) -> None:
    work = out / writing.WORK
    work.mkdir()
    target = tmp_path / "precious.txt"
    target.write_text("[]", encoding="utf-8")
    if kind == "pipe":
        os.mkfifo(work / name)
    elif kind == "folder":
        (work / name).mkdir()
    else:
        (work / name).symlink_to(target if kind == "link" else tmp_path / "nowhere")
    before = files(out)
    with pytest.raises(Unwritable, match="move it away"):
        publish(out, NEW)
    assert files(out) == before
    assert target.read_text(encoding="utf-8") == "[]"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "journal",
    [
        "",
        "{",
        "\xff",
        "[" * 100_000,
        "{}",
        "[1]",
        "[[1, true, null]]",
        '[["a/mine.txt", false]]',
        '[["a/mine.txt", 0, null]]',
        '[["../precious.txt", false, null]]',
        '[["/etc/x", false, null]]',
        '[["a/\\u0000", false, null]]',
        '[["C:/x", false, null]]',
    ],
)
def test_a_journal_that_no_run_left_is_refused(out: Path, tmp_path: Path, journal: str) -> None:
    (tmp_path / "precious.txt").write_text("mine", encoding="utf-8")
    before = files(out)
    (out / writing.WORK).mkdir()
    (out / writing.WORK / "journal.json").write_text(journal, encoding="latin-1")
    with pytest.raises(Unwritable, match="move it away"):
        publish(out, NEW)
    assert files(out) == before
    assert (tmp_path / "precious.txt").exists()


@pytest.mark.parametrize("digest", [None, "0" * 64])
@pytest.mark.parametrize("existed", [True, False])
def test_a_forged_journal_touches_no_file_of_somebody_else(out: Path, existed: bool, digest: str | None) -> None:
    work = out / writing.WORK
    work.mkdir()
    (work / "0.old").write_text("forged", encoding="utf-8")
    (work / "journal.json").write_text(json.dumps([["a/mine.txt", existed, digest]]), encoding="utf-8")
    publish(out, {})
    assert files(out)["a/mine.txt"] == b"by hand"
    assert not work.exists()
