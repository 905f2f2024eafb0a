"""The declarations, rolls and conditions of the ruleset that says everything."""

from __future__ import annotations

from fractions import Fraction

from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Binary,
    Compare,
    Conditional,
    Deliver,
    Dice,
    FieldOf,
    FieldSchema,
    GainLose,
    Halt,
    Handler,
    Is,
    Measure,
    MoveLies,
    NoEffect,
    Not,
    NumberOf,
    Param,
    Perform,
    Rate,
    Read,
    Roll,
    Share,
    Stands,
    Term,
    TotalOf,
    Value,
    ValueOf,
)

from .building import HALF, WOODS, Q, at, band, d6, inches, n, value

# ---- one that says everything

SPEED = FieldOf("model", "Speed")
HEIGHT = FieldOf("model", "Height")

FIELDS = (
    FieldSchema(
        name="Class",
        owner="model",
        type="one of",
        origin=at(),
        values=(Value(name="Infantry"), Value(name="Vehicle"), Value(name="WarEngine", display="War engine")),
    ),
    FieldSchema(
        name="Height",
        owner="model",
        type="ordered",
        origin=at(),
        values=(Value(name="Standard"), Value(name="Large")),
    ),
    FieldSchema(name="Speed", owner="model", type="distance", origin=at(), prose=("As the profile says.",)),
    FieldSchema(name="Wounds", owner="model", type="number", optional=True, origin=at()),
    FieldSchema(name="Storeys", owner="piece", type="unit", unit="levels", origin=at()),
    FieldSchema(name="Boundary", owner="piece", type="agreed", agreed_for=("Woods", "Mud"), origin=at()),
    FieldSchema(name="Kind", owner="piece", type="agreed", origin=at()),
    FieldSchema(name="Season", owner="game", type="one of", values=(Value(name="Winter"),), origin=at()),
)

ROLLS = (
    Roll(
        name="DropTest",
        total=Binary("sub", d6(), Measure("fall")),
        origin=at(),
        bands=(
            band(
                "DropTest",
                "3+",
                n(3),
                None,
                names=("Safe",),
                qualifiers=Q(within=((WOODS,),), during=(("Run",),), when=Stands("inside")),
            ),
            band("DropTest", "otherwise", None, None, Halt("stop"), otherwise=True),
        ),
    ),
    Roll(name="BestTwo", total=Dice(n(3), 6), keep=2, keep_which="highest", origin=at()),
    Roll(name="WorstTwo", total=Dice(n(3), 6), keep=2, keep_which="lowest", origin=at()),
    Roll(
        name="RiskyRoll",
        total=Dice(n(2), 6),
        keep=1,
        keep_which="highest",
        extra="highest",
        fewer="lowest",
        origin=at(),
        prose=("Everybody fears it.",),
        bands=(
            band("RiskyRoll", "2-6", n(2), n(6), names=("Failure",)),
            band("RiskyRoll", "7-11", n(7), n(11), NoEffect(), names=("Success",)),
            band("RiskyRoll", "12", n(12), n(12), names=("Critical", "Success")),
        ),
    ),
    Roll(
        name="SlowRoll",
        base="RiskyRoll",
        total=Dice(n(2), 6),
        keep=1,
        keep_which="lowest",
        extra="lowest",
        fewer="highest",
        origin=at(),
        bands=(
            band("RiskyRoll", "2-6", n(2), n(6), names=("Failure",)),
            band("RiskyRoll", "7-11", n(7), n(11), NoEffect(), names=("Success",)),
            band("SlowRoll", "otherwise", None, None, Halt("stop"), otherwise=True),
        ),
        handlers=(Handler("SlowRoll > Failure", "Failure", Q(), (Halt("end activation"),)),),
    ),
    Roll(
        name="DangerTest",
        params=("X",),
        total=d6(NumberOf("TestDice")),
        origin=at(),
        bands=(
            band("DangerTest", "each 1-X", n(1), Param("X"), Deliver("Hit", (n(10),)), mode="each"),
            band(
                "DangerTest",
                "natural 6",
                n(6),
                n(6),
                Deliver("Down"),
                Deliver("Hit", (n(1),), ("Down",)),
                mode="natural",
            ),
        ),
    ),
    Roll(
        name="SwimRoll",
        total=Binary("add", Dice(n(1), 20), FieldOf("model", "Wounds")),
        origin=at(),
        bands=(
            band("SwimRoll", "5+", n(5), None, NoEffect()),
            band("SwimRoll", "4 or less", None, n(4), Deliver("Harm", (Binary("sub", n(5), Read("result")),))),
            band(
                "SwimRoll",
                "-3 to -1",
                n(-3),
                n(-1),
                Perform(
                    "RiskyRoll",
                    (),
                    (
                        Handler(
                            "SwimRoll > -3 to -1 > Failure", "Failure", Q(who=((value("Vehicle"),),)), (Halt("stop"),)
                        ),
                    ),
                ),
                qualifiers=Q(who=((value("WarEngine"),),), once=("game",)),
            ),
        ),
    ),
    Roll(
        name="BoldRoll",
        total=Binary("sub", Dice(n(1), 6), n(1)),
        origin=at(),
        bands=(
            band(
                "BoldRoll",
                "any",
                None,
                None,
                Conditional(
                    "BoldRoll > any > for Large",
                    Q(who=((value("Large", "Height"),),)),
                    (GainLose("gain", (Term("state", "Prone"),)),),
                ),
            ),
        ),
    ),
    Roll(name="ChargeRoll", total=Dice(n(2), 6, "inches"), origin=at()),
    Roll(name="PairRoll", total=Binary("add", Dice(n(2), 6), n(1)), origin=at()),
    Roll(name="PoorRoll", total=Binary("sub", Dice(n(2), 6), n(1)), origin=at()),
    Roll(name="OddRoll", total=TotalOf("ChargeRoll"), origin=at()),
    Roll(name="Tumble", total=Dice(Rate(n(1), Fraction(2), "fall", "full", "inches"), 6), origin=at()),
    Roll(name="Stumble", base="Tumble", total=d6(n(1)), origin=at()),
    Roll(name="CellRoll", total=Dice(n(1), 4, "hands"), origin=at()),
)

HARD = Term("cover", "Hard")
PRONE = Term("state", "Prone")
FLYING = Term("trait", "Flying")
LOW_AND_WIDE = All(
    (
        Stands("inside"),
        Not(Stands("inside")),
        Stands("behind"),
        Not(Stands("behind")),
        Stands("touching"),
        Not(Stands("touching")),
        Stands("between"),
        Not(Stands("between")),
        Agreed("it fits"),
        Not(Agreed("it fits")),
    )
)
NAMES = Any(
    (
        Is(FLYING),
        Not(Is(FLYING)),
        Is(PRONE, "target"),
        Not(Is(PRONE)),
        Is(value("Large", "Height"), "shooter"),
        Not(Is(value("Large", "Height"))),
        Is(WOODS, "piece"),
        Not(Is(WOODS, "piece")),
        Is(Term("option", "Careful")),
        Not(Is(Term("option", "Careful"))),
        Is(Term("action", "March")),
        Not(Is(Term("action", "March"))),
        Is(HARD, "target"),
        Not(Is(HARD, "target")),
        Is(Term("value", "Winter", owner="game", field="Season"), "game"),
        Is(PRONE, "piece"),
        Is(PRONE, "game"),
    )
)
SIGHT = All(
    (
        Compare("gt", Measure("obscured"), n(0)),
        Compare("le", Measure("obscured"), n(0)),
        Compare("ge", Measure("obscured"), n(1)),
        Compare("lt", Measure("obscured"), n(1)),
        Compare("gt", Measure("obscured"), n(HALF)),
    )
)
SHARES = All(
    tuple(
        maybe
        for share in (
            Share("any", "unit", "inside"),
            Share("all", "base", "outside"),
            Share("none", "facing", "touching"),
            Share("over", "facing", "obscured", HALF, (WOODS,)),
            Share("at least", "unit", "behind", Fraction(1, 4)),
            Share("over", "unit", "obscured", Fraction(2)),
            Share("any", "facing", "obscured"),
            Share("over", "unit", "obscured", Fraction(2), (WOODS,)),
            Share("over", "unit", "outside", Fraction(2)),
            Share("over", "unit", "touching", Fraction(2)),
            Share("over", "unit", "behind", Fraction(2)),
            Share("at least", "unit", "inside", Fraction(3)),
        )
        for maybe in (share, Not(share))
    )
)
COMPARISONS = All(
    (
        Compare("ge", HEIGHT, ValueOf("model", "Height", "Large")),
        Compare("le", Measure("width"), Measure("base")),
        Compare("gt", Measure("covered"), n(HALF)),
        Compare("lt", Measure("distance"), Measure("gap")),
        Compare("eq", Measure("moved"), inches(3)),
        Compare("ne", FieldOf("target", "Speed"), FieldOf("shooter", "Speed")),
        Compare("eq", FieldOf("piece", "Storeys"), n(2, "levels")),
        Compare("eq", FieldOf("game", "Season"), Read("natural")),
        Any((Compare("ge", Measure("fall"), Measure("rise")), Any(()))),
        Not(Any(())),
        MoveLies("whole"),
        MoveLies("part"),
        Not(MoveLies("whole")),
        Not(MoveLies("part")),
    )
)

UNITS = ("inches", "cm", "mm", "metres", "feet", "squares", "hexes", "spaces", "levels", "points", "moves", "paces")
