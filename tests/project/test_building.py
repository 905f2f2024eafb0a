"""A build writes everything or nothing, and only over what is its own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from groundrules.project.building import Build, build
from groundrules.project.checking import check
from groundrules.project.writing import publish

from .conftest import Toy
from .test_compiling import write


def files(folder: Path) -> dict[str, str]:
    """Every file below a folder, with its text."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def codes(result: Build) -> list[str]:
    """The codes of the findings."""
    return [each.code for each in result.report.diagnostics]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Two rulesets."""
    write(tmp_path / "rules" / "epic" / "epic.terrain", "Woods Marsh\n")
    write(tmp_path / "rules" / "Łąka.terrain", "Fen\n")
    return tmp_path / "rules"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where the output goes; not there yet."""
    return tmp_path / "deep" / "out"


def built(rules: Path, out: Path) -> Build:
    """Build a folder of rulesets."""
    return build((str(rules),), str(out))


def test_every_ruleset_has_its_folder(rules: Path, out: Path, toy: Toy) -> None:
    result = built(rules, out)
    assert codes(result) == []
    assert sorted(files(out)) == [
        "epic/cards/terrain-marsh.md",
        "epic/cards/terrain-woods.md",
        "epic/index.md",
        "epic/manifest.json",
        "epic/ruleset.json",
        "u0142aka/cards/terrain-fen.md",
        "u0142aka/index.md",
        "u0142aka/manifest.json",
        "u0142aka/ruleset.json",
    ]
    assert [(made.folder, made.files, made.changed) for made in result.made] == [("epic", 5, 5), ("u0142aka", 4, 4)]


def test_the_manifest_lists_what_was_written(rules: Path, out: Path, toy: Toy) -> None:
    built(rules, out)
    manifest = json.loads((out / "epic" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["format"] == "groundrules-manifest/1"
    assert manifest["ruleset"] == "epic"
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((out / "epic" / name).read_bytes()).hexdigest() == digest
    assert {*manifest["files"], "manifest.json"} == {name for name in files(out / "epic")}


def test_the_same_again_changes_nothing(rules: Path, out: Path, toy: Toy) -> None:
    built(rules, out)
    assert [(made.changed, made.removed) for made in built(rules, out).made] == [(0, 0), (0, 0)]


def test_what_is_no_longer_made_is_taken_away_and_nothing_else(rules: Path, out: Path, toy: Toy) -> None:
    built(rules, out)
    write(out / "epic" / "cards" / "mine.md", "by hand")
    write(out / "epic" / "notes.txt", "by hand")
    write(rules / "epic" / "epic.terrain", "Woods\n")
    result = built(rules, out)
    assert result.made[0].removed == 1
    assert sorted(files(out / "epic")) == [
        "cards/mine.md",
        "cards/terrain-woods.md",
        "index.md",
        "manifest.json",
        "notes.txt",
        "ruleset.json",
    ]


def test_a_manifest_takes_away_only_what_is_as_it_was_written(rules: Path, out: Path, toy: Toy) -> None:
    """A file of the author's own that a forged list names, and a card that they have changed, stay."""
    built(rules, out)
    folder = out / "epic"
    (folder / "diary.md").write_text("mine", encoding="utf-8")
    (folder / "cards" / "terrain-marsh.md").write_text("mine, too", encoding="utf-8")
    (folder / "lines.md").write_bytes(b"as Windows has it\r\n")
    listed = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    listed["files"]["diary.md"] = "0" * 64
    listed["files"]["lines.md"] = hashlib.sha256(b"as Windows has it\n").hexdigest()
    (folder / "manifest.json").write_text(json.dumps(listed), encoding="utf-8")
    (rules / "epic" / "epic.terrain").write_text("Woods\n", encoding="utf-8")
    assert codes(built(rules, out)) == []
    assert (folder / "diary.md").read_text(encoding="utf-8") == "mine"
    assert (folder / "cards" / "terrain-marsh.md").read_text(encoding="utf-8") == "mine, too"
    assert not (folder / "lines.md").exists()


def test_what_nobody_built_is_not_replaced(rules: Path, out: Path, toy: Toy) -> None:
    write(out / "epic" / "index.md", "by hand")
    result = built(rules, out)
    assert codes(result) == ["GR613"]
    assert files(out) == {"epic/index.md": "by hand"}


def test_a_lost_manifest_is_no_obstacle(rules: Path, out: Path, toy: Toy) -> None:
    built(rules, out)
    before = files(out)
    (out / "epic" / "manifest.json").unlink()
    assert codes(built(rules, out)) == []
    assert files(out) == before


@pytest.mark.parametrize(
    "manifest",
    [
        '{"format": "groundrules-manifest/1", "files": {"../secret.txt": "", "/etc/x": "", "": "", "a\\\\b": ""}}',
        '{"format": "groundrules-manifest/1", "files": {"cards/../../secret.txt": ""}}',
    ],
)
def test_a_manifest_reaches_nothing_outside(rules: Path, out: Path, toy: Toy, manifest: str) -> None:
    write(out / "secret.txt", "secret")
    write(out / "epic" / "manifest.json", manifest)
    built(rules, out)
    assert (out / "secret.txt").read_text(encoding="utf-8") == "secret"
    assert "ruleset.json" in files(out / "epic")


@pytest.mark.parametrize("manifest", ["", "[]", '{"format": "groundrules-manifest/2", "files": {}}', "[" * 100_000])
def test_a_manifest_that_is_not_ours_is_not_replaced(rules: Path, out: Path, toy: Toy, manifest: str) -> None:
    write(out / "epic" / "manifest.json", manifest)
    assert codes(built(rules, out)) == ["GR613"]
    assert files(out) == {"epic/manifest.json": manifest}


def test_one_error_and_nothing_is_written(rules: Path, out: Path, toy: Toy) -> None:
    built(rules, out)
    before = files(out)
    write(rules / "epic" / "epic.terrain", "Woods wrong\n")
    write(rules / "Łąka.terrain", "Fen Mere\n")
    result = built(rules, out)
    assert codes(result) == ["GR999"]
    assert result.made == ()
    assert files(out) == before


def test_warnings_are_no_obstacle(rules: Path, out: Path, toy: Toy) -> None:
    write(rules / "epic" / "epic.terrain", "Woods odd\n")
    result = built(rules, out)
    assert codes(result) == ["GR999"]
    assert len(result.made) == 2


def test_names_that_clash_are_numbered_by_path(rules: Path, out: Path, toy: Toy) -> None:
    write(rules / "Epic.terrain", "Fen\n")
    assert [made.folder for made in built(rules, out).made] == ["epic", "epic-2", "u0142aka"]
    assert "Fen" in files(out)["epic/index.md"]


def test_an_output_that_cannot_be_written(rules: Path, tmp_path: Path, toy: Toy) -> None:
    write(tmp_path / "file", "x")
    result = build((str(rules),), str(tmp_path / "file"))
    assert codes(result) == ["GR614"]
    assert result.made == ()


def test_an_interrupted_build_leaves_the_old_output(
    rules: Path, out: Path, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(rules, out)
    before = files(out)
    write(rules / "epic" / "epic.terrain", "Hill\n")

    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("groundrules.project.building.publish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        built(rules, out)
    assert files(out) == before
    monkeypatch.setattr("groundrules.project.building.publish", publish)
    built(rules, out)
    assert "cards/terrain-hill.md" in files(out / "epic")


def test_a_file_that_two_rulesets_use_is_reported_once(tmp_path: Path, toy: Toy) -> None:
    write(tmp_path / "common.terrain", "odd\n")
    write(tmp_path / "a.terrain", 'use "common.terrain"\n')
    write(tmp_path / "b.terrain", 'use "common.terrain"\n')
    report = check((str(tmp_path),))
    assert [report.shown(each.span.source) for each in report.diagnostics] == [str(tmp_path / "common.terrain")]


def test_the_same_ruleset_named_twice_is_one(rules: Path, toy: Toy) -> None:
    report = check((str(rules), str(rules / "epic"), str(rules / "epic" / "epic.terrain")))
    assert len(report.outcomes) == 2


def test_settings_are_checked_with_the_rulesets(rules: Path, toy: Toy) -> None:
    write(rules / "groundrules.toml", "[crads]\n")
    report = check((str(rules / "epic"),))
    assert [each.code for each in report.diagnostics] == ["GR611"]
    assert report.shown(report.diagnostics[0].span.source).endswith("rules/groundrules.toml")
