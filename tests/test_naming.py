"""Names of files: safe everywhere, readable, and never twice the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from groundrules.naming import LONGEST, distinct_file_names, file_name, file_names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Woods", "woods"),
        ("War Engine", "war-engine"),
        ("WarEngine", "war-engine"),
        ("No Man's Land", "no-mans-land"),
        ("No Man’s Land", "no-mans-land"),
        ("Razor-Wire", "razor-wire"),
        ("Łąka", "u0142aka"),
        ("\u0141a\u0328ka", "u0142aka"),
        ("Straße", "strasse"),
        ("沼地", "u6cbcu5730"),
        ("𝔚oods", "woods"),
        ("Level 2 Woods", "level-2-woods"),
        ("../../secret", "secret"),
        ("a|b<c>:d", "a-b-c-d"),
        ("Con", "con-x"),
        ("NUL", "nul-x"),
        ("COM¹", "com1-x"),
        ("", "unnamed"),
        ("…", "unnamed"),
    ],
)
def test_a_name_as_a_file(name: str, expected: str) -> None:
    assert file_name(name) == expected


@given(st.text())
def test_every_name_is_safe(name: str) -> None:
    safe = file_name(name)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", safe)
    assert len(safe) <= LONGEST
    assert file_name(safe) == safe


@given(st.lists(st.sampled_from(["Wood", "wood", "Wood 2", "wood-2", "Wóod", "Marsh"])))
def test_no_two_names_share_a_file(names: list[str]) -> None:
    given_names = file_names(names)
    assert set(given_names) == set(names)
    assert len(set(given_names.values())) == len(given_names)


def test_a_clash_is_numbered_in_order() -> None:
    assert file_names(["Wood", "wood", "WOOD"]) == {"Wood": "wood", "wood": "wood-2", "WOOD": "wood-3"}
    assert distinct_file_names(["Wood", "Wood 2", "Wood"]) == ["wood", "wood-2", "wood-3"]


def test_long_names_stay_apart() -> None:
    one, other = file_name("a" * 1_000_000), file_name("a" * 999_999)
    assert one != other
    assert len(one) == len(other) == LONGEST
