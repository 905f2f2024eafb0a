"""What was found in a project is read and written there and nowhere else: links that lead out are refused."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundrules.cli import entry
from groundrules.limits import FILE_BYTES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")

RULES = "Woods:   cost x2\n"
SCENARIOS = """rules: rules.terrain
scenarios:
  - name: in the woods
    track: [2 Woods]
    expect: {cost: 3}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project, and beside it what is secret; none of that is changed by a test."""
    secret = tmp_path / "secret"
    secret.mkdir()
    texts = {
        "rules.terrain": RULES,
        "moves.yaml": SCENARIOS,
        "page.md": f"<!-- groundrules: card Woods -->\nSECRET\n<!-- /groundrules -->\n\n```terrain\n{RULES}```\n",
        "card.md.j2": "SECRET",
        "groundrules.toml": '[crads]\nSECRET = "x"\n',
    }
    for name, text in texts.items():
        (secret / name).write_text(text, encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "groundrules.toml").write_text("", encoding="utf-8")
    (project / "rules.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    monkeypatch.chdir(project)
    yield project
    assert {name: (secret / name).read_text(encoding="utf-8") for name in texts} == texts


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = entry.main([*argv])
    captured = capsys.readouterr()
    assert "SECRET" not in captured.out + captured.err
    return code, captured.out + captured.err


def link(path: Path, name: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(path.parents[1 if path.parent.name == "project" else 2] / "secret" / name)


@pytest.mark.parametrize(
    "argv", [("check", "."), ("check", "--fix", "."), ("build", ".", "-o", "out"), ("fmt", "."), ("fmt", "--diff", ".")]
)
def test_a_ruleset_that_is_a_link(project: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    link(project / "away.terrain", "rules.terrain")
    code, told = run(capsys, *argv)
    assert code == entry.FOUND and "GR608" in told and "`away.terrain` leads out of the project" in told
    assert "Woods" not in told


def test_a_ruleset_that_is_a_link_may_be_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "away.terrain", "rules.terrain")
    assert "GR608" not in run(capsys, "check", "away.terrain")[1]
    assert run(capsys, "fmt", "--check", "away.terrain") == (
        entry.FOUND,
        "away.terrain is not in its plain form\n",
    )


def test_a_link_inside_the_project_is_followed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "near.terrain").symlink_to(project / "rules.terrain")
    assert "GR608" not in run(capsys, "check", ".")[1]


@pytest.mark.parametrize("argv", [("test", "."), ("test", "--update", "."), ("test",)])
def test_scenarios_that_are_a_link(project: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    link(project / "moves.yaml", "moves.yaml")
    code, told = run(capsys, *argv)
    assert code == entry.FOUND and "in the woods" not in told
    assert "--update" in argv or "leads out of the project" in told


def test_scenarios_that_are_a_link_may_be_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "moves.yaml", "moves.yaml")
    assert "in the woods" in run(capsys, "test", "moves.yaml")[1]


def test_examples_in_a_folder_that_is_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "scenarios").symlink_to(project.parent / "secret")
    code, told = run(capsys, "build", "rules.terrain", "-o", "out")
    assert code == entry.FOUND and "`scenarios` leads out of the project" in told


def test_a_template_that_is_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "templates" / "card.md.j2", "card.md.j2")
    code, told = run(capsys, "build", "rules.terrain", "-o", "out")
    assert code == entry.FOUND and "`card.md.j2` leads out of the project" in told
    assert not (project / "out").exists()


def test_a_template_that_includes_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "templates" / "x.txt", "card.md.j2")
    (project / "templates" / "card.md.j2").write_text('{% include "x.txt" %}', encoding="utf-8")
    code, told = run(capsys, "build", "rules.terrain", "-o", "out")
    assert code == entry.FOUND and "x.txt` leads out of the project" in told


def test_a_folder_of_templates_that_is_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "templates").symlink_to(project.parent / "secret")
    code, told = run(capsys, "build", "rules.terrain", "-o", "out")
    assert code == entry.FOUND and "leads out of the project" in told


def test_settings_that_are_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "groundrules.toml", "groundrules.toml")
    code, told = run(capsys, "check", "--fix", "rules.terrain")
    assert code == entry.FOUND and "`groundrules.toml` leads out of the project" in told and "crads" not in told


def test_phrases_that_are_a_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "phrases.yaml", "moves.yaml")
    (project / "groundrules.toml").write_text('[cards]\nphrases = "phrases.yaml"\n', encoding="utf-8")
    assert "GR608" in run(capsys, "build", "rules.terrain", "-o", "out")[1]


def test_a_document_that_is_a_link_is_not_looked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(project / "page.md", "page.md")
    run(capsys, "embed")


def test_the_standard_input_is_bounded(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 <= size <= FILE_BYTES + 1
            return b"#" * size

    monkeypatch.setattr(sys, "stdin", type("Input", (), {"buffer": Endless()})())
    code, told = run(capsys, "fmt", "-")
    assert code == entry.FOUND and "GR605" in told
