"""The cache: the same answer as compiling again, for as long as nothing has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from groundrules.project import cache
from groundrules.project.compiling import Outcome, compile_place
from groundrules.project.roots import find

from .conftest import Toy


def compiled(path: Path) -> Outcome:
    """The outcome of the one ruleset at a path."""
    found = find(path)
    assert isinstance(found, tuple)
    (place,) = found
    return compile_place(place)


def write(path: Path, text: str) -> Path:
    """A file with a text, its folder made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def summary(outcome: Outcome) -> tuple[object, ...]:
    """All that an outcome says, as plain data."""
    return outcome.rules, [
        (
            each.code,
            each.severity,
            each.message,
            each.help,
            outcome.shown(each.span.source),
            each.span.text,
            each.span.line,
        )
        for each in outcome.diagnostics
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ruleset that uses another, with a finding in each."""
    write(tmp_path / "rules" / "base.terrain", "Marsh\nodd\n")
    return write(tmp_path / "rules" / "woods.terrain", 'use "base.terrain"\nWoods odd\n')


def test_the_second_time_nothing_is_compiled_and_all_is_the_same(path: Path, toy: Toy) -> None:
    first, second = compiled(path), compiled(path)
    assert toy.compiled == ["woods.terrain"]
    assert summary(first) == summary(second)
    assert len(second.diagnostics) == 2
    assert second.homes.keys() == {each.span.source for each in second.diagnostics}


@pytest.mark.parametrize("name", ["woods.terrain", "base.terrain"])
def test_a_change_of_any_file_counts(path: Path, toy: Toy, name: str) -> None:
    compiled(path)
    changed = path.with_name(name)
    before = changed.stat()
    changed.write_text(changed.read_text(encoding="utf-8").replace("odd", "ODD"), encoding="utf-8")
    os.utime(changed, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert len(compiled(path).diagnostics) == 1
    assert len(toy.compiled) == 2


def test_a_file_that_is_gone_counts(path: Path, toy: Toy) -> None:
    compiled(path)
    path.with_name("base.terrain").unlink()
    assert [each.code for each in compiled(path).diagnostics] == ["GR601", "GR999"]
    write(path.with_name("base.terrain"), "Marsh\n")
    assert [each.code for each in compiled(path).diagnostics] == ["GR999"]


def test_a_change_of_the_compiler_counts(path: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(path)
    monkeypatch.setattr(cache, "_compiler", lambda: "another state")
    compiled(path)
    assert len(toy.compiled) == 2


def test_two_rulesets_of_the_same_text_are_two(path: Path, toy: Toy, tmp_path: Path) -> None:
    other = write(tmp_path / "other" / "fens.terrain", path.read_text(encoding="utf-8").replace("use", "not"))
    compiled(path)
    assert compiled(other).place.name == "fens"
    assert toy.compiled == ["woods.terrain", "fens.terrain"]


@pytest.mark.parametrize("damage", [b"", b"{}", b"not json\n", b'{"files": {}, "homes": [], "findings": [[1]]}\n'])
def test_a_damaged_entry_is_as_good_as_none(path: Path, toy: Toy, tmp_path: Path, damage: bytes) -> None:
    first = summary(compiled(path))
    (entry,) = (tmp_path / "cache").iterdir()
    entry.write_bytes(damage)
    assert summary(compiled(path)) == first
    assert len(toy.compiled) == 2


def test_without_a_folder_the_process_remembers(path: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", "")
    assert summary(compiled(path)) == summary(compiled(path))
    assert len(toy.compiled) == 1


def test_related_places_and_fixes_come_back(tmp_path: Path, toy: Toy) -> None:
    path = write(tmp_path / "x.terrain", 'use "y.terrain"\n')
    write(tmp_path / "y.terrain", "")
    (tmp_path / "y.terrain").write_bytes(b"\xff\xfeo\x00d\x00d\x00")
    first, second = compiled(path), compiled(path)
    assert toy.compiled == ["x.terrain"]
    assert [each.code for each in first.diagnostics] == ["GR604", "GR999"]
    assert summary(first) == summary(second)


def test_an_unreadable_ruleset_is_a_finding_in_itself(tmp_path: Path, toy: Toy) -> None:
    path = tmp_path / "x.terrain"
    path.write_bytes(b"a\nb\xe9")
    outcome = compiled(path)
    assert [(each.code, each.span.line, each.span.column) for each in outcome.diagnostics] == [("GR603", 2, 2)]
    assert outcome.rules is None
    assert toy.compiled == []


def test_paths_are_shown_from_where_the_ruleset_was_named(
    path: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent.parent)
    found = find("rules/woods.terrain")
    assert isinstance(found, tuple)
    for _ in range(2):
        outcome = compile_place(found[0])
        shown = sorted(outcome.shown(each.span.source) for each in outcome.diagnostics)
        assert shown == ["rules/base.terrain", "rules/woods.terrain"]
