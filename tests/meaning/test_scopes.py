"""When an effect holds, sentence by sentence of *Which holds when*."""

from __future__ import annotations

import pytest
from tests.meaning.support import clean, rules

from groundrules.ruleset import Effect

HEAD = """
distance inches
model
    Class: Infantry, Vehicle
    Speed: distance
    Armour: number
    traits: Flying, Strider(Ground)
action Move: up to Speed
outcome Hit
state Prone
roll Test: d6
    1 Failure
    2+ Success
cover Soft
Marsh on enter: Test, Hit, gain Prone
Woods on leave: Hit
overlap worst
"""

SCOPES = [
    # cost over the length inside
    ("Woods: cost x2", "stretch"),
    ("Woods: cost +1", "stretch"),
    ("Woods: cost all", "stretch"),
    ('Woods: cost 2" to enter', "event"),
    # `forbid ACTION`, caps, `up to` and changes of a field that an action uses: where the whole move lies
    ("Woods when part of move: forbid Move", "whole move"),
    ('Woods when part of move: at most 6"', "whole move"),
    ('Woods when whole move: up to 10"', "whole move"),
    ("Woods when whole move: Speed x2", "whole move"),
    # other fields and cover while inside
    ("Woods: Armour +1", "while there"),
    ("Woods: cover Soft", "while there"),
    ("Woods: block sight", "while there"),
    # rolls, outcomes, `gain` at an event
    ("Woods on enter: Test", "event"),
    ("Woods on end: Speed x1/2", "event"),
    # legality belongs to the ground itself
    ("Woods: forbid enter", "stretch"),
    ("Woods: counts as Marsh", "stretch"),
    ("Woods: no effect", "stretch"),
    # what a trait, state, class, action or option says of its own model holds for the whole move
    ("Flying: ignore Marsh", "action"),
    ("Vehicle: cost x2", "action"),
    ("Prone: Speed x1/2", "action"),
    ('Move: at most 6"', "action"),
    ('option Slow: at most 4"', "action"),
    ("Vehicle: pass Test", "action"),
    # unless it says in which ground
    ("Vehicle in Woods: cost x2", "stretch"),
    ("Strider(Ground) in Ground: pass Test", "while there"),
]


@pytest.mark.parametrize("line, scope", SCOPES, ids=[line for line, _ in SCOPES])
def test_scope(line: str, scope: str) -> None:
    ruleset = clean(f"{HEAD}{line}\n")
    left = line.split(":")[0]
    rule = next(rule for id, rule in rules(ruleset).items() if id == left or id == f"{left}~2")
    effect: Effect = rule.effects[-1]
    assert effect.scope == scope


def test_what_a_band_brings_holds_when_it_is_reached() -> None:
    ruleset = clean(HEAD.replace("1 Failure", '1 Failure: Speed x1/2, at most 3", end move'))
    (band,) = (band for roll in ruleset.rolls for band in roll.bands if band.effects)
    assert [effect.scope for effect in band.effects] == ["event", "event", "event"]
