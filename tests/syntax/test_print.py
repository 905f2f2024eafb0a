"""Trees back to text: what is printed reads as the same tree, in the language's plain form."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.syntax import generate
from tests.syntax.nodes import add, div, half, mul, name, node, num, on, ref, sub, subject, when
from tests.syntax.reading import good, read
from tests.syntax.test_build_grammar import FIXTURES, text_of

from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.printer import (
    condition_text,
    effect_text,
    effects_text,
    expr_text,
    left_text,
    lines_of,
    node_text,
    qualifiers_text,
    subjects_text,
    to_text,
)
from groundrules.syntax.walk import walk

GENTLE = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
BRIEF = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))

STOP = node(ru.Halt, kind="stop")


def one_rule(*effects: Any, qualifiers: tuple[Any, ...] = ()) -> ast.File:
    rule = node(ast.Rule, subjects=(subject("A"),), qualifiers=qualifiers, effects=effects)
    return node(ast.File, items=(rule,))


def check(file: ast.File) -> None:
    text = to_text(file)
    assert read(text) == file, text
    assert to_text(read(text)) == text


# ---- drawn trees


@GENTLE
@given(generate.files())
def test_a_printed_file_reads_as_itself(file: ast.File) -> None:
    check(file)


@pytest.mark.parametrize("kind", get_args(ast.Item), ids=lambda kind: kind.__name__)
@BRIEF
@given(data=st.data())
def test_every_kind_of_item(kind: type[ex.Node], data: st.DataObject) -> None:
    check(node(ast.File, items=(data.draw(generate.nodes(kind)),)))


@pytest.mark.parametrize("kind", get_args(ru.Effect), ids=lambda kind: kind.__name__)
@BRIEF
@given(data=st.data())
def test_every_kind_of_effect(kind: type[ex.Node], data: st.DataObject) -> None:
    check(one_rule(data.draw(generate.nodes(kind)), STOP))


@pytest.mark.parametrize("kind", get_args(ru.Qualifier), ids=lambda kind: kind.__name__)
@BRIEF
@given(data=st.data())
def test_every_kind_of_qualifier(kind: type[ex.Node], data: st.DataObject) -> None:
    drawn: list[Any] = [on("enter"), data.draw(generate.nodes(kind)), node(ru.Together)]
    check(one_rule(STOP, qualifiers=ru.in_plain_order(drawn)))


@BRIEF
@given(data=st.data())
def test_conditions(data: st.DataObject) -> None:
    check(one_rule(STOP, qualifiers=(data.draw(generate.nodes(ru.When, 4)),)))


@pytest.mark.parametrize("kind", [each for each in get_args(ex.Expr) if each is not ex.Neg], ids=lambda k: k.__name__)
@BRIEF
@given(data=st.data())
def test_every_kind_of_expression(kind: type[ex.Expr], data: st.DataObject) -> None:
    check(one_rule(node(ru.Limit, kind="cap", value=data.draw(generate.nodes(kind, 4)))))


@pytest.mark.parametrize("kind", [ast.Clause, ast.Handler, ast.Option, ast.Cite], ids=lambda kind: kind.__name__)
@BRIEF
@given(data=st.data())
def test_every_kind_of_line(kind: type[ex.Node], data: st.DataObject) -> None:
    rule = node(ast.Rule, subjects=(subject("A"),), block=(data.draw(generate.nodes(kind)),))
    check(node(ast.File, items=(rule,)))


@BRIEF
@given(data=st.data())
def test_bands(data: st.DataObject) -> None:
    lines = tuple(data.draw(st.lists(generate.nodes(ast.Band, 2), min_size=1, max_size=3)))
    check(node(ast.File, items=(data.draw(generate.nodes(ast.Roll, 1)), node(ast.Roll, **ROLL, lines=lines))))


ROLL: dict[str, Any] = {"named": node(ast.Named, name=name("Test")), "total": node(ex.Dice, count=2, sides=6)}


# ---- fixtures


@pytest.mark.parametrize("fixture", FIXTURES)
def test_fixtures_read_as_themselves(fixture: str) -> None:
    check(good(fixture))


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if each.startswith("games/")])
def test_rules_written_plainly_are_printed_as_they_stand(fixture: str) -> None:
    """Outside tables, a rule of the design's own examples is already in plain form."""
    wanted = [line for line in text_of(fixture).split("\n") if line.strip() and "|" not in line]
    assert [line for line in to_text(good(fixture)).split("\n") if line.strip() and "|" not in line] == wanted


# ---- plain form


def test_qualifiers_stand_in_their_plain_order_whatever_the_tree_holds() -> None:
    jumbled = (
        node(ru.Together),
        node(ru.Once, scopes=("move", "feature")),
        when(node(ru.Fact, kind="inside")),
        node(ru.Except, names=(name("B"),)),
        node(ru.ForUnit),
        node(ru.For, names=(name("A"), name("C"))),
        node(ru.During, actions=(name("March"),)),
        node(ru.In, terrains=(ref("Forest"),)),
        on("start", "enter"),
    )
    assert qualifiers_text(jumbled) == (
        "on start, enter in Forest during March for A, C for unit except B when inside "
        "once per move per feature together"
    )


def test_the_left_side_of_a_rule_is_its_name_in_reports() -> None:
    dangerous = (subject("Dangerous", display="danger"), subject("Marsh", num(2)))
    assert left_text(dangerous, (on("enter", "start"),)) == "Dangerous, Marsh(2) on enter, start"
    assert left_text(dangerous, ()) == "Dangerous, Marsh(2)"
    assert subjects_text(dangerous) == 'Dangerous "danger", Marsh(2)'


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (add(add(ref("A"), ref("B")), ref("C")), "A + B + C"),
        (add(ref("A"), add(ref("B"), ref("C"))), "A + (B + C)"),
        (sub(ref("A"), mul(ref("B"), num(2))), "A - B x2"),
        (mul(sub(ref("A"), ref("B")), num("3/2")), "(A - B) x3/2"),
        (mul(ref("A"), num(2, "inches")), 'A x 2"'),
        (mul(ref("A"), div(ref("B"), ref("C"))), "A x (B / C)"),
        (div(mul(ref("A"), ref("B")), num("1/2")), "A x B / 1/2"),
        (half(half(ref("A"))), "half half A"),
        (half(add(ref("A"), num(1))), "half (A + 1)"),
        (add(half(ref("A")), num(1)), "half A + 1"),
    ],
)
def test_no_bracket_more_than_is_needed(expr: ex.Expr, text: str) -> None:
    assert expr_text(expr) == text


def test_helpers_print_parts() -> None:
    rule = read("Woods on enter when not (inside or behind): Speed - Rate, cost +5ft per square\n").items[0]
    assert isinstance(rule, ast.Rule)
    assert effects_text(rule.effects) == "Speed - Rate, cost +5ft per square"
    assert effect_text(rule.effects[0]) == "Speed - Rate"
    condition = rule.qualifiers[1]
    assert isinstance(condition, ru.When)
    assert condition_text(condition.condition) == "not (inside or behind)"


def test_a_string_with_an_inch_mark_gets_curly_quotes() -> None:
    text = 'notice “a wall 6" high”\nnotice "a “wall"\n'
    assert to_text(read(text)) == text


def test_what_people_paste_is_written_plainly() -> None:
    pasted = "Woods\u00a0: cost ×2, at most 1½″, Speed –1″ down to ½ \u00a0levels\n"
    assert to_text(read(pasted)) == 'Woods: cost x2, at most 1½", Speed -1" down to 1/2 levels\n'


def test_a_decimal_and_a_mixed_number_stay_as_they_are_written() -> None:
    text = 'Woods: cost x1.5, at most 2.5cm, Speed +1½"\n'
    assert to_text(read(text)) == text


def test_columns_of_a_table_are_aligned_also_for_wide_signs() -> None:
    table = 'table by Class\n|terrain|A|War Engine|\n|沼地|-|Dangerous|\n|Woods "Woods; jungle"||no|\n'
    assert to_text(read(table.replace("\n|", "\n    |"))) == (
        "table by Class\n"
        "    | terrain               | A | War Engine |\n"
        "    |-----------------------|---|------------|\n"
        "    | 沼地                  | - | Dangerous  |\n"
        '    | Woods "Woods; jungle" |   | no         |\n'
    )


def test_lines_carry_the_node_they_begin() -> None:
    rule = read("Flying:\n    > Prose.\n    on end in Dangerous: Risky Roll\n        Failure: stop\n").items[0]
    lines = [(line.depth, line.text, type(line.node)) for line in lines_of(rule)]
    assert lines == [
        (0, "Flying:", ast.Rule),
        (1, "> Prose.", ast.Prose),
        (1, "on end in Dangerous: Risky Roll", ast.Clause),
        (2, "Failure: stop", ast.Handler),
    ]
    assert isinstance(rule, ast.Rule)
    assert node_text(rule.block[1]) == "on end in Dangerous: Risky Roll\n    Failure: stop"


def test_a_long_item_stands_between_blank_lines() -> None:
    text = "A: stop\nB: stop\n\nC:\n    stop\n\nD: stop\n"
    assert to_text(read(text.replace("\n\n", "\n"))) == text


# ---- the generator itself


def test_every_node_of_the_language_is_drawn() -> None:
    """The declarations and the generator cannot drift apart unseen."""
    kinds = {
        kind
        for union in (ast.Item, ast.Line, ru.Effect, ru.Qualifier, ru.Condition, ex.Expr)
        for kind in get_args(union)
    }
    seen: set[type] = set()

    @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        for kind in kinds:
            seen.update(map(type, walk(data.draw(generate.nodes(kind)))))

    draw()
    assert kinds <= seen
