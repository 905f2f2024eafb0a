"""The settings of a project: known ones hold, all else is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.settings import settings_of


def found(root: Path, text: str) -> list[tuple[str, int, str | None]]:
    """Code, line and fix of each finding about settings of this text."""
    (root / "groundrules.toml").write_text(text, encoding="utf-8")
    return [
        (each.code, each.span.line, each.fix.edits[0].text if each.fix else None)
        for each in settings_of(root).diagnostics
    ]


def test_without_a_file(tmp_path: Path) -> None:
    assert settings_of(tmp_path).diagnostics == ()


def test_what_is_set(tmp_path: Path) -> None:
    (tmp_path / "words.yaml").touch()
    assert found(tmp_path, '[cards]\nphrases = "words.yaml"\nascii = true\n') == []
    settings = settings_of(tmp_path.resolve())
    assert settings.phrases == tmp_path.resolve() / "words.yaml"
    assert settings.ascii


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[cards]\n\nacsii = true\n", [("GR611", 3, "ascii")]),
        ("[crads]\nascii = true\n", [("GR611", 1, "cards")]),
        ("[cards]\ncolour = 1\n", [("GR611", 2, None)]),
        ('[cards]\nascii = "yes"\n', [("GR612", 2, None)]),
        ("cards = 3\n", [("GR612", 1, None)]),
        ("[cards]\nascii = \n", [("GR612", 2, None)]),
        ("[cards", [("GR612", 1, None)]),
        ('[cards]\nphrases = "../words.yaml"\n', [("GR608", 2, None)]),
        ('[cards]\nphrases = "no.yaml"\n', [("GR601", 2, None)]),
        ("[cards]\nascii = true\nascii = true\n", [("GR612", 3, None)]),
        ("[project]\nsuorces = []\n", [("GR611", 2, "sources")]),
        ('[project]\nsources = "rules"\n', [("GR612", 2, None)]),
        ("[project]\nsources = [1]\n", [("GR612", 2, None)]),
        ('[project]\nsources = [\n  ".",\n  "no",\n]\n', [("GR601", 4, None)]),
        ('[project]\noutput = "../cards"\n', [("GR608", 2, None)]),
        ('[project]\noutput = "not/there/yet"\n', []),
        ('[project]\nlanguages = ["en", "tlh"]\n', [("GR601", 2, None)]),
        ('[project]\nsources = ["a\\u0000b"]\n', [("GR601", 2, None)]),
        ('[lint]\nselect = ["GR2", "GR205"]\nignore = ["GR20"]\n', []),
        ('[lint]\nselect = [\n  "GR205",\n  "GR2O5",\n]\n', [("GR622", 4, None)]),
        ('[lint]\nignore = ["GR101"]\n', [("GR622", 2, None)]),
        ('[lint]\nignore = ["gr205", ""]\n', [("GR622", 2, None), ("GR622", 2, None)]),
        ('[lint.severity]\nGR205 = "error"\nGR265 = "eror"\n', [("GR612", 3, None)]),
        ('[lint]\nseverity = { GR205 = "error", GR999 = "off" }\n', [("GR622", 2, None)]),
        ("[lint.severity]\nGR205 = 3\n", [("GR612", 1, None)]),
        ('lint.strict = "yes"\n', [("GR612", 1, None)]),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, expected: list[tuple[str, int, str | None]]) -> None:
    assert found(tmp_path, text) == expected


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "groundrules.toml").write_bytes(b"\xff\xfe\xff")
    assert [each.code for each in settings_of(tmp_path).diagnostics] == ["GR603"]


def test_the_values_of_a_project(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    text = '[project]\nsources = ["rules", "."]\noutput = "made/cards"\nlanguages = ["en"]\n[lint]\nstrict = true\n'
    assert found(tmp_path, text) == []
    root = tmp_path.resolve()
    settings = settings_of(root)
    assert settings.sources == (root / "rules", root)
    assert settings.output == root / "made" / "cards"
    assert settings.languages == ("en",)
    assert settings.choice.strict


def test_a_mistake_is_shown_at_its_value(tmp_path: Path) -> None:
    (tmp_path / "groundrules.toml").write_text("[project]\nsources = ['.', 'no']\n", encoding="utf-8")
    (only,) = settings_of(tmp_path.resolve()).diagnostics
    assert only.span.text == "no"
