"""What each form of the language comes to, read off the language's page."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.meaning.support import clean, rules

from groundrules import ruleset as rs
from groundrules.ruleset import (
    Binary,
    Change,
    ChangeRoll,
    Compare,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Effect,
    FieldOf,
    GiveCover,
    Ground,
    Ignore,
    Is,
    Limit,
    Measure,
    MoreDice,
    Num,
    Param,
    Pass,
    Permit,
    Rate,
    Replaces,
    Reroll,
    Term,
    Treat,
    ValueOf,
)

HEAD = """
distance inches
overlap worst
model
    Class: Infantry, Vehicle, War Engine
    Height: Standard < Large < Gigantic
    Speed: distance
    Armour: number
    traits: Flying, Strider(Ground), Tough(N)
piece
    Depth: distance, optional
game
    Season: Summer, Winter
actions Move, March
group Machines: Vehicle, War Engine
group Rough: Woods, Marsh
cover Soft
cover Hard
outcome Hit(Strength)
state Prone
roll Test: 2d6, extra dice keep highest, fewer dice keep lowest
    6 or less  Failure
    7+   Success
roll Each(X): 2d6
    each 1-X: Hit(X)
Woods, Marsh, Open: no effect
Dangerous(X) on enter: Each(X), gain Prone
Open on enter: Test
"""


def two(value: int | Fraction = 2, unit: str | None = None) -> Num:
    return Num(Fraction(value), unit)


def terrain(name: str, *args: rs.Expr) -> Term:
    return Term("terrain", name, args)


ANY = Term("any terrain", "Any Terrain")
SPEED = FieldOf("model", "Speed")

EFFECTS: list[tuple[str, Effect]] = [
    ("Fen: cost x3/2", CostTimes(two(Fraction(3, 2)))),
    ("Fen: cost +1", CostPlus(two(1))),
    ("Fen: cost -1", CostPlus(two(-1))),
    ("Fen: cost at least 1", CostFloor(two(1))),
    ('Fen: cost 2" to enter', CostEnter(two(2, "inches"))),
    ("Fen: cost all", CostAll()),
    ('Fen on climb: cost 2" per 1" or part of rise',
     CostRate(Rate(two(2, "inches"), Fraction(1), "rise", "part", "inches"))),
    ('Fen on drop: cost 1" per full 3" of fall',
     CostRate(Rate(two(1, "inches"), Fraction(3), "fall", "full", "inches"))),
    ("Fen: forbid enter and end always", Permit("forbid", ("enter", "end"), (), True)),
    ("Fen when part of move: forbid March", Permit("forbid", (), ("March",), scope="whole move")),
    ('Fen when part of move: at most 6"', Limit("cap", two(6, "inches"), "whole move")),
    ('Fen when part of move: at least 5"', Limit("floor", two(5, "inches"), "whole move")),
    ("Fen when whole move: up to Speed x2", Limit("allowance", Binary("mul", SPEED, two()), "whole move")),
    ("Fen: half Armour", Change("model", "Armour", "times", two(Fraction(1, 2)), None, "while there")),
    ("Fen: Armour becomes 2", Change("model", "Armour", "set", two(), None, "while there")),
    ("Fen: Armour -1 down to 1", Change("model", "Armour", "minus", two(1), two(1), "while there")),
    ("Fen: Armour +1 up to 6", Change("model", "Armour", "plus", two(1), two(6), "while there")),
    ('Fen: Depth is 3"', Change("piece", "Depth", "own", two(3, "inches"), None, "while there")),
    ("Fen: shooter Armour -1", Change("shooter", "Armour", "minus", two(1), None, "while there")),
    ("Fen: Height becomes Large", Change("model", "Height", "set", ValueOf("model", "Height", "Large"), None,
                                          "while there")),
    ("Fen: cover Hard", GiveCover("Hard")),
    ('Fen: block sight beyond 3"', rs.BlockSight(two(3, "inches"))),
    ("Fen: counts as Dangerous(2) and Woods", CountsAs((terrain("Dangerous", two()), terrain("Woods")))),
    ("Fen: counts as Rough", CountsAs((terrain("Woods"), terrain("Marsh")))),
    ("Fen: replaces Rough", Replaces((terrain("Woods"), terrain("Marsh")))),
    ("Fen on end: becomes Marsh", rs.Becomes(terrain("Marsh"))),
    ("Fen on end: lose Prone", rs.GainLose("lose", (Term("state", "Prone"),))),
    ("Flying: ignore Rough and Dangerous while moving",
     Ignore(Ground((terrain("Woods"), terrain("Marsh"), terrain("Dangerous"))), True, (), "action")),
    ("Flying: ignore Any Terrain on climb and jump", Ignore(Ground((ANY,)), False, ("climb", "jump"), "action")),
    ("Flying: treat Any Terrain except Open as Dangerous(1)",
     Treat(Ground((ANY,), (terrain("Open"),)), terrain("Dangerous", two(1)), "action")),
    ("Flying: pass Test", Pass(("Test",), "Success", "action")),
    ("Flying: pass Test as Failure", Pass(("Test",), "Failure", "action")),
    ("Flying: pass Each", Pass(("Each",), None, "action")),
    ("Flying: reroll 1 in Test", Reroll(("Test",), 1, 1, None, "action")),
    ("Flying: reroll 1-2 in Test and Each", Reroll(("Test", "Each"), 1, 2, None, "action")),
    ("Flying: reroll Failure in Test", Reroll(("Test",), None, None, "Failure", "action")),
    ("Flying: Test +1 die", MoreDice("Test", 1, "action")),
    ("Flying: Test -1 die", MoreDice("Test", -1, "action")),
    ("Flying: Test -1", ChangeRoll("Test", "minus", two(1), "action")),
    ("Tough(N): Armour +N", Change("model", "Armour", "plus", Param("N"), None, "action")),
]  # fmt: skip


@pytest.mark.parametrize("line, effect", EFFECTS, ids=[line for line, _ in EFFECTS])
def test_effect(line: str, effect: Effect) -> None:
    last = clean(f"{HEAD}{line}\n").rules[-1]
    assert last.id == line.split(":")[0]
    assert last.effects == (effect,)


HIDDEN = Measure("obscured")
CONDITIONS: list[tuple[str, rs.Condition]] = [
    ("Flying", Is(Term("trait", "Flying"))),
    ("Prone", Is(Term("state", "Prone"))),
    ("target Flying", Is(Term("trait", "Flying"), "target")),
    ("Vehicle", Is(Term("value", "Vehicle", (), "model", "Class"))),
    ("Winter", Is(Term("value", "Winter", (), "game", "Season"), "game")),
    ("Woods", Is(terrain("Woods"), "piece")),
    ("Machines", rs.Any((Is(Term("value", "Vehicle", (), "model", "Class")),
                         Is(Term("value", "War Engine", (), "model", "Class"))))),
    ("not Flying", rs.Not(Is(Term("trait", "Flying")))),
    ("Season is Winter", Compare("eq", FieldOf("game", "Season"), ValueOf("game", "Season", "Winter"))),
    ("Height at least Large", Compare("ge", FieldOf("model", "Height"), ValueOf("model", "Height", "Large"))),
    ("target Height under Large", Compare("lt", FieldOf("target", "Height"), ValueOf("target", "Height", "Large"))),
    ('Depth over 2"', Compare("gt", FieldOf("piece", "Depth"), two(2, "inches"))),
    ("whole move", rs.MoveLies("whole")),
    ("part of move", rs.MoveLies("part")),
    ("touching and behind", rs.All((rs.Stands("touching"), rs.Stands("behind")))),
    ("(inside or between) and Flying",
     rs.All((rs.Any((rs.Stands("inside"), rs.Stands("between"))), Is(Term("trait", "Flying"))))),
    ("partly obscured", Compare("gt", HIDDEN, two(0))),
    ("wholly obscured", Compare("eq", HIDDEN, two(1))),
    ("obscured over 1/2", Compare("gt", HIDDEN, two(Fraction(1, 2)))),
    ("over 1/2 of unit inside", rs.Share("over", "unit", "inside", Fraction(1, 2))),
    ("none of base inside", rs.Share("none", "base", "inside")),
    ("all of facing obscured by Rough",
     rs.Share("all", "facing", "obscured", None, (terrain("Woods"), terrain("Marsh")))),
    ("all of facing obscured by Any Terrain", rs.Share("all", "facing", "obscured", None, (ANY,))),
    ('agreed "the wall is sound"', rs.Agreed("the wall is sound")),
    ("width at least base", Compare("ge", Measure("width"), Measure("base"))),
    ("covered is 1", Compare("eq", Measure("covered"), two(1))),
]  # fmt: skip


@pytest.mark.parametrize("text, condition", CONDITIONS, ids=[text for text, _ in CONDITIONS])
def test_condition(text: str, condition: rs.Condition) -> None:
    last = clean(f"{HEAD}Fen on end when {text}: Hit(1)\n").rules[-1]
    assert last.qualifiers.when == condition


def test_qualifiers_of_every_kind() -> None:
    line = (
        "Flying on enter, leave in Rough during March for Machines for unit except Prone except during Move "
        "when Winter once per move per feature together"
    )
    last = clean(f"{HEAD}{line}: Hit(1)\n").rules[-1]
    assert last.id == line
    assert last.qualifiers == rs.Qualifiers(
        on=("leave", "enter"),
        within=((terrain("Woods"), terrain("Marsh")),),
        during=(("March",),),
        who=((Term("value", "Vehicle", (), "model", "Class"), Term("value", "War Engine", (), "model", "Class")),),
        unit=True,
        but=(Term("state", "Prone"),),
        but_during=("Move",),
        when=Is(Term("value", "Winter", (), "game", "Season"), "game"),
        once=("move", "feature"),
        together=True,
    )


def test_clauses_join_their_qualifiers_to_the_line_above() -> None:
    ruleset = clean(
        HEAD + "Fen for Machines when Winter:\n    on end: Hit(1)\n        when Flying: Hit(2)\n"
        "    during March: cost x2\n"
    )
    made = [rule for rule in ruleset.rules if rule.subjects[0].term.name == "Fen"]
    assert [rule.id for rule in made] == [
        "Fen on end for Machines when Winter",
        "Fen on end for Machines when Winter and Flying",
        "Fen during March for Machines when Winter",
    ]
    assert all(len(rule.qualifiers.who) == 1 for rule in made)


def test_groups_are_expanded_and_remembered() -> None:
    ruleset = clean(HEAD + "Rough on end: Hit(1)\n")
    last = ruleset.rules[-1]
    assert [(subject.term.name, subject.via) for subject in last.subjects] == [("Woods", "Rough"), ("Marsh", "Rough")]
    assert [group.name for group in ruleset.groups] == ["Machines", "Rough"]


def test_parameters_that_stand_for_ground() -> None:
    last = clean(HEAD + "Strider(Ground) in Ground: pass Test\n").rules[-1]
    assert last.subjects[0].term == Term("trait", "Strider", (Param("Ground"),))
    assert last.qualifiers.within == ((Term("parameter", "Ground"),),)


def test_a_trait_of_one_kind_of_ground_by_name() -> None:
    last = clean(HEAD + "Strider(Woods): Armour +1\n").rules[-1]
    assert last.subjects[0].term == Term("trait", "Strider", (rs.NameArg(terrain("Woods")),))


TABLES: dict[str, dict[str, tuple[Effect, ...]]] = {
    "table by Class": {"-": (), "no": (Permit("forbid", ("enter",)),), "Marsh": (CountsAs((terrain("Marsh"),)),),
                       "cover Hard, Marsh": (GiveCover("Hard"), CountsAs((terrain("Marsh"),)))},
    "table cost by Class": {"x2": (CostTimes(two()),), "1/2": (CostTimes(two(Fraction(1, 2))),), "all": (CostAll(),),
                            "+1": (CostPlus(two(1)),), "-1": (CostPlus(two(-1)),), "-": ()},
    "table cover by Class": {"Hard": (GiveCover("Hard"),), "-": ()},
    "table Armour by Class": {"+1": (Change("model", "Armour", "plus", two(1), None, "while there"),),
                              "2": (Change("model", "Armour", "set", two(), None, "while there"),)},
}  # fmt: skip


@pytest.mark.parametrize("head, cell", [(head, cell) for head, cells in TABLES.items() for cell in cells])
def test_cell(head: str, cell: str) -> None:
    text = f'{head}\n    | terrain | Infantry | Machines |\n    |---|---|---|\n    | Fen "the fen" | - | {cell} |\n'
    ruleset = clean(HEAD + text)
    rule = rules(ruleset)["Class/Fen/Machines"]
    assert rule.effects == TABLES[head][cell]
    assert rule.qualifiers.who == (
        (Term("value", "Vehicle", (), "model", "Class"), Term("value", "War Engine", (), "model", "Class")),
    )
    assert next(each for each in ruleset.terrains if each.name == "Fen").display == "the fen"


def test_actions_and_their_allowances() -> None:
    ruleset = clean(
        "distance cm\nmodel\n    Speed: distance\nroll Surge: 2d6cm keep 1 highest\n"
        'action Advance: up to Speed\naction March "a march": 3 moves, each up to Speed\n    > Briskly.\n'
        "action Assault: 5cm to Speed\naction Charge: up to Speed + Surge\nactions Flee, Pursuit\n"
    )
    speed = FieldOf("model", "Speed")
    assert [(action.name, action.allowance) for action in ruleset.actions] == [
        ("Advance", rs.Allowance(maximum=speed)),
        ("March", rs.Allowance(maximum=speed, moves=3)),
        ("Assault", rs.Allowance(maximum=speed, minimum=two(5, "cm"))),
        ("Charge", rs.Allowance(maximum=Binary("add", speed, rs.TotalOf("Surge")))),
        ("Flee", None),
        ("Pursuit", None),
    ]
    march = ruleset.actions[1]
    assert (march.display, march.prose, march.shown) == ("a march", ("Briskly.",), "a march")
    (surge,) = ruleset.rolls
    assert (surge.total, surge.keep, surge.keep_which) == (rs.Dice(two(2), 6, "cm"), 1, "highest")


def test_numbers() -> None:
    ruleset = clean(
        "model\n    Height: Standard < Large\n    Skill: number\n    traits: Chariot\n"
        "number Test Dice by Height: Standard 1, Large 2\n    for Chariot: +1\n    > More for the tall.\n"
        "number Steps by Skill: 1-3 1, 4+ 2\nnumber Twice: Skill x2\n"
    )
    dice, steps, twice = ruleset.numbers
    assert (dice.by, [(pair.key, pair.value) for pair in dice.pairs]) == (
        "Height", [("Standard", two(1)), ("Large", two(2))],
    )  # fmt: skip
    assert [(each.id, each.op, each.value) for each in dice.adjusts] == [("Test Dice > for Chariot", "plus", two(1))]
    assert dice.prose == ("More for the tall.",)
    assert [(pair.low, pair.high, pair.value) for pair in steps.pairs] == [
        (two(1), two(3), two(1)),
        (two(4), None, two(2)),
    ]
    assert twice.value == Binary("mul", FieldOf("model", "Skill"), two())


def test_bands_are_closed_ranges() -> None:
    ruleset = clean(
        "model\n    Skill: number\nroll R(X): d20 - X\n"
        "    natural 20  Best\n    -9 to -1  Low\n    0  Naught\n    1-Skill  Some\n    otherwise  Much\n"
    )
    (roll,) = ruleset.rolls
    assert [(band.id, band.mode, band.low, band.high, band.otherwise, band.names) for band in roll.bands] == [
        ("R > natural 20", "natural", two(20), two(20), False, ("Best",)),
        ("R > -9 to -1", "total", two(-9), two(-1), False, ("Low",)),
        ("R > 0", "total", two(0), two(0), False, ("Naught",)),
        ("R > 1-Skill", "total", two(1), FieldOf("model", "Skill"), False, ("Some",)),
        ("R > otherwise", "total", None, None, True, ("Much",)),
    ]


def test_options_are_rules_or_branches() -> None:
    ruleset = clean(
        HEAD + 'option Slow: at most 2"\nFen on end:\n    option Rest: lose Prone\n'
        "roll Fall: d6\n    1-3:\n        option Stay: end move\n    4+: no effect\nCliff on end: Fall\n"
    )
    assert [(option.name, option.branch) for option in ruleset.options] == [
        ("Slow", "option Slow"),
        ("Rest", "Fen on end > option Rest"),
        ("Stay", "Fall > 1-3 > option Stay"),
    ]
    assert rules(ruleset)["Fen on end > option Rest"].option == "Rest"
    (choice,) = ruleset.rolls[-1].bands[0].effects
    assert isinstance(choice, rs.Choose)
    assert (choice.option, choice.scope) == ("Stay", "event")


def test_lengths_are_in_the_ruleset_s_unit() -> None:
    ruleset = clean("distance feet\ngrid 5ft squares\nFen: cost 2 squares to enter, cost +5ft per square\n")
    assert ruleset.rules[0].effects == (CostEnter(two(10, "feet")), CostPlus(two(5, "feet"), "squares"))


def test_a_grid_without_size_is_the_unit() -> None:
    ruleset = clean("grid hexes\nFen: cost 1 hex to enter\n")
    assert ruleset.settings.distance == "hexes"
