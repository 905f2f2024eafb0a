"""One line or a block, blanks or none, this order or that: the same rules with the same ids."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.meaning.support import clean

from groundrules.ruleset import Ruleset, content_hash, to_data

HEAD = """
model
    Class: Infantry, Vehicle
    Speed: distance
    traits: Flying

actions March, Charge
outcome Hit
roll Risky Roll: 2d6
    2-6  Failure
    7+   Success

Woods: cost x2
Marsh: cost at least 2
overlap worst
"""

PAIRS = {
    "effects in a block": (
        "Flying: ignore Woods, ignore Marsh while moving\n",
        "Flying:\n    ignore Woods\n    # between\n    ignore Marsh while moving\n",
    ),
    "a clause of its own": (
        "Woods for Vehicle during March: cost x3\n",
        "Woods during March:\n    for Vehicle: cost x3\n",
    ),
    "order of the qualifiers": (
        "Woods on enter during March for Vehicle when Flying once per move: Hit\n",
        "Woods once per move when Flying for Vehicle during March on enter: Hit\n",
    ),
    "commas and and": (
        "Woods on enter, leave for Vehicle, Flying: Hit\n",
        "Woods on enter and leave for Vehicle and Flying: Hit\n",
    ),
    "a handler below a line below": (
        "Woods on enter: Risky Roll\n    Failure: Hit\n",
        "Woods on enter:\n    Risky Roll\n        Failure: Hit\n",
    ),
    "spelling of names": (
        "Woods on enter: Risky Roll\n    Failure: Hit\n",
        "Woods on enter: RiskyRoll\n      Failure: Hit\n",
    ),
    "needless brackets": (
        "Woods on enter when (Flying) and (not Vehicle): Hit\n",
        "Woods on enter when Flying and not (Vehicle): Hit\n",
    ),
}


def plain(ruleset: Ruleset) -> object:
    return to_data(ruleset, places=False)


@pytest.mark.parametrize("one, other", PAIRS.values(), ids=PAIRS)
def test_two_ways_to_write_it(one: str, other: str) -> None:
    first, second = clean(HEAD + one + "Mire on enter: Hit\n"), clean(HEAD + other + "Mire on enter: Hit\n")
    assert plain(first) == plain(second)
    assert content_hash(first) == content_hash(second)


def test_ids_do_not_hang_on_the_order_of_other_rules() -> None:
    lines = [
        "Woods on enter: Risky Roll\n    Failure: Hit\n        for Vehicle: end move\n",
        "Woods on leave: Hit\n",
        "Flying: ignore Woods\n    on end in Marsh: Risky Roll\n",
        'option Slow: at most 5"\n',
        "Mire: as Marsh\n",
    ]
    ids = [sorted(rule.id for rule in clean(HEAD + "".join(order)).rules) for order in (lines, lines[::-1])]
    assert ids[0] == ids[1]


def test_a_table_may_stand_before_what_it_names() -> None:
    table = "table by Class\n    | terrain | Infantry | Vehicle |\n    | Ruins | - | Bog |\n"
    bog = "Bog on enter: Risky Roll, Hit\n"
    ids = [sorted(rule.id for rule in clean(HEAD + text).rules) for text in (table + bog, bog + table)]
    assert ids[0] == ids[1]


def test_the_second_of_the_same_is_numbered() -> None:
    ruleset = clean(HEAD + "Woods on enter: Hit\nWoods on enter: end move\n")
    assert [rule.id for rule in ruleset.rules][-2:] == ["Woods on enter", "Woods on enter~2"]
    assert replace(ruleset.rules[-1], id="", origin=ruleset.rules[-2].origin) != ruleset.rules[-2]
