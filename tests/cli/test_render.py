"""How findings look: the excerpt, the marks under it, one line each, JSON."""

from __future__ import annotations

import io
import json

import jsonschema
import pytest
from hypothesis import given, strategies as st

from groundrules.cli.render import SHOWN, as_json, most_serious, render
from groundrules.cli.terminal import Output
from groundrules.diagnostics import Diagnostic, Related, Severity, replace
from groundrules.source import Source, Span


def text_of(*diagnostics: Diagnostic, form: str = "text", encoding: str = "utf-8", colour: bool = False) -> str:
    """The findings as they are written to a stream of some encoding."""
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding=encoding, newline="\n")
    render(Output(stream, colour), form, diagnostics, lambda source: f"rules/{source.name}")
    stream.flush()
    return data.getvalue().decode(encoding)


def mark(line: str, word: str, severity: Severity = Severity.ERROR, **more: object) -> Diagnostic:
    """A finding about a word of a line, the second of its text."""
    source = Source("x.terrain", f"# first\n{line}\n")
    start = source.text.index(word)
    return Diagnostic("GR999", source.span(start, start + len(word)), "a message", severity, **more)  # type: ignore[arg-type]  # passed through


def test_a_finding_with_all_its_parts() -> None:
    source = Source("x.terrain", "Woods: cost x2\n\tWods on enter: stop\n")
    span = source.span(16, 20)
    each = Diagnostic(
        "GR204",
        span,
        "`Wods` is not declared",
        help="did you mean `Woods`?\n`Woods: no effect` declares it",
        related=(Related(source.span(0, 5), "`Woods` is declared here"),),
    )
    assert text_of(each) == (
        "error[GR204]: `Wods` is not declared\n"
        " --> rules/x.terrain:2:2\n"
        "  |\n"
        "2 |     Wods on enter: stop\n"
        "  |     ^^^^\n"
        " ::: rules/x.terrain:1:1\n"
        "  |\n"
        "1 | Woods: cost x2\n"
        "  | ----- `Woods` is declared here\n"
        "  = help: did you mean `Woods`?\n"
        "          `Woods: no effect` declares it\n"
        "\n"
        "1 error\n"
    )


@pytest.mark.parametrize(
    ("line", "word", "encoding", "shown", "under"),
    [
        ("沼地 Wods: x", "Wods", "utf-8", "沼地 Wods: x", "     ^^^^"),
        ("🌲 Wods", "Wods", "utf-8", "🌲 Wods", "   ^^^^"),
        ("a\u0328b Wods", "Wods", "utf-8", "a\u0328b Wods", "   ^^^^"),
        ("6″ Łą", "Łą", "ascii", '6" \\u0141\\u0105', "   ^^^^^^^^^^^^"),
        ("\x1b[2J Wods", "Wods", "utf-8", "\\x1b[2J Wods", "        ^^^^"),
        ("a\tb", "b", "utf-8", "a    b", "     ^"),
    ],
)
def test_the_marks_stand_under_the_place(line: str, word: str, encoding: str, shown: str, under: str) -> None:
    lines = text_of(mark(line, word), encoding=encoding).splitlines()
    assert lines[3:5] == [f"2 | {shown}", f"  | {under}"]


def test_a_place_without_length_has_one_mark() -> None:
    source = Source("x.terrain", "Woods")
    lines = text_of(Diagnostic("GR999", source.span(5, 5), "m")).splitlines()
    assert lines[3:5] == ["1 | Woods", "  |      ^"]


def test_a_range_of_several_lines_shows_its_first() -> None:
    source = Source("x.terrain", "Woods:\r\n  cost x2\r\n")
    lines = text_of(Diagnostic("GR999", source.span(0, 12), "m")).splitlines()
    assert lines[3:5] == ["1 | Woods:", "  | ^^^^^^"]


def test_a_text_without_content_has_a_place_only() -> None:
    each = Diagnostic("GR601", Source("x.terrain", "").span(0, 0), "m")
    assert text_of(each) == "error[GR601]: m\n --> rules/x.terrain:1:1\n\n1 error\n"


def test_a_line_of_a_million_characters() -> None:
    text = text_of(mark("a" * 500_000 + " Wods " + "b" * 500_000, "Wods"))
    lines = text.splitlines()
    assert max(map(len, lines)) < 130
    assert lines[3][lines[4].index("^") :].startswith("Wods")


def test_a_message_of_a_million_characters() -> None:
    each = Diagnostic("GR999", Source("x", "y").span(0, 1), "`" + "n" * 1_000_000 + "` is too long")
    assert len(text_of(each)) < 1000
    assert "` is too long" in text_of(each)


def test_one_line_each() -> None:
    each = mark("Wods: x", "Wods")
    assert text_of(each, form="short") == "rules/x.terrain:2:1: error[GR999]: a message\n"
    forged = Diagnostic("GR999", each.span, "one\nrules/y:1:1: error[GR1]: two")
    assert len(text_of(forged, form="short").splitlines()) == 1


def test_colours_only_where_asked_for() -> None:
    each = mark("Wods: x", "Wods", Severity.WARNING)
    assert "\x1b" not in text_of(each)
    assert text_of(each, colour=True).startswith("\x1b[1;33mwarning[GR999]\x1b[0m: ")


def test_at_most_fifty_and_errors_first() -> None:
    source = Source("x.terrain", "a" * 200)
    warnings = [Diagnostic("GR998", source.span(n, n + 1), "w", Severity.WARNING) for n in range(100)]
    errors = [Diagnostic("GR999", source.span(n, n + 1), "e") for n in range(100, 110)]
    chosen = most_serious([*warnings, *errors])
    assert len(chosen) == SHOWN == 50
    assert chosen[:40] == warnings[:40] and chosen[40:] == errors
    text = text_of(*warnings, *errors, form="short")
    assert text.splitlines()[-1] == "... and 60 more; `--all` shows them"
    assert len(text.splitlines()) == 51
    assert text_of(*warnings, *errors).splitlines()[-1] == "10 errors, 100 warnings"


_POSITION = {"type": "object", "required": ["offset", "line", "column"], "additionalProperties": {"type": "integer"}}
_RANGE = {"path": {"type": "string"}, "start": _POSITION, "end": _POSITION}
_SHAPE = {
    "type": "object",
    "required": ["format", "diagnostics", "errors", "warnings", "hints"],
    "properties": {
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["code", "severity", "message", "path", "start", "end", "help", "related", "fix"],
                "properties": {**_RANGE, "help": {"type": ["string", "null"]}, "fix": {"type": ["object", "null"]}},
            },
        }
    },
}


def test_json_says_it_all() -> None:
    source = Source("x.terrain", "a\nŁąka: x\n")
    span = source.span(2, 6)
    each = Diagnostic("GR204", span, "m", fix=replace("write `Woods`", span, "Woods"))
    text = text_of(each, form="json", encoding="ascii")
    data = json.loads(text)
    jsonschema.validate(data, _SHAPE)
    (found,) = data["diagnostics"]
    assert found["path"] == "rules/x.terrain"
    assert found["start"] == {"offset": 2, "line": 2, "column": 1}
    assert found["end"] == {"offset": 6, "line": 2, "column": 5}
    (edit,) = found["fix"]["edits"]
    assert (edit["start"]["offset"], edit["end"]["offset"], edit["text"]) == (2, 6, "Woods")


def test_json_of_nothing() -> None:
    assert json.loads(text_of(form="json"))["diagnostics"] == []
    assert text_of() == text_of(form="short") == ""


@given(st.text(), st.data(), st.sampled_from(["text", "short", "json"]), st.sampled_from(["ascii", "cp1252", "utf-8"]))
def test_any_text_can_be_shown(text: str, data: st.DataObject, form: str, encoding: str) -> None:
    source = Source("x.terrain", text)
    start = data.draw(st.integers(0, len(text)))
    span: Span = source.span(start, data.draw(st.integers(start, len(text))))
    each = Diagnostic("GR999", span, text, help=text, related=(Related(span, text),))
    if form == "json":
        json.dumps(as_json([each], lambda source: source.name))
    else:
        text_of(each, form=form, encoding=encoding)
