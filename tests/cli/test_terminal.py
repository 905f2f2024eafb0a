"""Signs, colours and widths: nothing an author writes breaks a terminal or an encoding."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, strategies as st

from groundrules.cli.terminal import Output, fit, fit_json, visible, wants_colour, width


def test_plain_signs_where_an_encoding_has_none() -> None:
    assert fit("6″ × ½ – “Łąka’s”", "ascii") == '6" x 1/2 - "\\u0141\\u0105ka\'s"'
    assert fit("6″ – café", "cp1252") == '6" – café'
    assert fit("6″ 沼地", "utf-8") == "6″ 沼地"


@given(st.text(), st.sampled_from(["ascii", "cp1252", "latin-1", "utf-8", "cp437", "no-such-encoding"]))
def test_nothing_fails_on_its_way_out(text: str, encoding: str) -> None:
    fitted = fit(text, encoding)
    fitted.encode("ascii" if encoding == "no-such-encoding" else encoding)


@given(st.text(), st.sampled_from(["ascii", "cp1252", "utf-8"]))
def test_json_stays_json(text: str, encoding: str) -> None:
    written = fit_json(json.dumps([text], ensure_ascii=False), encoding)
    written.encode(encoding, "surrogatepass" if encoding == "utf-8" else "strict")
    assert json.loads(written) == [text]


@given(st.text())
def test_nothing_moves_the_cursor(text: str) -> None:
    shown = visible(text)
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2028\u2029")


def test_escapes_are_shown() -> None:
    assert visible("a\x1b[31mb\u202ec\rd") == "a\\x1b[31mb\\u202ec\\rd"


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("Łąka", 4), ("a\u0328", 1), ("沼地", 4), ("🌲", 2)])
def test_columns(text: str, columns: int) -> None:
    assert width(text) == columns


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_when_there_are_colours(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], terminal: bool, expected: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(_Terminal() if terminal else io.StringIO()) is expected


def test_without_a_stream() -> None:
    Output(None).line("into the void")


def test_json_has_escapes_for_what_is_not_seen() -> None:
    text = fit_json(json.dumps("a\x7fb\x9b1mc\u202ed\ud800", ensure_ascii=False), "utf-8")
    assert text.isascii() and text.isprintable()
    assert json.loads(text) == "a\x7fb\x9b1mc\u202ed\ud800"
