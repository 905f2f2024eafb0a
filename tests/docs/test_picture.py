"""The picture in the README is the one that its scenario draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.docs.fences import ROOT, fences

from groundrules.project.playing import load
from groundrules.scenarios.picture import picture
from groundrules.scenarios.running import run_scenario


def test_snapshot_of_the_picture(tmp_path: Path, snapshot: Callable[[Path, str], None]) -> None:
    for fence in fences(ROOT / "README.md"):
        for word in fence.words:
            if word.startswith("file="):
                (tmp_path / word.removeprefix("file=")).write_text(fence.text, encoding="utf-8")
    play = load(tmp_path / "walk.yaml", "walk.yaml")
    assert play is not None and play.ruleset is not None and play.document is not None
    result = run_scenario(play.ruleset, play.document.scenarios[0])
    assert result.passed
    snapshot(ROOT / "docs" / "pictures" / "walk.svg", picture(play.ruleset, result))
