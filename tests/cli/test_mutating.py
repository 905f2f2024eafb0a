"""``groundrules test --mutate``."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from groundrules.cli import entry

RULES = """model
    Speed: distance
action Move: up to Speed
Marsh: cost x2
Bank on drop when fall at least 3": stop
"""
SCENARIOS = """rules: marsh.terrain
scenarios:
  - name: twice as long
    model: {Speed: 12}
    track: [2 Open, 4 Marsh]
    expect: {cost: 10, left: 2}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "marsh.terrain").write_text(RULES, encoding="utf-8")
    (tmp_path / "marsh.yaml").write_text(SCENARIOS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, list[str], str]:
    code = entry.main(["test", "--mutate", *args])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err


def ready(lines: list[str]) -> str:
    """The scenarios that the command prints, without what stands around them."""
    return "".join(f"{line}\n" for line in lines if line.startswith(("  - ", "    ")))


def test_what_is_printed_is_pasted_and_then_all_is_noticed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The scenario sees what becomes of the cost and the allowance; what is printed for the others does the rest."""
    code, lines, _ = run(capsys, "marsh.yaml")
    assert code == 0 and lines[-1].endswith(" %)") and "(100 %)" not in lines[-1]
    pasted = ready(lines)
    names = [each["name"] for each in yaml.safe_load(pasted)]
    assert len(names) == len(set(names)) > 0
    (folder / "marsh.yaml").write_text(SCENARIOS + pasted, encoding="utf-8")
    assert entry.main(["test", "marsh.yaml"]) == 0
    capsys.readouterr()
    code, lines, _ = run(capsys, "marsh.yaml")
    assert lines[-1].endswith("(100 %)"), lines


def test_the_least_share_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--min", "10", "marsh.yaml")[0] == 0
    assert run(capsys, "--min", "99", "marsh.yaml")[0] == 1


def test_several_processes_say_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "-j", "2", "marsh.yaml") == run(capsys, "marsh.yaml")


def test_an_excuse_leaves_a_mutant_out_of_the_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = run(capsys, "marsh.yaml")[1][-1]
    noticed, of = int(last.split()[0]), int(last.split()[2])
    entry_ = "- {id: 'Bank on drop when fall at least 3\"', change: '`stop` is left out', reason: a test}\n"
    (folder / "marsh.mutants.yaml").write_text(entry_, encoding="utf-8")
    code, lines, _ = run(capsys, "marsh.yaml")
    assert lines[-1].startswith(f"{noticed} of {of - 1} mutants noticed")
    assert code == 1 and any("GR422" in line for line in lines), "ten mutants are too few for an excuse"


def test_an_entry_for_nothing_is_found_at_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry_ = "- id: Marsh\n  change: '`cost x7` is left out'\n  reason: a test\n"
    (folder / "marsh.mutants.yaml").write_text(entry_, encoding="utf-8")
    code, lines, _ = run(capsys, "marsh.yaml")
    assert code == 1 and "error[GR420]: `Marsh` has no such mutant" in lines
    assert " --> marsh.mutants.yaml:1:3" in lines


def test_scenarios_that_fail_anyway_are_told_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "marsh.yaml").write_text(SCENARIOS.replace("cost: 10", "cost: 9"), encoding="utf-8")
    code, lines, err = run(capsys, "marsh.yaml")
    assert code == 1 and "twice as long" in err
    assert lines == []  # nothing was tried: there is nothing to boast of


def test_rules_inside_the_scenario_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SCENARIOS.replace("rules: marsh.terrain", "rules: |\n  Marsh: cost x2").replace("model: {Speed: 12}", "")
    (folder / "marsh.yaml").write_text(text.replace(", left: 2", ""), encoding="utf-8")
    assert run(capsys, "marsh.yaml")[1][-1] == "3 of 3 mutants noticed (100 %)"


def test_it_does_not_go_together_with_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "--coverage", "marsh.yaml")
    assert code == entry.MISUSE and "--mutate" in err


def test_what_is_pasted_is_not_mixed_with_what_the_file_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file knows a `target` and a `viewer` of its own; pasted beside them the scenarios still notice everything."""
    rules = "model\n    Save: number\n    AP: number\ncover Light: target Save -1\n"
    rules += "Hedge when between and (target Save over 3 or shooter AP over 0): cover Light\n"
    own = "rules: marsh.terrain\nmodels:\n"
    own += "".join(f"  {name}: {{Save: 9, AP: 9, at: [{at}, 0]}}\n" for name, at in (("viewer", 0), ("target", 9)))
    own += "scenarios:\n  - name: a look\n    sight: {from: viewer, to: target}\n    expect: {cover: none}\n"
    (folder / "marsh.terrain").write_text(rules, encoding="utf-8")
    (folder / "marsh.yaml").write_text(own, encoding="utf-8")
    pasted = ready(run(capsys, "marsh.yaml")[1])
    (folder / "marsh.yaml").write_text(own + pasted, encoding="utf-8")
    assert entry.main(["test", "marsh.yaml"]) == 0
    capsys.readouterr()
    assert run(capsys, "marsh.yaml")[1][-1].endswith("(100 %)")


def test_names_are_given_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three rules with the same condition, and a scenario that already has the name that one would get."""
    rules = "model\n    Speed: distance\n    AP: number\naction Move: up to Speed\n"
    rules += "".join(f"{each} when AP over 0: cost x2\n" for each in ("Mud", "Bog", "Sand"))
    own = SCENARIOS.replace("4 Marsh", "4 Mud").replace("Speed: 12", "Speed: 12, AP: 1")
    own = own.replace("twice as long", "AP over 0 matters")
    (folder / "marsh.terrain").write_text(rules, encoding="utf-8")
    (folder / "marsh.yaml").write_text(own, encoding="utf-8")
    pasted = ready(run(capsys, "marsh.yaml")[1])
    names = [each["name"] for each in yaml.safe_load(pasted)]
    assert len(names) == len({*names, "AP over 0 matters"}) - 1 > 6
    assert "Bog when AP over 0: AP over 0, not at least" in names
    (folder / "marsh.yaml").write_text(own + pasted, encoding="utf-8")
    assert entry.main(["test", "marsh.yaml"]) == 0
