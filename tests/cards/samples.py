"""Rulesets built by hand: one that says every thing a rule can say, and small ones for single questions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from groundrules.ruleset import (
    Action,
    Allowance,
    CostEnter,
    CostTimes,
    Cover,
    GridSetting,
    Group,
    Header,
    NoEffect,
    Number,
    NumberAdjust,
    NumberPair,
    Option,
    Outcome,
    Revision,
    Rounding,
    Ruleset,
    Settings,
    State,
    Term,
    Terrain,
    Trait,
)

from .building import WOODS, Q, at, inches, n, rule, terrain
from .phrasebook import every_rule
from .vocabulary import (
    FIELDS,
    FLYING,
    ROLLS,
    SPEED,
    UNITS,
)

EVERYTHING = Ruleset(
    name="everything",
    header=Header(
        title="Everything",
        version="1.0",
        author="A. Author",
        licence="CC0",
        notice="Not official.",
        source="Nowhere",
        prose=("All there is.",),
    ),
    settings=Settings(
        overlap="worst",
        rounding=Rounding(direction="up", scope="move"),
        measure="centre",
        grid=GridSetting(cell="squares", size=Fraction(5), diagonals="equal"),
    ),
    fields=FIELDS,
    terrains=(
        Terrain(name="Woods", prose=("Trees.",), origin=at(3)),
        Terrain(name="Mud", origin=at(4)),
        Terrain(name="Danger", params=("X",), origin=at(5)),
        Terrain(name="Ford", origin=at(6)),
        Terrain(name="Scree", display="Loose scree", origin=at(7)),
        Terrain(name="Wall", origin=at(8)),
        Terrain(name="Ruin", origin=at(9)),
        Terrain(name="Ditch", origin=at(10)),
        Terrain(name="Reeds", origin=at(11)),
    ),
    traits=(
        Trait(name="Flying", origin=at()),
        Trait(name="Strider", params=("Ground",), origin=at()),
        Trait(name="Chariot", origin=at()),
    ),
    actions=(
        Action(name="March", allowance=Allowance(maximum=SPEED, moves=3), origin=at()),
        Action(name="Assault", allowance=Allowance(maximum=SPEED, minimum=inches(5)), origin=at()),
        Action(name="Run", origin=at()),
    ),
    groups=(Group(name="Rough", members=(WOODS, terrain("Mud")), origin=at()),),
    outcomes=(
        Outcome(
            name="Hit",
            params=("ArmourPenetration",),
            display="a hit",
            origin=at(),
            prose=("A hit with Armour Penetration {Armour Penetration} that {hurts}.",),
        ),
        Outcome(name="Down", origin=at()),
        Outcome(name="Harm", params=("N",), origin=at()),
    ),
    states=(
        State(name="Prone", until="turn", origin=at()),
        State(name="Dazed", until="move", origin=at()),
        State(name="Slow", until="activation", origin=at()),
        State(name="Cursed", until="game", origin=at()),
        State(name="Lost", origin=at()),
    ),
    covers=(Cover(name="Soft", display="soft cover", origin=at()), Cover(name="Hard", origin=at())),
    options=(
        Option(name="Careful", branch="Woods on start > option Careful", origin=at()),
        Option(name="Bold", branch="Woods on start > option Bold", origin=at()),
    ),
    numbers=(
        Number(
            name="TestDice",
            by="Height",
            origin=at(),
            pairs=(
                NumberPair(value=n(1), key="Standard"),
                NumberPair(value=n(2), low=n(1), high=n(2)),
                NumberPair(value=n(3), low=n(3)),
                NumberPair(value=n(3), high=n(0)),
            ),
            adjusts=(
                NumberAdjust(
                    id="TestDice > for Chariot", qualifiers=Q(who=((Term("trait", "Chariot"),),)), op="plus", value=n(1)
                ),
                NumberAdjust(id="TestDice > for Flying", qualifiers=Q(who=((FLYING,),)), op="minus", value=n(1)),
                NumberAdjust(id="TestDice > during March", qualifiers=Q(during=(("March",),)), op="times", value=n(2)),
                NumberAdjust(id="TestDice > during Run", qualifiers=Q(), op="set", value=n(2)),
            ),
        ),
        Number(name="Depth", value=n(4), origin=at()),
    ),
    rolls=ROLLS,
    rules=every_rule(),
    revisions=(
        Revision(change="override", id="Mud", base=rule("Mud", terrain("Mud"), CostTimes(n(3))), base_name="old-mud"),
        Revision(
            change="remove",
            id="Mud on enter",
            base=rule("Mud on enter", terrain("Mud"), CostEnter(inches(1))),
            base_name="old-mud",
        ),
        Revision(change="add", id="Danger(3)", base_name="old-mud"),
        Revision(change="add", id="Prone", base_name="old-mud"),
        Revision(change="override", id="OddRoll"),
        Revision(change="override", id="overlap", setting="overlap", base_name="old-mud"),
    ),
)

#: The same rules under every other setting, so that each way of settling a question is said once.
SETTINGS = tuple(
    replace(EVERYTHING, settings=settings)
    for settings in (
        Settings(
            overlap="multiply",
            rounding=Rounding(direction="down", scope="activation"),
            grid=GridSetting(cell="squares", diagonals="alternate"),
        ),
        Settings(
            overlap="add",
            rounding=Rounding(direction="nearest", scope="move"),
            grid=GridSetting(cell="squares", diagonals="forbidden"),
        ),
        Settings(measure="centre"),
        *(Settings(distance=unit) for unit in UNITS),
    )
)


def difficult() -> Ruleset:
    """One terrain, one rule."""
    return Ruleset(
        name="small",
        terrains=(Terrain(name="Difficult", origin=at()),),
        rules=(rule("Difficult", terrain("Difficult"), CostTimes(n(2))),),
    )


#: A ruleset in which a trait is named by nothing, a grade of cover stands alone, an added rule has no base.
BARE = Ruleset(
    name="bare",
    traits=(Trait(name="Idle", origin=at()),),
    covers=(Cover(name="Only", origin=at()),),
    terrains=(Terrain(name="Moor", origin=at()),),
    rules=(rule("Moor", terrain("Moor"), NoEffect()),),
)
