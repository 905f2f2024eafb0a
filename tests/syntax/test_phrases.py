"""What rulebooks say in other words: one finding, and a fix that writes the language's own."""

from __future__ import annotations

import pytest

from groundrules.source import Source
from groundrules.syntax import parse

HEAD = """model
    Speed: distance
    traits: Flying
action Move: up to Speed
action Run
outcome Hit(Strength)
state Prone until end of turn: cost x2
Difficult: cost x2
"""

#: A line as people write it, and what it means.
LINES = {
    # nothing
    "Mud: nothing": "Mud: no effect",
    "Mud for Flying: no extra cost": "Mud for Flying: no effect",
    # bans
    "Mud: may not enter": "Mud: forbid enter",
    "Mud: no entry": "Mud: forbid enter",
    "Mud: cannot be crossed": "Mud: forbid cross",
    "Mud for Flying: forbid ending there": "Mud for Flying: forbid end",
    "Mud: can't end its move here": "Mud: forbid end",
    "state Shaken: may not Run": "state Shaken: forbid Run",
    "state Shaken: no Run": "state Shaken: forbid Run",
    "Mud: impassable": "Mud: forbid enter",
    "Mud: is impassable": "Mud: forbid enter",
    "Mud: only Flying": "Mud except Flying: forbid enter",
    "Mud: Flying only": "Mud except Flying: forbid enter",
    "Mud: only Flying may enter": "Mud except Flying: forbid enter",
    # sight
    "Mud: blocks line of sight": "Mud: block sight",
    "Mud: block line of sight": "Mud: block sight",
    "Mud: blocks LoS": "Mud: block sight",
    # costs
    'Mud: costs 3" to cross': 'Mud: cost 3" to enter',
    "Mud: x2": "Mud: cost x2",
    "Mud: costs double": "Mud: cost x2",
    "Mud: cost half": "Mud: cost x1/2",
    "Mud: cost 2 per inch": "Mud: cost x2",
    "Mud: +1 cost": "Mud: cost +1",
    "Mud: half speed": "Mud: cost x2",
    "Mud, Bog: moves at half rate": "Mud, Bog: cost x2",
    "state Shaken: half speed": "state Shaken: half Speed",
    "Mud: block sight, light cover": "Mud: block sight, cover Light",
    "Mud: gives Hard cover": "Mud: cover Hard",
    "Mud: cost +2 to enter": "Mud: cost 2 to enter",
    "Mud: cost the rest": "Mud: cost all",
    'Mud when part of move: -2" movement': 'Mud when part of move: Speed -2"',
    "Mud when part of move: Speed halved": "Mud when part of move: half Speed",
    "Mud when part of move: halve its speed": "Mud when part of move: half Speed",
    # what is what
    "Mud: is Difficult": "Mud: counts as Difficult",
    "Mud, Bog: are difficult": "Mud, Bog: counts as Difficult",
    "Mud is Difficult": "Mud: counts as Difficult",
    "Mud on enter: stop, is Prone": "Mud on enter: stop, gain Prone",
    "Mud on enter: Hit 4": "Mud on enter: Hit(4)",
    "Mud on enter: 1 hit": "Mud on enter: Hit(1)",
    "Mud on enter: stop, d3 hits": "Mud on enter: stop, Hit(d3)",
    "Flying ignores everything": "Flying: ignore Any Terrain",
    "Flying: ignores all terrain": "Flying: ignore Any Terrain",
    "Flying ignores Difficult": "Flying: ignore Difficult",
    "Flying: ignore all terrain while moving": "Flying: ignore Any Terrain while moving",
    "Flying: ignore everything": "Flying: ignore Any Terrain",
    "Road: replaces all": "Road: replaces Any Terrain",
    "Wood blocks sight": "Wood: block sight",
    # when
    'Mud when model Speed is over 6": cost x2': 'Mud when model Speed over 6": cost x2',
    'Mud when Speed is at least 6": cost x2': 'Mud when Speed at least 6": cost x2',
    'Mud when Speed is more than 6": cost x2': 'Mud when Speed over 6": cost x2',
    'Mud when Speed no less than 6": cost x2': 'Mud when Speed at least 6": cost x2',
    'Mud when Speed 6" or less: cost x2': 'Mud when Speed at most 6": cost x2',
    "Mud for unit when more than half of the unit inside: stop": "Mud for unit when over 1/2 of unit inside: stop",
    "Mud for unit when at least half the unit inside: stop": "Mud for unit when at least 1/2 of unit inside: stop",
    "Mud when the entire move: Speed x2": "Mud when whole move: Speed x2",
    "Mud when any part of its move: Speed x2": "Mud when part of move: Speed x2",
    "Mud when entered: stop": "Mud on enter: stop",
    "Mud on falling: stop": "Mud on drop: stop",
    'Mud on a fall of 3" or more: stop': 'Mud on drop when fall at least 3": stop',
    'Mud on drop when over 3": stop': 'Mud on drop when fall over 3": stop',
    "Mud on end of its move: stop": "Mud on end: stop",
    "Mud at the end of the turn: stop": "Mud on turn end: stop",
    "Mud at the start of its activation: stop": "Mud on activate: stop",
    # for whom
    "Mud not for Flying: cost x2": "Mud except Flying: cost x2",
    "Mud for all except Flying: cost x2": "Mud except Flying: cost x2",
    "Mud only for Flying: cost x2": "Mud for Flying: cost x2",
}  # fmt: skip

#: Settings that people write with a colon.
SETTINGS = {
    "overlap: worst": "overlap worst",
    "distance: inches": "distance inches",
    'ruleset: "Club"': 'ruleset "Club"',
    'title "Club"': 'ruleset "Club"',
}


def mended(text: str) -> str:
    """The text after its one finding's fix."""
    (found,) = parse(Source("x.terrain", text)).diagnostics
    assert found.fix is not None, f"{found.code} {found.message}: {found.help}"
    for edit in sorted(found.fix.edits, key=lambda each: -each.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize("written", LINES)
def test_a_line_in_other_words_is_mended(written: str) -> None:
    assert mended(f"{HEAD}{written}\n") == f"{HEAD}{LINES[written]}\n"


@pytest.mark.parametrize("written", SETTINGS)
def test_a_setting_with_a_colon_is_mended(written: str) -> None:
    assert mended(f"{written}\nMud: cost x2\n") == f"{SETTINGS[written]}\nMud: cost x2\n"


@pytest.mark.parametrize("band", ["nothing", "nothing happens", "-", "none"])
def test_a_band_in_which_nothing_happens(band: str) -> None:
    text = "roll Test: d6\n    1: stop\n    2+: %s\nMud on enter: Test\n"
    assert mended(text % band) == text % "no effect"


def test_what_could_stand_there_is_never_what_stands_there() -> None:
    (found,) = parse(Source("x.terrain", "Mud when Season all Winter: cost x2\n")).diagnostics
    assert "`all`" in found.message and found.help is not None and "`all`" not in found.help


def told(text: str) -> tuple[str, str, str]:
    """Code, message and help of the one finding."""
    (found,) = parse(Source("x.terrain", text)).diagnostics
    return found.code, found.message, found.help or ""


@pytest.mark.parametrize("values", ["small, medium, large", "Small, medium, large", "small, medium, large, optional"])
def test_names_of_a_list_in_small_letters(values: str) -> None:
    assert (
        mended(f"model\n    Size: {values}\n") == f"model\n    Size: {values.title().replace('Optional', 'optional')}\n"
    )


def test_names_known_elsewhere_in_small_letters() -> None:
    text = "model\n    traits: Flying, Swimming\nMud for %s: stop\n"
    assert mended(text % "flying, swimming") == text % "Flying, Swimming"


@pytest.mark.parametrize(
    ("states", "kind"), [('5" to 8"', "distance"), ('6"', "distance"), ("3 to 6", "number"), ("5cm-8cm", "distance")]
)
def test_a_number_where_the_kind_of_a_field_stands(states: str, kind: str) -> None:
    assert mended(f"model\n    Pace: {states}\n") == f"model\n    Pace: {kind}\n"


@pytest.mark.parametrize("written", ["+1 if climber", "+1 for Climber", "-2 if it is a Climber"])
def test_a_change_of_the_roll_among_its_bands(written: str) -> None:
    code, message, help = told(f"roll Bog Test: d6\n    {written}\n    1+: no effect\n")
    assert (code, written in message) == ("GR100", True)
    assert f"write `Climber: Bog Test {written[:2]}`" in help


@pytest.mark.parametrize("until", ["until end of next turn", "until end of its next activation"])
def test_a_state_that_is_to_last_longer(until: str) -> None:
    code, message, help = told(f"state Sick {until}: cost x2\n")
    assert (code, until in message) == ("GR100", True)
    # Taking the word away would mean another thing: it is not what the message says.
    assert "take it away" not in help and "`lose …`" in help


#: Words that narrow what a line says, or turn it round.
NARROWING = (
    "not", "no", "half", "all", "any", "none", "over", "under", "wholly", "partly", "always", "once", "each",
    "shooter", "target", "except", "without", "least", "at most", "only", "never", "outside", "while moving", "Flying",
)  # fmt: skip

WHOLE_LINES = ("Mud when inside: cover Hard", "Mud on enter for Flying: cost x2, forbid end", "Flying: ignore Mud")


@pytest.mark.parametrize("word", NARROWING)
def test_a_word_that_narrows_is_never_to_be_taken_away(word: str) -> None:
    told = 0
    for line in WHOLE_LINES:
        blanks = [at for at, sign in enumerate(line) if sign == " "]
        for at in blanks:
            text = f"{HEAD}{line[:at]} {word}{line[at:]}\n"
            for found in parse(Source("x.terrain", text)).diagnostics:
                told += 1
                assert "take it away" not in (found.help or ""), (line, found)
                assert found.fix is None or found.fix.title != "take it away"
    assert told


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("Mud: forbid the enter", "Mud: forbid enter"),
        ("Mud on the enter: stop", "Mud on enter: stop"),
        ("Mud: forbid end per", "Mud: forbid end"),
        ("Mud: : cost x2", "Mud: cost x2"),
        ("Mud when inside inside: stop", "Mud when inside: stop"),
    ],
)
def test_what_adds_nothing_is_taken_away(written: str, means: str) -> None:
    assert mended(f"{HEAD}{written}\n") == f"{HEAD}{means}\n"


#: Where a model stands, said in other words: what may be meant.
PLACES = {
    "Mud when wholly inside: stop": ("all of base inside", "all of unit inside"),
    "Mud for unit when fully inside: stop": ("all of unit inside", "all of base inside"),
    "Mud when not completely within: stop": ("all of base inside", "all of unit inside"),
    "Mud when mostly behind or Flying: stop": ("over 1/2 of base behind", "over 1/2 of unit behind"),
    "Mud when partly touching: stop": ("any of base touching", "any of unit touching"),
}


@pytest.mark.parametrize("line", PLACES)
def test_how_far_inside_is_said_with_the_part_that_counts(line: str) -> None:
    (found,) = parse(Source("x.terrain", f"{HEAD}{line}\n")).diagnostics
    first, second = PLACES[line]
    assert found.help is not None and found.help.startswith(f"write `{first}`") and f"`{second}`" in found.help
    assert found.fix is not None and found.fix.choice
    made = mended(f"{HEAD}{line}\n")
    assert first in made and parse(Source("x.terrain", made)).diagnostics == ()


@pytest.mark.parametrize("where", ["inside", "behind", "between", "touching"])
def test_where_the_shooter_stands_is_nothing_to_ask(where: str) -> None:
    _, message, help = told(f"{HEAD}Mud when shooter {where} and Flying: stop\n")
    assert "never of the shooter" in message and "`shooter Infantry`" in help and "take" not in help


def rerolled(what: str, dice: str = "d6") -> str:
    return f"roll Try: {dice}\n    1-3 Fail: stop\n    4+ Success\nMud on enter: Try\nFlying: reroll {what}\n"


@pytest.mark.parametrize(
    ("what", "dice", "ways"),
    [
        ("Try", "d6", ["Fail in Try", "Success in Try", "1-3 in Try"]),
        ("Try", "2d6", ["Fail in Try", "Success in Try", "1 in Try"]),  # numbers are of dice, bands of totals
        ("Fail", "d6", ["Fail in Try"]),
        ("Other", "d6", ["1 in Other"]),  # a roll that stands in another file
    ],
)
def test_a_reroll_offers_the_bands_of_the_roll(what: str, dice: str, ways: list[str]) -> None:
    code, _, help = told(rerolled(what, dice))
    assert code == "GR144"
    assert [way for way in help.split("`") if way.startswith("reroll")] == [f"reroll {way}" for way in ways]


@pytest.mark.parametrize(
    ("what", "dice", "means"),
    [("1+", "d6", "1-6"), ("3+", "2d8", "3-8"), ("2 or less", "d6", "1-2"), ("2 or more", "d6 + 1", "2-6")],
)
def test_dice_rolled_again_have_a_last_number(what: str, dice: str, means: str) -> None:
    assert mended(rerolled(f"{what} in Try", dice)) == rerolled(f"{means} in Try", dice)


@pytest.mark.parametrize(
    ("band", "means"),
    [
        ("Skill or less Success", "1-Skill Success"),
        ("Skill or lower: no effect", "1-Skill: no effect"),
        ("up to Jump Skill: no effect", "1-JumpSkill: no effect"),
        ("at most Skill: no effect", "1-Skill: no effect"),
        ("Skill or more Success", "Skill+ Success"),
        ("at least Skill: no effect", "Skill+: no effect"),
        ("1-3 when Flying and inside Hard Fall: stop", "1-3 Hard Fall when Flying and inside: stop"),
        ("natural 1 for Flying when inside Hurt: stop", "natural 1 Hurt for Flying when inside: stop"),
    ],
)
def test_bands_in_other_words(band: str, means: str) -> None:
    text = "roll Try: d6\n    %s\n    otherwise: stop\nMud on enter: Try\n"
    assert mended(text % band) == text % means


def test_a_field_and_the_name_of_a_band_behind_it_are_two_names() -> None:
    text = "model\n    Skill: number\nroll Try: d6\n    %s\n    otherwise: stop\nMud on enter: Try\n"
    assert mended(text % "at least Skill Success") == text % "Skill+ Success"


def test_a_wrong_line_below_does_not_hide_what_is_meant() -> None:
    text = "roll Try: d6\n    Skill or less Success\n    more: stop\n    otherwise: stop\nMud on enter: Try\n"
    first, second = parse(Source("x.terrain", text)).diagnostics
    assert (first.code, first.help) == ("GR130", "write `1-Skill`, without blanks")
    assert second.span.text == "more"
