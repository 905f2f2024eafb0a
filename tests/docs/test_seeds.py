"""The clauses of the bundled games: the rules and scenarios that their pages name are there."""

from __future__ import annotations

import re

import pytest
from tests.docs.fences import ROOT

from groundrules.project.playing import load
from groundrules.scenarios.coverage import items_of

PAGES = {path.stem: path for folder in ("seeds", "games") for path in (ROOT / "docs" / folder).glob("[a-z]*.md")}
NAMES = sorted(PAGES)


def rows(name: str) -> list[list[str]]:
    """The cells of each clause: its number, what the document says, the rule, where it is shown."""
    text = PAGES[name].read_text(encoding="utf-8")
    found = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if re.match(r"\| +\d+ \|", line)]
    return [[cell.strip() for cell in row] for row in found]


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_its_row(name: str) -> None:
    listed = rows(name)
    assert [row[0] for row in listed] == [str(number) for number in range(1, len(listed) + 1)]
    assert all(len(row) == 4 and all(row) for row in listed)


@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_that_a_page_names_are_there(name: str) -> None:
    (path,) = (ROOT / "rules_src" / name / "scenarios").glob("*.yaml")
    play = load(path, path.name)
    assert play is not None and play.document is not None
    known = {scenario.name.split(" / ")[0] for scenario in play.document.scenarios}
    named = {each for row in rows(name) for each in re.findall(r"scenario \*(.+?)\*", row[3])}
    assert named and named - known == set()


@pytest.mark.parametrize("name", NAMES)
def test_the_branches_that_a_page_names_are_ids(name: str) -> None:
    (path,) = (ROOT / "rules_src" / name / "scenarios").glob("*.yaml")
    play = load(path, path.name)
    assert play is not None and play.ruleset is not None
    ids = {item.id for item in items_of(play.ruleset)} | {
        f"{roll.name} > {handler.band}" for roll in play.ruleset.rolls for handler in roll.handlers
    }
    named = {each for row in rows(name) for each in re.findall(r"`([^`]+ > [^`]+)`", row[2])}
    assert {each for each in named if not any(known.startswith(each) for known in ids)} == set()
