"""The bundled rulesets and extracts of twenty games check clean, and their ids are what an author would write."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.meaning.support import clean, rules

from groundrules.ruleset import Deliver, Perform, from_json, to_json

TOP = Path(__file__).parents[2]
BUNDLED = sorted((TOP / "rules_src").glob("*/*.terrain"))
GAMES = sorted((Path(__file__).parent / "good").glob("*.terrain"))


@pytest.mark.parametrize("path", [*BUNDLED, *GAMES], ids=lambda path: path.stem)
def test_it_checks_clean_and_its_json_comes_back(path: Path) -> None:
    ruleset = clean(path.read_text(encoding="utf-8"))
    assert from_json(to_json(ruleset)) == ruleset


def bundled(name: str) -> str:
    return (TOP / "rules_src" / name / f"{name}.terrain").read_text(encoding="utf-8")


def test_ids_of_a_ruleset_with_traits_and_events() -> None:
    ruleset = clean(bundled("trench-crusade"))
    assert {
        "Open",
        "Difficult",
        "Dangerous on activate, enter once per move",
        "Impassable",
        'Any Terrain on end when agreed "less than half of the base fits on the surface"',
        "Any Terrain on climb, jump",
        'Any Terrain on drop when fall at least 3"',
        "Flying",
        "Flying on end in Dangerous",
    } <= set(rules(ruleset))
    dangerous = rules(ruleset)["Dangerous on activate, enter once per move"]
    (roll,) = dangerous.effects
    assert isinstance(roll, Perform)
    assert [(handler.id, handler.band) for handler in roll.handlers] == [
        ("Dangerous on activate, enter once per move > Failure", "Failure")
    ]
    risky = next(each for each in ruleset.rolls if each.name == "Risky Roll")
    assert risky.base == "Success Roll"
    assert [band.id for band in risky.bands] == ["Success Roll > 2-6", "Success Roll > 7-11", "Success Roll > 12"]
    assert [band.names for band in risky.bands] == [("Failure",), ("Success",), ("Critical", "Success")]
    assert [handler.id for handler in risky.handlers] == ["Risky Roll > Failure"]


def test_ids_of_a_ruleset_with_a_group_and_parameters() -> None:
    ruleset = clean(bundled("ninth-age"))
    tested = rules(ruleset)["Dangerous(X) on contact during Dangerous Moves once per feature per move together"]
    assert tested.qualifiers.during == (("March", "Charge", "Failed Charge", "Flee", "Pursuit", "Overrun"),)
    assert [band.id for roll in ruleset.rolls for band in roll.bands] == ["Dangerous Test > each 1-X"]


def test_cells_are_rules_with_their_place_for_an_id() -> None:
    ruleset = clean(bundled("epic"))
    cells = [rule for rule in ruleset.rules if rule.cell is not None]
    assert len(cells) == 7 * 3
    assert {"Class/Woods/Vehicle", "Class/Fortifications/War Engine", "Class/Open Ground/Infantry"} <= set(
        rules(ruleset)
    )
    assert rules(ruleset)["Class/Open Ground/Infantry"].effects == ()
    stuck = next(roll for roll in ruleset.rolls if roll.name == "Stuck Roll")
    assert [band.id for band in stuck.bands] == [
        "Stuck Roll > 1 except War Engine",
        "Stuck Roll > 1 for War Engine",
        "Stuck Roll > 2+",
    ]
    assert stuck.bands[1].effects == (Deliver("Hit", (), ("Critical Damage",)),)


def test_fields_are_asked_for_by_what_hangs_on_them() -> None:
    fields = {field.name: field for field in clean(bundled("epic")).fields}
    assert fields["Speed"].asked_by == ("Advance", "March", "Assault")
    assert fields["Second Speed"].asked_by == ("Charge",)
    assert "Stuck Roll" in fields["Class"].asked_by
    assert "Class/Woods/Vehicle" in fields["Class"].asked_by
