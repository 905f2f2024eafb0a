"""What is committed in ``generated/`` is what the bundled rulesets give today."""

from __future__ import annotations

import shutil
from pathlib import Path

from groundrules.project.building import build

TOP = Path(__file__).parents[2]


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_is_current(tmp_path: Path) -> None:
    result = build((str(TOP / "rules_src"),), str(tmp_path / "out"))
    assert [each.message for each in result.report.diagnostics] == []
    made, committed = files(tmp_path / "out"), files(TOP / "generated")
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == [], "`make` writes it anew"


def test_it_hangs_on_no_place_and_no_order(tmp_path: Path) -> None:
    elsewhere = tmp_path / "some where" / "rules"
    shutil.copytree(TOP / "rules_src", elsewhere)
    whole, single = tmp_path / "whole", tmp_path / "single"
    build((str(elsewhere),), str(whole))
    for folder in sorted((path for path in elsewhere.iterdir() if path.is_dir()), reverse=True):
        if (folder / f"{folder.name}.terrain").exists():
            build((str(folder),), str(single))
    assert files(whole) == files(TOP / "generated")
    assert files(single) == files(whole)
