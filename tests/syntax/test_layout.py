"""Columns to blocks: what stands where, and that an odd column is told once."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from groundrules.source import Source
from groundrules.syntax import ast, lexer, parse
from groundrules.syntax.rows import rows_of


def outline(text: str) -> list[str]:
    """The lines of a text, each with a dot for every block it lies in, as the parser takes them."""
    found: list[str] = []

    def walk(lines: tuple[object, ...], depth: int) -> None:
        for line in lines:
            if isinstance(line, ast.Clause | ast.Handler | ast.Rule | ast.Option):
                found.append("." * depth + re.split(r"[\r\n]", line.span.text)[0].strip())
                walk(line.block, depth + 1)

    walk(parse(Source("x", text)).file.items, 0)
    return found


def codes(text: str) -> list[tuple[str, int]]:
    return [(found.code, found.span.line) for found in parse(Source("x", text)).diagnostics]


def columns(text: str) -> list[int]:
    return [row.column for row in rows_of(text, lexer().tokens(text))]


def test_tabs_reach_to_the_next_multiple_of_four() -> None:
    assert columns("A\n\tB\n  \tC\n   \tD\n    \tE\n\t\tF\n \u00a0G") == [0, 4, 4, 4, 8, 8, 2]


def test_blank_lines_comments_and_rule_rows_do_not_count() -> None:
    assert columns("# c\n\n   # d\nA\n      \n # e\n    B\n    |---|\n  # f") == [0, 4]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_ends_a_line(end: str) -> None:
    text = end.join(["A:", "    stop", "    for B:", "        stop", "C: stop"])
    assert outline(text) == ["A:", ".stop", ".for B:", "..stop", "C: stop"]
    assert codes(text) == []


def test_a_line_goes_on_after_a_comma_and_or() -> None:
    text = "A: forbid enter and\nend,\n            stop\nB when inside or\n  touching: stop"
    assert outline(text) == ["A: forbid enter and", "B when inside or"]
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" A: stop\nB: stop", [("GR101", 1)]),
        ("   A: stop\n   B: stop\n   C:\n      stop", [("GR101", 1)]),
        ("A: stop\n B: stop\n C: stop\nD: stop", [("GR102", 2)]),
        ("A:\n stop\n forbid end\nD: stop", [("GR102", 2)]),
        ("A:\n    stop\n   forbid end\n   no effect\nD: stop", [("GR103", 3)]),
        ("A:\n        stop\n    forbid end\n    no effect\nD: stop", [("GR103", 2)]),
        ("A:\n    for B:\n        stop\n      for C: stop\n    for D: stop", [("GR103", 4)]),
        ("A: stop\n B: stop\nC: stop\n D: stop", [("GR102", 2), ("GR102", 4)]),
    ],
)
def test_an_odd_column_is_told_once_for_its_run_of_lines(text: str, told: list[tuple[str, int]]) -> None:
    assert codes(text) == told


def test_a_block_that_was_told_leaves_later_blocks_alone() -> None:
    text = 'version "1"\n    author "x"\nA:\n    stop\nB:\n    stop\n'
    assert codes(text) == [("GR107", 2)]
    assert outline(text) == ["A:", ".stop", "B:", ".stop"]


@pytest.mark.parametrize("mark", ["- ", "* ", "+ ", "• ", "– "])
def test_list_marks_are_taken_off(mark: str) -> None:
    assert outline(f"{mark}A: stop\n{mark}B: stop") == ["A: stop", "B: stop"]
    assert codes(f"{mark}A: stop\n  {mark}for B: forbid end") == []


@pytest.mark.parametrize("subject", ["**Woods**", "*Woods*", "__Woods__", "_Woods_", "***Woods***", "- **Woods**"])
def test_marks_round_a_subject_are_taken_off(subject: str) -> None:
    for text in (f"{subject}: stop", f"{subject} on enter: stop"):
        parsed = parse(Source("x", text))
        assert parsed.diagnostics == ()
        assert isinstance(rule := parsed.file.items[0], ast.Rule)
        assert rule.subjects[0].name.span.text == "Woods"


def test_the_colon_may_stand_inside_the_marks() -> None:
    assert codes("**Woods:** stop") == []


def test_marks_that_do_not_match_are_told() -> None:
    assert len(codes("**Woods*: stop")) == 1
    assert len(codes("Woods*: stop")) == 1


def test_a_negative_band_is_no_list() -> None:
    text = "roll R: d6 - 3\n    -9 to -1: stop\n    -2: stop\n    0+: no effect"
    assert codes(text) == []
    roll = parse(Source("x", text)).file.items[0]
    assert isinstance(roll, ast.Roll)
    assert [band.range.kind for band in roll.lines if isinstance(band, ast.Band)] == ["span", "exact", "from"]


_LINES = st.lists(
    st.tuples(st.sampled_from(["", " ", "  ", "    ", "\t", "      "]), st.sampled_from(["A:", "stop", "for B:", ","])),
    max_size=12,
)


@given(_LINES)
def test_layout_never_fails_and_tells_at_most_one_thing_a_line(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(blanks + words for blanks, words in lines)
    told = codes(text)
    assert len({line for _, line in told}) == len(told)
