"""Any tree, written in any hand with comments anywhere, keeps its meaning and its comments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from tests.syntax import generate

from groundrules.source import Source
from groundrules.syntax import lexer, parse
from groundrules.syntax.format import format_source
from groundrules.syntax.printer import to_text
from groundrules.syntax.trivia import comments

GENTLE = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

Draw = Callable[[st.SearchStrategy[Any]], Any]
WORDS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=8).map(lambda text: f"#{text}".rstrip())


def broken(line: str) -> list[str]:
    """A line in all parts in which it may be written, one below the other."""
    ends = [0, *(t.end_pos for t in lexer().tokens(line) if t.type in ("COMMA", "AND", "OR")), len(line)]
    return [line[start:end].strip() for start, end in pairwise(ends)]


@st.composite
def scrawled(draw: Draw) -> tuple[str, Counter[str]]:
    """A file in somebody's hand, and the comments in it."""
    indent = draw(st.sampled_from(["  ", "   ", "    ", "\t", "        "]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    put: Counter[str] = Counter()
    lines: list[str] = []

    def between() -> None:
        for _ in range(draw(st.integers(0, 2))):
            comment = draw(WORDS | st.just(""))
            lines.append(" " * draw(st.integers(0, 10)) + comment)
            put.update([comment] if comment else [])

    for line in to_text(draw(generate.files())).splitlines():
        between()
        bare = line.lstrip(" ")
        text = indent * ((len(line) - len(bare)) // 4)
        parts = broken(bare) if draw(st.integers(0, 3)) == 0 else [bare]
        for part in parts[:-1]:
            comment = draw(WORDS | st.just(""))
            put.update([comment] if comment else [])
            lines.append(f"{text}{part} {comment}".rstrip())
            between()
            text = " " * draw(st.integers(0, 9))
        text += parts[-1]
        if bare and not bare.startswith(">") and draw(st.booleans()):
            comment = draw(WORDS)
            text += draw(st.sampled_from(["", " ", "   ", "\t"])) + comment
            put.update([comment])
        lines.append(text)
    between()
    return end.join(lines) + draw(st.sampled_from(["", end, end * 3])), put


@GENTLE
@given(scrawled())
def test_meaning_and_comments_survive(drawn: tuple[str, Counter[str]]) -> None:
    text, put = drawn
    before = parse(Source("before.terrain", text))
    assert not before.diagnostics, text
    done = format_source(Source("before.terrain", text))
    assert done.text is not None, (text, done.diagnostics)
    after = parse(Source("after.terrain", done.text))
    assert after.file == before.file
    assert comments(after.tokens) == put
    again = format_source(Source("after.terrain", done.text))
    assert again.text == done.text


@GENTLE
@given(st.text(st.sampled_from("Wo# \t\r\n>|-:xcost\u00a0,é"), max_size=40))
def test_no_text_is_too_strange(text: str) -> None:
    done = format_source(Source("strange.terrain", text))
    if done.text is not None:
        assert format_source(Source("strange.terrain", done.text)).text == done.text
