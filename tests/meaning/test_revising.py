"""A ruleset on another: what `use`, `override`, `remove` and `as` come to."""

from __future__ import annotations

from dataclasses import replace

from tests.meaning.support import clean, codes, compiled, rules

from groundrules.ruleset import CostTimes, CountsAs, Deliver, Num, Perform, Ruleset, Term

BASE = """ruleset "The base"
version "3"
source "Book of the base"
overlap worst

model
    Class: Infantry, Vehicle
    Speed: distance
    traits: Flying

action Move: up to Speed
outcome Hit
roll Test: d6
    1  Failure: end move
    2+ Success

Woods: cost x2
    > Slow going.
    for Vehicle: cost x3
Marsh(X) on enter: Test
    Failure: Hit
Jungle: as Woods
Impassable: forbid enter
table by Class
    | terrain | Infantry | Vehicle    |
    | Ruins   | -        | Impassable |
"""


def house(text: str) -> Ruleset:
    return clean(f'ruleset "House"\nuse "base"\n{text}', base=BASE)


def of_base() -> Ruleset:
    return clean('use "base"\n', base=BASE)


def factor(ruleset: Ruleset, id: str) -> int:
    (effect,) = (effect for effect in rules(ruleset)[id].effects if isinstance(effect, CostTimes))
    assert isinstance(effect.factor, Num)
    return int(effect.factor.value)


def test_a_ruleset_that_only_uses_another_says_the_same() -> None:
    base, ours = of_base(), house("")
    assert ours.rules == base.rules
    assert ours.rolls == base.rolls
    assert ours.revisions == ()
    assert (ours.header.title, ours.header.version, ours.header.source) == ("House", None, "Book of the base")


def test_an_override_takes_the_place_of_the_base_s_rule() -> None:
    ours = house("override Woods for Vehicle: cost x4\n")
    assert [rule.id for rule in ours.rules] == [rule.id for rule in of_base().rules]
    assert factor(ours, "Woods for Vehicle") == 4
    (change,) = ours.revisions
    assert (change.change, change.id, change.base_name) == ("override", "Woods for Vehicle", "The base")
    assert change.base == replace(rules(of_base())["Woods for Vehicle"], beats=())


def test_what_is_taken_over_by_as_follows_the_override() -> None:
    assert factor(house("override Woods: cost x5\n"), "Jungle") == 5


def test_a_rule_that_is_taken_over_can_be_overridden_itself() -> None:
    ours = house("override Jungle for Vehicle: cost x6\n")
    assert factor(ours, "Jungle for Vehicle") == 6
    assert factor(ours, "Woods for Vehicle") == 3
    assert "Jungle for Vehicle~2" not in rules(ours)


def test_a_cell_is_overridden_by_the_rule_it_stands_for() -> None:
    ours = house("override Ruins for Vehicle: cost x2\n")
    assert "Class/Ruins/Vehicle" not in rules(ours)
    assert factor(ours, "Ruins for Vehicle") == 2
    assert ours.revisions[0].base is not None
    assert ours.revisions[0].base.id == "Class/Ruins/Vehicle"


def test_remove_takes_rules_away() -> None:
    ours = house("remove Woods for Vehicle\nremove Jungle\n")
    assert "Woods for Vehicle" not in rules(ours)
    assert "Jungle" not in rules(ours)
    assert {"Woods", "Jungle for Vehicle"} - set(rules(ours)) == {"Jungle for Vehicle"}
    assert [(each.change, each.id) for each in ours.revisions] == [
        ("remove", "Woods for Vehicle"),
        ("remove", "Jungle"),
    ]


def test_adding_needs_no_word() -> None:
    ours = house("Swamp: cost x2\nWoods on end: Hit\n")
    assert [(each.change, each.id) for each in ours.revisions] == [("add", "Swamp"), ("add", "Woods on end")]


def test_a_setting_and_a_roll_are_overridden() -> None:
    ours = house("override overlap add\noverride roll Test: 2d6\n    2-6  Failure\n    7+   Success\n")
    assert ours.settings.overlap == "add"
    assert [band.text for roll in ours.rolls for band in roll.bands] == ["2-6", "7+"]
    assert {(each.change, each.id) for each in ours.revisions} == {("override", "overlap"), ("override", "Test")}


def test_ids_do_not_hang_on_the_order_of_files() -> None:
    one, two = "Fen: cost x2\n", "Bog: cost x3\n"
    ids = [
        sorted(rule.id for rule in clean(f'overlap worst\nuse "{a}"\nuse "{b}"\n', one=one, two=two).rules)
        for a, b in (("one", "two"), ("two", "one"))
    ]
    assert ids[0] == ids[1] == ["Bog", "Fen"]


def test_a_base_is_read_once_however_often_it_is_used() -> None:
    ours = clean('use "left"\nuse "right"\n', left='use "base"\n', right='use "base"\n', base=BASE)
    assert ours.rules == of_base().rules


# ---- `as`


def test_as_takes_over_all_rules_and_says_where_from() -> None:
    ruleset = clean(BASE)
    jungle = rules(ruleset)["Jungle"]
    woods = rules(ruleset)["Woods"]
    assert (jungle.effects, jungle.prose, jungle.origin.line) == (woods.effects, woods.prose, woods.origin.line)
    assert [place.line for place in jungle.origin.via] == [22]
    assert [subject.term.name for subject in rules(ruleset)["Jungle for Vehicle"].subjects] == ["Jungle"]


def test_as_puts_numbers_in_the_place_of_parameters() -> None:
    ruleset = clean("outcome Hit(Strength)\nDangerous(X) on enter: Hit(X)\nMinefield: as Dangerous(7)\n")
    (effect,) = rules(ruleset)["Minefield on enter"].effects
    assert isinstance(effect, Deliver)
    assert [arg.value for arg in effect.args if isinstance(arg, Num)] == [7]


def test_branches_that_are_taken_over_have_ids_of_their_own() -> None:
    ruleset = clean(BASE + "Bog: as Marsh(2)\n")
    (effect,) = rules(ruleset)["Bog on enter"].effects
    assert isinstance(effect, Perform)
    assert [handler.id for handler in effect.handlers] == ["Bog on enter > Failure"]


def test_cells_are_taken_over_with_the_new_row() -> None:
    ruleset = clean(BASE + "Rubble: as Ruins\n")
    assert rules(ruleset)["Class/Rubble/Vehicle"].effects == (CountsAs((Term("terrain", "Impassable"),)),)


def test_one_s_own_rule_stands_before_what_is_taken_over() -> None:
    ruleset = clean(BASE + "Thicket: as Woods, cost x4\n")
    assert factor(ruleset, "Thicket") == 4
    assert factor(ruleset, "Thicket for Vehicle") == 3


def test_a_trait_takes_over_from_a_trait_only() -> None:
    text = "model\n    traits: Flying, Winged\nWoods: cost x2\nFlying: ignore Woods\nWinged: as Woods\n"
    assert codes(compiled(text)) == [("GR204", 5)]
