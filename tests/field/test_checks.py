"""Faults that other programs had with terrain rules, as far as a text alone shows them."""

from __future__ import annotations

from typing import Any

import pytest

from groundrules.meaning import compile_ruleset
from groundrules.source import Source

KINDS = "model\n    Class: Infantry, Vehicle, Beast\n"


def codes(text: str) -> list[str]:
    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    return [each.code for each in compile_ruleset(Source("test.terrain", text), "test", nothing).diagnostics]


def test_row_09_a_class_that_a_table_forgets() -> None:
    rows = "table cost by Class\n    | terrain | Infantry | Vehicle |\n    | Mud | x2 | x3 |\n"
    assert codes(KINDS + rows) == ["GR223"]


@pytest.mark.parametrize("line", ["Mud: counts as Slime", "Mud on enter: Slime", "Mud during Slime: cost x2"])
def test_row_44_a_name_that_nothing_has(line: str) -> None:
    assert "GR200" in codes(f"outcome Hurt\nBog on enter: Hurt\n{line}\n")


def test_row_45_a_cell_that_says_nothing() -> None:
    rows = "table cost by Class\n    | terrain | Infantry | Vehicle | Beast |\n    | Mud | x2 | | no |\n"
    assert codes(KINDS + rows) == ["GR222"]
