"""Ready scenarios: each exercises what it was made for, and passes as it stands."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised, items_of
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.needs import Need, all_of, merged
from groundrules.scenarios.paste import flow, number, word
from groundrules.scenarios.running import Result, run_scenario
from groundrules.scenarios.throws import throws
from groundrules.scenarios.witness import Unmet, Witness, Witnesses
from groundrules.scenarios.yaml_items import Mapping, Scalar, Sequence, read_yaml
from groundrules.source import Source

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "rules_src").glob("*/*.terrain")), *sorted((ROOT / "tests/meaning/good").glob("*.terrain"))]

#: Rolls that the fixture declares and that no rule of it makes.
UNMADE = "nothing in the rules leads to it"
UNMET = {
    # Targets are points there, of which all is hidden or nothing.
    "fifth-edition": {
        "Half": "none of the situations that were tried does it",
        "Obstacle when at least 1/2 of facing obscured by Obstacle":
            "whatever was tried: `Obstacle when at least 3/4 of facing obscured by Obstacle` wins over it",
    },
    "middle-earth-strategy-battle-game": {
        "Leap Test > 1": UNMADE, "Leap Test > 2+": UNMADE, "Climb Test > 1": UNMADE, "Climb Test > 2+": UNMADE,
    },
}  # fmt: skip


def compiled(name: str, text: str) -> Ruleset:
    def bundled(target: str, source: Source) -> Source:
        return Source(target, (ROOT / "rules_src" / target / f"{target}.terrain").read_text(encoding="utf-8"))

    found = compile_ruleset(Source(name, text), name.removesuffix(".terrain"), bundled)
    assert found.ruleset is not None, [each.message for each in found.diagnostics]
    return found.ruleset


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_id_has_a_ready_scenario_or_a_reason(path: Path) -> None:
    ruleset = compiled(path.name, path.read_text(encoding="utf-8"))
    search = Witnesses(ruleset)
    unmet = {}
    for item in items_of(ruleset):
        found = search.of(item.id)
        if isinstance(found, Unmet):
            unmet[item.id] = found.reason
            continue
        document, diagnostics = read_document(Source("pasted.yaml", f"rules: it\nscenarios:\n{found.text}"))
        assert document is not None and diagnostics == ()
        (scenario,) = document.scenarios
        assert scenario.name == item.id
        result = run_scenario(ruleset, scenario)
        assert result.passed, found.text
        assert item.id in exercised(ruleset, result), found.text
        assert "expect:" in found.text
    assert unmet == UNMET.get(path.stem, {})


MARSH = """\
model
    Speed: distance
    Class: Foot, Wheels
action Move: up to Speed
roll Bog Test: d6
    1    Stuck: stop
    2+   Through
Marsh: cost x2
Marsh on enter for Wheels: Bog Test
"""


def ready(id_: str, text: str = MARSH) -> str:
    found = Witnesses(compiled("marsh.terrain", text)).of(id_)
    assert isinstance(found, Witness), found
    return found.text


def test_a_line_of_ground_is_a_track() -> None:
    text = ready("Marsh on enter for Wheels")
    assert "    track: [2 Marsh]\n" in text
    assert "Class: Wheels" in text


def test_a_threshold_is_passed() -> None:
    rules = MARSH + 'Cliff on climb when rise over 7": forbid climb\n'
    assert "{climb: 8}" in ready('Cliff on climb when rise over 7"', rules)


def test_each_band_has_its_dice() -> None:
    assert "dice: [1]" in ready("Bog Test > 1")
    assert "dice: [2]" in ready("Bog Test > 2+")


def test_what_another_rule_always_keeps_still_has_that_for_a_reason() -> None:
    rules = "Mud: cost x2\nMud when moved under 0: cost x3\n"
    found = Witnesses(compiled("mud.terrain", rules), 200).of("Mud when moved under 0")
    assert found == Unmet("Mud when moved under 0", "whatever was tried: when moved under 0")


def test_an_id_that_there_is_not() -> None:
    assert isinstance(Witnesses(compiled("mud.terrain", "Mud: cost x2\n")).of("Bog"), Unmet)


def test_one_situation_for_several_ids() -> None:
    ruleset = compiled("marsh.terrain", "overlap worst\n" + MARSH + "Road: cost x1/2\n")

    def both(result: Result) -> bool:
        return {"Marsh on enter for Wheels", "Road"} <= exercised(ruleset, result)

    found = Witnesses(ruleset).where("both", ["Marsh on enter for Wheels", "Road"], both)
    assert found is not None
    assert "name: both\n    track: [2 Marsh and Road]\n" in found.text
    assert Witnesses(ruleset, 50).where("never", ["Road"], lambda result: False) is None


def test_many_ids_together_have_a_bound() -> None:
    search = Witnesses(compiled("mud.terrain", "Mud: cost x2\nMud when moved under 0: cost x3\n"))
    search.left = 0
    assert isinstance(search.of("Mud when moved under 0"), Unmet)
    assert -200 <= search.left < 0
    assert isinstance(search.of("Mud"), Witness)


# ---- the parts


def test_throws_reach_every_total_with_dice_nearly_equal() -> None:
    assert {sum(faces) for faces in throws(2, 6)} == set(range(2, 13))
    for faces in throws(3, 6):
        assert max(faces) - min(faces) <= 1
        assert all(1 <= face <= 6 for face in faces)
    assert {sum(faces) for faces in throws(1, 100)} >= {1, 100}


def test_needs_that_contradict_each_other_have_nothing_in_common() -> None:
    march, flee = Need(action="March"), Need(action="Flee")
    assert merged(march, flee) is None
    assert merged(march, Need(avoid=("March",))) is None
    assert merged(Need(ways=("into",)), Need(ways=("out",))) is None
    assert merged(Need(values=((("model", "Speed"), Fraction(3)),)), Need(values=((("model", "Speed"), "4"),))) is None
    both = merged(Need(traits=(("Flying", ()),)), Need(ways=("into", "out")))
    assert both == Need(traits=(("Flying", ()),), ways=("into", "out"))
    assert all_of([[march, flee], [Need(avoid=("March",))]]) == [Need(action="Flee", avoid=("March",))]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Co", "Cn"))))
def test_words_are_read_back_as_they_were(text: str) -> None:
    if "\ufeff" in text:
        return
    item, found = read_yaml(Source("w.yaml", f"a: [{word(text)}, {word(text)}]\n"))
    assert found == () and isinstance(item, Mapping)
    listed = item.items["a"]
    assert isinstance(listed, Sequence)
    assert [each.text for each in listed.items if isinstance(each, Scalar)] == [text, text]


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=64))
def test_numbers_are_read_back_exactly(value: Fraction) -> None:
    item, found = read_yaml(Source("n.yaml", f"a: {number(value)}\n"))
    assert found == () and isinstance(item, Mapping)
    scalar = item.items["a"]
    assert isinstance(scalar, Scalar) and scalar.number() == value


def test_data_is_written_inline() -> None:
    assert flow({"x": [1, Fraction(5, 2), "Dangerous(1)"], "ok": True}) == "{x: [1, 2.5, Dangerous(1)], ok: true}"
