"""Which rulesets there are, where their project begins, what they are called."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from groundrules.project.roots import NoRuleset, NothingThere, find


def make(folder: Path, *names: str) -> None:
    """Empty files below a folder."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")


def names(path: Path) -> list[tuple[str, str]]:
    """The name and the source name of each ruleset at a path."""
    found = find(path)
    assert isinstance(found, tuple)
    return [(place.name, place.source_name) for place in found]


def test_a_file_is_a_ruleset_and_its_folder_the_root(tmp_path: Path) -> None:
    make(tmp_path, "deep/woods.terrain")
    assert names(tmp_path / "deep" / "woods.terrain") == [("woods", "woods.terrain")]


def test_settings_upwards_make_the_root(tmp_path: Path) -> None:
    make(tmp_path, "groundrules.toml", "deep/woods.terrain")
    assert names(tmp_path / "deep" / "woods.terrain") == [("woods", "deep/woods.terrain")]
    assert names(tmp_path / "deep") == [("woods", "deep/woods.terrain")]


def test_in_a_folder(tmp_path: Path) -> None:
    make(tmp_path, "b.terrain", "a.terrain", "epic/epic.terrain", "epic/parts.terrain", "notes.txt")
    make(tmp_path, ".git/x/x.terrain", "deep/er/er.terrain", "deep/stray.terrain", "build/build.terrain")
    assert names(tmp_path) == [
        ("a", "a.terrain"),
        ("b", "b.terrain"),
        ("er", "deep/er/er.terrain"),
        ("epic", "epic/epic.terrain"),
    ]


def test_a_folder_that_is_itself_one_ruleset(tmp_path: Path) -> None:
    make(tmp_path, "epic/epic.terrain", "epic/parts.terrain")
    assert names(tmp_path / "epic") == [("epic", "epic.terrain")]


def test_a_folder_without_a_ruleset_names_what_nearly_is_one(tmp_path: Path) -> None:
    make(tmp_path, "woods/forest.terrain")
    found = find(tmp_path)
    assert isinstance(found, NoRuleset)
    assert found.strays == (os.path.join(tmp_path, "woods/forest.terrain"),)


def test_paths_are_shown_as_they_were_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "rules/epic/epic.terrain", "rules/a.terrain")
    monkeypatch.chdir(tmp_path)
    for named, first in [("rules", "rules/a.terrain"), ("rules/", "rules/a.terrain"), ("./rules", "./rules/a.terrain")]:
        found = find(named)
        assert isinstance(found, tuple)
        assert found[0].shown == first
    monkeypatch.chdir(tmp_path / "rules")
    found = find(".")
    assert isinstance(found, tuple)
    assert [place.shown for place in found] == ["a.terrain", "epic/epic.terrain"]


def test_nothing_there(tmp_path: Path) -> None:
    make(tmp_path, "woods.terrain")
    with pytest.raises(NothingThere) as raised:
        find(tmp_path / "wods.terrain")
    assert raised.value.suggestion == "woods.terrain"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_folders_behind_links_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "a/a.terrain")
    (tmp_path / "a" / "again").symlink_to(tmp_path)
    assert names(tmp_path) == [("a", "a/a.terrain")]


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"caf\xe9.terrain")
    with open(path, "wb"):
        pass
    assert [name for _, name in names(tmp_path)] == ["caf\\udce9.terrain"]


def test_a_folder_that_nobody_may_enter_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "open.terrain").touch()
    real = os.stat

    def stat(path: Any, *args: Any, **keywords: Any) -> os.stat_result:
        if not isinstance(path, int) and os.path.dirname(os.fspath(path)).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return real(path, *args, **keywords)

    monkeypatch.setattr(os, "stat", stat)
    found = find(tmp_path)
    assert not isinstance(found, NoRuleset)
    assert [place.name for place in found] == ["open"]
