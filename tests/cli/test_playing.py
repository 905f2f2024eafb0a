"""The commands that play scenarios: test, run and try."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from groundrules.cli import entry
from groundrules.verdict import from_json

RULES = """model
    Speed: distance
    Class: Foot, Wheels
    traits: Webbed

action Move: up to Speed

roll Bog Test: d6
    1   Stuck: stop
    2+  Through

Marsh: cost x2
Marsh on enter for Wheels: Bog Test
Webbed: ignore Marsh
"""
SCENARIOS = """rules: marsh.terrain
scenarios:
  - name: feet
    model: {Speed: 12, Class: Foot}
    track: [2 Open, 4 Marsh]
    expect: {cost: 10}
  - name: wheels
    model: {Speed: 12, Class: Wheels}
    track: [2 Open, 4 Marsh]
    dice: [1]
    expect: {ends_at: [2, 0]}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "marsh.terrain").write_text(RULES, encoding="utf-8")
    (tmp_path / "marsh.yaml").write_text(SCENARIOS, encoding="utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = entry.main(list(argv))
    out = capsys.readouterr()
    return code, out.out, out.err


def test_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "test")[:2] == (0, "2 passed, 0 failed\n")


def test_words_choose_among_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "test", "-k", "WHEEL")[1] == "1 passed, 0 failed\n"


def test_a_failure_tells_what_came_and_exits_with_one(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "marsh.yaml").write_text(SCENARIOS.replace("cost: 10", "cost: 9"), encoding="utf-8")
    code, out, _ = said(capsys, "test")
    assert code == 1
    assert out.endswith("1 passed, 1 failed\n")
    assert "marsh.yaml:3: feet" in out and "cost: expected 9" in out and "got 10" in out
    assert "Marsh [marsh.terrain:12]" in out


def test_rules_with_a_mistake_are_one_failure(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "marsh.terrain").write_text(RULES.replace("cost x2", "costt x2"), encoding="utf-8")
    code, out, _ = said(capsys, "test")
    assert code == 1
    assert "marsh.terrain:12:8: error[GR110]" in out and out.endswith("0 passed, 1 failed\n")


def test_results_as_junit(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "marsh.yaml").write_text(SCENARIOS.replace("cost: 10", "cost: 9"), encoding="utf-8")
    assert said(capsys, "test", "--junit", "out.xml")[0] == 1
    (suite,) = ElementTree.fromstring((folder / "out.xml").read_text(encoding="utf-8"))
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite] == ["feet", "wheels"]
    assert "expected 9" in (suite[0][0].text or "")


@pytest.mark.parametrize("words", [("test", "--junit"), ("run", "marsh.yaml", "--name", "wheels", "--svg")])
def test_a_file_that_cannot_be_written_is_told(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, _, told = said(capsys, *words, "no/such/file")
    assert (code, told.splitlines()[-1]) == (
        2,
        "groundrules: no/such/file cannot be written: No such file or directory",
    )
    assert not (folder / "no").exists()


def test_files_are_played_side_by_side_in_spawned_processes(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "more.yaml").write_text(SCENARIOS, encoding="utf-8")
    assert said(capsys, "test", "-j", "2")[:2] == (0, "4 passed, 0 failed\n")


def test_coverage_names_what_nobody_tries(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "test", "--coverage", "--min", "100")
    assert code == 1
    assert "marsh.terrain:13: " not in out
    assert "no scenario exercises the band `Bog Test > 2+`" in out
    assert "no scenario exercises the rule `Webbed`" in out
    # Marsh, Marsh on enter for Wheels, Webbed, and two bands.
    assert "marsh: 3 of 5 exercised (60 %)" in out
    assert said(capsys, "test", "--min", "60")[0] == 0


def test_a_story_cites_the_rules_and_draws_the_move(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, _ = said(capsys, "run", "marsh.yaml", "--name", "wheels", "--svg", "move.svg")
    assert code == 0
    assert "Marsh on enter for Wheels [marsh.terrain:13]" in out and "ends at (2, 0)" in out
    drawn = ElementTree.fromstring((folder / "move.svg").read_text(encoding="utf-8"))
    assert drawn.tag.endswith("svg") and "script" not in (folder / "move.svg").read_text(encoding="utf-8")


def test_a_verdict_as_json_is_read_back_and_fits_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "run", "marsh.yaml", "--name", "wheels", "--json")
    assert code == 0
    schema = Path(entry.__file__).parents[1] / "verdict" / "verdict.schema.json"
    jsonschema.validate(json.loads(out), json.loads(schema.read_text(encoding="utf-8")))
    assert from_json(out).rolls[0].dice == (1,)


def test_the_same_seed_rolls_the_same_dice(capsys: pytest.CaptureFixture[str]) -> None:
    track = ("try", "marsh.terrain", "1 Open, 2 Marsh", "Speed=9", "Wheels")
    first = said(capsys, *track, "--seed", "a")[1]
    assert first == said(capsys, *track, "--seed", "a")[1]
    assert "dice rolled with --seed a" in first
    assert {said(capsys, *track, "--seed", str(n))[1].replace(f"--seed {n}", "") for n in range(20)} != {first}


def test_a_preview_rolls_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "try", "marsh.terrain", "1 Open, 2 Marsh", "Speed=9", "Wheels", "--preview")[1]
    assert "Bog Test would be rolled" in out and "seed" not in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Sped=9", "Foot"], "did you mean `Speed`?"),
        (["Speed=9", "Fot"], "nothing of a model is called `Fot`"),
        (["Speed=fast", "Foot"], "must be a number"),
        (["Foot"], "does not state `Speed`"),
    ],
)
def test_words_that_say_nothing_are_told(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    code, out, _ = said(capsys, "try", "marsh.terrain", "1 Open, 2 Marsh", *words)
    assert code != 0 and told in out


@pytest.mark.parametrize("word", ["Storm", "Weather=Storm", "Weather = Storm"])
def test_words_may_say_what_day_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path, word: str) -> None:
    rules = tmp_path / "dunes.terrain"
    rules.write_text("game\n    Weather: Calm, Storm\nDunes when Storm: cost x3\n", encoding="utf-8")
    code, out, _ = said(capsys, "try", str(rules), "2 Dunes", word)
    assert code == 0 and "moved 2″, cost 6″" in out
    code, out, _ = said(capsys, "try", str(rules), "2 Dunes", "Calm")
    # The day is told once, and not that a value is no.
    assert code == 0 and "moved 2″, cost 2″" in out and "(game Weather is Calm)" in out
    code, out, _ = said(capsys, "try", str(rules), "2 Dunes")
    assert code == 1 and "given: {game: {Weather: Calm}}" in out


def test_what_is_silenced_names_the_other_rule_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "dunes.terrain"
    rules.write_text("model\n    traits: Bike\nDunes: cost x3\nDunes for Bike: no effect\n", encoding="utf-8")
    out = said(capsys, "try", str(rules), "2 Dunes", "Bike")[1]
    assert "`Dunes for Bike` says no effect\n" in out and "moved 2″, cost 2″" in out


def test_a_ruleset_that_is_nowhere_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "try", "trench-crusad", "1 Open")
    assert code == 2 and "did you mean `trench-crusade`?" in err


WRONG_TABLE = """rules: marsh.terrain
table: {bog: {terrain: Quagmire, rect: [2, -2, 6, 2]}}
scenarios:
  - {name: one, model: {Speed: 12, Class: Foot}, path: [[0, 0], [1, 0]]}
  - {name: two, model: {Speed: 12, Class: Foot}, path: [[0, 0], [1, 0]]}
  - {name: three, model: {Speed: 12, Class: Foot}, path: [[0, 0], [1, 0]]}
"""


@pytest.mark.parametrize("command", ["test", "run"])
def test_what_is_wrong_with_the_table_of_all_is_told_once(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str
) -> None:
    (folder / "marsh.yaml").write_text(WRONG_TABLE, encoding="utf-8")
    code, out, _ = said(capsys, command, "marsh.yaml")
    assert (code, out.count("no terrain is called `Quagmire`"), out.count("there is `Marsh`")) == (1, 1, 1)
    assert command == "run" or (out.count("GR405, told above"), "0 passed, 3 failed" in out) == (2, True)


def test_a_long_list_of_names_says_that_it_goes_on(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    kinds = [f"Ground{chr(ord('A') + at)}" for at in range(20)]
    (folder / "marsh.terrain").write_text(RULES + "".join(f"{kind}: cost x2\n" for kind in kinds), encoding="utf-8")
    (folder / "marsh.yaml").write_text(WRONG_TABLE.replace("Quagmire", "Xyz"), encoding="utf-8")
    _, out, _ = said(capsys, "test", "marsh.yaml")
    assert "`GroundK`, `GroundL` and 9 more\n" in out  # 20 kinds and Marsh


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("{name: a five, a four, model: {Speed: 12, Class: Foot}, track: [1 Open]}", True),
        ("{model: {Speed: 12, Class: Foot}, track: [1 Open], name: a five, a four}", True),
        ("{name: a, a four: 3, model: {Speed: 12, Class: Foot}, track: [1 Open]}", False),
    ],
)
def test_a_comma_that_cuts_a_text_off(capsys: pytest.CaptureFixture[str], folder: Path, line: str, cut: bool) -> None:
    (folder / "marsh.yaml").write_text(f"rules: marsh.terrain\nscenarios:\n  - {line}\n", encoding="utf-8")
    _, out, _ = said(capsys, "test", "marsh.yaml")
    assert "`a four` has no meaning here" in out and ("put a text with a comma in quotes" in out) == cut


def test_a_rule_that_acted_is_not_among_those_that_did_not(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = SCENARIOS.replace("Class: Foot}", "Class: Foot, traits: [Webbed]}")
    (folder / "marsh.yaml").write_text(text, encoding="utf-8")
    _, out, _ = said(capsys, "run", "marsh.yaml", "--name", "feet")
    ignored, kept = out.split("did not act:")
    assert "ignored:\n  Marsh at marsh, by Webbed [" in ignored
    assert "  Webbed [" not in kept and "Marsh [" in kept


def test_no_word_is_suggested_that_is_only_a_little_like_the_one_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "did you mean" not in said(capsys, "explain", "initiative", "test")[2]
    assert "did you mean `terrain`" in said(capsys, "explain", "terrrain")[2]


def test_how_far_a_move_is_legal_is_true_of_the_point_that_is_told(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """An end that is forbidden is no last legal point, a contact happens where it is, a start is no way at all."""
    told = {
        "Ledge: forbid end": "the way is legal as far as (4, 0), and ending there is not",
        "Ledge: forbid enter": "legal as far as (2, 0)",
        "Ledge: forbid contact": "legal until just before (2, 0)",
        'action Move: 6" to 9"\nLedge: cost x1': None,
        "actions Move, Run\nLedge: no effect\nstate Still: forbid Move": None,
    }
    for rules, line in told.items():
        (folder / "marsh.terrain").write_text(f"{rules}\n", encoding="utf-8")
        still = "Still" in rules
        (folder / "marsh.yaml").write_text(
            "rules: marsh.terrain\ntable: {ledge: {terrain: Ledge, rect: [2, -2, 6, 2]}}\nscenarios:\n"
            f"  - {{name: one, model: {{{'states: [Still]' if still else ''}}}, path: [[0, 0], [4, 0]]}}\n",
            encoding="utf-8",
        )
        code, out, _ = said(capsys, "run", "marsh.yaml")
        assert code == 0 and "not legal" in out, (rules, out)
        if line is None:
            assert "as far as" not in out
        else:
            assert f"\n{line}\n" in out, (rules, out)


# ---- nothing to test


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("other.yaml", SCENARIOS.replace("scenarios:", "scenarois:")),
        ("other.yaml", "rules: marsh.terrain\nscenarios: []\n"),
        ("other.yaml", "paint: green\n"),
        ("other.yaml", ""),
    ],
)
def test_a_named_file_without_scenarios_is_an_error(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    for argv in (["test", name], ["test", "marsh.yaml", name], ["test", "-j", "2", "marsh.yaml", name]):
        code, out, err = said(capsys, *argv)
        assert code == 1
        assert f"error: {name} holds no scenarios" in err
        assert ("other.yaml:2: `scenarois` has no meaning here; did you mean `scenarios`?" in err) is (
            "scenarois" in text
        )
        assert out == f"{2 if len(argv) > 2 else 0} passed, 0 failed\n"


def test_a_misspelt_key_beside_good_files_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.yaml").write_text(SCENARIOS.replace("scenarios:", "scenarois:"), encoding="utf-8")
    (folder / "third.yaml").write_text("paint: green\nrubles: 5\n", encoding="utf-8")
    (folder / "table.yaml").write_text("rules: marsh.terrain\ntable: {}\n", encoding="utf-8")
    code, out, err = said(capsys, "test")
    assert (code, out) == (0, "2 passed, 0 failed\n")
    assert "`scenarois`" in err and "third.yaml" not in err.replace("third.yaml:2: `rubles`", "") and "table" not in err


def test_where_nothing_is_tested_that_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    code, out, err = said(capsys, "test", "empty")
    assert (code, out) == (1, "0 passed, 0 failed\n") and "there is no scenario file here" in err
    code, out, err = said(capsys, "test", "-k", "nomatch")
    assert (code, out) == (1, "0 passed, 0 failed\n") and "no scenario's name holds `nomatch`" in err
    assert said(capsys, "test", "-k", "feet")[0] == 0


# ---- facts and faces


def test_facts_that_no_rule_asks_for_and_faces_that_no_die_has(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "night.yaml").write_text(
        'rules: |\n  Bog when agreed "it is dark": cost x2\n  Bog when not agreed "it is dark": cost x1\n'
        "agreed: [It is Dark]\nscenarios:\n  - {name: good, track: 2 Bog, expect: {cost: 4}}\n"
        "  - {name: slip, track: 2 Bog, agreed: [it is drak], expect: {cost: 2}}\n"
        "  - {name: face, track: 2 Bog, dice: [0]}\n",
        encoding="utf-8",
    )
    code, out, _ = said(capsys, "test", "night.yaml")
    assert code == 1 and out.endswith("1 passed, 2 failed\n")
    assert "no fact of these rules is called `it is drak`; did you mean `it is dark`?" in out
    assert "no die has a face 0" in out
    assert "it is drak" in said(capsys, "run", "night.yaml", "--name", "slip")[1]
