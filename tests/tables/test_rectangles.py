"""``rect`` takes two corners; a width and a height that look like corners are told with both readings."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tables.reading import read

RULES = 'rules: "Woods: cost x2"\ntable: {copse: {terrain: Woods, rect: %s}}\n'


@pytest.mark.parametrize(
    ("rect", "lies", "help"),
    [
        ("[10, 5, 4, 8]", "left of", "`[4, 5, 10, 8]` for two corners, and `[10, 5, 14, 13]`"),
        ("[1, 5, 4, 3]", "below", "`[1, 3, 4, 5]` for two corners, and `[1, 5, 5, 8]`"),
        ("[3, 3, 1/2, 1/2]", "left of", "`[1/2, 1/2, 3, 3]` for two corners, and `[3, 3, 7/2, 7/2]`"),
        ("[0, 0, -4, 3]", "left of", "`[-4, 0, 0, 3]` for two corners"),
    ],
)
def test_corners_the_wrong_way_round(rect: str, lies: str, help: str, tmp_path: Path) -> None:
    file = read(tmp_path, RULES % rect)
    (found,) = file.all_diagnostics
    assert (found.code, found.message) == ("GR507", f"the second corner of `copse` lies {lies} the first")
    assert found.help == f"write {help}{' for a width and a height' if ' and ' in help else ''}"
    assert found.span.text == rect


@pytest.mark.parametrize("rect", ["[0, 0, 4, 3]", "[-4, -3, -1, -1]", "[2, 1, 4, 3]"])
def test_corners_in_order(rect: str, tmp_path: Path) -> None:
    assert read(tmp_path, RULES % rect).all_diagnostics == ()
