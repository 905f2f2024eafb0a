"""What stands in brackets on cards: worked out where it is a number, and told apart where rules name it."""

from __future__ import annotations

import pytest

from groundrules.cards import build_deck
from groundrules.cards.model import Card, Deck, Table

from .reading import text_of

HEAD = """\
overlap worst
model
    Class: Foot, Wheels, Tracks
    Skill: number
roll Test(Modifier): 2d6 - Modifier
    Skill+: no effect
    otherwise: stop
roll Other(Modifier): d6 + Modifier
    Skill+: no effect
    otherwise: stop
"""

WATER = """\
table cost by Class
    | terrain  | Foot | Wheels | Tracks |
    | Water(0) | -    | -      | -      |
    | Water(1) | +1   | no     | no     |
Water(Depth) on enter for Foot: Test(Depth - 2)
Water(0) on enter for Foot: no effect
"""


def deck(text: str) -> Deck:
    return build_deck(text_of(HEAD + text))


def card(deck: Deck, key: str) -> Card:
    return next(card for card in deck.cards if card.key == key)


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


@pytest.mark.parametrize(
    ("made", "name", "dice"),
    [
        ("Test(2)", "Test (2)", "Roll 2D6 and take off 2."),
        ("Test(0)", "Test (0)", "Roll 2D6."),
        ("Test(-1)", "Test (−1)", "Roll 2D6 and add 1."),
        ("Test(Skill - 2)", "Test (Skill − 2)", "Roll 2D6 and take off (Skill − 2)."),
        ("Other(2)", "Other (2)", "Roll one D6 and add 2."),
        ("Other(0)", "Other (0)", "Roll one D6."),
        ("Other(-1)", "Other (−1)", "Roll one D6 and take off 1."),
    ],
)
def test_a_modifier_that_is_known_is_added_or_taken_off(made: str, name: str, dice: str) -> None:
    (box,) = card(deck(f"Mud on enter: {made}\n"), "terrain Mud").rolls
    assert (box.name, box.dice[0].text) == (name, dice)


@pytest.mark.parametrize(
    ("dice", "box", "sheet"),
    [
        ("2d6 keep 1 highest", "Roll 2D6; keep the highest.", "2D6; keep the highest"),
        ("2d6 keep 1 lowest", "Roll 2D6; keep the lowest.", "2D6; keep the lowest"),
        ("3d6 keep 2 highest", "Roll 3D6; keep the 2 highest.", "3D6; keep the 2 highest"),
        ("3d6", "Roll 3D6.", "3D6"),
        (
            "Luck d6 keep 1 highest",
            "Roll as many D6 as Luck; keep the highest.",
            "as many D6 as Luck; keep the highest",
        ),
        (
            'Luck d6" keep 1 lowest',
            "Roll as many D6″ as Luck; keep the lowest.",
            "as many D6″ as Luck; keep the lowest",
        ),
    ],
)
def test_which_dice_count_stands_wherever_they_do(dice: str, box: str, sheet: str) -> None:
    made = deck(f"number Luck: 2\nroll Far: {dice}\n    3: stop\n    otherwise: no effect\nMud on enter: Far\n")
    assert card(made, "roll Far").rolls[0].dice[0].text == box
    (rolls,) = next(one for one in made.sheet.sections if one.key == "rolls").tables
    assert [row.cells[1].text for row in rolls.rows if row.cells[0].text == "Far"] == [sheet]


@pytest.mark.parametrize(
    ("handed", "text"),
    [
        ("Harm(3)", "damage (Points: 3)"),
        ("Harm(d6)", "damage (Points: D6)"),
        ("Harm(5 - result)", "damage (Points: 5 − the result)"),
        ("Harm(result)", "damage (Points: the result)"),
        ('Harm(3 per 2" of fall)', "damage (Points: 3 for every 2″ of the fall)"),
    ],
)
def test_what_an_outcome_is_handed_reads_as_a_sum_where_it_is_one(handed: str, text: str) -> None:
    event = "drop" if "fall" in handed else "enter"
    made = deck(f'outcome Harm(Points) "damage"\nroll Far: d6\n    1-6 Bad: {handed}\nMud on {event}: Far\n')
    table = card(made, "roll Far").rolls[0].table
    assert table is not None
    assert f"The model takes {text}." in [cell.text for row in table.rows for cell in row.cells]


def test_dice_that_are_counted_by_a_measure_are_said_so() -> None:
    made = deck(
        'roll Far(Dice): Dice d6\n    each 1: stop\n    each 2+: no effect\nMud on drop: Far(1 per full 2" of fall)\n'
    )
    (box,) = card(made, "terrain Mud").rolls
    assert (box.name, box.dice[0].text) == (
        "Far (1 for every full 2″ of the fall)",
        "Roll 1 D6 for every full 2″ of the fall.",
    )
    assert box.table is not None
    assert [row[0] for row in texts(box.table)] == ["each die that shows 1", "each die that shows 2 or more"]


def test_what_stands_in_brackets_is_worked_out_for_the_piece() -> None:
    pond = card(deck(f"{WATER}Pond: counts as Water(3)\n"), "terrain Pond")
    assert [(box.name, box.dice[0].text) for box in pond.rolls] == [("Test (1)", "Roll 2D6 and take off 1.")]


def test_a_card_tells_apart_what_the_rules_tell_apart() -> None:
    """Each depth that a row names has a table, with what holds at every depth put in."""
    water = card(deck(WATER), "terrain Water")
    assert [table.headers[0] for table in water.tables] == ["Class", "Class in Water (0)", "Class in Water (1)"]
    assert texts(water.tables[1]) == [["Foot, Wheels, Tracks", "no effect"]]
    assert texts(water.tables[2]) == [
        ["Foot", "+1 (every inch costs 1 more)", "Enter: Test (−1)"],
        ["Wheels, Tracks", "no entry", "–"],
    ]
    # What a table says in full is not said again below it, and nothing is said without its depth.
    assert [bullet.key for bullet in water.bullets] == [
        "Water(Depth) on enter for Foot", "Water(0) on enter for Foot",
    ]  # fmt: skip


def test_the_sheet_has_a_row_for_each() -> None:
    (master,) = deck(WATER).sheet.master
    assert texts(master) == [
        ["Water (Depth)", "Enter: Test (Depth − 2)", "–", "–"],
        ["Water (0)", "–", "–", "–"],
        ["Water (1)", "+1; Enter: Test (−1)", "no entry", "no entry"],
    ]


def test_a_row_that_would_say_nothing_is_left_out() -> None:
    text = "table cost by Class\n    | terrain | Foot | Wheels | Tracks |\n    | Ice(1) | +1 | no | no |\n"
    (master,) = deck(text).sheet.master
    assert [row.cells[0].text for row in master.rows] == ["Ice (1)"]


def test_classes_with_equal_rules_share_a_line() -> None:
    text = 'Wheels, Tracks on climb: cost 2" per 1" of rise\nFoot on climb: cost 1" per 1" of rise\n'
    (values,) = (one for one in deck(text).sheet.sections if one.key == "values")
    assert [(line.trigger, line.sentences[0].text) for line in values.bullets] == [
        ("Foot", "Climb: this costs 1″ for every 1″ of the climb."),
        ("Wheels, Tracks", "Climb: this costs 2″ for every 1″ of the climb."),
    ]


def test_a_grid_asks_for_no_word_on_bases() -> None:
    grid = deck("distance hexes\ngrid hexes\nMud: cost x2\n").sheet
    (several,) = (one for one in grid.sections if one.key == "several")
    assert not [line for line in several.bullets if line.key == "several measure"]
    (several,) = (one for one in deck("Mud: cost x2\n").sheet.sections if one.key == "several")
    assert [line for line in several.bullets if line.key == "several measure"]
