"""Going through trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from tests.syntax import generate
from tests.syntax.reading import good, read

from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.printer import to_text
from groundrules.syntax.walk import children, find, path_to, transform, walk

TEXT = 'Woods(X), Marsh on enter: Speed -1", Hit(X + 1)\n    > Thick.\n'


def kinds(node: ex.Node) -> list[str]:
    return [type(each).__name__ for each in children(node)]


def test_children_come_in_the_order_of_the_declaration() -> None:
    rule = read(TEXT).items[0]
    assert kinds(rule) == ["Subject", "Subject", "On", "Change", "Perform", "Prose"]


def test_walking_goes_parents_first_and_leaves_nothing_out() -> None:
    assert [type(each).__name__ for each in walk(read(TEXT))] == [
        *("File", "Rule", "Subject", "Name", "Ref", "Name", "Subject", "Name", "On"),
        *("Change", "Name", "Num", "Perform", "Ref", "Name", "Binary", "Ref", "Name", "Num", "Prose"),
    ]


def test_finding_one_kind() -> None:
    assert [name.text for name in find(read(TEXT), ex.Name)] == ["Woods", "X", "Marsh", "Speed", "Hit", "X"]


@pytest.mark.parametrize(
    ("mark", "path"),
    [
        ("arsh", ["File", "Rule", "Subject", "Name"]),
        ("X + 1", ["File", "Rule", "Perform", "Ref", "Binary", "Ref", "Name"]),
        ("1)", ["File", "Rule", "Perform", "Ref", "Binary", "Num"]),
        ("nter", ["File", "Rule", "On"]),
        ("hick", ["File", "Rule", "Prose"]),
    ],
)
def test_the_nodes_around_an_offset(mark: str, path: list[str]) -> None:
    assert [type(each).__name__ for each in path_to(read(TEXT), TEXT.index(mark))] == path


def test_an_offset_outside_has_no_nodes_around_it() -> None:
    assert path_to(read("\n\nWoods: stop\n"), 0) == []


def test_an_unchanged_tree_is_the_same_object() -> None:
    file = good("rules")
    assert transform(file, lambda node: node) is file


def test_a_change_reaches_every_node() -> None:
    def louder(node: ex.Node) -> ex.Node:
        return replace(node, text=node.text.upper(), key="") if isinstance(node, ex.Name) else node

    assert (
        to_text(transform_file(read(TEXT), louder)) == 'WOODS(X), MARSH on enter: SPEED -1", HIT(X + 1)\n    > Thick.\n'
    )


def transform_file(file: ast.File, change: Callable[[ex.Node], ex.Node]) -> ast.File:
    changed = transform(file, change)
    assert isinstance(changed, ast.File)
    return changed


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(generate.files())
def test_every_printed_name_is_walked(file: ast.File) -> None:
    """Nothing hides from the walk: renaming all names leaves none of the old ones in the text."""

    def renamed(node: ex.Node) -> ex.Node:
        return replace(node, text="Qq", key="") if isinstance(node, ex.Name) else node

    names = {name.text for name in find(transform_file(file, renamed), ex.Name)}
    assert names <= {"Qq"}
    count = sum(1 for _ in find(read(to_text(file)), ex.Name))
    assert count == sum(1 for _ in find(file, ex.Name))


def test_qualifiers_are_found_in_clauses_too() -> None:
    events = [event for on in find(good("rules"), ru.On) for event in on.events]
    assert events == ["enter", "end", "enter", "leave"]
