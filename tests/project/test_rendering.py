"""A project's own phrases and templates stand on its cards, and their mistakes are findings."""

from __future__ import annotations

from pathlib import Path

import pytest

import groundrules.cards
from groundrules.project.building import Build, build
from groundrules.project.rendering import Form, Wanted

RULES = "Woods: cost x2\n"


def built(folder: Path, form: Form = "pages") -> Build:
    """Build the one ruleset of a folder."""
    (folder / "woods.terrain").write_text(RULES, encoding="utf-8")
    return build((str(folder / "woods.terrain"),), str(folder / "out"), Wanted(form))


def card(folder: Path) -> str:
    """The card of the woods, built without a finding."""
    result = built(folder)
    assert [each.message for each in result.report.diagnostics] == []
    return (folder / "out" / "woods" / "cards" / "terrain-woods.md").read_text(encoding="utf-8")


def findings(folder: Path, form: Form = "pages") -> list[tuple[str, str, int]]:
    """Code, file and line of each finding; with one, nothing is written."""
    result = built(folder, form)
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


# ---- the same for printed cards and for one page

HTML = ("cards.html.j2", "card.html.j2", "parts.html.j2", "sheet.html.j2", "style.css.j2", "icons.html.j2")


@pytest.mark.parametrize("name", HTML)
def test_each_template_of_printed_cards_can_be_replaced_by_itself(tmp_path: Path, name: str) -> None:
    ours = Path(groundrules.cards.__file__).parent / "templates" / name
    (tmp_path / "templates").mkdir()
    changed = ours.read_text(encoding="utf-8") + "\n{# mine #}{{ 'm' ~ 'ine' }}\n"
    (tmp_path / "templates" / name).write_text(changed, encoding="utf-8")
    assert [each.message for each in built(tmp_path, "html").report.diagnostics] == []
    page = (tmp_path / "out" / "woods" / "cards.html").read_text(encoding="utf-8")
    assert "Woods" in page
    # What an import writes outside of its macros shows nowhere.
    assert ("mine" in page) is (name != "parts.html.j2")


@pytest.mark.parametrize("name", HTML)
@pytest.mark.parametrize(
    ("text", "line"),
    [("one\n{{ no_such_thing }}\n", 2), ("one\n\n{% if %}\n", 3), ("\n{{ ''.__class__.__mro__ }}\n", 2)],
)
def test_a_template_of_printed_cards_that_does_not_work(tmp_path: Path, name: str, text: str, line: int) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / name).write_text(text, encoding="utf-8")
    assert findings(tmp_path, "html") == [("GR616", name, line)]


def test_a_template_that_does_not_work_is_told_for_one_page_too(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.md.j2").write_text("one\n{{ page.no_such_thing }}\n", encoding="utf-8")
    assert findings(tmp_path, "single") == [("GR616", "card.md.j2", 2)]


def test_a_template_may_write_elements_and_what_the_rules_say_stays_text(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    mine = "<article class='card'><em>{{ face.card.prose[0].text }}</em></article>"
    (tmp_path / "templates" / "card.html.j2").write_text(mine, encoding="utf-8")
    (tmp_path / "woods.terrain").write_text("Woods: cost x2\n    > <b>Mind</b> the trees.\n", encoding="utf-8")
    build((str(tmp_path / "woods.terrain"),), str(tmp_path / "out"), Wanted("html"))
    page = (tmp_path / "out" / "woods" / "cards.html").read_text(encoding="utf-8")
    assert "<em>&lt;b&gt;Mind&lt;/b&gt; the trees.</em>" in page


def test_a_phrase_of_the_project_stands_on_printed_cards(tmp_path: Path) -> None:
    phrases(tmp_path, "kind:\n  terrain: Ground\nlabel:\n  scale: Measure me\n")
    assert [each.message for each in built(tmp_path, "html").report.diagnostics] == []
    page = (tmp_path / "out" / "woods" / "cards.html").read_text(encoding="utf-8")
    assert '<p class="kind">Ground</p>' in page and ">Measure me</text>" in page


def test_a_phrase_with_a_character_that_the_font_does_not_have(tmp_path: Path) -> None:
    phrases(tmp_path, "kind:\n  terrain: 地形\n")
    result = built(tmp_path, "html")
    assert {each.code for each in result.report.diagnostics} == {"GR631"}
    assert "`地` (U+5730), `形` (U+5F62) on the card `Woods`" in result.report.diagnostics[0].message


@pytest.mark.parametrize("tag", ["<script>alert(1)</script>", '"a\\u001b[2Jb\\u202e\\n# c"'])
def test_a_phrase_does_nothing_on_a_card(tmp_path: Path, tag: str) -> None:
    text = card(phrases(tmp_path, f"label: {{separator: {tag}}}\n"))
    whole = text + (tmp_path / "out" / "woods" / "quick-reference.md").read_text(encoding="utf-8")
    assert "<script" not in whole.replace("\\<", "") and "\n# c" not in whole
    assert not any(sign in whole for sign in "\x1b\u202e")


@pytest.mark.parametrize("form", ["pages", "single"])
@pytest.mark.parametrize(
    "text",
    [b"\xff", b"{{ " + b"(" * 5000 + b"1" + b")" * 5000 + b" }}", b"{% if 1 %}" * 3000 + b"{% endif %}" * 3000,
     b"{{ " + b"9" * 5000 + b" }}", b"{% if 1 %}" * 99 + b"{% endif %}" * 99],
)  # fmt: skip
def test_a_template_that_cannot_be_read(tmp_path: Path, text: bytes, form: Form) -> None:
    (tmp_path / "groundrules.toml").write_text('[cards]\ntemplates = "templates"\n', encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.md.j2").write_bytes(text)
    assert findings(tmp_path, form) == [("GR616", "card.md.j2", 1)]


@pytest.mark.parametrize("folder", [False, True])
def test_a_template_that_leads_out_of_the_project(tmp_path: Path, folder: bool) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "card.md.j2").write_text("a secret\n", encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "groundrules.toml").write_text("", encoding="utf-8")
    if folder:
        (project / "templates").symlink_to(tmp_path / "secret")
    else:
        (project / "templates").mkdir()
        (project / "templates" / "card.md.j2").symlink_to(tmp_path / "secret" / "card.md.j2")
    assert findings(project) == [("GR608", "card.md.j2", 1)]
