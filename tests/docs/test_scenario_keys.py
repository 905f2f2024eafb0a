"""The page on scenarios names every key that a scenario may have, as the check of files knows them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from groundrules.scenarios import shapes
from groundrules.scenarios.shapes import Key

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"

#: The tables of the page, by their headings.
TABLES: Mapping[str, Mapping[str, Key]] = {
    "A file": shapes.FILE,
    "A scenario": shapes.SCENARIO,
    "A step under `then`": {key: value for key, value in shapes.STEP.items() if key not in shapes.SCENARIO},
    "A piece": shapes.PIECE,
    "A model": shapes.MODEL,
    "`given`": shapes.GIVEN,
    "`expect`": shapes.EXPECT,
}


def table(keys: Mapping[str, Key]) -> str:
    rows = "".join(f"| `{name}` | {key.says} |\n" for name, key in keys.items())
    return f"| key | says |\n| :-- | :-- |\n{rows}"


@pytest.mark.parametrize("heading", TABLES)
def test_the_page_has_the_table(heading: str) -> None:
    assert f"### {heading}\n\n{table(TABLES[heading])}" in PAGE.read_text(encoding="utf-8")
