"""Help and version: answered before anything is imported, and the same as click's own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from groundrules.cli.entry import COMMANDS, HELP_FOLDER, MODULES, committed_text
from groundrules.cli.main import commands

#: Modules that only work needs; none is imported for an answer that is committed.
HEAVY = {"click", "lark", "jinja2", "yaml", "markdown_it", "dataclasses", "groundrules.project"}

QUESTIONS = [["--help"], *([name, "--help"] for name in COMMANDS)]


def asked_of_click(argv: list[str]) -> str:
    """What click itself answers."""
    result = CliRunner().invoke(commands, argv, prog_name="groundrules")
    assert result.exit_code == 0
    return result.output


def modules_after(argv: list[str], folder: Path) -> set[str]:
    """The modules that the command line has imported when it ends."""
    script = f"import sys; from groundrules.cli.entry import main; main({argv!r}); print('|'.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split("|"))


@pytest.mark.parametrize("argv", QUESTIONS, ids=" ".join)
def test_the_committed_help_is_clicks_own(argv: list[str], snapshot: Callable[[Path, str], None]) -> None:
    name = "groundrules" if len(argv) == 1 else argv[0]
    snapshot(Path(HELP_FOLDER) / f"{name}.txt", asked_of_click(argv))
    assert committed_text(argv) == asked_of_click(argv)


def test_the_version_is_clicks_own() -> None:
    assert committed_text(["--version"]) == asked_of_click(["--version"])


def test_every_command_has_its_help() -> None:
    assert all(f"\n  {name} " in asked_of_click(["--help"]) for name in COMMANDS)
    assert sorted(path.stem for path in Path(HELP_FOLDER).iterdir()) == sorted(["groundrules", *COMMANDS])


@pytest.mark.parametrize("argv", [["--version"], *QUESTIONS], ids=" ".join)
def test_nothing_heavy_is_imported(argv: list[str], tmp_path: Path) -> None:
    assert modules_after(argv, tmp_path) & HEAVY == set()


@pytest.mark.parametrize("argv", QUESTIONS, ids=" ".join)
def test_help_fits_a_terminal_and_shows_examples(argv: list[str]) -> None:
    text = committed_text(argv)
    assert text is not None and text.isascii()
    assert max(map(len, text.splitlines())) <= 80
    assert "groundrules check" in text or "Examples:" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_brings_only_its_own_file(name: str, tmp_path: Path) -> None:
    loaded = modules_after([name, "--no-such-option"], tmp_path)
    assert {other for other in COMMANDS if f"groundrules.cli.{MODULES.get(other, other)}" in loaded} == {name}


def test_checking_what_has_not_changed_imports_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "x.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    heavy = {"click", "lark", "jinja2", "yaml", "markdown_it", "groundrules.syntax", "groundrules.meaning"}
    assert "groundrules.meaning" in modules_after(["check", "x.terrain"], tmp_path)
    assert modules_after(["check", "x.terrain"], tmp_path) & heavy == set()
    assert "lark" not in modules_after(["show", "ast", "x.terrain"], tmp_path)


def test_other_questions_go_to_click() -> None:
    assert committed_text([]) is None
    assert committed_text(["check"]) is None
    assert committed_text(["check", "--help", "x"]) is None
