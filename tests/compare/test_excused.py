"""Excused mutants, and the pages of what is wrong with them."""

from __future__ import annotations

import pytest
from tests.docs.fences import snippets

from groundrules.compare.excused import Judged, held_against, read_excuses
from groundrules.source import Source

#: The mutants that the pages speak of; 17 more fill up to 20.
MUTANTS = [
    Judged("Marsh", "`cost x2` becomes `cost x3`", None),
    Judged("Marsh", "`cost x2` becomes `cost x1`", None),
    Judged("Marsh", "`cost x2` is left out", "a marsh takes twice as long"),
    *(Judged(f"Rule {number}", "`stop` is left out", "a stop") for number in range(17)),
]


def found(text: str) -> list[str]:
    excuses, wrong = read_excuses(Source("mutants.yaml", text))
    return [each.code for each in (*wrong, *held_against(excuses, MUTANTS))]


@pytest.mark.parametrize("code", ["GR420", "GR421", "GR422"])
def test_what_a_page_avoids_is_found_and_what_it_prefers_is_not(code: str) -> None:
    page = snippets(code)
    assert set(found(page["Avoid"])) == {code}
    assert found(page["Prefer"]) == []


def test_one_in_twenty_may_be_excused_and_no_more() -> None:
    one = "- {id: Marsh, change: '`cost x2` becomes `cost x3`', reason: never entered}\n"
    excuses, _ = read_excuses(Source("mutants.yaml", one))
    assert held_against(excuses, MUTANTS) == ()
    assert [each.code for each in held_against(excuses, MUTANTS[:19])] == ["GR422"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("id: Marsh", "GR404"),
        ("- Marsh", "GR404"),
        ("- {id: Marsh, change: x}", "GR406"),
        ("- {id: Marsh, change: x, reason: ''}", "GR406"),
        ("- {id: Marsh, change: '`cost x2` becomes `cost x3`', reason: y, raeson: x}", "GR402"),
        ("- [", "GR400"),
    ],
)
def test_what_is_no_excuse(text: str, code: str) -> None:
    assert found(text) == [code]


def test_the_nearest_mutant_is_named() -> None:
    excuses, _ = read_excuses(Source("m.yaml", "- {id: Marsh, change: '`cost x2` becomes `cost x5`', reason: never}"))
    (each,) = held_against(excuses, MUTANTS)
    assert each.help == "the nearest one is: `cost x2` becomes `cost x3`"
