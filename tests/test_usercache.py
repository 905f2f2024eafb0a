"""The user's cache: it keeps what is ours, trusts nothing else, and never fails."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from groundrules import usercache

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX rights")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that does not exist yet."""
    place = tmp_path / "deep" / "cache"
    monkeypatch.setenv("GROUNDRULES_CACHE", os.fspath(place))
    return place


def test_what_is_kept_is_found(place: Path) -> None:
    assert usercache.load("a") is None
    assert usercache.store("a", b"one")
    assert usercache.store("a", b"two")
    assert usercache.load("a") == b"two"
    assert os.listdir(place) == ["a"]


@posix
def test_only_this_user_may_read_the_folder(place: Path) -> None:
    usercache.store("a", b"one")
    assert place.stat().st_mode & 0o777 == 0o700
    assert (place / "a").stat().st_mode & 0o777 == 0o600


@posix
def test_a_folder_that_others_may_write_to_is_not_used(place: Path) -> None:
    place.mkdir(parents=True)
    place.chmod(0o777)
    (place / "a").write_bytes(b"planted")
    assert usercache.folder() is None
    assert usercache.load("a") is None
    assert not usercache.store("b", b"x")


@posix
def test_a_file_that_others_may_write_to_is_not_read(place: Path) -> None:
    usercache.store("a", b"one")
    (place / "a").chmod(0o666)
    assert usercache.load("a") is None


@posix
def test_links_are_not_followed(place: Path, tmp_path: Path) -> None:
    usercache.store("a", b"one")
    (place / "b").symlink_to(place / "a")
    assert usercache.load("b") is None
    other = tmp_path / "other"
    other.symlink_to(place)
    os.environ["GROUNDRULES_CACHE"] = os.fspath(other)
    assert usercache.folder() is None


def test_no_folder_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", "")
    assert usercache.folder() is None
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("GROUNDRULES_CACHE", os.fspath(tmp_path / "file" / "cache"))
    assert not usercache.store("a", b"x")
    assert usercache.load("a") is None


def test_old_files_make_room(place: Path) -> None:
    place.mkdir(parents=True, mode=0o700)
    for number in range(usercache.MOST_FILES):
        path = place / f"{number:04}"
        path.write_bytes(b"x")
        path.chmod(0o600)
        os.utime(path, (number, number))
    assert usercache.store("new", b"x")
    left = sorted(os.listdir(place))
    assert "new" in left
    assert "0000" not in left
    assert len(left) <= usercache.MOST_FILES


def test_what_another_hand_wrote_is_not_found(place: Path) -> None:
    usercache.store("a", b"one")
    whole = (place / "a").read_bytes()
    for other in (b"[" * 100_000, b"one", whole[:-1], whole + b"x", b""):
        (place / "a").write_bytes(other)
        assert usercache.load("a") is None


@posix
def test_a_pipe_is_not_waited_for(place: Path) -> None:
    usercache.store("a", b"one")
    os.mkfifo(place / "b", 0o600)
    assert usercache.load("b") is None
