"""Rolls that read the moment of a move: their odds are those of what is stated, and none where nothing is.

The oracle is the same roll made on a table: there the engine sees for itself what is stated here.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import groundrules as gr
from groundrules.cli.entry import main
from groundrules.project.chances import chances_of

HEAD = """\
outcome Hurt
model
    Speed: distance, optional
    traits: Sure
piece
    Height: number
game
    Season: Summer, Winter
state Wet until end of turn: cost +1
action Move
action Charge
"""


def rules(roll: str) -> gr.Ruleset:
    ruleset, found = gr.check(f"{HEAD}roll Test: {roll}\nRoof on drop: Test\nPond on enter: Test\nBog: no effect\n")
    assert ruleset is not None, found
    return ruleset


def test_the_chances_of_a_drop_are_those_of_its_height() -> None:
    test = rules('d6 - (1 per full 2" of fall)\n    3+ Safe\n    otherwise Low: Hurt\n').roll("Test")
    assert test.needs == ("fall",)
    # One point is taken off for two inches: 3 and more is then 3+, 4+ and 5+ on the die.
    for fall, points in ((Fraction("1.9"), 0), (2, 1), (4, 2), (7, 3), (20, 10)):
        assert test.distribution(fall=fall).bands["3+"] == Fraction(max(0, 4 - points), 6)
    assert list(test.distribution(fall=4).totals) == [-1, 0, 1, 2, 3, 4]


#: The condition of a band, what may be stated so that it holds, and so that it does not.
READS: dict[str, tuple[str, list[dict[str, Any]], list[dict[str, Any]]]] = {
    "a measure": ('when fall over 3"', [{"fall": 4}], [{"fall": 3}]),
    "where it stands": ("when inside", [{"inside": True}], [{"inside": False}]),
    "how the move lies": ("when part of move", [{"part of move": True}], [{"part_of_move": False}]),
    "a share": (
        "when over 1/2 of base inside",
        [{"over 1/2 of base inside": True}],
        [{"over_1/2_of_base_inside": False}],
    ),
    "what is agreed": ('when agreed "it rains"', [{"it rains": True}], [{"it_rains": False}]),
    "the ground": ("in Pond", [{"ground": "Pond"}], [{"ground": ["Bog"]}, {"ground": "Open"}]),
    "the piece": ("when piece Height at least 2", [{"piece Height": 2}], [{"piece_Height": 1}]),
    "the action": ("during Charge", [{"action": "Charge"}], [{"action": "Move"}]),
    "the day": ("for Winter", [{"Season": "Winter"}], [{"Season": "Summer"}]),
    "the base": ('when base over 1"', [{"base": 2}], [{"base": 1}]),
}


@pytest.mark.parametrize("name", READS)
def test_nothing_of_the_moment_is_taken_for_granted(name: str) -> None:
    condition, holding, failing = READS[name]
    ruleset = rules(f"d6\n    1-3 Low {condition}: Hurt\n    otherwise High\n")
    test = ruleset.roll("Test")
    assert test.needs == tuple(holding[0])
    with pytest.raises(gr.Refusal) as refused:
        test.distribution()
    assert refused.value.kind == "field"
    for given in (*holding, *failing):
        found = test.distribution(**given)
        assert found.at_least_once("Low") == (Fraction(1, 2) if given in holding else 0)
        assert found.at_least_once("High") == 1 - found.at_least_once("Low")
    # A card that speaks to everybody gives no chance, or that of those who meet the condition.
    chances = chances_of(ruleset.rules)
    assert {each.one for each in chances.values()} <= {Fraction(1, 2)}
    assert not any("otherwise" in band for band in chances)


def test_the_base_of_a_model_is_known_where_it_has_one() -> None:
    test = rules('d6\n    1-3 Low when base over 1"\n    otherwise High').roll("Test")
    assert test.distribution(gr.Model(base=2)).at_least_once("Low") == Fraction(1, 2)


def test_number_of_dice_and_changes_that_read_the_moment() -> None:
    test = rules('Steps d6\n    each 1: Hurt\nnumber Steps: 1 per full 2" of fall').roll("Test")
    assert test.needs == ("fall",)
    assert test.distribution(fall=6).how_often("each 1")[0] == Fraction(5, 6) ** 3
    assert test.distribution(fall=1).how_often("each 1") == {0: Fraction(1)}
    # Only for whom a rule changes the roll does it hang on what that rule reads.
    test = rules('d6\n    4+ High\n    otherwise Low\nSure when moved over 4": Test +1').roll("Test")
    assert test.needs == () and test.distribution().bands["4+"] == Fraction(1, 2)
    with pytest.raises(gr.Refusal, match="`moved`"):
        test.distribution(gr.Model(traits="Sure"))
    assert test.distribution(gr.Model(traits="Sure"), moved=5).bands["4+"] == Fraction(2, 3)
    assert test.distribution(gr.Model(traits="Sure"), moved=4).bands["4+"] == Fraction(1, 2)
    # A rule that changes nothing that the roll reads leaves it alone.
    test = rules('d6\n    4+ High\n    otherwise Low\nSure when moved over 4": Speed +1"').roll("Test")
    assert test.distribution(gr.Model(traits="Sure", Speed=5)).bands["4+"] == Fraction(1, 2)
    with pytest.raises(gr.Refusal, match="no bracket `moved`"):
        test.distribution(moved=5)


@pytest.mark.parametrize(
    "stated",
    [{"fall": "far"}, {"fall": -1}, {"inside": "perhaps"}, {"ground": "Pnd"}, {"action": "Chrge"}, {"rise": 2}],
)
def test_what_is_stated_wrongly_is_told(stated: dict[str, Any]) -> None:
    test = rules('d6\n    1-3 Low when fall over 3" and inside\n    otherwise High').roll("Test")
    with pytest.raises(gr.Refusal):
        test.distribution(**{"fall": 2, "inside": True, **stated})


@pytest.mark.parametrize("seed", range(12))
def test_what_is_stated_is_what_a_table_shows(seed: int) -> None:
    """A drop on a table against the roll by itself, with the drop, the base and the day stated."""
    fall, base, day = list(product((1, 2, 5), (1, 3), ("Summer", "Winter")))[seed]
    low, high = '1-3 Low when base over 2" for Winter', '3-9 High when base at most 2"'
    ruleset = rules(f'd6 + 1 - (1 per full 2" of fall)\n    {low}\n    {high}\n    otherwise Rest')
    table = gr.Table({"roof": {"terrain": "Roof", "rect": [0, 0, 9, 9], "Height": 3}})
    steps: list[Any] = [(4, 4), {"drop": fall}]
    odds = ruleset.odds(table, gr.Model(base=base), "Move", steps, game={"Season": day})
    alone = ruleset.roll("Test").distribution(gr.Model(base=base), fall=fall, Season=day)
    for name in ("Low", "High", "Rest"):
        assert odds.at_least_once(name) == alone.at_least_once(name)


def test_cards_say_on_what_chances_depend_and_give_none(tmp_path: Path) -> None:
    (tmp_path / "game.terrain").write_text(
        'outcome Hurt\naction Move\nroll Drop Test: d6 - (1 per full 2" of fall)\n    3+ Safe\n    otherwise: Hurt\n'
        'roll Slide: d6"\n    1+: stop after result\nroll Plain: d6\n    3+ Safe\n    otherwise: Hurt\n'
        "Roof on drop: Drop Test, Slide, Plain\n"
    )
    assert main(["build", str(tmp_path / "game.terrain"), "--out", str(tmp_path / "out")]) == 0
    cards = tmp_path / "out" / "game" / "cards"
    test, slide, plain = ((cards / f"roll-{name}.md").read_text("utf-8") for name in ("drop-test", "slide", "plain"))
    assert "The chances depend on the fall." in test and "Chance" not in test
    # One band takes every total: that it does is no chance worth telling.
    assert "Chance" not in slide and "always" not in slide
    assert "2 in 3" in plain and "depend" not in plain
