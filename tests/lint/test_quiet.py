"""Sound rules that look like what a check is after: it says nothing of them."""

from __future__ import annotations

import pytest
from tests.lint.support import found, told

HEAD = """overlap worst
model
    Class: Infantry, Vehicle, Walker
    Size: Small < Middle < Large
    Speed: distance
    traits: Flying, Scout, Lucky
action Move: up to Speed
action March: up to Speed x2
outcome Hurt
"""
COLUMNS = """  | terrain | Infantry | Vehicle | Walker |
  |---------|----------|---------|--------|
"""
LUCK = """roll Luck: d6
    1 Failure: stop
    2+ Success
"""
#: Every class and size is told apart, every trait named.
TAIL = """Ditch for Infantry: cost +1
Ditch for Vehicle: cost +2
Ditch for Walker: cost +3
Flying: ignore Ditch
Scout: ignore Ditch
Lucky: ignore Ditch
"""


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        # a cell `-` and a rule for all say something to every class
        ("GR300", f"table cost by Class\n{COLUMNS}  | Bog | x2 | x3 | - |\n"),
        ("GR300", "Bog for Infantry: cost x2\nBog for Vehicle: cost x3\nBog: block sight\n"),
        ("GR300", "Bog for Infantry: cost x2\n"),
        ("GR300", "Bog for Infantry: cost x2\nBog for Vehicle: cost x3\nWalker in Bog on enter: Hurt\n"),
        ("GR300", "Bog for Middle: cost x2\nBog for Large: cost x3\n"),
        ("GR300", "Any Terrain: block sight\nBog:\n    > Brown water.\n"),
        # caps add up to the smallest, and one ground replaces the other
        ("GR301", 'Bog when part of move: at most 3"\nIce when part of move: at most 8"\n'),
        ("GR301", 'Bog when part of move: up to 3"\nIce when part of move: up to 8"\nIce: replaces Bog\n'),
        ("GR301", 'Bog for Infantry when part of move: up to 3"\nIce for Vehicle when part of move: up to 8"\n'),
        # something of the rule is left over
        ("GR302", "Bog: cost x2\nBog for Infantry: cost x3\nBog for Vehicle: cost x4\n"),
        ("GR302", "Bog: cost x2, block sight\nBog for Infantry: cost x3\nBog for Vehicle, Walker: cost x4\n"),
        ("GR302", "Bog on enter: Hurt\nBog for Flying on enter: no effect\n"),
        # who flies over it, or is let in, may still end or enter there
        ("GR303", "Pit: forbid end\nPit on end: Hurt\nFlying: ignore Pit\n"),
        ("GR303", "Pit: forbid end\nPit for Scout: allow end\nPit on end: Hurt\n"),
        ("GR303", "Pit for Vehicle: forbid end\nPit on end: Hurt\n"),
        ("GR303", "Pit: forbid enter\nPit on end: Hurt\n"),
        ("GR303", "Pit: forbid enter\nPit on enter: Hurt\nFlying: ignore Pit while moving\n"),
        # it is ignored altogether, or spoken of
        ("GR306", "Fire on enter, end: Hurt\nFlying: ignore Fire\n"),
        ("GR306", "Fire on enter, end: Hurt\nFlying: ignore Fire while moving\nFlying on end in Fire: Hurt\n"),
        ("GR306", "Fire on enter, end for Infantry: Hurt\nVehicle: ignore Fire while moving\n"),
        ("GR306", "Fire on enter: Hurt\nFlying: ignore Fire while moving\n"),
        # it gets away by another action, or by luck
        ("GR307", "Wall on contact during March: stop\n"),
        ("GR307", "Wall on contact once per turn: stop\n"),
        ("GR307", "roll Luck: d6\n    1: stop\n    2+: no effect\nWall on contact: Luck\n"),
        ("GR307", "Wall on contact when moved over 0: stop\n"),
        ("GR308", "Fire on end once per move: Hurt\n"),
        ("GR308", "Fire on enter once per feature per move: Hurt\n"),
        ("GR308", "Fire on end once per turn: Hurt\n"),
        ("GR309", "Ruin: counts as Rock\nRock: no effect\nBog except Rock: cost x2\n"),
        ("GR309", "Ruin: counts as Rock\nRock: counts as Bog\nBog: cost x2\n"),
        ("GR311", "Road: cost x1/2, replaces Bog\nBog: cost x2\n"),
        ("GR311", "Road for Infantry: cost x1/2\nBog for Vehicle: cost x2\n"),
        ("GR311", "Road: cost x1/2\n"),
        ("GR312", f"{LUCK}Bog on enter: Luck\nLucky: reroll 1-6 in Luck\n"),
        ("GR313", f"{LUCK}Bog on enter: Luck\nLucky: Luck +1\n"),
        ("GR313", "roll Slide: d6\"\n    otherwise: stop after result\nBog on enter: Slide\nLucky: Slide +1\"\n"),
        ("GR316", 'Bog: cost x2\n    option Bold: no effect\nBog when Bold: forbid end\n'),
        # a letter that counts, and the same letters in two kinds
        ("GR321", "Hill A: cost x2\nHill B: cost x3\n"),
        ("GR321", "Marsh: cost x2\n"),
        ("GR321", "Type I: cost x2\nType II: cost x3\n"),
        # pages, small counts, and numbers that rules have
        ("GR323", "Bog: cost x2\n    > See p. 34; it counts twice, for 1 or 2 of them, as 2 does.\n"),
        ("GR323", f"{LUCK}Bog on enter: Luck\n    > On 1D6 you need a 2+.\n"),
        ("GR323", "Bog on enter: Hurt\n    > As of v1.4 it is deep.\n"),
        ("GR325", "Bog for Infantry: cost x2\nBog for Vehicle: cost x2\n"),
        ("GR325", "Bog: cost +1\nBog for Infantry: cost +1\n"),
        ("GR325", "Bog: cost x2\nBog for Infantry: cost x3\nBog for Infantry when Scout: cost x2\n"),
        ("GR326", 'Bog during March when part of move: at least 5"\nBog during Move when part of move: at most 3"\n'),
        ("GR327", "state Wet until end of turn: no effect\nBog on enter: gain Wet\n"),
        ("GR327", "state Wet until end of turn\nBog on enter: gain Wet\nBog for Wet: forbid end\n"),
        ("GR328", "state Wet: forbid March\nBog on enter: gain Wet\nFire on enter: lose Wet\n"),
        ("GR331", 'Bog when part of move: Speed x1/2, Size becomes Small\n'),
        ("GR331", "Bog: cost x1\n"),
        ("GR332", "Bog: forbid enter\nBog for Scout: allow enter\n"),
        ("GR333", "Ruin: counts as Bog\nBog: cost x2\nLucky: ignore Ruin while moving\n"),
        ("GR334", "Bog for Infantry, Vehicle, Walker: cost x2\n"),
        ("GR334", "Bog except Vehicle: cost x2\n"),
        ("GR340", "roll Luck: d6\n    1-3 Low: stop\n    4+ High: stop\nBog on enter: Luck\n    Low: Hurt\n"),
        ("GR348", "Bog on enter: stop, Hurt\nPit on enter: end move beyond, Hurt\n"),
    ],
)  # fmt: skip
def test_nothing_is_said_of_sound_rules(code: str, rules: str) -> None:
    what = found(HEAD + rules + TAIL)
    errors = [each for each in what if each.is_error]
    assert errors == [], told(tuple(errors))
    assert code not in {each.code for each in what}, told(what)
