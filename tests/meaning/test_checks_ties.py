"""What is said of rules that tie: one finding for each rule in the way, and an `except` that settles it."""

from __future__ import annotations

import re

import pytest
from tests.meaning.test_checks import found

HEAD = (
    "model\n    Class: Infantry, Vehicle\n    traits: Flying, Heavy\n"
    "actions March, Charge\noverlap worst\nWoods: block sight\n"
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Woods for Vehicle: cost x2", "Woods during March: cost x3"),
        ("Woods for Vehicle: cost x2", "Woods when Flying: cost x3"),
        ("Woods when Flying: forbid enter", "Woods when Heavy: allow enter"),
        ("Any Terrain for Vehicle: cost x2", "Woods: cost x3"),
        ("Flying: allow enter", "Heavy: forbid enter"),
        ("Flying: allow Charge", "March: forbid Charge"),
        ("Flying in Woods: cost x2", "Heavy in Woods: cost x3"),
    ],
)
def test_each_offered_except_settles_the_tie(one: str, other: str) -> None:
    (tie,) = found(f"{HEAD}{one}\n{other}\n")
    assert tie.code == "GR250" and tie.help is not None
    offers = re.findall(r"write `([^`]*): …` where `([^`]*)` is to win", tie.help)
    assert offers
    for way, winner in offers:
        kept, changed = (one, other) if one.startswith(f"{winner}:") else (other, one)
        rule = f"{way}:{changed.partition(':')[2]}"
        assert found(f"{HEAD}{kept}\n{rule}\n") == [], rule


def test_a_rule_in_the_way_of_many_is_one_finding() -> None:
    rules = "".join(f'Woods for Vehicle when agreed "{n}": cost x2\n' for n in range(6))
    (tie,) = found(f"{HEAD}{rules}Woods during March: cost x3\n")
    assert tie.span.line == 13 and len(tie.related) == 4 and "2 more" in tie.message


def test_a_tie_that_never_meets_is_none() -> None:
    assert found(f"{HEAD}Woods for Vehicle: cost x2\nWoods for Infantry during March: cost x3\n") == []
