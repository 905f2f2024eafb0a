"""Rulesets built by hand: one that says every thing a rule can say, and small ones for single questions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any as Anything

from groundrules.ruleset import (
    Action,
    Agreed,
    All,
    Allowance,
    Any,
    Band,
    Becomes,
    Binary,
    BlockSight,
    CellPlace,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Compare,
    Condition,
    Conditional,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    CountsAs,
    Cover,
    Deliver,
    Dice,
    Effect,
    Expr,
    FieldOf,
    FieldSchema,
    GainLose,
    GiveCover,
    GridSetting,
    Ground,
    Group,
    Halt,
    Handler,
    Header,
    Ignore,
    Is,
    Limit,
    Measure,
    MoreDice,
    MoveLies,
    NameArg,
    Neg,
    NoEffect,
    Not,
    Num,
    Number,
    NumberAdjust,
    NumberOf,
    NumberPair,
    Option,
    Origin,
    Outcome,
    Param,
    Pass,
    Perform,
    Permit,
    Qualifiers,
    Rate,
    Read,
    Replaces,
    Reroll,
    Revision,
    Roll,
    Rounding,
    Rule,
    Ruleset,
    Settings,
    Share,
    Stands,
    State,
    StopAfter,
    Subject,
    Term,
    Terrain,
    TotalOf,
    Trait,
    Treat,
    Value,
    ValueOf,
)

Q = Qualifiers
HALF = Fraction(1, 2)


def at(line: int = 1) -> Origin:
    return Origin("sample.terrain", 0, 1, line)


def n(value: int | Fraction, unit: str | None = None) -> Num:
    return Num(Fraction(value), unit)


def inches(value: int | Fraction) -> Num:
    return n(value, "inches")


def terrain(name: str, *args: Expr) -> Term:
    return Term("terrain", name, args)


def value(name: str, field: str = "Class") -> Term:
    return Term("value", name, owner="model", field=field)


ANY = Term("any terrain", "Any Terrain")
WOODS = terrain("Woods")


def rule(rule_id: str, subject: Term, *effects: Effect, when: Qualifiers | None = None, **more: Anything) -> Rule:
    via = more.pop("via", None)
    return Rule(
        id=rule_id, subjects=(Subject(term=subject, via=via),), qualifiers=when or Q(), effects=effects,
        origin=more.pop("origin", at()), **more,
    )  # fmt: skip


def band(roll: str, text: str, low: Expr | None, high: Expr | None, *effects: Effect, **more: Anything) -> Band:
    return Band(id=f"{roll} > {text}", text=text, low=low, high=high, effects=effects, origin=at(), **more)


def d6(count: Expr | None = None) -> Dice:
    return Dice(count or n(1), 6)


# ---- one that says everything

SPEED = FieldOf("model", "Speed")
HEIGHT = FieldOf("model", "Height")

FIELDS = (
    FieldSchema(
        name="Class", owner="model", type="one of", origin=at(),
        values=(Value(name="Infantry"), Value(name="Vehicle"), Value(name="WarEngine", display="War engine")),
    ),
    FieldSchema(
        name="Height", owner="model", type="ordered", origin=at(),
        values=(Value(name="Standard"), Value(name="Large")),
    ),
    FieldSchema(name="Speed", owner="model", type="distance", origin=at(), prose=("As the profile says.",)),
    FieldSchema(name="Wounds", owner="model", type="number", optional=True, origin=at()),
    FieldSchema(name="Storeys", owner="piece", type="unit", unit="levels", origin=at()),
    FieldSchema(name="Boundary", owner="piece", type="agreed", agreed_for=("Woods", "Mud"), origin=at()),
    FieldSchema(name="Kind", owner="piece", type="agreed", origin=at()),
    FieldSchema(name="Season", owner="game", type="one of", values=(Value(name="Winter"),), origin=at()),
)  # fmt: skip

ROLLS = (
    Roll(
        name="RiskyRoll", total=Dice(n(2), 6), keep=1, keep_which="highest", extra="highest", fewer="lowest", origin=at(),
        prose=("Everybody fears it.",),
        bands=(
            band("RiskyRoll", "2-6", n(2), n(6), names=("Failure",)),
            band("RiskyRoll", "7-11", n(7), n(11), NoEffect(), names=("Success",)),
            band("RiskyRoll", "12", n(12), n(12), names=("Critical", "Success")),
        ),
    ),
    Roll(
        name="SlowRoll", base="RiskyRoll", total=Dice(n(2), 6), keep=1, keep_which="lowest", extra="lowest",
        fewer="highest", origin=at(),
        bands=(
            band("RiskyRoll", "2-6", n(2), n(6), names=("Failure",)),
            band("RiskyRoll", "7-11", n(7), n(11), NoEffect(), names=("Success",)),
            band("SlowRoll", "otherwise", None, None, Halt("stop"), otherwise=True),
        ),
        handlers=(Handler("SlowRoll > Failure", "Failure", Q(), (Halt("end activation"),)),),
    ),
    Roll(
        name="DangerTest", params=("X",), total=d6(NumberOf("TestDice")), origin=at(),
        bands=(
            band("DangerTest", "each 1-X", n(1), Param("X"), Deliver("Hit", (n(10),)), mode="each"),
            band("DangerTest", "natural 6", n(6), n(6), Deliver("Down"), Deliver("Hit", (n(1),), ("Down",)), mode="natural"),
        ),
    ),
    Roll(
        name="SwimRoll", total=Binary("add", Dice(n(1), 20), FieldOf("model", "Wounds")), origin=at(),
        bands=(
            band("SwimRoll", "5+", n(5), None, NoEffect()),
            band("SwimRoll", "4 or less", None, n(4), Deliver("Harm", (Binary("sub", n(5), Read("result")),))),
            band(
                "SwimRoll", "-3 to -1", n(-3), n(-1),
                Perform("RiskyRoll", (), (Handler("SwimRoll > -3 to -1 > Failure", "Failure", Q(who=((value("Vehicle"),),)),
                                                  (Halt("stop"),)),)),
                qualifiers=Q(who=((value("WarEngine"),),), once=("game",)),
            ),
        ),
    ),
    Roll(name="BoldRoll", total=Binary("sub", Dice(n(1), 6), n(1)), origin=at(), bands=(
        band("BoldRoll", "any", None, None, Conditional(
            "BoldRoll > any > for Large", Q(who=((value("Large", "Height"),),)), (GainLose("gain", (Term("state", "Prone"),)),)
        )),
    )),
    Roll(name="ChargeRoll", total=Dice(n(2), 6, "inches"), origin=at()),
    Roll(name="OddRoll", total=TotalOf("ChargeRoll"), origin=at()),
    Roll(name="CellRoll", total=Dice(n(1), 4, "hands"), origin=at()),
)  # fmt: skip

HARD = Term("cover", "Hard")
PRONE = Term("state", "Prone")
FLYING = Term("trait", "Flying")
LOW_AND_WIDE = All((
    Stands("inside"), Not(Stands("inside")), Stands("behind"), Not(Stands("behind")), Stands("touching"),
    Not(Stands("touching")), Stands("between"), Not(Stands("between")), Agreed("it fits"), Not(Agreed("it fits")),
))  # fmt: skip
NAMES = Any((
    Is(FLYING), Not(Is(FLYING)), Is(PRONE, "target"), Not(Is(PRONE)), Is(value("Large", "Height"), "shooter"),
    Not(Is(value("Large", "Height"))), Is(WOODS, "piece"), Not(Is(WOODS, "piece")), Is(Term("option", "Careful")),
    Not(Is(Term("option", "Careful"))), Is(Term("action", "March")), Not(Is(Term("action", "March"))),
    Is(HARD, "target"), Not(Is(HARD, "target")),
    Is(Term("value", "Winter", owner="game", field="Season"), "game"),
    Is(PRONE, "piece"), Is(PRONE, "game"),
))  # fmt: skip
SIGHT = All((
    Compare("gt", Measure("obscured"), n(0)), Compare("le", Measure("obscured"), n(0)),
    Compare("ge", Measure("obscured"), n(1)), Compare("lt", Measure("obscured"), n(1)),
    Compare("gt", Measure("obscured"), n(HALF)),
))  # fmt: skip
SHARES = All(tuple(
    maybe
    for share in (
        Share("any", "unit", "inside"), Share("all", "base", "outside"), Share("none", "facing", "touching"),
        Share("over", "facing", "obscured", HALF, (WOODS,)), Share("at least", "unit", "behind", Fraction(1, 4)),
        Share("over", "unit", "obscured", Fraction(2)), Share("at least", "unit", "inside", Fraction(3)),
    )
    for maybe in (share, Not(share))
))  # fmt: skip
COMPARISONS = All((
    Compare("ge", HEIGHT, ValueOf("model", "Height", "Large")), Compare("le", Measure("width"), Measure("base")),
    Compare("gt", Measure("covered"), n(HALF)), Compare("lt", Measure("distance"), Measure("gap")),
    Compare("eq", Measure("moved"), inches(3)), Compare("ne", FieldOf("target", "Speed"), FieldOf("shooter", "Speed")),
    Compare("eq", FieldOf("piece", "Storeys"), n(2, "levels")), Compare("eq", FieldOf("game", "Season"), Read("natural")),
    Any((Compare("ge", Measure("fall"), Measure("rise")), Any(()))), Not(Any(())),
    MoveLies("whole"), MoveLies("part"), Not(MoveLies("whole")), Not(MoveLies("part")),
))  # fmt: skip

UNITS = ("inches", "cm", "mm", "metres", "feet", "squares", "hexes", "spaces", "levels", "points", "moves", "paces")


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
        (Permit("forbid", ("enter", "cross"), ("March",)), Permit("allow", ("start",)), Permit("forbid", ("leave",), (), True),
         Permit("allow", ("contact",), (), True)),
        (Permit("forbid", ("activate", "climb", "jump", "drop", "turn start", "turn end")),),
        (Limit("cap", inches(6)), Limit("floor", inches(1)), Limit("allowance", Binary("add", SPEED, TotalOf("ChargeRoll")))),
        (StopAfter(inches(1)), Halt("stop"), Halt("may stop"), Halt("end move"), Halt("end move beyond"), Halt("end activation")),
        (Change("model", "Speed", "times", n(HALF)), Change("model", "Speed", "times", n(2)), Change("model", "Speed", "times", n(3)),
         Change("model", "Speed", "plus", inches(5)), Change("model", "Speed", "plus", inches(5), inches(9)),
         Change("model", "Speed", "minus", inches(1)), Change("model", "Speed", "minus", inches(1), inches(1)),
         Change("model", "Wounds", "set", n(2)), Change("piece", "Storeys", "own", n(7, "levels"))),
        (Change("shooter", "Speed", "minus", inches(1)), Change("target", "Speed", "plus", Binary("mul", n(HALF), SPEED))),
        (BlockSight(), BlockSight(inches(3)), GiveCover("Soft")),
        (CountsAs((terrain("Danger", n(2)), terrain("Mud"))), Replaces((terrain("Mud"),)), NoEffect()),
        (Deliver("Harm", (Binary("mul", Binary("add", Measure("fall"), n(1)), n(Fraction(3, 2))),)), Halt("stop")),
    )  # fmt: skip
    found = [rule(f"Woods~{index}", WOODS, *some) for index, some in enumerate(effects, start=1)]
    found.append(
        rule(
            "Woods on enter, leave", WOODS, Perform("RiskyRoll", (), handlers), GainLose("gain", (PRONE,)), GainLose("lose", (PRONE,)),
            Becomes(terrain("Mud")), Deliver("Hit", (n(10),)), Deliver("Down"),
            when=Q(
                on=("enter", "leave"), within=((terrain("Mud"),),), during=(("March", "Run"),), who=((FLYING, value("Vehicle")),),
                unit=True, but=(value("Large", "Height"),), but_during=("Run",), once=("move", "feature", "activation", "turn", "game"),
                together=True,
            ),
            prose=("It is dark in there.",), ref="p. 34",
        )
    )  # fmt: skip
    found.append(
        rule(
            "Woods on start", WOODS,
            Choose("Woods on start > option Careful", "Careful", Q(), (Limit("cap", inches(3)),)),
            Choose("Woods on start > option Bold", "Bold", Q(), (
                Conditional("Woods on start > option Bold > for Vehicle", Q(who=((value("Vehicle"),),)), (Halt("stop"),)),
            )),
            when=Q(on=("start",)),
        )
    )  # fmt: skip
    return found


def _rules() -> tuple[Rule, ...]:
    danger = terrain("Danger", Param("X"))
    all_events = ("turn start", "activate", "start", "contact", "enter", "cross", "leave", "climb", "jump", "drop", "end", "turn end")  # noqa: E501
    traits = [
        rule("Flying", FLYING, Ignore(Ground((ANY,), (WOODS, terrain("Mud")))), Ignore(Ground((WOODS,)), True)),
        rule("Flying~2", FLYING, Ignore(Ground((WOODS, terrain("Mud"))), False, all_events), Ignore(Ground((WOODS,)), True, ("enter",))),  # noqa: E501
        rule("Flying~3", FLYING, Pass(("RiskyRoll", "SwimRoll")), Pass(("RiskyRoll",), "Success"), Reroll(("SwimRoll",), 1, 2),
             Reroll(("SwimRoll",), 1, 1), Reroll(("RiskyRoll",), band="Failure")),
        rule("Flying~4", FLYING, ChangeRoll("SwimRoll", "plus", n(1)), ChangeRoll("SwimRoll", "minus", n(2)),
             ChangeRoll("SwimRoll", "times", n(2)), MoreDice("SwimRoll", 1), MoreDice("SwimRoll", -1), MoreDice("SwimRoll", 3),
             MoreDice("SwimRoll", -2)),
        rule("Flying~5", FLYING, ChangeNumber("TestDice", "plus", n(1)), ChangeNumber("TestDice", "minus", n(1), n(1)),
             ChangeNumber("TestDice", "set", n(1))),
        rule("Flying~6", FLYING, Permit("forbid", ("end",)), Permit("forbid", (), ("March",), True), Permit("allow", ("enter",)),
             Permit("allow", ("cross",), (), True), Treat(Ground((ANY,)), terrain("Danger", n(1)))),
        rule("Strider(Ground) in Ground", Term("trait", "Strider", (Param("Ground"),)), Pass(("RiskyRoll",)),
             when=Q(within=((Term("parameter", "Ground"),),))),
        rule("Prone", PRONE, Change("model", "Speed", "times", n(HALF)), prose=("Face down.",)),
        rule("Hit", Term("outcome", "Hit"), GainLose("gain", (PRONE,))),
        rule("March", Term("action", "March"), Limit("floor", inches(2)), prose=("Left, right.",)),
        rule("Careful", Term("option", "Careful"), Limit("cap", inches(6))),
        rule("Hard", HARD, Change("shooter", "Speed", "minus", n(1))),
        rule("Vehicle in Woods", value("Vehicle"), CostTimes(n(3)), when=Q(within=((WOODS,),)), beats=("Woods~1",), prose=("Tracks slip.",)),  # noqa: E501
        rule("Any Terrain on climb", ANY, Perform("RiskyRoll"), when=Q(on=("climb",)), option="Bold"),
        rule("Danger(X) on enter", danger, Perform("DangerTest", (Param("X"),)), when=Q(on=("enter",), once=("feature", "move"))),
        rule("Danger(3)", terrain("Danger", n(3)), Permit("forbid", ("end",))),
        rule("Mud", terrain("Mud"), CostTimes(n(2))),
        rule("Mud for Vehicle", terrain("Mud"), CostTimes(n(4)), CostFloor(n(2)), when=Q(who=((value("Vehicle"),),)), beats=("Mud",)),
        rule("Mud during March", terrain("Mud"), CostPlus(n(1)), CostPlus(n(-1)), CostAll(), CostEnter(inches(1)), Halt("stop"),
             when=Q(during=(("March",),))),
        rule("Mud on end for Infantry", terrain("Mud"), GainLose("gain", (PRONE,)),
             when=Q(on=("end",), who=((value("Infantry"),),), during=(("March",),))),
        rule("Wall on contact", terrain("Wall"), Deliver("Hit", (n(3),)), when=Q(on=("contact",))),
        rule("Wall", terrain("Wall"), BlockSight(inches(2)), GiveCover("Hard"), Permit("forbid", ("enter", "end"))),
    ]  # fmt: skip
    cells = [
        rule("Class/Ford/Infantry", terrain("Ford"), when=Q(who=((value("Infantry"),),)), cell=_cell("Ford", "Infantry")),
        rule("Class/Ford/Vehicle", terrain("Ford"), CountsAs((terrain("Danger", n(2)),)),
             when=Q(who=((value("Vehicle"),),)), cell=_cell("Ford", "Vehicle")),
        rule("Class/Ford/WarEngine", terrain("Ford"), CountsAs((terrain("Danger", n(2)),)),
             when=Q(who=((value("WarEngine"),),)), cell=_cell("Ford", "WarEngine")),
        rule("Class/Scree/Infantry", terrain("Scree"), NoEffect(), when=Q(who=((value("Infantry"),),)), cell=_cell("Scree", "Infantry")),
        rule("Class/Scree/Vehicle", terrain("Scree"), CountsAs((terrain("Mud"),)), GiveCover("Soft"),
             when=Q(who=((value("Vehicle"),),)), cell=_cell("Scree", "Vehicle")),
        rule("Class/Scree/WarEngine", terrain("Scree"), CostTimes(n(2)),
             when=Q(who=((value("WarEngine"),),)), cell=_cell("Scree", "WarEngine")),
    ]  # fmt: skip
    units = [rule(f"Ruin~{i}", terrain("Ruin"), CostEnter(n(j, unit))) for i, (unit, j) in enumerate(
        ((unit, j) for unit in UNITS for j in (1, 2)), start=1)]  # fmt: skip
    return (*_every_effect(), *_every_condition(), *traits, *cells, *units)


def _cell(row: str, column: str) -> CellPlace:
    return CellPlace(table="Class", row=row, column=column)


EVERYTHING = Ruleset(
    name="everything",
    header=Header(
        title="Everything", version="1.0", author="A. Author", licence="CC0", notice="Not official.", source="Nowhere",
        prose=("All there is.",),
    ),
    settings=Settings(
        overlap="worst", rounding=Rounding(direction="up", scope="move"), measure="centre",
        grid=GridSetting(cell="squares", size=Fraction(5), diagonals="equal"),
    ),
    fields=FIELDS,
    terrains=(
        Terrain(name="Woods", prose=("Trees.",), origin=at(3)), Terrain(name="Mud", origin=at(4)),
        Terrain(name="Danger", params=("X",), origin=at(5)), Terrain(name="Ford", origin=at(6)),
        Terrain(name="Scree", display="Loose scree", origin=at(7)), Terrain(name="Wall", origin=at(8)),
        Terrain(name="Ruin", origin=at(9)),
    ),
    traits=(
        Trait(name="Flying", origin=at()), Trait(name="Strider", params=("Ground",), origin=at()), Trait(name="Chariot", origin=at()),
    ),
    actions=(
        Action(name="March", allowance=Allowance(maximum=SPEED, moves=3), origin=at()),
        Action(name="Assault", allowance=Allowance(maximum=SPEED, minimum=inches(5)), origin=at()),
        Action(name="Run", origin=at()),
    ),
    groups=(Group(name="Rough", members=(WOODS, terrain("Mud")), origin=at()),),
    outcomes=(
        Outcome(name="Hit", params=("ArmourPenetration",), display="a hit", origin=at(),
                prose=("A hit with Armour Penetration {Armour Penetration} that {hurts}.",)),
        Outcome(name="Down", origin=at()), Outcome(name="Harm", params=("N",), origin=at()),
    ),
    states=(
        State(name="Prone", until="turn", origin=at()), State(name="Dazed", until="move", origin=at()),
        State(name="Slow", until="activation", origin=at()), State(name="Cursed", until="game", origin=at()),
        State(name="Lost", origin=at()),
    ),
    covers=(Cover(name="Soft", display="soft cover", origin=at()), Cover(name="Hard", origin=at())),
    options=(
        Option(name="Careful", branch="Woods on start > option Careful", origin=at()),
        Option(name="Bold", branch="Woods on start > option Bold", origin=at()),
    ),
    numbers=(
        Number(
            name="TestDice", by="Height", origin=at(),
            pairs=(NumberPair(value=n(1), key="Standard"), NumberPair(value=n(2), low=n(1), high=n(2)),
                   NumberPair(value=n(3), low=n(3)), NumberPair(value=n(3), high=n(0))),
            adjusts=(
                NumberAdjust(id="TestDice > for Chariot", qualifiers=Q(who=((Term("trait", "Chariot"),),)), op="plus", value=n(1)),
                NumberAdjust(id="TestDice > for Flying", qualifiers=Q(who=((FLYING,),)), op="minus", value=n(1)),
                NumberAdjust(id="TestDice > during March", qualifiers=Q(during=(("March",),)), op="times", value=n(2)),
                NumberAdjust(id="TestDice > during Run", qualifiers=Q(), op="set", value=n(2)),
            ),
        ),
        Number(name="Depth", value=n(4), origin=at()),
    ),
    rolls=ROLLS,
    rules=_rules(),
    revisions=(
        Revision(change="override", id="Mud", base=rule("Mud", terrain("Mud"), CostTimes(n(3))), base_name="old-mud"),
        Revision(change="remove", id="Mud on enter", base=rule("Mud on enter", terrain("Mud"), CostEnter(inches(1))), base_name="old-mud"),
        Revision(change="add", id="Danger(3)", base_name="old-mud"),
        Revision(change="override", id="overlap", setting="overlap", base_name="old-mud"),
    ),
)  # fmt: skip

#: The same rules under every other setting, so that each way of settling a question is said once.
SETTINGS = tuple(
    replace(EVERYTHING, settings=settings)
    for settings in (
        Settings(overlap="multiply", rounding=Rounding(direction="down", scope="activation"),
                 grid=GridSetting(cell="squares", diagonals="alternate")),
        Settings(overlap="add", rounding=Rounding(direction="nearest", scope="move"),
                 grid=GridSetting(cell="squares", diagonals="forbidden")),
        *(Settings(distance=unit) for unit in UNITS),
    )
)  # fmt: skip

_ = NameArg
