"""What ``use`` reaches, and what it never reaches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from groundrules.project import bundled
from groundrules.project.library import Library
from groundrules.project.reading import Unreadable
from groundrules.project.roots import find
from groundrules.source import Source


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A ruleset in a folder of its own, one beside it, and a secret outside."""
    top = tmp_path / "top"
    for name in ("epic/epic.terrain", "epic/parts/woods.terrain", "other.terrain"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(f"# {name}\n", encoding="utf-8")
    (tmp_path / "secret.terrain").write_text("secret", encoding="utf-8")
    return top


def load(path: Path, *targets: str) -> Source | Unreadable:
    """Open a ruleset and follow ``use`` after ``use``, each from the file before."""
    found = find(path)
    assert isinstance(found, tuple)
    library = Library()
    source = library.open(found[0])
    for target in targets:
        assert isinstance(source, Source)
        source = library.load(target, source)
    return source


def code(found: Source | Unreadable) -> str:
    """The code of what is wrong."""
    assert isinstance(found, Unreadable)
    return found.code


def test_a_path_begins_at_the_file_that_says_it(project: Path) -> None:
    (project / "groundrules.toml").touch()
    found = load(project / "epic/epic.terrain", "parts/woods.terrain", "../../other.terrain")
    assert isinstance(found, Source)
    assert (found.name, found.text) == ("other.terrain", "# other.terrain\n")


def test_the_same_file_is_the_same_source(project: Path) -> None:
    found = find(project / "epic/epic.terrain")
    assert isinstance(found, tuple)
    library = Library()
    root = library.open(found[0])
    assert isinstance(root, Source)
    assert library.load("./parts/../epic.terrain", root) is root


@pytest.mark.parametrize(
    "target",
    ["../other.terrain", "../../secret.terrain", "parts/../../other.terrain", "/etc/passwd.terrain", "C:\\x.terrain"],
)
def test_nothing_outside_the_root_is_reached(project: Path, target: str) -> None:
    assert code(load(project / "epic/epic.terrain", target)) == "GR608"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_link_leads_outside(project: Path) -> None:
    (project / "epic/link.terrain").symlink_to(project.parent / "secret.terrain")
    (project / "epic/away").symlink_to(project.parent)
    assert code(load(project / "epic/epic.terrain", "link.terrain")) == "GR608"
    assert code(load(project / "epic/epic.terrain", "away/secret.terrain")) == "GR608"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_root_behind_a_link_is_the_same_root(project: Path) -> None:
    (project.parent / "link").symlink_to(project)
    assert isinstance(load(project.parent / "link/epic/epic.terrain", "parts/woods.terrain"), Source)


def test_slashes_that_work_on_one_system_only(project: Path) -> None:
    found = load(project / "epic/epic.terrain", "parts\\woods.terrain")
    assert isinstance(found, Unreadable)
    assert found.suggestion == "parts/woods.terrain"


@pytest.mark.parametrize("target", ["parts/wods.terrain", "parts/Woods.terrain"])
def test_a_near_miss_is_suggested_and_mended(project: Path, target: str) -> None:
    found = load(project / "epic/epic.terrain", target)
    assert isinstance(found, Unreadable)
    assert found.code == "GR601"
    line = Source("x", f'use "{target}"')
    fix = found.at(line.span(0, len(line.text))).fix
    assert fix is not None
    (edit,) = fix.edits
    mended = line.text[: edit.span.start] + edit.text + line.text[edit.span.end :]
    assert mended == 'use "parts/woods.terrain"'


def test_a_folder_where_a_file_should_be(project: Path) -> None:
    (project / "epic/folder.terrain").mkdir()
    assert code(load(project / "epic/epic.terrain", "folder.terrain")) == "GR602"


def test_a_bundled_ruleset_is_reached_from_anywhere(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "folder", lambda: project)
    (project / "other.terrain").rename(project / "epic/other.terrain")
    found = load(project / "epic/parts/woods.terrain", "epic")
    assert isinstance(found, Source)
    assert found.name == "bundled:epic/epic.terrain"
    found = load(project / "epic/parts/woods.terrain", "epic", "other.terrain")
    assert isinstance(found, Source)
    assert found.name == "bundled:epic/other.terrain"


@pytest.mark.parametrize("target", ["epik", "Epic", "nothing-like-it", "../secret", "", "epic/parts/woods"])
def test_what_is_not_bundled(project: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.setattr(bundled, "folder", lambda: project)
    found = load(project / "epic/epic.terrain", target)
    assert isinstance(found, Unreadable)
    assert found.code == "GR609"
    assert found.suggestion == ("epic" if target.casefold() in ("epik", "epic") else None)
