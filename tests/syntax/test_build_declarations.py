"""The trees of header, settings, fields, declarations and numbers, written down by hand.

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
    prose,
    quantity,
    ref,
    refs,
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


FILES = {
    "header": HEADER,
    "fields": FIELDS,
    "declarations": DECLARATIONS,
    "numbers": NUMBERS,
}
CASES = [(file, number) for file, items in FILES.items() for number in range(len(items))]


@pytest.mark.parametrize(("file", "number"), CASES)
def test_item(file: str, number: int) -> None:
    assert good(file).items[number] == FILES[file][number]


@pytest.mark.parametrize("file", FILES)
def test_every_item_of_a_fixture_is_expected(file: str) -> None:
    assert len(good(file).items) == len(FILES[file])
