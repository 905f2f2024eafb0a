"""The tree of every effect, qualifier, condition and calculation, written down by hand.

The cases stand in ``good/*.terrain``, one rule each; its subject names the case here.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.syntax.nodes import (
    add,
    change,
    dice,
    div,
    fact,
    for_,
    ground,
    half,
    halt,
    limit,
    measure,
    mul,
    name,
    names,
    neg,
    node,
    num,
    on,
    owned,
    perform,
    quantity,
    rate,
    read,
    ref,
    refs,
    sub,
    when,
)
from tests.syntax.reading import good

from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru


def rules_of(file: str) -> dict[str, ast.Rule]:
    """The rules of a fixture by their subject."""
    found: dict[str, ast.Rule] = {}
    for item in good(file).items:
        assert isinstance(item, ast.Rule)
        assert item.subjects[0].name.text not in found
        found[item.subjects[0].name.text] = item
    return found


def permit(verb: str, *what: Any, always: bool = False) -> ru.Permit:
    return node(ru.Permit, verb=verb, what=what, always=always)


EFFECTS: dict[str, Any] = {
    "Cost Times": node(ru.CostTimes, factor=num(2)),
    "Cost Times Sign": node(ru.CostTimes, factor=num("3/2")),
    "Cost Plus": node(ru.CostPlus, amount=num(1)),
    "Cost Plus Per": node(ru.CostPlus, amount=num(5, "feet"), per="squares"),
    "Cost Plus Rate": node(ru.CostPlus, amount=rate(num(2), quantity(1, "levels"), "rise")),
    "Cost Minus": node(ru.CostPlus, amount=neg(num(1))),
    "Cost Minus Per": node(ru.CostPlus, amount=neg(num(1)), per="hexes"),
    "Cost Floor": node(ru.CostFloor, least=num(1)),
    "Cost Enter": node(ru.CostEnter, amount=num(2, "inches")),
    "Cost Enter Half": node(ru.CostEnter, amount=half(ref("MF"))),
    "Cost Rate": node(ru.CostRate, rate=rate(num(1, "inches"), quantity(1, "inches"), "rise")),
    "Cost All": node(ru.CostAll),
    "Forbid": permit("forbid", "enter", "end"),
    "Forbid Always": permit("forbid", "cross", always=True),
    "Forbid Action": permit("forbid", name("Run"), "leave", name("Dash")),
    "Allow": permit("allow", "enter"),
    "Allow Always": permit("allow", "start", "climb", "jump", "drop", always=True),
    "Stop": halt("stop"),
    "Stop After": node(ru.StopAfter, distance=read("result")),
    "May Stop": halt("may stop"),
    "End Move": halt("end move"),
    "End Beyond": halt("end move beyond"),
    "End Activation": halt("end activation"),
    "Cap": limit("cap", num(6, "inches")),
    "Floor": limit("floor", num(5, "cm")),
    "Allowance": limit("allowance", ref("Road Speed")),
    "Field Times": change("Speed", "times", num("1/2")),
    "Field Times Expression": change("Speed", "times", add(ref("Rate"), num(1))),
    "Field Plus": change("Speed", "plus", num(5, "cm")),
    "Field Plus Bound": change("Speed", "plus", num(2, "inches"), num(12, "inches")),
    "Field Minus": change(owned("shooter", "To Hit"), "minus", num(1)),
    "Field Minus Bound": change("Speed", "minus", num(1, "inches"), num(1, "inches")),
    "Field Minus Name": change("Speed", "minus", ref("Rate")),
    "Field Set": change("Armour", "set", num(2)),
    "Field Own": change("Height", "own", num(7)),
    "Field Half": change("Speed", "half"),
    "Field Half Owned": change(owned("model", "Speed"), "half"),
    "More Dice": node(ru.MoreDice, roll=name("Risky Roll"), count=1),
    "Fewer Dice": node(ru.MoreDice, roll=name("Risky Roll"), count=-2),
    "Gain": node(ru.GainLose, verb="gain", states=refs("Prone")),
    "Gain Two": node(ru.GainLose, verb="gain", states=(ref("Prone"), ref("Stuck", num(2)))),
    "Lose": node(ru.GainLose, verb="lose", states=refs("Steadfast")),
    "Give Cover": node(ru.GiveCover, grade=ref("Hard")),
    "Block Sight": node(ru.BlockSight),
    "Block Sight Beyond": node(ru.BlockSight, beyond=num(3, "inches")),
    "Counts As": node(ru.CountsAs, terrains=(ref("Dangerous", num(2)), ref("Difficult"))),
    "Inherits": node(ru.Inherits, base=ref("Woods")),
    "Treat": node(ru.Treat, ground=ground("Greater"), target=ref("Difficult")),
    "Treat Except": node(
        ru.Treat, ground=ground("Any Terrain", excepts=("Open", "Road")), target=ref("Dangerous", num(1))
    ),
    "Ignore": node(ru.Ignore, ground=ground("Difficult", "Dangerous")),
    "Ignore Moving": node(ru.Ignore, ground=ground("Any Terrain"), moving=True),
    "Ignore Passing": node(ru.Ignore, ground=ground("Any Terrain"), moving=True),
    "Ignore Events": node(ru.Ignore, ground=ground("Any Terrain", excepts=("Open",)), events=("climb", "turn start")),
    "Ignore Both": node(ru.Ignore, ground=ground("Woods"), moving=True, events=("enter",)),
    "Pass": node(ru.Pass, rolls=names("Dangerous Test")),
    "Pass Two": node(ru.Pass, rolls=names("Risky Roll", "Leap Test")),
    "Pass As": node(ru.Pass, rolls=names("Risky Roll"), band=name("Critical")),
    "Reroll Face": node(ru.Reroll, what=(1, 1), rolls=names("Dangerous Test")),
    "Reroll Faces": node(ru.Reroll, what=(1, 2), rolls=names("Jump Test", "Leap Test")),
    "Reroll Band": node(ru.Reroll, what=name("Failure"), rolls=names("Risky Roll")),
    "Replaces": node(ru.Replaces, terrains=refs("Woods", "Marsh")),
    "Becomes": node(ru.Becomes, terrain=ref("Wildwood")),
    "Nothing": node(ru.NoEffect),
    "Perform": perform("Risky Roll"),
    "Perform With": perform("Damage", sub(num(5), read("result"))),
    "Without": perform("Hit", without=("Critical Damage", "Blood")),
    "Several": (node(ru.CostTimes, factor=num(2)), perform("Hit", num(10)), halt("end move")),
}

QUALIFIERS: dict[str, Any] = {
    "On": on("enter"),
    "On Several": on("enter", "leave", "cross"),
    "On Turn": on("turn start", "turn end"),
    "On Rest": on("contact", "start", "end", "activate", "climb", "jump", "drop"),
    "In": node(ru.In, terrains=refs("Forest")),
    "In Several": node(ru.In, terrains=(ref("Forest"), ref("Marsh", num(2)), ref("Hill"))),
    "During": node(ru.During, actions=names("March")),
    "During Several": node(ru.During, actions=names("March", "Charge", "Flee")),
    "For": for_("Infantry", "Cavalry"),
    "For Unit": node(ru.ForUnit),
    "Except": node(ru.Except, names=names("War Engine")),
    "Except During": node(ru.ExceptDuring, actions=names("Pivot", "Turn")),
    "When": when(node(ru.Named, name=ref("Flying"))),
    "Once": node(ru.Once, scopes=("move",)),
    "Once Scopes": node(ru.Once, scopes=("feature", "activation", "turn", "game")),
    "Once Piece": node(ru.Once, scopes=("feature",)),
    "Together": node(ru.Together),
    "Rolled Together": node(ru.Together),
    "Mixed": (
        on("end"),
        node(ru.In, terrains=refs("Forest")),
        node(ru.During, actions=names("Charge")),
        for_("B"),
        node(ru.ForUnit),
        node(ru.Except, names=names("A")),
        node(ru.ExceptDuring, actions=names("D")),
        when(fact("inside")),
        node(ru.Once, scopes=("move",)),
        node(ru.Together),
    ),
}


def share(kind: str, number: str | None, of: str, where: str, by: str | None = None) -> ru.Share:
    quantifier = node(ru.Quantifier, kind=kind, number=None if number is None else quantity(number))
    return node(ru.Share, quantifier=quantifier, of=of, where=where, by=None if by is None else ref(by))


def compare(left: ex.Expr, op: str, right: ex.Expr) -> ru.Compare:
    return node(ru.Compare, op=op, left=left, right=right)


def both(*terms: ru.Condition) -> ru.Both:
    return node(ru.Both, terms=terms)


def either(*terms: ru.Condition) -> ru.Either:
    return node(ru.Either, terms=terms)


INSIDE, BEHIND, TOUCHING, BETWEEN = map(fact, ("inside", "behind", "touching", "between"))
CONDITIONS: dict[str, Any] = {
    "Name": node(ru.Named, name=ref("Flying")),
    "Name With": node(ru.Named, name=ref("Strider", ref("Ground"))),
    "Owned": node(ru.Named, name=owned("model", "Flying")),
    "Whole Move": fact("whole move"),
    "Part Move": fact("part of move"),
    "Inside": INSIDE,
    "Behind": BEHIND,
    "Between": BETWEEN,
    "Touching": TOUCHING,
    "Partly": fact("partly obscured"),
    "Wholly": fact("wholly obscured"),
    "Agreed": node(ru.Agreed, text="less than half of the base fits"),
    "Agreed Curly": node(ru.Agreed, text='a wall 6" high'),
    "And": both(INSIDE, BEHIND, TOUCHING),
    "Or": either(INSIDE, BEHIND),
    "Mixed": either(INSIDE, both(BEHIND, TOUCHING)),
    "Not": node(ru.Not, term=INSIDE),
    "Not Not": node(ru.Not, term=node(ru.Not, term=INSIDE)),
    "Bracket": both(node(ru.Bracket, term=either(INSIDE, BEHIND)), BETWEEN),
    "Share Over": share("over", "1/2", "unit", "inside"),
    "Share Least": share("at least", "3", "unit", "outside"),
    "Share Any": share("any", None, "base", "touching"),
    "Share All": share("all", None, "facing", "obscured", "Any Terrain"),
    "Share None": share("none", None, "facing", "behind"),
    "Share Obscured": share("over", "1/4", "base", "obscured"),
    "Least": compare(owned("model", "Height"), "ge", ref("Large")),
    "Most": compare(owned("piece", "Height"), "le", num(3, "inches")),
    "Over": compare(measure("obscured"), "gt", num("1/2")),
    "Under": compare(owned("shooter", "Height"), "lt", half(owned("target", "Height"))),
    "Is": compare(ref("Season"), "eq", ref("Winter")),
    "Is Not": compare(ref("Season"), "ne", ref("Winter")),
    "Measures": compare(measure("covered"), "eq", measure("width")),
    "Measures Two": compare(measure("base"), "gt", measure("distance")),
    "Measures Three": compare(measure("moved"), "ge", measure("rise")),
    "Measures Four": compare(measure("gap"), "lt", measure("fall")),
    "Read": compare(read("result"), "eq", read("natural")),
    "Sum": compare(sub(add(ref("Height"), num(20)), num(3)), "gt", num(2, "levels")),
    "Product": compare(
        div(mul(mul(ref("Strength"), num(1, "feet")), num(2)), num(3)), "ge", mul(measure("gap"), num("1/4"))
    ),
    "Half Half": compare(half(half(ref("Speed"))), "lt", num(1)),
}

A, B, C = refs("A", "B", "C")
ARITHMETIC: dict[str, Any] = {
    "Number": num(6),
    "Decimal": num("3/2"),
    "Quotient": num("3/2"),
    "Vulgar": num("1/2"),
    "Mixed Vulgar": num("3/2"),
    "Inches": num(6, "inches"),
    "Prime": num(6, "inches"),
    "Half Inch": num("1/2", "inches"),
    "Centimetres": num(5, "cm"),
    "Blank Unit": num(5, "cm"),
    "Feet": num(30, "feet"),
    "Metres": num(2, "metres"),
    "Inch Word": num(6, "inches"),
    "Levels": num(2, "levels"),
    "One Level": num(1, "levels"),
    "Field": ref("Speed"),
    "Called": ref("Reach", num(2), ref("Height")),
    "Owned": owned("model", "Speed"),
    "Measure": measure("rise"),
    "Result": read("result"),
    "Natural": read("natural"),
    "Dice": dice(2, 6),
    "Die": dice(1, 6),
    "Die Inches": dice(1, 6, "inches"),
    "Percent": dice(1, 100),
    "Named Dice": dice("Test Dice", 6),
    "Sum": sub(add(num(1), num(2)), num(3)),
    "Product": div(mul(mul(A, num(2)), B), num(4)),
    "Tight": add(A, mul(B, num(3))),
    "Bracket": mul(add(A, B), num(3)),
    "Right Bracket": sub(A, sub(B, C)),
    "Bracket Factor": mul(A, div(B, num(2))),
    "Half": half(ref("Speed")),
    "Half Tight": add(half(A), B),
    "Half Bracket": half(add(A, B)),
    "Rate Word": rate(num(2), quantity(1, "levels"), "rise"),
    "Rate": rate(num(1, "inches"), quantity(3, "inches"), "fall"),
    "Rate Full": rate(num(1), quantity(10, "feet"), "fall", "full"),
    "Rate Part": rate(num(2, "inches"), quantity(1, "inches"), "rise", "part"),
    "Rate Product": rate(mul(A, num(2)), quantity(2), "gap"),
    "Argument Minus": perform("Hit", neg(num(1)), num(2), neg(ref("X"))),
    "Argument Sum": perform("Hit", sub(num(5), read("result"))),
    "Argument Two": perform("Hit", add(num(1), ref("X")), dice(2, 6)),
}


@pytest.mark.parametrize("case", EFFECTS)
def test_effect(case: str) -> None:
    expected = EFFECTS[case]
    assert rules_of("effects")[case].effects == (expected if isinstance(expected, tuple) else (expected,))


@pytest.mark.parametrize("case", QUALIFIERS)
def test_qualifier(case: str) -> None:
    expected = QUALIFIERS[case]
    assert rules_of("qualifiers")[case].qualifiers == (expected if isinstance(expected, tuple) else (expected,))


@pytest.mark.parametrize("case", CONDITIONS)
def test_condition(case: str) -> None:
    assert rules_of("conditions")[case].qualifiers == (when(CONDITIONS[case]),)


@pytest.mark.parametrize("case", ARITHMETIC)
def test_arithmetic(case: str) -> None:
    expected = ARITHMETIC[case]
    effect = expected if isinstance(expected, ru.Perform) else limit("cap", expected)
    assert rules_of("arithmetic")[case].effects == (effect,)


@pytest.mark.parametrize(
    ("file", "cases"),
    [("effects", EFFECTS), ("qualifiers", QUALIFIERS), ("conditions", CONDITIONS), ("arithmetic", ARITHMETIC)],
)
def test_every_rule_of_a_fixture_is_a_case(file: str, cases: dict[str, Any]) -> None:
    assert list(rules_of(file)) == list(cases)
