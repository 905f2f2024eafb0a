"""Numbers and rolls where an effect stands: what is said of them."""

from __future__ import annotations

import pytest

from groundrules.source import Source
from groundrules.syntax import ast, parse

ONCE = 'write `cost {0}" to enter` for once on entering, or a field before it: `Speed {1}{0}"`'
OUTCOME = "what happens to a model is an outcome, with a capital: write `{0}`, or `{0}({1})`"
ROLL = "write `Lava Test` here, and elsewhere, with its bands below it:\nroll Lava Test: d6"


@pytest.mark.parametrize(
    ("line", "code", "place", "help"),
    [
        ('Wall: +2"', "GR136", '+2"', ONCE.format(2, "+")),
        ('Wall: -1"', "GR136", '-1"', ONCE.format(1, "-")),
        ('Wall: 2"', "GR136", '2"', ONCE.format(2, "+")),
        ("Lava: 1 wound", "GR136", "1", OUTCOME.format("Wound", 1)),
        ("Lava on enter: stop, 2 Hits", "GR136", "2", OUTCOME.format("Hits", 2)),
        ("Lava on enter: roll d6", "GR100", "roll d6", ROLL),
        ("Lava on enter: roll d6, on a 1 stop", "GR100", "roll d6, on a 1 stop", ROLL),
    ],
)
def test_what_is_said(line: str, code: str, place: str, help: str) -> None:
    (found,) = parse(Source("test.terrain", f"{line}\nWoods: stop\n")).diagnostics
    assert (found.code, found.span.text, found.help) == (code, place, help)


def test_an_action_with_a_capital_is_one() -> None:
    parsed = parse(Source("test.terrain", "Action Walk: up to Speed\nState Road: cost x2\nAction Hill: cost x2\n"))
    assert [each.code for each in parsed.diagnostics] == ["GR115"]
    assert [type(item) for item in parsed.file.items] == [ast.Action, ast.Rule, ast.Rule]
    assert isinstance(parsed.file.items[0], ast.Action) and parsed.file.items[0].names[0].name.text == "Walk"
