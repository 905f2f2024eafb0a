"""The rules of the ruleset that says everything: every effect, every condition, every place to say it."""

from __future__ import annotations

from fractions import Fraction

from groundrules.ruleset import (
    Becomes,
    Binary,
    BlockSight,
    CellPlace,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Condition,
    Conditional,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Deliver,
    Effect,
    Event,
    GainLose,
    GiveCover,
    Ground,
    Halt,
    Handler,
    Ignore,
    Limit,
    Measure,
    MoreDice,
    Neg,
    NoEffect,
    Param,
    Pass,
    Perform,
    Permit,
    Rate,
    Replaces,
    Reroll,
    Rule,
    Stands,
    StopAfter,
    Term,
    TotalOf,
    Treat,
)

from .building import ANY, HALF, WOODS, Q, inches, n, rule, terrain, value
from .vocabulary import (
    COMPARISONS,
    FLYING,
    HARD,
    LOW_AND_WIDE,
    NAMES,
    PRONE,
    SHARES,
    SIGHT,
    SPEED,
    UNITS,
)


def _every_condition() -> list[Rule]:
    conditions: tuple[Condition, ...] = (LOW_AND_WIDE, NAMES, SIGHT, SHARES, COMPARISONS)
    found = [
        rule(f"Woods on end when {index}", WOODS, Permit("forbid", ("end",)), when=Q(on=("end",), when=condition))
        for index, condition in enumerate(conditions)
    ]
    return [*found, rule("Woods when behind", WOODS, GiveCover("Hard"), when=Q(when=Stands("behind")))]


def _every_effect() -> list[Rule]:
    handlers = (Handler("Woods on enter, leave > Failure", "Failure", Q(), (Perform("RiskyRoll"),)),)
    effects: tuple[tuple[Effect, ...], ...] = (
        (CostTimes(n(2)), CostTimes(n(HALF)), CostTimes(n(1)), CostTimes(Binary("div", SPEED, n(2)))),
        (CostPlus(n(1)), CostPlus(n(-1)), CostPlus(Neg(SPEED)), CostFloor(n(1)), CostAll()),
        (CostPlus(n(5, "feet"), "square"), CostPlus(n(-5, "feet"), "square")),
        (CostEnter(inches(2)),),
        (CostRate(Rate(inches(1), Fraction(1), "rise", None, "inches")), CostRate(SPEED)),
        (CostRate(Rate(inches(1), Fraction(3), "fall", "full", "inches")),),
        (CostRate(Rate(Binary("mul", inches(1), n(2)), Fraction(1), "gap", "part", "inches")),),
        (
            Permit("forbid", ("enter", "cross"), ("March",)),
            Permit("allow", ("start",)),
            Permit("forbid", ("leave",), (), True),
            Permit("allow", ("contact",), (), True),
        ),
        (Permit("forbid", ("activate", "climb", "jump", "drop", "turn start", "turn end")),),
        (
            Limit("cap", inches(6)),
            Limit("floor", inches(1)),
            Limit("allowance", Binary("add", SPEED, TotalOf("ChargeRoll"))),
        ),
        (
            StopAfter(inches(1)),
            Halt("stop"),
            Halt("may stop"),
            Halt("end move"),
            Halt("end move beyond"),
            Halt("end activation"),
        ),
        (
            Change("model", "Speed", "times", n(HALF)),
            Change("model", "Speed", "times", n(2)),
            Change("model", "Speed", "times", n(3)),
            Change("model", "Speed", "plus", inches(5)),
            Change("model", "Speed", "plus", inches(5), inches(9)),
            Change("model", "Speed", "minus", inches(1)),
            Change("model", "Speed", "minus", inches(1), inches(1)),
            Change("model", "Wounds", "set", n(2)),
            Change("piece", "Storeys", "own", n(7, "levels")),
        ),
        (
            Change("shooter", "Speed", "minus", inches(1)),
            Change("target", "Speed", "plus", Binary("mul", n(HALF), SPEED)),
        ),
        (BlockSight(), BlockSight(inches(3)), GiveCover("Soft")),
        (CountsAs((terrain("Danger", n(2)), terrain("Mud"))), Replaces((terrain("Mud"),)), NoEffect()),
        (Deliver("Harm", (Binary("mul", Binary("add", Measure("fall"), n(1)), n(Fraction(3, 2))),)), Halt("stop")),
    )
    found = [rule(f"Woods~{index}", WOODS, *some) for index, some in enumerate(effects, start=1)]
    found.append(
        rule(
            "Woods on enter, leave",
            WOODS,
            Perform("RiskyRoll", (), handlers),
            GainLose("gain", (PRONE,)),
            GainLose("lose", (PRONE,)),
            Becomes(terrain("Mud")),
            Deliver("Hit", (n(10),)),
            Deliver("Down"),
            when=Q(
                on=("enter", "leave"),
                within=((terrain("Mud"),),),
                during=(("March", "Run"),),
                who=((FLYING, value("Vehicle")),),
                unit=True,
                but=(value("Large", "Height"),),
                but_during=("Run",),
                once=("move", "feature", "activation", "turn", "game"),
                together=True,
            ),
            prose=("It is dark in there.",),
            ref="p. 34",
        )
    )
    found.append(
        rule(
            "Woods on start",
            WOODS,
            Choose("Woods on start > option Careful", "Careful", Q(), (Limit("cap", inches(3)),)),
            Choose(
                "Woods on start > option Bold",
                "Bold",
                Q(),
                (
                    Conditional(
                        "Woods on start > option Bold > for Vehicle", Q(who=((value("Vehicle"),),)), (Halt("stop"),)
                    ),
                ),
            ),
            when=Q(on=("start",)),
        )
    )
    return found


def every_rule() -> tuple[Rule, ...]:
    danger = terrain("Danger", Param("X"))
    all_events: tuple[Event, ...] = (
        "turn start",
        "activate",
        "start",
        "contact",
        "enter",
        "cross",
        "leave",
        "climb",
        "jump",
        "drop",
        "end",
        "turn end",
    )
    traits = [
        rule("Flying", FLYING, Ignore(Ground((ANY,), (WOODS, terrain("Mud")))), Ignore(Ground((WOODS,)), True)),
        rule(
            "Flying~2",
            FLYING,
            Ignore(Ground((WOODS, terrain("Mud"))), False, all_events),
            Ignore(Ground((WOODS,)), True, ("enter",)),
        ),
        rule(
            "Flying~3",
            FLYING,
            Pass(("RiskyRoll", "SwimRoll")),
            Pass(("RiskyRoll",), "Success"),
            Pass(("RiskyRoll", "SlowRoll"), "Success"),
            Reroll(("SwimRoll",), 1, 2),
            Reroll(("SwimRoll",), 1, 1),
            Reroll(("RiskyRoll",), band="Failure"),
        ),
        rule(
            "Flying~4",
            FLYING,
            ChangeRoll("SwimRoll", "plus", n(1)),
            ChangeRoll("SwimRoll", "minus", n(2)),
            ChangeRoll("SwimRoll", "times", n(2)),
            MoreDice("SwimRoll", 1),
            MoreDice("SwimRoll", -1),
            MoreDice("SwimRoll", 3),
            MoreDice("SwimRoll", -2),
        ),
        rule(
            "Flying~5",
            FLYING,
            ChangeNumber("TestDice", "plus", n(1)),
            ChangeNumber("TestDice", "minus", n(1), n(1)),
            ChangeNumber("TestDice", "set", n(1)),
        ),
        rule(
            "Flying~6",
            FLYING,
            Permit("forbid", ("end",)),
            Permit("forbid", (), ("March",), True),
            Permit("allow", ("enter",)),
            Permit("allow", ("cross",), (), True),
            Treat(Ground((ANY,)), terrain("Danger", n(1))),
        ),
        rule(
            "Strider(Ground) in Ground",
            Term("trait", "Strider", (Param("Ground"),)),
            Pass(("RiskyRoll",)),
            when=Q(within=((Term("parameter", "Ground"),),)),
        ),
        rule("Prone", PRONE, Change("model", "Speed", "times", n(HALF)), prose=("Face down.",)),
        rule("Hit", Term("outcome", "Hit"), GainLose("gain", (PRONE,))),
        rule("March", Term("action", "March"), Limit("floor", inches(2)), prose=("Left, right.",)),
        rule("Careful", Term("option", "Careful"), Limit("cap", inches(6))),
        rule("Hard", HARD, Change("shooter", "Speed", "minus", n(1))),
        rule(
            "Vehicle in Woods",
            value("Vehicle"),
            CostTimes(n(3)),
            when=Q(within=((WOODS,),)),
            beats=("Woods~1",),
            prose=("Tracks slip.",),
        ),
        rule("Any Terrain on climb", ANY, Perform("RiskyRoll"), when=Q(on=("climb",)), option="Bold"),
        rule(
            "Danger(X) on enter",
            danger,
            Perform("DangerTest", (Param("X"),)),
            when=Q(on=("enter",), once=("feature", "move")),
        ),
        rule("Danger(3)", terrain("Danger", n(3)), Permit("forbid", ("end",))),
        rule(
            "Danger(3) for Vehicle",
            terrain("Danger", n(3)),
            Permit("forbid", ("enter",)),
            when=Q(who=((value("Vehicle"),),)),
        ),
        rule("Mud", terrain("Mud"), CostTimes(n(2))),
        rule(
            "Mud for Vehicle",
            terrain("Mud"),
            CostTimes(n(4)),
            CostFloor(n(2)),
            when=Q(who=((value("Vehicle"),),)),
            beats=("Mud",),
        ),
        rule(
            "Mud for WarEngine",
            terrain("Mud"),
            NoEffect(),
            when=Q(who=((value("WarEngine"),),)),
            beats=("Mud",),
        ),
        rule("Ruin on drop", terrain("Ruin"), Perform("Tumble"), when=Q(on=("drop",))),
        rule("Reeds", terrain("Reeds"), CountsAs((terrain("Mud"),))),
        rule("Reeds for Infantry", terrain("Reeds"), BlockSight(), when=Q(who=((value("Infantry"),),))),
        rule("Reeds except Vehicle", terrain("Reeds"), GiveCover("Hard"), when=Q(but=(value("Vehicle"),))),
        rule(
            "Mud during March",
            terrain("Mud"),
            CostPlus(n(1)),
            CostPlus(n(-1)),
            CostAll(),
            CostEnter(inches(1)),
            Halt("stop"),
            when=Q(during=(("March",),)),
        ),
        rule(
            "Mud on end for Infantry",
            terrain("Mud"),
            GainLose("gain", (PRONE,)),
            when=Q(on=("end",), who=((value("Infantry"),),), during=(("March",),)),
        ),
        rule(
            "Wall on contact",
            terrain("Wall"),
            Deliver("Hit", (n(3),)),
            Deliver("Hit", (Binary("mul", Measure("distance"), n(2)),)),
            when=Q(on=("contact",)),
        ),
        rule(
            "Wall~2",
            terrain("Wall"),
            Choose("Wall~2 > option Bold", "Bold", Q(), (Change("model", "Speed", "plus", Neg(SPEED)),)),
        ),
        rule(
            "Ditch during Run for Infantry",
            terrain("Ditch"),
            CostPlus(n(1)),
            when=Q(during=(("Run",),), who=((value("Infantry"),),)),
        ),
        rule("Ditch", terrain("Ditch"), Permit("forbid", ("contact", "start")), when=Q(during=(("Run",),))),
        rule(
            "Ditch for Vehicle",
            terrain("Ditch"),
            GiveCover("Soft"),
            CostTimes(n(2)),
            when=Q(who=((value("Vehicle"),),)),
        ),
        rule("Wall", terrain("Wall"), BlockSight(inches(2)), GiveCover("Hard"), Permit("forbid", ("enter", "end"))),
    ]
    cells = [
        rule(
            "Class/Ford/Infantry", terrain("Ford"), when=Q(who=((value("Infantry"),),)), cell=_cell("Ford", "Infantry")
        ),
        rule(
            "Class/Ford/Vehicle",
            terrain("Ford"),
            CountsAs((terrain("Danger", n(2)),)),
            when=Q(who=((value("Vehicle"),),)),
            cell=_cell("Ford", "Vehicle"),
        ),
        rule(
            "Class/Ford/WarEngine",
            terrain("Ford"),
            CountsAs((terrain("Danger", n(2)),)),
            when=Q(who=((value("WarEngine"),),)),
            cell=_cell("Ford", "WarEngine"),
        ),
        rule(
            "Class/Scree/Infantry",
            terrain("Scree"),
            NoEffect(),
            when=Q(who=((value("Infantry"),),)),
            cell=_cell("Scree", "Infantry"),
        ),
        rule(
            "Class/Scree/Vehicle",
            terrain("Scree"),
            CountsAs((terrain("Mud"),)),
            GiveCover("Soft"),
            when=Q(who=((value("Vehicle"),),)),
            cell=_cell("Scree", "Vehicle"),
        ),
        rule(
            "Class/Scree/WarEngine",
            terrain("Scree"),
            CostTimes(n(2)),
            when=Q(who=((value("WarEngine"),),)),
            cell=_cell("Scree", "WarEngine"),
        ),
    ]
    units = [
        rule(f"Ruin~{i}", terrain("Ruin"), CostEnter(n(j, unit)))
        for i, (unit, j) in enumerate(((unit, j) for unit in UNITS for j in (1, 2)), start=1)
    ]
    return (*_every_effect(), *_every_condition(), *traits, *cells, *units)


def _cell(row: str, column: str) -> CellPlace:
    return CellPlace(table="Class", row=row, column=column)
