"""The page on mutation holds the table of operators, and each does what its example shows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from groundrules.compare.operators import OPERATORS, Operator
from groundrules.compare.variants import names_of
from groundrules.source import Source
from groundrules.syntax import parse, printer
from groundrules.syntax.ast import File
from groundrules.syntax.ast_expr import Node
from groundrules.syntax.walk import transform, walk

PAGE = Path(__file__).parents[2] / "docs" / "testing-rules.md"

#: What an example needs around it to be a file.
AROUND = {
    "2-": "roll Bog Test: 2d6\n    {}\n    7-12 Success\n",
    "| ": "table cost by Class\n    | terrain | Infantry |\n    |---|---|\n    {}\n",
}


def table() -> str:
    rows = "".join(f"| {each.name} | {each.says} | {code(each.before)} | {code(each.after)} |\n" for each in OPERATORS)
    return f"| operator | what it does | before | after |\n| :-- | :-- | :-- | :-- |\n{rows}"


def code(text: str) -> str:
    return f"`{text}`".replace("|", "&#124;") if text else "–"


def swapped(old: Node, new: Node, each: Node) -> Node:
    return new if each is old else each


def test_the_page_has_the_table_of_operators() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda each: each.name)
def test_an_operator_does_what_its_example_shows(operator: Operator) -> None:
    around = AROUND.get(operator.before[:2], "{}\n")
    file = parse(Source("before.terrain", around.format(operator.before))).file
    names = names_of([parse(Source("covers.terrain", "cover Soft\ncover Hard\n")).file])
    made = []
    for node in walk(file):
        for variant in operator.make(node, names):
            changed = transform(file, partial(swapped, node, variant.node))
            assert isinstance(changed, File)
            made.append([" ".join(line.split()) for line in printer.to_text(changed).splitlines()])
    wanted = operator.after
    assert any(wanted in lines for lines in made) if wanted else [] in made, made
