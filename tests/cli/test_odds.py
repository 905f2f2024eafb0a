"""``groundrules odds``, read as a person reads it and as a program does."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from groundrules.cli.entry import main

RULES = """\
outcome Hurt
action Move
roll Test: 2d6
    2-6 Failure: Hurt, stop
    7+ Success
Mud on enter: Test
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "mud.terrain"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_every_roll_has_its_bands_and_chances(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Fifteen of thirty-six throws of two dice are 6 or less.
    assert main(["odds", rules]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Test\n") and "5 in 12 (41.7 %)" in text and "7 in 12 (58.3 %)" in text


def test_json_has_fractions_for_one_five_and_ten(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", rules, "--roll", "Test", "--json"]) == 0
    failure = json.loads(capsys.readouterr().out)["Test"][0]
    assert failure["band"] == "2-6 Failure"
    for key, rollers in (("one", 1), ("five", 5), ("ten", 10)):
        expected = 1 - Fraction(7, 12) ** rollers
        assert failure[key] == {"fraction": str(expected), "decimal": float(expected)}


def test_a_move_over_two_tests(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", rules, "--track", "1 Open, 2 Mud, 1 Open, 2 Mud", "--json"]) == 0
    # The second test is made only after the first was passed.
    assert json.loads(capsys.readouterr().out)["Hurt"]["fraction"] == str(1 - Fraction(7, 12) ** 2)


def test_what_passes_the_budget_is_refused_with_the_reason(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", rules, "--budget", "5"]) == 1
    assert "more than the 5 states" in capsys.readouterr().out


def test_a_roll_that_is_not_there_is_a_misuse(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", rules, "--roll", "Toast"]) == 2
    assert "there are: Test" in capsys.readouterr().err


def test_a_scenario_file_gives_the_odds_of_each_move(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mud.yaml"
    file.write_text(
        "rules: mud.terrain\nscenarios:\n  - name: one mud\n    track: 1 Open, 2 Mud\n"
        "  - name: two of it\n    track: 1 Mud, 1 Open, 2 Mud\n",
        encoding="utf-8",
    )
    assert main(["odds", str(file), "--name", "one", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["one mud"]["Hurt"]["fraction"] == "5/12"
    assert main(["odds", str(file)]) == 0
    assert {"one mud", "two of it"} <= set(capsys.readouterr().out.splitlines())
