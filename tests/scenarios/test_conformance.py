"""What rules must do: the conformance files, and the scenarios of the bundled rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.playing import load
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised, items_of
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import run_scenario
from groundrules.scenarios.telling import mismatch_lines

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "tests/conformance").glob("*.yaml")), *sorted((ROOT / "rules_src").glob("*/scenarios/*.yaml"))]
BUNDLED = sorted(path.parent.name for path in (ROOT / "rules_src").glob("*/scenarios"))


def cases() -> list[tuple[str, Ruleset, Scenario]]:
    found = []
    for path in FILES:
        play = load(path, path.name)
        assert play is not None and play.ruleset is not None and play.document is not None, path
        found += [(f"{path.stem}: {each.name}", play.ruleset, each) for each in play.document.scenarios]
    return found


CASES = cases()


@pytest.mark.parametrize(("ruleset", "scenario"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_scenario(ruleset: Ruleset, scenario: Scenario) -> None:
    result = run_scenario(ruleset, scenario)
    assert result.findings == ()
    assert result.refusal is None
    assert list(mismatch_lines(result.mismatches)) == []


def test_every_conformance_file_is_there() -> None:
    names = {path.stem for path in FILES if path.parent.name == "conformance"}
    assert names == {"epic", "first-minute", "ninth-age", "trench-crusade", "two-lines"}


@pytest.mark.parametrize("name", BUNDLED)
def test_the_scenarios_of_a_ruleset_exercise_all_of_it(name: str) -> None:
    seen: set[str] = set()
    wanted: set[str] = set()
    for path in sorted((ROOT / "rules_src" / name / "scenarios").glob("*.yaml")):
        play = load(path, path.name)
        assert play is not None and play.ruleset is not None and play.document is not None
        wanted |= {item.id for item in items_of(play.ruleset)}
        for scenario in play.document.scenarios:
            seen |= exercised(play.ruleset, run_scenario(play.ruleset, scenario))
    assert wanted and wanted - seen == set()
