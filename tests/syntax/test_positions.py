"""Places: right in every text, whatever its signs, blanks and line ends."""

from __future__ import annotations

import pytest

from groundrules.source import Source, Span
from groundrules.syntax import ast, parse
from groundrules.syntax.ast_expr import Name
from groundrules.syntax.walk import find


def only(text: str) -> Span:
    """The place of the one thing that is wrong in a text."""
    [found] = parse(Source("x", text)).diagnostics
    return found.span


@pytest.mark.parametrize(
    ("before", "line", "column"),
    [
        ("", 1, 8),
        ("# 🏰🌲 é\n", 2, 8),
        ("Łąka: stop\r\n", 2, 8),
        ("A: stop\rB: stop\r", 3, 8),
        ("A:\n\tstop\n", 3, 8),
        ('outcome Hit "🎲 e\u0301 hit"\n', 2, 8),
        ("A: stop\n\n\n# c\n   \n", 6, 8),
    ],
)
def test_a_place_is_counted_in_signs_and_lines(before: str, line: int, column: int) -> None:
    for after in ("", "\n", "\r\n", "\r", "\nB: stop", "  # behind\n"):
        span = only(f"{before}Woods: costt x2{after}")
        assert (span.line, span.column, span.text) == (line, column, "costt")


def test_emoji_before_a_mistake_in_its_line() -> None:
    assert only('Wall "🏰": costt x2').text == "costt"
    assert only('Wall "🏰": costt x2').column == 11


def test_names_stand_where_they_are_written() -> None:
    text = "Łąka, War  Engine on enter for No Man’s Land: Risky Roll\r\n\t> 🌊\r\n\tfor Über-Wald: Test"
    file = parse(Source("x", text)).file
    assert [name.span.text for name in find(file, Name)] == [
        "Łąka", "War  Engine", "No Man’s Land", "Risky Roll", "Über-Wald", "Test",
    ]  # fmt: skip


def test_a_mistake_at_the_end_of_a_line_is_told_in_that_line() -> None:
    assert only("Woods: forbid\n\n\n# comment\nMarsh: stop").line == 1
    assert only("Marsh: stop\nWoods: forbid").line == 2


def test_a_mistake_in_a_line_that_goes_on_is_told_where_it_is() -> None:
    assert only("A: forbid enter and\n    end and\n    costt").line == 3
    assert only("A: stop,\n    forbid enter and\n    end costt,\n    stop").line == 3


@pytest.mark.parametrize("text", ["", "\n", "   ", "\r\n\r\n", "# only a comment", "# comment\n\n", "\t\n \u00a0"])
def test_a_text_of_nothing_is_a_file_of_nothing(text: str) -> None:
    parsed = parse(Source("x", text))
    assert parsed.diagnostics == ()
    assert parsed.file.items == ()


def test_no_final_line_end_makes_no_difference() -> None:
    for text in (
        "Woods: stop",
        "Woods:\n    stop",
        "Woods:\n    stop # c",
        "roll R: d6\n    1: stop\n    2+: no effect",
    ):
        assert parse(Source("x", text)).file == parse(Source("x", text + "\n")).file
        assert parse(Source("x", text)).diagnostics == ()


def test_spans_of_items_neither_overlap_nor_hold_blanks_around() -> None:
    text = "# c\nA: stop  # d\n\nB:\n    stop\n    # e\n\nC: stop"
    items = parse(Source("x", text)).file.items
    assert [item.span.text for item in items] == ["A: stop", "B:\n    stop", "C: stop"]
    assert all(isinstance(item, ast.Rule) for item in items)
