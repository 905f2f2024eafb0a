"""Lines of the header as other files have them: told, mended, and never taken for a rule or the other way round."""

from __future__ import annotations

import pytest

from groundrules.source import Source
from groundrules.syntax import ast, parse

MEANT = {
    "Game: Mordheim": 'ruleset "Mordheim"',
    'Game: "Mordheim"': 'ruleset "Mordheim"',
    'game "Mordheim"': 'ruleset "Mordheim"',
    "game: old world": 'ruleset "old world"',
    "Title: My Game": 'ruleset "My Game"',
    'title "My Game"': 'ruleset "My Game"',
    "Name: Warhammer 40k, ours": 'ruleset "Warhammer 40k, ours"',
    "ruleset: Mordheim": 'ruleset "Mordheim"',
    "Version: 2": 'version "2"',
    "version: 1.2.3": 'version "1.2.3"',
    "Author: Bob Smith": 'author "Bob Smith"',
    "License: CC BY 4.0": 'licence "CC BY 4.0"',
    "Units: inches": "distance inches",
    "Distance: cm": "distance cm",
}

RULES = [
    "Game: cost x2",
    "Source: counts as Woods",
    "Source: Woods",
    "Name on enter: Bog Test",
    "Notice: stop",
    "Version: cost +2, stop",
]


@pytest.mark.parametrize("line", MEANT)
@pytest.mark.parametrize("comment", ["", "  # ours"])
def test_a_line_of_the_header(line: str, comment: str) -> None:
    text = f"{line}{comment}\nWoods: cost x2\n"
    parsed = parse(Source("test.terrain", text))
    (told,) = parsed.diagnostics
    assert (told.code, told.span.text, told.help) == ("GR117", line, f"write `{MEANT[line]}`")
    assert told.fix is not None
    (edit,) = told.fix.edits
    mended = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert mended == f"{MEANT[line]}{comment}\nWoods: cost x2\n"
    assert parse(Source("test.terrain", mended)).diagnostics == ()
    meant = parse(Source("test.terrain", mended)).file
    assert [type(item) for item in parsed.file.items] == [type(item) for item in meant.items]


@pytest.mark.parametrize("line", RULES)
def test_a_rule_stays_one(line: str) -> None:
    parsed = parse(Source("test.terrain", f"{line}\nWoods: cost x2\n"))
    assert parsed.diagnostics == ()
    assert isinstance(parsed.file.items[0], ast.Rule)


def test_a_second_title_is_not_guessed() -> None:
    parsed = parse(Source("test.terrain", 'ruleset "Ours"\nGame: Mordheim\n'))
    assert parsed.diagnostics == () and isinstance(parsed.file.items[1], ast.Rule)
