"""What the cards say, sentence by sentence: expected from the rules' meaning as the language page gives it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from groundrules.cards import Chance, Example, Findings, build_deck, render, render_deck
from groundrules.cards.model import Bullet, Card, Deck
from groundrules.ruleset import Ruleset
from groundrules.source import Source

from .reading import NAMES, bundled, text_of

HEAD = """\
overlap worst
model
    Class: Infantry, Vehicle
    Height: Standard < Large
    Speed: distance
    traits: Flying
piece
    Depth: distance
action Move: up to Speed
action March: up to Speed
roll Risky Roll: 2d6
    6 or less Failure
    7+ Success
outcome Hit(Strength) "a hit"
outcome Lost
state Prone until end of turn: Speed x1/2
cover Soft "soft cover"
cover Hard
Water: no effect
"""


def said(bullet: Bullet) -> str:
    text = " ".join(statement.text for statement in bullet.sentences)
    return f"{bullet.trigger}: {text}" if bullet.trigger else text


@cache
def deck_of(name: str) -> Deck:
    return build_deck(bundled(name))


def card(deck: Deck, key: str) -> Card:
    return next(card for card in deck.cards if card.key == key)


def lines(deck: Deck, key: str) -> list[str]:
    return [said(bullet) for bullet in card(deck, key).bullets]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Woods: cost x2", "Move: every inch of movement counts as two."),
        ("Woods: counts as Water, block sight",
            "It counts as Water; sight passes into it and out of it, not through it."),
        (
            "Woods on enter: counts as Water, stop",
            "Enter: it counts as Water; the model goes no farther in this action.",
        ),
        ("Woods: cost x3/2", "Move: every inch of movement counts as 1½."),
        ("Woods: cost +1", "Move: every inch of movement costs 1 more."),
        ("Woods: cost -1", "Move: every inch of movement costs 1 less."),
        ("Woods: cost at least 1", "Move: every inch of movement costs at least 1."),
        ('Woods: cost 2" to enter', "Enter: entering costs 2″ of movement."),
        ("Woods: cost all", "Move: it uses up all movement that is left."),
        (
            'Woods on climb: cost 2" per 1" or part of rise',
            "Climb: this costs 2″ for every 1″, or part of it, of the climb.",
        ),
        ("Woods: forbid enter and end", "Enter, End: the model may not enter or end a move here."),
        ("Woods: forbid cross always", "Cross: the model may never cross here, whatever else applies."),
        ("Woods for Flying: allow end", "End: for Flying, the model may end a move here."),
        (
            "Woods when part of move: forbid March",
            "Move: if any part of the move lies in it, the model may not March here.",
        ),
        ("Woods on enter: Risky Roll", "Enter: take a Risky Roll."),
        ("Woods on enter once per move: Risky Roll", "Enter: take a Risky Roll (once per move)."),
        (
            "Woods on enter for unit once per piece per turn together: Risky Roll",
            "Enter: for the unit as a whole, take a Risky Roll"
            " (once per piece of terrain per turn; all models of the unit that have to, roll together).",
        ),
        (
            "Woods on enter: stop, Hit(10)",
            "Enter: the model goes no farther in this action; the model takes a hit (Strength: 10).",
        ),
        ("Woods on enter: Lost", "Enter: the result is Lost."),
        ("Woods on leave: gain Prone", "Leave: the model becomes Prone."),
        ("Woods on end: lose Prone", "End: the model is no longer Prone."),
        ("Woods on enter: end move beyond", "Enter: its move ends once it is across."),
        ("Woods on enter during March: may stop", "Enter: during March, the player may let the model stop."),
        ("Woods: block sight", "See: sight passes into it and out of it, not through it."),
        ('Woods: block sight beyond 3"', "See: sight passes no deeper into it than 3″."),
        ("Woods when inside: cover Hard", "Shoot: if the target is inside it, the target has cover: Hard."),
        (
            "Woods when behind and over 1/2 of facing obscured by Woods: cover Soft",
            "Shoot: if the target is behind it and more than half of the target’s facing is obscured by Woods,"
            " the target counts as “soft cover”.",
        ),
        (
            "Woods when wholly obscured: cover Hard",
            "Shoot: if the target is wholly obscured by it, the target has cover: Hard.",
        ),
        (
            "Woods when not between: cover Hard",
            "Shoot: if it does not lie between the two, the target has cover: Hard.",
        ),
        ("Woods: replaces Water", "Where it lies over Water, only the rules of this terrain hold."),
        ("Woods on enter: becomes Water", "Enter: the terrain becomes Water, for good."),
        ("Woods: no effect", "It has no effect."),
        ("Woods when whole move: Speed +5\"", "Move: if the whole move lies in it, add 5″ to the model’s Speed."),
        ("Woods when whole move: half Speed", "Move: if the whole move lies in it, halve the model’s Speed."),
        ("Woods when whole move: at most 6\"", "Move: if the whole move lies in it, the model moves 6″ at most."),
        ("Woods on enter except Vehicle: Risky Roll", "Enter: except for Vehicle, take a Risky Roll."),
        ("Woods on enter except during March: Risky Roll", "Enter: except during March, take a Risky Roll."),
        (
            "Woods on end when agreed \"it is dark\": forbid end",
            "End: if the players agree that it is dark, the model may not end a move here.",
        ),
        (
            'Woods on enter when model Height at least Large and not piece Depth over 2": Risky Roll',
            "Enter: if the model’s Height is at least Large and the Depth of the terrain is at most 2″,"
            " take a Risky Roll.",
        ),
    ],
)  # fmt: skip
def test_a_rule_of_a_terrain_as_a_sentence(line: str, sentence: str) -> None:
    assert lines(build_deck(text_of(f"{HEAD}{line}\n")), "terrain Woods") == [sentence]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Flying: ignore Water while moving", "Move: ignore Water between the ends of the move."),
        ("Flying: ignore Any Terrain on climb and jump", "Climb, Jump: ignore any terrain on climbing and jumping."),
        ("Flying: pass Risky Roll", "Rolls: Risky Roll counts as Success without rolling."),
        ("Flying: reroll 1 in Risky Roll", "Rolls: re-roll every 1 in Risky Roll."),
        ("Flying: reroll Failure in Risky Roll", "Rolls: re-roll “Failure” in Risky Roll."),
        ("Flying: Risky Roll -1", "Rolls: take 1 off the Risky Roll."),
        ("Flying: treat Any Terrain except Water as Mud", "Treat any terrain except Water as Mud."),
        ("Flying on end in Water: Risky Roll", "End: in Water, take a Risky Roll."),
        ("Flying on end in Water: forbid end", "End: in Water, the model may not end a move."),
    ],
)  # fmt: skip
def test_a_rule_of_a_trait_as_a_sentence(line: str, sentence: str) -> None:
    assert lines(build_deck(text_of(f"{HEAD}Mud: cost x2\n{line}\n")), "trait Flying") == [sentence]


def test_the_danger_of_trench_crusade_reads_like_its_rulebook() -> None:
    deck = deck_of("trench-crusade")
    assert lines(deck, "terrain Dangerous") == [
        "Activate, Enter: take a Risky Roll (once per move). On “Failure”, take an Injury Roll."
    ]
    assert [one.text for one in card(deck, "terrain Dangerous").prose] == [
        "Barbed wire, minefields, raging fires, clouds of poison gas."
    ]
    assert {see.name for see in card(deck, "terrain Dangerous").see} == {"All terrain", "Flying"}


def test_the_table_of_epic_has_the_words_of_its_document() -> None:
    """The table of the document, its terrains that are dangerous to some and closed to others."""
    deck = deck_of("epic")
    master = deck.sheet.master[0]
    rows = {row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in master.rows}
    assert list(master.headers) == ["Terrain", "Infantry", "Vehicle", "War Engine"]
    assert rows["Woods; jungle"] == ["–", "Dangerous", "Dangerous"]
    assert rows["River"] == ["Dangerous", "Impassable", "Dangerous"]
    assert rows["Buildings"] == ["–", "Impassable", "Impassable"]
    assert rows["Open Ground"] == ["–", "–", "–"]
    river = card(deck, "terrain River").tables[0]
    assert [[cell.text for cell in row.cells] for row in river.rows] == [
        ["Infantry, War Engine", "Dangerous", "–", "Start, Enter: Dangerous Test"],
        ["Vehicle", "Impassable", "no entry", "–"],
    ]
    boxes = {box.name: box for box in card(deck, "terrain River").rolls}
    assert list(boxes) == ["Dangerous Test", "Stuck Roll"]


def test_a_hit_of_the_ninth_age_says_how_it_pierces() -> None:
    dangerous = card(deck_of("ninth-age"), "terrain Dangerous")
    (outcome,) = dangerous.outcomes
    assert outcome.trigger == "A hit (Armour Penetration: 10)"
    assert said(outcome).endswith(
        "A hit with Armour Penetration 10 that wounds automatically, taken from the model's Health Pool."
    )
    (box,) = dangerous.rolls
    assert [one.text for one in box.dice] == [
        "Roll as many D6 as Test Dice.",
        "Test Dice: Standard 1, Large 2, Gigantic 3 (by Height).",
        "For Chariot, add 1.",
    ]


def test_a_compound_says_all_that_it_does_with_its_numbers() -> None:
    deck = build_deck(
        text_of(
            f"{HEAD}roll Danger(X): d6\n    1-X Bad: Hit(X)\n    otherwise: no effect\n"
            "Spikes(X) on enter: Danger(X)\nWire: counts as Spikes(2) and Mire\nMire: cost x2\n"
        )
    )
    wire = card(deck, "terrain Wire")
    assert [one.text for one in wire.traits] == ["counts as Spikes (2) and Mire"]
    assert lines(deck, "terrain Wire") == [
        "Move: every inch of movement counts as two.",
        "Enter: roll Danger (2).",
    ]
    (box,) = wire.rolls
    assert box.name == "Danger (2)"
    assert box.table is not None
    assert [cell.text for cell in box.table.rows[0].cells] == ["1–2", "Bad", "The model takes a hit (Strength: 2)."]


def test_what_a_ground_counts_as_stands_in_its_head_and_nowhere_else() -> None:
    deck = build_deck(
        text_of(f"{HEAD}Woods: counts as Mire\nMire: counts as Bog\nBog: cost x2\nHill: counts as Bog, block sight\n")
    )
    assert [one.text for one in card(deck, "terrain Woods").traits] == ["counts as Mire", "counts as Bog"]
    assert lines(deck, "terrain Woods") == ["Move: every inch of movement counts as two."]
    # What says more than that has a sentence, and the head does not repeat it.
    assert card(deck, "terrain Hill").traits == ()
    assert "It counts as Bog; sight passes into it and out of it, not through it." in lines(deck, "terrain Hill")


MIRE = f"""{HEAD}outcome Wreck
Woods: cost x2
    > Mind your step.
Woods for Vehicle: no effect
"""


def test_that_nothing_holds_stands_below_what_would_else_hold() -> None:
    assert lines(build_deck(text_of(MIRE)), "terrain Woods") == [
        "Move: every inch of movement counts as two.",
        "For Vehicle, it has no effect. This holds in place of “every inch of movement counts as two”.",
    ]


def test_what_has_no_effect_is_not_all_that_the_ground_does() -> None:
    # The Vehicle is spared what Woods do, and takes Wreck all the same.
    deck = build_deck(text_of(f"{MIRE}Mire: counts as Woods\nMire on enter: Wreck\n"))
    said = lines(deck, "terrain Mire")
    assert said == ["As Woods, for Vehicle, it has no effect.", "Enter: the result is Wreck."]
    assert [one.text for one in card(deck, "terrain Mire").prose] == ["Woods: Mind your step."]
    (table,) = card(deck, "terrain Mire").tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Infantry", "×2 (every inch counts as two)"],
        ["Vehicle", "–"],
    ]


def test_it_says_in_place_of_what_where_that_stands_beside_it() -> None:
    deck = build_deck(text_of(f"{MIRE}Mire when inside: counts as Woods\n"))
    assert lines(deck, "terrain Mire")[-2:] == [
        "Move: if the model is inside it, every inch of movement counts as two.",
        "If the model is inside it, as Woods, for Vehicle, it has no effect. "
        "This holds in place of “every inch of movement counts as two”.",
    ]


# ---- who is meant where somebody is looked at: the target, unless the shooter is named


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "Woods when behind and not Prone: cover Hard",
            "Shoot: if the target is behind it and the target is not Prone, the target has cover: Hard.",
        ),
        ("Woods except Flying: cover Hard", "Shoot: unless the target has Flying, the target has cover: Hard."),
        (
            "Woods except Flying, Vehicle: block sight",
            "See: unless the target is Vehicle or the target has Flying, sight does not pass through it,"
            " only into it and out of it.",
        ),
        (
            "Woods for Infantry except Flying when inside: cover Hard",
            "Shoot: if the target is Infantry, the target does not have Flying and the target is inside it,"
            " the target has cover: Hard.",
        ),
        (
            'Woods for Flying when inside or model Speed over 6": cover Hard',
            "Shoot: if the target has Flying and (the target is inside it or the target’s Speed is over 6″),"
            " the target has cover: Hard.",
        ),
        (
            'Woods when all of base inside: shooter Speed -1"',
            "Shoot: if all of the target’s base is inside it, take 1″ off the shooter’s Speed.",
        ),
        (
            "Woods when model Height at least Large and shooter Flying and width at least base: cover Hard",
            "Shoot: if the target’s Height is at least Large, the shooter has Flying and its width is at least"
            " the width of the target’s base, the target has cover: Hard.",
        ),
        (
            "Woods for Vehicle when inside: cover Hard, cost x2",
            "Move, Shoot: if the target is Vehicle and the target is inside it, the target has cover: Hard;"
            " for Vehicle, if the model is inside it, every inch of movement counts as two.",
        ),
        ("Woods: cover Hard, cost x2",
            "Move, Shoot: the target has cover: Hard; every inch of movement counts as two."),
    ],
)  # fmt: skip
def test_in_a_look_the_target_is_meant(line: str, sentence: str) -> None:
    assert lines(build_deck(text_of(f"{HEAD}{line}\n")), "terrain Woods") == [sentence]


def test_so_it_is_where_the_ground_counts_as_another() -> None:
    deck = build_deck(
        text_of(f'{HEAD}Woods for Vehicle when piece Depth over 1": counts as Hedge\nHedge: cover Hard, cost x2\n')
    )
    assert lines(deck, "terrain Woods")[-1] == (
        "Move, Shoot: if the target is Vehicle and the Depth of the terrain is over 1″, the target has cover: Hard;"
        " for Vehicle, if the Depth of the terrain is over 1″, every inch of movement counts as two."
    )


def test_and_where_what_gives_cover_has_no_effect() -> None:
    deck = build_deck(text_of(f"{HEAD}Woods: cover Hard\nWoods for Vehicle: no effect\n"))
    assert lines(deck, "terrain Woods")[-1] == (
        "If the target is Vehicle, it has no effect. This holds in place of “the target has cover: Hard”."
    )


@pytest.mark.parametrize(
    ("line", "key", "sentence"),
    [
        ("Flying in Woods: cover Hard", "trait Flying", "in Woods, the target has cover: Hard."),
        ('Prone in Woods: shooter Speed -1"', "state Prone", "in Woods, take 1″ off the shooter’s Speed."),
    ],
)
def test_who_has_the_trait_or_state_is_the_target(line: str, key: str, sentence: str) -> None:
    deck = build_deck(text_of(f"{HEAD}Woods: no effect\n{line}\n"))
    assert f"Shoot: if such a model is the target, {sentence}" in lines(deck, key)


def test_the_table_of_classes_says_that_they_are_those_of_the_target() -> None:
    deck = build_deck(text_of(f"{HEAD}Woods for Vehicle: cover Hard, block sight\n"))
    (table,) = card(deck, "terrain Woods").tables
    assert table.headers == ("Class", "Cover as target", "Sight to target")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Woods when inside: cover Low", "terrain Woods"),
        ("Woods for Vehicle: cover Low", "terrain Woods"),
        ("Woods: counts as Hedge\nHedge: cover Low", "terrain Woods"),
        ("Woods:\n    for Vehicle: cover Low", "terrain Woods"),
        ("Any Terrain when between: cover Low", "all terrain"),
        ("Woods: no effect\nFlying in Woods: cover Low", "trait Flying"),
    ],
)
def test_what_a_cover_does_stands_where_it_is_given(text: str, key: str) -> None:
    deck = build_deck(text_of(f'{HEAD}cover Low "low cover": shooter Speed -1", target Speed +2"\n{text}\n'))
    told = "Low cover: take 1″ off the shooter’s Speed; add 2″ to the target’s Speed."
    assert lines(deck, key)[-1] == told
    assert told not in lines(deck, "terrain Water")


# ---- names as they read in a sentence

ROLLS = f"""{HEAD}roll Fall Wounds: d6
    1-3 Falls
    4+ Stuck
outcome Out "Out of Action"
outcome Crash(Force) "a crash"
outcome Save "an armour save"
"""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        # One takes a test or a roll; what is called otherwise is rolled.
        ("Woods on enter: Risky Roll", "Enter: take a Risky Roll."),
        ("Woods on enter: Fall Wounds", "Enter: roll Fall Wounds."),
        # A band is a name, whatever its word; so is an outcome that is written large.
        (
            "Woods on enter: Fall Wounds\n    Falls: Out\n    Stuck: Crash(3)",
            "Enter: roll Fall Wounds. On “Falls”, the result is Out of Action."
            " On “Stuck”, the model takes a crash (Force: 3).",
        ),
        ("Woods on enter: Lost, Out", "Enter: the result is Lost and Out of Action."),
        ("Woods on drop: Crash(fall)", "Drop: the model takes a crash (Force: the fall)."),
        (
            "Woods on enter: Hit(1) without Save and Crash",
            "Enter: the model takes a hit (Strength: 1) without an armour save or a crash.",
        ),
        # Whose field it is that a condition reads.
        (
            "Woods on end when piece Depth over Speed: forbid end",
            "End: if the Depth of the terrain is over the model’s Speed, the model may not end a move here.",
        ),
        (
            "Woods on jump when gap over half Speed: forbid jump",
            "Jump: if the gap is over half the model’s Speed, the model may not jump here.",
        ),
    ],
)  # fmt: skip
def test_a_name_reads_well_in_its_sentence(line: str, sentence: str) -> None:
    assert lines(build_deck(text_of(f"{ROLLS}{line}\n")), "terrain Woods") == [sentence]


# ---- the sheet


def test_a_letter_stands_behind_the_entry_that_it_belongs_to() -> None:
    deck = build_deck(
        text_of(
            f"{HEAD}Woods on enter once per move: stop\nWoods on leave for Flying: Lost\nWoods: cost x2\n"
            "Woods for Vehicle: cost x3\n"
            'Woods on start when piece Depth over 2": Lost\nWoods on end for Flying: lose Prone\n'
        )
    )
    (table,) = deck.sheet.master
    said = {row.keys[0]: row.cells[1].said for row in table.rows}
    # ``lose`` has no few words: its letter stands alone, last.
    assert said == {"Water": "–", "Woods": "Enter: stop (a); Leave: Lost (b); ×2; Start: Lost (c); (d)"}
    assert [note.bullet.trigger for note in deck.sheet.notes] == ["Enter", "Leave", "Start", "End"]


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ("Woods on climb: forbid end", "Climb: no ending"),
        ("Woods on contact: forbid enter", "Contact: no entry"),
        ("Woods on climb: stop", "Climb: stop"),
        ("Woods on enter, cross: cost all", "Enter, Cross: uses up the move"),
        ("Woods on enter: gain Prone", "Enter: Prone"),
        # The deed that is forbidden is its own event.
        ("Woods on enter: forbid enter", "no entry"),
        ("Woods on jump, drop: forbid jump and drop", "no jump or drop"),
        ("Woods on enter: forbid enter and end", "Enter: no entry or ending"),
        ("Woods: forbid end", "no ending"),
    ],
)
def test_what_the_sheet_says_in_few_words_says_when(line: str, cell: str) -> None:
    (table,) = build_deck(text_of(f"{HEAD}{line}\n")).sheet.master
    assert [one.cells[1].text for one in table.rows] == ["–", cell]


def test_the_key_explains_no_sign_that_stands_nowhere() -> None:
    def explained(text: str) -> set[str]:
        return {line.key for line in build_deck(text_of(text)).sheet.codes}

    assert explained("overlap worst\nWoods: cost x2\nMire: cost x3\n") == {"code ×2", "code ×3"}
    assert "code –" in explained("overlap worst\nWoods: cost x2\nMire: no effect\n")


def test_a_rule_that_wins_says_over_which() -> None:
    deck = build_deck(text_of(f"{HEAD}Woods: cost x2\nWoods for Vehicle: cost x3\n"))
    assert lines(deck, "terrain Woods") == [
        "Move: every inch of movement counts as two.",
        "Move: for Vehicle, every inch of movement counts as three. "
        "This holds in place of “every inch of movement counts as two”.",
    ]
    (table,) = card(deck, "terrain Woods").tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Infantry", "×2 (every inch counts as two)"],
        ["Vehicle", "×3 (every inch counts as three)"],
    ]
    assert [[cell.text for cell in row.cells] for row in deck.sheet.master[0].rows][-1] == ["Woods", "×2", "×3"]


def test_what_is_silenced_is_said_in_words_not_in_the_language() -> None:
    deck = build_deck(
        text_of(
            f'{HEAD}piece\n    Rise: distance\ncover Light "light cover"\ncover Heavy\n'
            'Wall when between and piece Rise at least 1": cover Light\n'
            'Wall when between and touching and piece Rise at least 1": cover Heavy\n'
        )
    )
    said = lines(deck, "terrain Wall")[-1]
    assert said.endswith("This holds in place of “the target counts as light cover”."), said


# ---- a ruleset built on another


BASE = "overlap worst\nWoods: cost x2\nMarsh: cost x3\nMarsh on enter: stop\n"


def house_rules(text: str, base: str = BASE) -> Ruleset:
    from groundrules.meaning import compile_ruleset

    def load(wanted: str, using: Source) -> Source:
        return Source("base.terrain", base)

    compiled = compile_ruleset(Source("house.terrain", text), "house", load)
    assert compiled.ruleset is not None, [one.message for one in compiled.diagnostics]
    return compiled.ruleset


def test_a_house_rule_says_what_the_base_says() -> None:
    deck = build_deck(house_rules('use "base.terrain"\noverride Woods: cost x4\nremove Marsh on enter\nFen: cost x2\n'))
    assert lines(deck, "terrain Woods") == [
        "Move: every inch of movement counts as four. House rule; the base: every inch of movement counts as two."
    ]
    assert "House rule: the base has a rule here that is left out: the model goes no farther in this action." in lines(
        deck, "terrain Marsh"
    )
    changed = next(section for section in deck.sheet.sections if section.key == "changed")
    texts = [said(bullet) for bullet in changed.bullets]
    assert any("changed; the base: every inch of movement counts as two." in text for text in texts), texts
    assert any("left out; the base: the model goes no farther in this action." in text for text in texts), texts


def test_what_is_new_is_told_once_and_where_the_base_has_more_at_each_rule() -> None:
    text = 'use "base.terrain"\nFen: cost x2\nFen on enter: stop\nMarsh on end: stop\noverride Woods: cost x4\n'
    deck = build_deck(house_rules(text))
    assert not any("House rule" in line for line in lines(deck, "terrain Fen"))
    assert [line for line in lines(deck, "terrain Marsh") if "House rule, not in the base." in line] == [
        "End: the model goes no farther in this action. House rule, not in the base."
    ]
    marked = {one.name for one in deck.cards if one.is_changed}
    assert marked == {"Fen", "Marsh", "Woods"}
    for name in ("fen", "marsh", "woods"):
        assert "*Terrain* · **House rule**" in render_deck(deck)[f"cards/terrain-{name}.md"]
    changed = next(section for section in deck.sheet.sections if section.key == "changed")
    told = {bullet.trigger: said(bullet) for bullet in changed.bullets}
    assert told["Marsh"] == "Marsh: more rules than in the base."
    assert told["Fen"] == "Fen: not in the base."


def test_what_had_no_effect_in_the_base_says_so() -> None:
    table = "table by Class\n    | terrain | Foot | Horse |\n    | Hedge | - | Bog |\n"
    base = f"model\n    Class: Foot, Horse\n{table}Bog: cost x2\n"
    deck = build_deck(house_rules('use "base.terrain"\noverride Hedge for Foot: cost x2\n', base))
    assert any("House rule; the base: it has no effect." in line for line in lines(deck, "terrain Hedge"))


def test_a_roll_in_the_place_of_another_one_says_so_wherever_it_stands() -> None:
    base = "Bog on enter: Bog Test\nroll Bog Test: d6\n    1: stop\n    2+: no effect\n"
    text = 'use "base.terrain"\noverride roll Bog Test: d6\n    1-2: stop\n    3+: no effect\n'
    deck = build_deck(house_rules(text, base))
    for key in ("terrain Bog", "roll Bog Test"):
        (box,) = card(deck, key).rolls
        assert box.dice[-1].text == "House rule: the base has another one of this name."
        assert card(deck, key).is_changed


# ---- places for what running the rules finds out


def test_chances_and_examples_have_their_places() -> None:
    findings = Findings(
        chances={"Risky Roll > 6 or less": Chance(Fraction(5, 12), Fraction(231_000, 248_832))},
        examples={"terrain Dangerous": Example("A soldier walks in."), "quick-reference": Example("Five walk in.")},
    )
    deck = build_deck(text_of(f"{HEAD}Dangerous on enter: Risky Roll\n"), findings=findings)
    dangerous = card(deck, "terrain Dangerous")
    table = dangerous.rolls[0].table
    assert table is not None
    assert table.headers == ("Rolled", "Result", "Chance for one model", "At least one of five models")
    assert [cell.text for cell in table.rows[0].cells] == ["6 or less", "Failure", "5 in 12 (42 %)", "93 %"]
    assert [cell.text for cell in table.rows[1].cells] == ["7 or more", "Success", "–", "–"]
    files = render(text_of(f"{HEAD}Dangerous on enter: Risky Roll\n"), findings=findings)
    assert "**Example.** A soldier walks in." in files["cards/terrain-dangerous.md"]
    assert "**Example.** Five walk in." in files["quick-reference.md"]


@pytest.mark.parametrize("name", NAMES)
def test_without_findings_no_column_stands_empty(name: str) -> None:
    for one in deck_of(name).cards:
        for box in one.rolls:
            if box.table is not None:
                assert "five" not in box.table.columns
                for number in range(len(box.table.columns)):
                    assert {row.cells[number].text for row in box.table.rows} != {"–"}


def test_steps_of_one_are_counted_without_the_number() -> None:
    deck = build_deck(
        text_of(
            "distance hexes\ngrid hexes\nAny Terrain on climb: cost 1 per 1 level of rise\n"
            "Any Terrain on drop: cost 1 per full 2 levels of fall\n"
        )
    )
    assert [line.replace("\xa0", " ") for line in lines(deck, "all terrain")] == [
        "Climb: this costs 1 for every level of the climb.",
        "Drop: this costs 1 for every full 2 levels of the fall.",
    ]
    assert "A hex is" not in str(deck.sheet)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Flying: Risky Roll +1", "For Flying, add 1 to the Risky Roll."),
        ("Vehicle: Risky Roll -2", "For Vehicle, take 2 off the Risky Roll."),
        ("Prone, Flying: Risky Roll +1", "For Prone or Flying, add 1 to the Risky Roll."),
        ("Flying during March: Risky Roll +1", "During March, for Flying, add 1 to the Risky Roll."),
        ('Flying: Speed +1", Risky Roll +1', "For Flying, add 1 to the Risky Roll."),
    ],
)
def test_the_box_of_a_roll_tells_whose_roll_is_another_one(line: str, told: str) -> None:
    bands = "    6 or less Failure\n    7+ Success\n"
    wide = HEAD.replace(bands, "    otherwise: no effect\n")
    deck = build_deck(text_of(f"{wide}Bog on enter: Risky Roll\n{line}\n"))
    boxes = [box for card in deck.cards for box in card.rolls if box.name == "Risky Roll"]
    # On the card of the roll and on that of the ground that asks for it.
    assert len(boxes) == 2
    for box in boxes:
        assert [one.text for one in box.dice] == ["Roll 2D6.", told]


def test_the_box_says_nothing_of_changes_of_another_roll() -> None:
    deck = build_deck(
        text_of(
            f"{HEAD}roll Other: d6\n    1+: no effect\nBog on enter: Risky Roll, Other\nFlying: reroll 1 in Other\n"
        )
    )
    dice = {box.name: len(box.dice) for card in deck.cards for box in card.rolls}
    assert dice == {"Risky Roll": 1, "Other": 2}


def test_the_card_of_the_ground_points_to_the_states_that_its_rolls_bring() -> None:
    rules = "roll Other: d6\n    1 Slip: gain Prone\n    2+: no effect\n"
    deck = build_deck(text_of(f"{HEAD}{rules}Bog on enter: Other\nMarsh: counts as Bog\nMud on enter: Risky Roll\n"))
    seen = {name: [see.name for see in card(deck, f"terrain {name}").see] for name in ("Bog", "Marsh", "Mud")}
    assert "Prone" in seen["Bog"] and "Prone" in seen["Marsh"] and "Prone" not in seen["Mud"]
