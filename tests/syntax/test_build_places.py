"""Every node knows its exact place: read alone, the text of a place gives the same node."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from tests.syntax import generate
from tests.syntax.reading import good, read
from tests.syntax.test_build_grammar import FIXTURES

from groundrules.naming import name_key
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.printer import to_text
from groundrules.syntax.walk import children, find, walk


def rule_of(text: str) -> ast.Rule:
    item = read(text).items[0]
    assert isinstance(item, ast.Rule)
    return item


def read_effect(text: str) -> ex.Node:
    return rule_of(f"A: {text}").effects[0]


def read_qualifier(text: str) -> ex.Node:
    return rule_of(f"A {text}: stop").qualifiers[0]


def read_condition(text: str) -> ex.Node:
    when = rule_of(f"A when {text}: stop").qualifiers[0]
    assert isinstance(when, ru.When)
    return when.condition


def read_argument(text: str) -> ex.Node:
    factor = text.startswith(("x", "×"))
    effect = rule_of(f"A: Hit({'A ' * factor}{text})").effects[0]
    assert isinstance(effect, ru.Perform)
    argument = effect.ref.args[0]
    return argument.right if factor and isinstance(argument, ex.Binary) else argument


def read_item(text: str) -> ex.Node:
    return read(text).items[0]


#: How a node of some kind is read alone.
ALONE: tuple[tuple[Any, Callable[[str], ex.Node]], ...] = (
    (get_args(ru.Effect), read_effect),
    (get_args(ru.Qualifier), read_qualifier),
    (get_args(ru.Condition), read_condition),
    (get_args(ex.Expr), read_argument),
    (get_args(ast.Item), read_item),
)


def check_alone(node: ex.Node) -> None:
    """The text of the node's place, read by itself, is the node again."""
    text = node.span.text
    if isinstance(node, ast.Option) and "\n" not in text:
        assert read_item(text) == node
        return
    for kinds, reader in ALONE:
        # A line in a block stands farther right than its own lines would, read alone.
        if isinstance(node, kinds) and not ("\n" in text and node.span.column > 1):
            assert reader(text) == node, text
            return


def check_places(file: ast.File) -> None:
    """Places lie in each other as nodes do, in order, without blanks around them."""
    for node in walk(file):
        text = node.span.text
        assert text == text.strip() or (isinstance(node, ast.Cell) and node.kind == "empty"), (node, text)
        inside = sorted(children(node), key=lambda each: each.span.start)
        if not isinstance(node, ast.File | ast.Rule):
            assert all(node.span.start <= each.span.start and each.span.end <= node.span.end for each in inside), node
        if not isinstance(node, ru.Named | ru.Perform):
            assert all(a.span.end <= b.span.start for a, b in pairwise(inside)), (node, text)
    for name in find(file, ex.Name):
        assert name_key(name.span.text) == name.key


@pytest.mark.parametrize("fixture", FIXTURES)
def test_places_in_fixtures(fixture: str) -> None:
    check_places(good(fixture))


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if each not in ("rules",)])
def test_nodes_of_fixtures_read_alone(fixture: str) -> None:
    for node in walk(good(fixture)):
        check_alone(node)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(generate.files())
def test_places_in_drawn_files(file: ast.File) -> None:
    check_places(read(to_text(file)))


def test_an_item_ends_with_its_last_line_and_not_with_the_comment_below() -> None:
    first, second = read("Woods: stop  # why\n    > Prose.  \n\n# ---\nMarsh on enter:\n    stop\n# end\n").items
    assert first.span.text == "Woods: stop  # why\n    > Prose."
    assert second.span.text == "Marsh on enter:\n    stop"


def test_brackets_belong_to_what_they_hold() -> None:
    effect = rule_of("Woods: at most half (Speed + 1) x2").effects[0]
    assert isinstance(effect, ru.Limit)
    product = effect.value
    assert isinstance(product, ex.Binary)
    assert product.span.text == "half (Speed + 1) x2"
    assert product.left.span.text == "half (Speed + 1)"
    assert isinstance(product.left, ex.Half)
    assert product.left.term.span.text == "(Speed + 1)"
    assert product.right.span.text == "x2"


def test_the_ends_of_a_range_have_places_of_their_own() -> None:
    roll = read("roll Test: d6\n    1-X Low\n    7+: stop\n    Skill+: stop\n").items[0]
    assert isinstance(roll, ast.Roll)
    ends = [
        (end.span.text if end else None) for band in find(roll, ast.Band) for end in (band.range.low, band.range.high)
    ]
    assert ends == ["1", "X", "7", None, "Skill", None]


def test_an_empty_cell_is_the_gap_between_its_bars() -> None:
    table = read("table by Class\n    | terrain | A |\n    | Woods |   |\n    ||B|\n").items[0]
    assert isinstance(table, ast.Table)
    empty = [cell for cell in find(table, ast.Cell) if cell.kind == "empty"]
    assert [cell.span.text for cell in empty] == ["   ", ""]
