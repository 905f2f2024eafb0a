"""What is near to a mistake and is none gives no finding: one fixture a check, as far from it as an author may come."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lint.support import found, told

GOOD = sorted((Path(__file__).parent / "good").glob("*.terrain"))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_near_miss_is_no_finding(path: Path) -> None:
    what = found(path.read_text(encoding="utf-8"))
    assert what == (), told(what)


def test_every_check_of_words_and_names_has_a_near_miss() -> None:
    assert {f"GR{number}" for number in range(350, 365)} <= {path.stem for path in GOOD}


def test_a_name_close_to_many_is_told_once() -> None:
    names = [f"Th{letter}cket" for letter in "aeiou"]
    text = "overlap worst\n" + "".join(f"{name}: cost x2\n{name} on end: stop\n" for name in names)
    mine = [each for each in found(text) if each.code == "GR321"]
    assert len(mine) == len(names) - 1
