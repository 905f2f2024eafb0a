"""``groundrules odds``, read as a person reads it and as a program does."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from groundrules.cli.entry import main
from groundrules.odds.plot import BARS

SVG = "{http://www.w3.org/2000/svg}"

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


POOL = """\
model
    Height: Standard < Large < Gigantic
    traits: Chariot
outcome Hit
number Test Dice by Height: Standard 1, Large 2, Gigantic 3
    for Chariot: +1
roll Danger Test(X): Test Dice d6
    each 1-X: Hit
Danger(X) on enter: Danger Test(X)
"""


@pytest.fixture
def pool(tmp_path: Path) -> str:
    path = tmp_path / "pool.terrain"
    path.write_text(POOL, encoding="utf-8")
    return str(path)


def test_a_roll_that_reads_a_model_says_so(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", pool]) == 0
    assert 'depends on X and Height: state it with --roll "Danger Test" X=… Height=…' in capsys.readouterr().out
    assert main(["odds", pool, "--roll", "Danger Test"]) == 1


MOMENT = """\
model
    traits: Tough
outcome Hurt
actions Move, Charge
roll Drop Test: d6 - (1 per full 2" of fall)
    3+ Safe
    otherwise Hurt: Hurt
roll Ram: d6
    1-3 Hurt during Charge except Tough: Hurt
    otherwise Safe
Roof on drop: Drop Test
Roof on enter: Ram
"""


def test_a_roll_that_reads_the_move_says_so_and_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "roof.terrain"
    path.write_text(MOMENT, encoding="utf-8")
    rules = str(path)
    assert main(["odds", rules]) == 0
    text = capsys.readouterr().out
    assert 'depends on fall: state it with --roll "Drop Test" fall=…' in text
    # Of all who ram, three faces of six hurt those who charge and are not tough.
    assert "Ram (Move or Tough Move or Tough Charge)" in text
    assert "Ram (Charge)" in text
    assert main(["odds", rules, "--roll", "Drop Test"]) == 1
    capsys.readouterr()
    # After four inches, two points are off: 5 and 6 are safe.
    assert main(["odds", rules, "--roll", "Drop Test", "fall=4", "--json"]) == 0
    safe, hurt = json.loads(capsys.readouterr().out)["Drop Test"]
    assert (safe["one"]["fraction"], hurt["one"]["fraction"]) == ("1/3", "2/3")
    assert main(["odds", rules, "--roll", "Ram", "action=Charge", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["Ram"][0]["one"]["fraction"] == "1/2"
    for wrong in ("fall=deep", "inside=yes"):
        assert main(["odds", rules, "--roll", "Drop Test", wrong]) == 2


FAR = """\
outcome Hurt(N)
actions Move, Charge: up to Dash
roll Dash: 2d6" keep 1 highest
roll Slide: d6 + 1
    2+: stop after result
roll Harm: d6
    1-3 Light: Hurt(result)
    4+ None
roll Plain: d6
    1-3 Light: Hurt(1)
    4+ None
Scree on enter: Slide, Harm, Plain
"""


def test_a_total_that_is_used_as_a_number_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "far.terrain"
    path.write_text(FAR, encoding="utf-8")
    assert main(["odds", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # The better of two dice shows so much at least but where both show less.
    assert {row["at least"]: row["one"]["fraction"] for row in found["Dash"]} == {
        least: str(1 - Fraction(least - 1, 6) ** 2) for least in range(1, 7)
    }
    # One band takes all totals: what it says of them is not all that there is to know.
    assert [row.get("band", row.get("at least")) for row in found["Slide"]] == ["2+", 3, 4, 5, 6, 7]
    assert found["Slide"][3]["one"]["fraction"] == "1/2"
    assert [row.get("band", row.get("at least")) for row in found["Harm"]] == ["1-3 Light", "4+ None", 2, 3, 4, 5, 6]
    assert [row["band"] for row in found["Plain"]] == ["1-3 Light", "4+ None"]
    assert main(["odds", str(path), "--roll", "Dash"]) == 0
    assert '  at least 4"  3 in 4 (75.0 %)' in capsys.readouterr().out


def test_very_many_totals_are_told_in_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "far.terrain"
    path.write_text("action Move: up to Dash\nroll Dash: 20d6\n", encoding="utf-8")
    assert main(["odds", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["Dash"]
    # 20 to 120 are 101 totals, every third of which is 34.
    assert [row["at least"] for row in rows] == list(range(20, 121, 3))
    assert rows[0]["one"]["fraction"] == "1"


@pytest.mark.parametrize(("words", "dice"), [((), 2), (("Chariot",), 3)])
def test_words_state_the_model_and_fill_the_brackets(
    pool: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], dice: int
) -> None:
    assert main(["odds", pool, "--roll", "DangerTest", "X=2", "Height=Large", *words, "--json"]) == 0
    (band,) = json.loads(capsys.readouterr().out)["Danger Test"]
    assert (band["band"], band["one"]["fraction"]) == ("any die 1-X", str(1 - Fraction(2, 3) ** dice))


def test_a_word_that_says_nothing_of_a_model_is_a_misuse(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", pool, "--roll", "Danger Test", "X=2", "Tall"]) == 2
    assert "nothing of a model is called `Tall`" in capsys.readouterr().out


def test_a_sample_says_that_it_is_one_and_is_the_same_for_the_same_seed(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["odds", rules, "--track", "1 Open, 2 Mud", "--sample", "400", "--seed", "tuesday"]
    assert main(command) == 0
    once = capsys.readouterr().out
    assert once.startswith("A sample of 400, seed tuesday: near, not exact.\n")
    assert main(command) == 0
    assert capsys.readouterr().out == once
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["(sample)"] == {"of": 400, "seed": "tuesday"}
    # 5 in 12 of 400 is 166.7, with a standard deviation of 9.9.
    assert abs(told["Hurt"]["decimal"] * 400 - 166.7) < 40


def test_a_sample_of_a_roll(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", rules, "--sample", "300", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(Fraction(band["one"]["fraction"]) for band in told["Test"]) == 1
    assert main(["odds", rules, "--seed", "3"]) == 2


def test_two_rulesets_side_by_side(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "kinder.terrain"
    other.write_text(RULES.replace("2d6", "3d6 keep 2 highest"), encoding="utf-8")
    assert main(["odds", rules, str(other)]) == 0
    text = capsys.readouterr().out
    # Of the highest two of three dice 7 in 36 come to 6 or less.
    assert "5 in 12 (41.7 %)" in text and "7 in 36 (19.4 %)" in text and "-22.2 points" in text
    assert main(["odds", rules, str(other), "--track", "1 Open, 2 Mud", "--json"]) == 0
    rows = {row["result"]: row for row in json.loads(capsys.readouterr().out)["1 Open, 2 Mud"]}
    assert (rows["Hurt"]["mud"]["fraction"], rows["Hurt"]["kinder"]["fraction"]) == ("5/12", "7/36")


def test_a_plot_has_a_bar_as_long_as_each_chance(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    assert main(["odds", rules, "--svg", str(file)]) == 0
    svg = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    bars = [float(each.attrib["width"]) for each in svg.iter(SVG + "rect") if each.attrib.get("x")]
    assert bars == [round(BARS * 5 / 12, 2), round(BARS * 7 / 12, 2)]
    words = [each.text for each in svg.iter(SVG + "text")]
    assert {"2-6 Failure", "5 in 12 (41.7 %)", "7+ Success", "7 in 12 (58.3 %)"} <= set(words)


def test_names_are_as_declared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mud.terrain"
    path.write_text(RULES.replace("Hurt", "Badly Hurt").replace("Test", "Mud Test"), encoding="utf-8")
    assert main(["odds", str(path), "--track", "1 Open, 2 Mud"]) == 0
    text = capsys.readouterr().out
    assert "  Badly Hurt " in text and "  Mud Test Failure " in text and "BadlyHurt" not in text


def test_a_roll_that_tells_kinds_of_models_apart_is_shown_for_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kinds.terrain"
    path.write_text(
        "model\n    Class: Foot, Cart, Tank\n    Skill: number\nroll Stuck: 2d6\n"
        "    2 for Tank: stop\n    2 except Tank: no effect\n    3-6 Slow\n"
        "    7+ Through\nroll Leap: d6 + Skill\n    4 or less Fall\n    5+ Over\nMud on enter: Stuck\n",
        encoding="utf-8",
    )
    assert main(["odds", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["Stuck (Foot or Cart)", "Stuck (Tank)", "Leap"]
    first, second = ([row["one"]["fraction"] for row in found[title]] for title in list(found)[:2])
    assert (first, second) == (["0", "1/36", "7/18", "7/12"], ["1/36", "0", "7/18", "7/12"])
    assert "Skill" in found["Leap"]["refused"]
    assert main(["odds", str(path), "--roll", "Stuck", "Tank", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["Stuck"]


def test_a_file_that_cannot_be_written_is_told(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no" / "x.svg"
    assert main(["odds", rules, "--svg", str(file)]) == 2
    assert capsys.readouterr().err == f"groundrules: {file} cannot be written: No such file or directory\n"


def test_a_move_that_is_not_legal_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wall.terrain"
    path.write_text(RULES + "Wall: forbid enter\n", encoding="utf-8")
    assert main(["odds", str(path), "--track", "1 Mud, 1 Wall"]) == 0
    assert capsys.readouterr().out == "1 Mud, 1 Wall\n  not legal: `Wall` forbids to enter wall\n"
    assert main(["odds", str(path), "--track", "1 Mud, 1 Wall", "--sample", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["refused"].startswith("not legal: ")
