"""A name with small words in it is one mistake, told clearly, however often it stands in the text."""

from __future__ import annotations

import pytest
from tests.syntax.test_phrases import mended

from groundrules.source import Source
from groundrules.syntax import parse

#: A name as rulebooks write it, and as a name is written.
NAMES = {
    "Out of Action": "Out Of Action",
    "Taken out of action": "Taken Out Of Action",
    "Hand to Hand": "Hand To Hand",
    "Loss of Speed": "Loss Of Speed",
    "Lost turn": "Lost Turn",
    "Dead end": "Dead End",
    "Knocked down": "Knocked Down",
    "Run of the Mill": "Run Of The Mill",
}

DECLARED_FIRST = """model
    Speed: distance
outcome {declared}
Pit on enter: stop, {used}
Bog on enter: {used}
"""
DECLARED_LAST = """model
    Speed: distance
Pit on enter: stop, {used}
Bog on enter: {used}
outcome {declared}
"""
STATE = """model
    Speed: distance
state {declared} until end of turn: Speed x1/2
Pit on enter: gain {used}
"""
ROLL = """model
    Speed: distance
roll {declared}: d6
    1-6: stop
Pit on enter: {used}
"""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", [DECLARED_FIRST, DECLARED_LAST, STATE, ROLL])
def test_a_name_with_small_words_is_told_once_and_mended_wherever_it_stands(text: str, name: str) -> None:
    plain = NAMES[name]
    wrong = text.format(declared=name, used=name)
    (found,) = parse(Source("x.terrain", wrong)).diagnostics
    assert (found.code, found.message) == ("GR111", f"`{name}` is not how a name is written")
    assert mended(wrong) == text.format(declared=f'{plain} "{name}"', used=plain)


@pytest.mark.parametrize("lines", ["Sea of Fire: cost x2\nFlying: ignore Sea of Fire", "| Sea of Fire | x2 |"])
def test_ground_with_a_small_word(lines: str) -> None:
    head = "model\n    traits: Flying, Swimming\n"
    if lines.startswith("|"):
        lines = "table cost by Class\n    | terrain | Any |\n    " + lines + "\nFlying: ignore Sea of Fire"
    (found,) = parse(Source("x.terrain", f"{head}{lines}\n")).diagnostics
    assert (found.code, found.span.text) == ("GR111", "Sea of Fire")
    made = mended(f"{head}{lines}\n")
    assert "Sea of Fire: " not in made and made.count('"Sea of Fire"') == 1 and made.count("Sea Of Fire") == 2


def test_the_help_names_the_other_lines() -> None:
    (found,) = parse(Source("x.terrain", DECLARED_LAST.format(declared="Dead end", used="Dead end"))).diagnostics
    assert found.help is not None and found.help.endswith("write `Dead End` here and in lines 4 and 5")


def test_a_name_that_also_stands_alone_is_no_part_of_a_longer_one() -> None:
    # `Hit` is a name, and so is `Infantry`: nobody knows what `for` is to say between them.
    text = "model\n    Class: Infantry, Cavalry\noutcome Hit\nPit on enter: Hit for Infantry\nBog on enter: Hit\n"
    (found,) = parse(Source("x.terrain", text)).diagnostics
    assert found.code == "GR128" and "Hit For" not in str(found)
