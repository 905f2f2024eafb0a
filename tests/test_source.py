"""Places in a text, whatever its line ends and signs."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from groundrules.source import Source


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [("", 0, (1, 1)), ("ab\ncd", 3, (2, 1)), ("ab\r\ncd", 4, (2, 1)), ("ab\rcd", 3, (2, 1)), ("ab\n", 3, (2, 1)),
     ("🌲\tx", 2, (1, 3)), ("e\u0301x\ny", 2, (1, 3)), ("ab", 99, (1, 3)),
     ("a\n\nb", 2, (2, 1)), ("a\u2028b", 2, (1, 3))],
)  # fmt: skip
def test_line_and_column(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Source("t", text).line_column(offset) == place


@given(st.text(alphabet="ab\n\r\t🌲", max_size=40), st.integers(0, 40))
def test_a_line_holds_the_offset_that_lies_in_it(text: str, offset: int) -> None:
    source = Source("t", text)
    offset = min(offset, len(text))
    line, column = source.line_column(offset)
    start, end = source.line_bounds(line)
    assert start + column - 1 == offset
    assert text[start:end] == source.line_text(line)
    assert "\n" not in source.line_text(line) and "\r" not in source.line_text(line)


def test_spans_say_where_they_are() -> None:
    source = Source("woods.terrain", "Woods: cost x2\nMarsh: cost x3\n")
    span = source.span(15, 20)
    assert (span.text, span.line, span.column, span.place) == ("Marsh", 2, 1, "woods.terrain:2")
    assert source.span(0, 5).to(span).text == "Woods: cost x2\nMarsh"
