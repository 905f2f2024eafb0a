"""A project's own phrases and templates stand on its cards, and their mistakes are findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.building import Build, build

RULES = "Woods: cost x2\n"


def built(folder: Path) -> Build:
    """Build the one ruleset of a folder."""
    (folder / "woods.terrain").write_text(RULES, encoding="utf-8")
    return build((str(folder / "woods.terrain"),), str(folder / "out"))


def card(folder: Path) -> str:
    """The card of the woods, built without a finding."""
    result = built(folder)
    assert [each.message for each in result.report.diagnostics] == []
    return (folder / "out" / "woods" / "cards" / "terrain-woods.md").read_text(encoding="utf-8")


def findings(folder: Path) -> list[tuple[str, str, int]]:
    """Code, file and line of each finding; with one, nothing is written."""
    result = built(folder)
    assert not (folder / "out").exists()
    return [
        (each.code, Path(result.report.shown(each.span.source)).name, each.span.line)
        for each in result.report.diagnostics
    ]


def phrases(folder: Path, text: str) -> Path:
    """A project with phrases of its own."""
    (folder / "groundrules.toml").write_text('[cards]\nphrases = "words.yaml"\n', encoding="utf-8")
    (folder / "words.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_template_of_the_project_stands_for_ours(tmp_path: Path) -> None:
    ours = card(tmp_path)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.md.j2").write_text("# My own {{ page.name }}\n", encoding="utf-8")
    assert card(tmp_path) == "# My own Woods\n" != ours
    assert "Woods" in (tmp_path / "out" / "woods" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("one\n{{ page.no_such_thing }}\n", 2),
        ("one\n\n{% if %}\n", 3),
        ("{{ 1 / 0 }}\n", 1),
        ('one\n{% include "nothing.j2" %}\n', 2),
        ("one\ntwo\n{{ page.name.no.such }}", 3),
    ],
)
def test_a_template_that_does_not_work(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.md.j2").write_text(text, encoding="utf-8")
    assert findings(tmp_path) == [("GR616", "card.md.j2", line)]


def test_a_phrase_of_the_project_stands_for_ours(tmp_path: Path) -> None:
    ours = card(tmp_path)
    phrases(tmp_path, "brief:\n  cost times: slow by {factor}\neffect.cost times: it is slow by {factor}\n")
    assert "slow by" not in ours
    assert "it is slow by two" in card(tmp_path)


def test_templates_run_no_program(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    escape = "{{ ''.__class__.__mro__[1].__subclasses__() }}"
    (tmp_path / "templates" / "card.md.j2").write_text(escape, encoding="utf-8")
    assert findings(tmp_path) == [("GR616", "card.md.j2", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("effect:\n  no such phrase: x\n", ("GR615", "words.yaml", 2)),
        ("- a\n- b\n", ("GR615", "words.yaml", 1)),
        ("language: xx\n", ("GR615", "words.yaml", 1)),
        ("a: [\n", ("GR4", "words.yaml", 2)),
    ],
)
def test_phrases_that_do_not_fit(tmp_path: Path, text: str, expected: tuple[str, str, int]) -> None:
    ((code, name, line),) = findings(phrases(tmp_path, text))
    assert code.startswith(expected[0])
    assert (name, line) == expected[1:]
