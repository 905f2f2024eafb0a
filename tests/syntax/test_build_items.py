"""The trees of rolls, tables and rules, written down by hand.

The texts stand in ``good/*.terrain``; the expected items follow them in order.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.syntax.nodes import (
    add,
    dice,
    fact,
    for_,
    halt,
    limit,
    name,
    named,
    names,
    neg,
    node,
    num,
    on,
    perform,
    prose,
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


def range_(kind: str, low: Any = None, high: Any = None) -> ast.Range:
    return node(ast.Range, kind=kind, low=low, high=high)


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
