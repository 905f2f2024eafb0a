"""The pages of scenario findings: what they avoid is found, what they prefer plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.fences import snippets

from groundrules.codes import CODES
from groundrules.project.playing import load
from groundrules.scenarios.running import run_scenario

#: Told when cards are built, or of files of excuses: tests/compare shows the pages of those.
UNSHOWN = {"GR408", "GR420", "GR421", "GR422"}
SHOWN = sorted(code for code in CODES if code.startswith("GR4") and code not in UNSHOWN)


def findings(text: str, folder: Path) -> list[str]:
    path = folder / "page.yaml"
    path.write_text(text, encoding="utf-8")
    play = load(path, path.name)
    assert play is not None
    codes = [each.code for each in play.diagnostics]
    if play.document is not None and play.ruleset is not None:
        for scenario in play.document.scenarios:
            result = run_scenario(play.ruleset, scenario)
            codes += [each.code for each in result.findings]
            assert result.passed or result.findings, result.mismatches
    return codes


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_avoids_is_found(code: str, tmp_path: Path) -> None:
    assert set(findings(snippets(code)["Avoid"], tmp_path)) == {code}


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_prefers_plays(code: str, tmp_path: Path) -> None:
    assert findings(snippets(code)["Prefer"], tmp_path) == []
