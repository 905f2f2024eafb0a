"""Chances and examples on the cards: found by playing the rules, and only true ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from groundrules.cards import Chance
from groundrules.project.building import build
from groundrules.project.findings import findings_of
from groundrules.project.rulesets import ruleset_named

RULES = """roll Leap: 2d6
    2-6  Fall: end activation
    7+   Landing

Mud: cost x2
Gap on enter: Leap
"""
EXAMPLE = """rules: ../mud.terrain
scenarios:
  - name: four inches of mud
    track: [2 Open, 4 Mud]
    expect: {cost: %s}
    example: true
"""


def project(folder: Path, cost: str) -> Path:
    (folder / "scenarios").mkdir()
    (folder / "mud.terrain").write_text(RULES, encoding="utf-8")
    (folder / "scenarios" / "mud.yaml").write_text(EXAMPLE % cost, encoding="utf-8")
    return folder / "mud.terrain"


def test_a_band_has_the_chance_of_its_totals(tmp_path: Path) -> None:
    found = findings_of(ruleset_named(str(project(tmp_path, "10"))))
    # 15 of the 36 throws of two dice come to six or less.
    fall = Fraction(15, 36)
    assert found.chances["Leap > 2-6"] == Chance(fall, 1 - (1 - fall) ** 5)
    assert found.chances["Leap > 7+"] == Chance(1 - fall, 1 - fall**5)


def test_an_example_stands_on_the_card_of_its_ground(tmp_path: Path) -> None:
    source = project(tmp_path, "10")
    result = build((str(source),), str(tmp_path / "out"))
    assert not result.report.has_errors
    card = (tmp_path / "out" / "mud" / "cards" / "terrain-mud.md").read_text(encoding="utf-8")
    assert "**Example.** Four inches of mud: moved 6″, cost 10″." in card


def test_a_wrong_example_stops_the_build_and_writes_nothing(tmp_path: Path) -> None:
    source = project(tmp_path, "9")
    result = build((str(source),), str(tmp_path / "out"))
    (found,) = [each for each in result.report.diagnostics if each.is_error]
    assert (found.code, found.span.line) == ("GR408", 3)
    assert "cost is 10" in (found.help or "")
    assert not (tmp_path / "out").exists()


def test_a_roll_that_reads_a_model_has_no_chance_on_a_card(tmp_path: Path) -> None:
    (tmp_path / "x.terrain").write_text(
        "model\n    Skill: number\nroll Leap: d6\n    Skill+ Landing\n    otherwise Fall\nGap on enter: Leap\n",
        encoding="utf-8",
    )
    assert findings_of(ruleset_named(str(tmp_path / "x.terrain"))).chances == {}


KINDS = """\
model
    Class: Foot, Cart, Tank
    traits: Heavy
outcome Hit
roll Stuck: d6
    1 except Tank: Hit
    1 for Tank: Hit
    2+: no effect
number Dice: 1
    for Heavy: +1
roll Sink: Dice d6
    6 or less Afloat
    7+ Sunk
Mud on enter: Stuck
Mud on leave: Sink
"""


def test_a_chance_stands_on_a_card_where_it_is_that_of_every_model_it_speaks_of(tmp_path: Path) -> None:
    (tmp_path / "x.terrain").write_text(KINDS, encoding="utf-8")
    found = findings_of(ruleset_named(str(tmp_path / "x.terrain"))).chances
    sixth = Fraction(1, 6)
    assert {key.partition(" > ")[2]: chance.one for key, chance in found.items()} == {
        "1 except Tank": sixth,
        "1 for Tank": sixth,
        "2+": 1 - sixth,
    }
