"""Scenario files of situations that were once judged wrongly; what they expect was worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.testing import test_file as play_file

FILES = sorted((Path(__file__).parent / "played").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_judged_rightly(path: Path) -> None:
    tested = play_file(path, path.name)
    assert tested is not None
    assert tested.scenarios
    assert not [*tested.findings, *(line for each in tested.scenarios for line in each.lines)]
