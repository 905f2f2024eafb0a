"""The list of reports is complete, and every test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

INDEX = Path(__file__).with_name("INDEX.md")
TOP = Path(__file__).parents[2]


def rows() -> dict[str, str]:
    found = re.findall(r"^\| (S?\d+) \| .*? \| (.*) \|$", INDEX.read_text(encoding="utf-8"), re.M)
    return dict(found)


def test_every_report_has_a_row() -> None:
    assert list(rows()) == [*map(str, range(1, 75)), *(f"S{n}" for n in range(1, 12))]


def test_every_named_test_is_there() -> None:
    for row, tests in rows().items():
        for named in re.findall(r"`(tests/[^`]+)`", tests):
            path, _, function = named.partition("::")
            text = (TOP / path).read_text(encoding="utf-8")
            assert not function or f"def {function}(" in text, (row, named)


def test_few_cannot_arise() -> None:
    without = [row for row, tests in rows().items() if "::" not in tests and "test_" not in tests]
    assert len([row for row in without if row not in ("72", "73", "74")]) <= 8
