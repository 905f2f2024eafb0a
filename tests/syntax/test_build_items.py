"""The trees of header, settings, declarations, rolls, tables and rules, written down by hand.

The texts stand in ``good/*.terrain``; the expected items follow them in order.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.syntax.nodes import (
    add,
    change,
    dice,
    fact,
    for_,
    half,
    halt,
    limit,
    mul,
    name,
    named,
    names,
    neg,
    node,
    num,
    on,
    owned,
    perform,
    prose,
    quantity,
    ref,
    refs,
    sub,
    subject,
    when,
)
from tests.syntax.reading import good

from groundrules.syntax import ast, ast_rules as ru

STOP = halt("stop")
NOTHING = node(ru.NoEffect)
CHARIOT = for_("Chariot")


def credit(kind: str, text: str) -> ast.Credit:
    return node(ast.Credit, kind=kind, text=text)


HEADER: list[Any] = [
    node(
        ast.Header,
        title="Moving over ground",
        prose=(prose("First line of prose."), prose(""), prose('Third line, with a # and a "string".')),
    ),
    credit("version", "1.0"),
    credit("author", "A. N. Author"),
    credit("licence", "CC0-1.0"),
    credit("notice", 'Measured in 6" steps.'),
    credit("source", "Core Rules 1.6"),
    node(ast.Distance, unit="inches"),
    node(ast.Distance, unit="moves"),
    node(ast.Distance, unit="feet"),
    node(ast.Grid, cell="hexes"),
    node(ast.Grid, cell="squares", size=quantity(5, "feet"), diagonals="alternate"),
    node(ast.Grid, cell="squares", diagonals="equal"),
    node(ast.Grid, cell="spaces", size=quantity(1, "inches"), diagonals="forbidden"),
    node(ast.Overlap, policy="worst"),
    node(ast.Overlap, policy="multiply"),
    node(ast.Overlap, policy="add"),
    node(ast.Round, direction="up", scope="move"),
    node(ast.Round, direction="down", scope="activation"),
    node(ast.Round, direction="nearest", scope="move"),
    node(ast.MeasureFrom, part="base"),
    node(ast.MeasureFrom, part="centre"),
    node(ast.Use, path="other.terrain"),
    node(ast.Use, path="bundled"),
    node(ast.Override, item=node(ast.Distance, unit="cm")),
    node(ast.Override, item=node(ast.Overlap, policy="add")),
    node(
        ast.Override,
        item=node(
            ast.Rule,
            subjects=(subject("Woods"),),
            qualifiers=(on("enter"),),
            effects=(node(ru.CostTimes, factor=num(3)),),
            block=(prose("Thicker."),),
        ),
    ),
    node(ast.Override, item=node(ast.Option, name=name("Slow"), effects=(STOP,))),
    node(
        ast.Remove,
        subjects=(subject("Woods"), subject("Marsh", num(2))),
        qualifiers=(on("enter"), for_("Vehicle")),
    ),
    node(ast.Remove, subjects=(subject("Open"),)),
]


def field(text: str, kind: str, *values: ast.Named, display: str | None = None, **more: Any) -> ast.Field:
    return node(ast.Field, name=name(text), display=display, type=node(ast.FieldType, kind=kind, values=values, **more))


FIELDS: list[Any] = [
    node(
        ast.Schema,
        owner="model",
        members=(
            prose("What a model has."),
            field("Speed", "distance"),
            field("Second Speed", "distance", display="second speed", optional=True),
            field("Health Pool", "number"),
            field("Wounds", "number", optional=True),
            field("Reach", "unit", unit="inches"),
            field("Leap", "unit", unit="hexes", optional=True),
            field(
                "Class",
                "one of",
                named("Infantry"),
                named("Vehicle", display="a vehicle"),
                named("War Engine"),
                display="class",
            ),
            field("Only", "one of", named("One")),
            field("Rank", "one of", named("A"), named("B"), optional=True),
            field("Height", "ordered", named("Standard"), named("Large", display="large"), named("Gigantic")),
            field("Size", "ordered", named("Small"), named("Big"), optional=True),
            node(
                ast.Traits,
                names=(named("Flying"), named("Strider", "Ground", display="strider"), named("Tough", "N", "M")),
            ),
        ),
    ),
    node(
        ast.Schema,
        owner="piece",
        members=(
            field("Boundary", "agreed"),
            field("Kind", "agreed", agreed_for=names("Difficult", "Dangerous", "Impassable")),
        ),
    ),
    node(ast.Schema, owner="game", members=(field("Season", "one of", named("Summer"), named("Winter")),)),
]


def action(*names: ast.Named, block: tuple[Any, ...] = (), **allowance: Any) -> ast.Action:
    allowed = node(ast.Allowance, **allowance) if allowance else None
    return node(ast.Action, names=names, allowance=allowed, block=block)


SPEED = ref("Speed")
DECLARATIONS: list[Any] = [
    action(named("Move"), maximum=SPEED),
    action(named("March"), maximum=SPEED, moves=3),
    action(named("Dash"), maximum=add(SPEED, num(1, "inches")), moves=2),
    action(named("Assault", display="assault"), minimum=num(5, "cm"), maximum=SPEED),
    action(
        named("Drive"),
        moves=2,
        minimum=half(SPEED),
        maximum=SPEED,
        block=(prose("With a note."), node(ast.Clause, qualifiers=(for_("Wheeled"),), effects=(STOP,))),
    ),
    action(named("Flee"), named("Pursuit")),
    action(named("Alone")),
    action(named("First"), named("Second"), maximum=num(3)),
    node(ast.Group, name=name("Rough"), members=names("Woods", "Marsh", "Hill")),
    node(ast.Group, name=name("Slow"), members=names("Cart"), display="slow folk"),
    node(ast.Outcome, named=named("Down")),
    node(ast.Outcome, named=named("Hit", "Armour", "Kind", display="a hit"), block=(prose("A hit of {Armour}."),)),
    node(
        ast.Outcome,
        named=named("Stuck"),
        effects=(STOP, node(ru.GainLose, verb="gain", states=refs("Mired"))),
    ),
    node(ast.State, named=named("Prone")),
    node(ast.State, named=named("Prone"), until="turn", effects=(change("Speed", "times", num("1/2")),)),
    node(ast.State, named=named("Mired", "N", display="mired in mud"), until="move"),
    node(ast.State, named=named("Fleeing"), until="activation"),
    node(ast.State, named=named("Lost"), until="game", block=(node(ast.Cite, text="p. 34"),)),
    node(ast.Cover, name=name("Soft")),
    node(
        ast.Cover,
        name=name("Hard"),
        display="hard cover",
        effects=(change(owned("shooter", "To Hit"), "minus", num(1)),),
        block=(prose("Stone."),),
    ),
    node(
        ast.Option,
        name=name("Cautious"),
        display="cautious",
        qualifiers=(node(ru.During, actions=names("March")), for_("Infantry")),
        effects=(limit("cap", num(5, "cm")), STOP),
        block=(prose("Slowly."),),
    ),
    node(ast.Option, name=name("Fast"), effects=(NOTHING,)),
]


def adjust(op: str, value: Any, *qualifiers: Any) -> ast.Adjust:
    return node(ast.Adjust, op=op, value=value, qualifiers=qualifiers)


def pair(key: Any, value: Any) -> ast.Pair:
    return node(ast.Pair, key=key, value=value)


def range_(kind: str, low: Any = None, high: Any = None) -> ast.Range:
    return node(ast.Range, kind=kind, low=low, high=high)


NUMBERS: list[Any] = [
    node(ast.Number, name=name("Reach"), value=mul(ref("Height"), num(2))),
    node(
        ast.Number,
        name=name("Reach"),
        display="reach",
        value=num(3, "inches"),
        lines=(
            adjust("plus", num(1), CHARIOT),
            adjust("minus", mul(ref("Rate"), num(2)), node(ru.During, actions=names("Charge")), when(fact("inside"))),
            adjust("times", num("3/2"), node(ru.Except, names=names("Cart"))),
            adjust("set", half(SPEED), node(ru.In, terrains=refs("Marsh"))),
            prose("As the crow flies."),
        ),
    ),
    node(
        ast.Number,
        name=name("Test Dice"),
        by=name("Height"),
        pairs=(
            pair(name("Standard"), num(1)),
            pair(name("Large"), num(2)),
            pair(name("Gigantic"), add(ref("Wounds"), num(1))),
        ),
    ),
    node(
        ast.Number,
        name=name("Bonus"),
        display="bonus",
        by=name("Wounds"),
        pairs=(
            pair(range_("span", num(1), num(3)), num(1)),
            pair(range_("span", num(4), ref("X")), neg(num(1))),
            pair(range_("from", num(9)), dice(1, 6)),
            pair(range_("exact", num(7)), half(SPEED)),
        ),
        lines=(adjust("plus", num(1), CHARIOT),),
    ),
]


def band(where: ast.Range, *texts: str, effects: tuple[Any, ...] = (), **more: Any) -> ast.Band:
    return node(ast.Band, range=where, names=names(*texts), effects=effects, **more)


def exact(value: int) -> ast.Range:
    return range_("exact", num(value) if value >= 0 else neg(num(-value)))


BANDS: list[Any] = [
    prose("A line of prose."),
    node(ast.Cite, text="p. 12"),
    band(range_("span", num(2), num(6)), "Failure", effects=(halt("end activation"),)),
    band(range_("span", num(7), ref("X")), "Edge"),
    band(range_("from", num(7))),
    band(range_("from", ref("Skill")), "Success", effects=(NOTHING,)),
    band(exact(1), effects=(STOP, perform("Stuck Roll"))),
    band(exact(-9), effects=(STOP,)),
    band(range_("upto", high=num(1)), effects=(perform("Hit"),)),
    band(range_("upto", high=neg(num(1))), "Low"),
    band(range_("span", neg(num(9)), neg(num(1))), "Under Zero"),
    band(range_("span", neg(num(9)), num(3))),
    band(exact(12), "Critical", "Success"),
    band(
        exact(1),
        qualifiers=(for_("War Engine"), node(ru.Except, names=names("Cart"))),
        effects=(perform("Hit"),),
    ),
    band(
        exact(5),
        "Fall",
        qualifiers=(when(fact("inside")),),
        block=(
            node(ast.Option, name=name("Stay"), effects=(halt("end move"),)),
            node(
                ast.Option,
                name=name("Drop"),
                display="drop down",
                effects=(node(ru.GainLose, verb="gain", states=refs("Prone")),),
            ),
        ),
    ),
    band(exact(6), "Slip", block=(prose("A line below a band without a colon."),)),
    band(exact(20), "Great", mode="natural"),
    band(
        range_("span", num(1), num(2)),
        mode="natural",
        effects=(node(ru.Reroll, what=name("Failure"), rolls=names("Plain")),),
    ),
    band(range_("span", num(1), ref("X")), mode="each", effects=(perform("Hit", num(10)),)),
    band(exact(6), "Six", mode="each", effects=(perform("Hit"),)),
    band(range_("otherwise"), "Nothing"),
    node(ast.Handler, name=name("Failure"), effects=(perform("Injury Roll"),)),
    node(
        ast.Handler,
        name=name("Failure"),
        args=(ref("X"),),
        qualifiers=(for_("Infantry"),),
        effects=(perform("Injury Roll"),),
    ),
    node(ast.Handler, name=name("Success"), block=(node(ast.Clause, effects=(STOP,)),)),
]


def keep(count: int, which: str) -> ast.Keep:
    return node(ast.Keep, count=count, which=which)


def extra(which: str, kept: str) -> ast.ExtraDice:
    return node(ast.ExtraDice, which=which, keep=kept)


ROLLS: list[Any] = [
    node(ast.Roll, named=named("Plain"), total=dice(2, 6)),
    node(
        ast.Roll,
        named=named("Named", "X", "Y", display="a named roll"),
        total=sub(add(dice(1, 20), ref("Will")), num(3)),
        lines=tuple(BANDS),
    ),
    node(ast.Roll, named=named("Kept"), total=dice(3, 6), keep=keep(2, "highest")),
    node(ast.Roll, named=named("Low"), total=dice(2, 6, "inches"), keep=keep(1, "lowest")),
    node(ast.Roll, named=named("More"), total=dice(2, 6), extra=(extra("extra", "highest"), extra("fewer", "lowest"))),
    node(ast.Roll, named=named("Odd"), total=dice(2, 6), keep=keep(1, "lowest"), extra=(extra("fewer", "highest"),)),
    node(
        ast.Roll,
        named=named("Derived"),
        total=ref("Plain"),
        lines=(node(ast.Handler, name=name("Failure"), effects=(halt("end activation"),)),),
    ),
]


def cell(kind: str, value: Any = None, *effects: Any) -> ast.Cell:
    return node(ast.Cell, kind=kind, value=value, effects=effects)


def of(*effects: Any) -> ast.Cell:
    return node(ast.Cell, kind="effects", effects=effects)


def row(*cells: ast.Cell) -> ast.Row:
    return node(ast.Row, cells=cells)


CORNER, DASH = cell("corner"), cell("dash")
TABLES: list[Any] = [
    node(
        ast.Table,
        by=name("Class"),
        rows=(
            row(CORNER, of(perform("Infantry")), of(perform("War Engine"))),
            row(
                node(ast.Cell, kind="titled", ref=ref("Ruins"), display="Ruins; rubble"),
                DASH,
                of(perform("Dangerous", num(2))),
            ),
            row(of(perform("Marsh")), cell("empty"), of(node(ru.GiveCover, grade=ref("Hard")), perform("Difficult"))),
        ),
    ),
    node(
        ast.Table,
        verb="cost",
        by=name("Move Type"),
        rows=(
            row(CORNER, of(perform("Foot")), of(perform("Wheel"))),
            row(of(perform("Road")), cell("value", num(1)), cell("value", num("1/2"))),
            row(of(perform("Hill")), cell("times", num(2)), cell("value", num(2, "inches"), STOP)),
            row(of(perform("Marsh")), cell("plus", num(1)), cell("minus", num(1, "levels"))),
            row(of(perform("Lake")), cell("no"), cell("all")),
            row(of(perform("Bog")), cell("all", None, STOP), of(NOTHING)),
        ),
    ),
    node(
        ast.Table,
        verb="cover",
        by=name("Class"),
        rows=(row(CORNER, of(perform("A"))), row(of(perform("Wall")), of(perform("Hard")))),
    ),
    node(
        ast.Table,
        verb=name("Speed"),
        by=name("Class"),
        rows=(row(CORNER, of(perform("A"))), row(of(perform("Wall")), cell("value", num(3, "cm")))),
    ),
]


def rule(text: str, *effects: Any, **more: Any) -> ast.Rule:
    return node(ast.Rule, subjects=(subject(text),), effects=effects, **more)


def clause(*effects: Any, **more: Any) -> ast.Clause:
    return node(ast.Clause, effects=effects, **more)


def handler(text: str, *effects: Any, **more: Any) -> ast.Handler:
    return node(ast.Handler, name=name(text), effects=effects, **more)


FAILURE = handler("Failure", perform("Injury Roll"))
RULES: list[Any] = [
    rule("Difficult", node(ru.CostTimes, factor=num(2))),
    node(
        ast.Rule,
        subjects=(
            subject("Woods"),
            subject("Marsh", display="a marsh"),
            subject("Dangerous", ref("X"), num(2), display="danger"),
            subject("Łąka"),
        ),
        qualifiers=(for_("Infantry"),),
        effects=(STOP,),
    ),
    node(ast.Rule, subjects=tuple(map(subject, ("Woods", "Marsh", "Hill", "Bog"))), effects=(STOP,)),
    rule("沼地", qualifiers=(on("enter"),), block=(clause(STOP),)),
    rule("No Man's Land", STOP),
    rule("No Man's Land", STOP),
    rule("Razor-Wire", STOP),
    rule("War Engine", STOP),
    rule(
        "Flying",
        option=node(
            ast.Option,
            name=name("Hover"),
            display="hover",
            qualifiers=(for_("Cart"),),
            effects=(limit("cap", num(6, "inches")), STOP),
            block=(FAILURE,),
        ),
    ),
    rule(
        "Jungle",
        node(ru.Inherits, base=ref("Woods")),
        block=(
            prose("Prose of the rule."),
            node(ast.Cite, text="p. 34"),
            clause(node(ru.CostTimes, factor=num(3))),
            clause(
                node(ru.CostTimes, factor=num(4)),
                qualifiers=(for_("Vehicle"),),
                block=(
                    prose("Prose of the clause."),
                    clause(qualifiers=(node(ru.During, actions=names("Charge")),), block=(clause(STOP),)),
                ),
            ),
            clause(
                perform("Risky Roll"),
                qualifiers=(on("end"), node(ru.In, terrains=refs("Dangerous"))),
                block=(
                    FAILURE,
                    handler("Success", args=(ref("X"),), qualifiers=(for_("Infantry"),), block=(clause(STOP),)),
                ),
            ),
            node(
                ast.Option,
                name=name("Slow"),
                effects=(limit("cap", num(5, "cm")),),
                block=(prose("Prose of the option."),),
            ),
            clause(perform("Risky Roll"), block=(handler("Failure", STOP),)),
        ),
    ),
    rule(
        "Long",
        node(ru.CostTimes, factor=num(2)),
        STOP,
        qualifiers=(on("enter", "leave"), for_("A", "B")),
    ),
]

FILES = {
    "header": HEADER,
    "fields": FIELDS,
    "declarations": DECLARATIONS,
    "numbers": NUMBERS,
    "rolls": ROLLS,
    "tables": TABLES,
    "rules": RULES,
}
CASES = [(file, number) for file, items in FILES.items() for number in range(len(items))]


@pytest.mark.parametrize(("file", "number"), CASES)
def test_item(file: str, number: int) -> None:
    assert good(file).items[number] == FILES[file][number]


@pytest.mark.parametrize("file", FILES)
def test_every_item_of_a_fixture_is_expected(file: str) -> None:
    assert len(good(file).items) == len(FILES[file])


@pytest.mark.parametrize("number", range(len(BANDS)))
def test_line_of_a_roll(number: int) -> None:
    roll = good("rolls").items[1]
    assert isinstance(roll, ast.Roll)
    assert roll.lines[number] == BANDS[number]


def test_names_stand_as_their_author_wrote_them() -> None:
    rules = [item for item in good("rules").items if isinstance(item, ast.Rule)]
    written = [each.subjects[0].name.text for each in rules]
    assert written[4:8] == ["No Man's Land", "No Man’s Land", "Razor-Wire", "War Engine"]
