"""The results of the checks are kept with the compilation, and asked for only by who checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import groundrules.lint.running as running
from groundrules.diagnostics import Diagnostic, Edit
from groundrules.project.checking import check
from groundrules.project.compiling import compile_place
from groundrules.project.roots import find

TEXT = "model\n    Speed: distance\n    Courage: number\n\naction Move: up to Speed\nOpen: cost x2\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ruleset in which two checks find something."""
    made = tmp_path / "rules.terrain"
    made.write_text(TEXT, encoding="utf-8")
    return made


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the checks that were run."""
    made: list[str] = []
    run = running._run

    def counted(*args: object) -> object:
        made.append(args[0].code)  # type: ignore[attr-defined]  # an entry of the registry
        return run(*args)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(running, "_run", counted)
    return made


def plain(found: tuple[Diagnostic, ...]) -> list[tuple[object, ...]]:
    """Findings as what can be compared across two readings of a file."""

    def edit(each: Edit) -> tuple[int, int, str]:
        return each.span.start, each.span.end, each.text

    return [
        (d.code, d.span.start, d.span.end, d.message, d.help, d.witness, d.fix and list(map(edit, d.fix.edits)))
        for d in found
    ]  # fmt: skip


def test_unchanged_rules_are_not_checked_again(path: Path, runs: list[str]) -> None:
    first = check([str(path)]).diagnostics
    assert {each.code for each in first} == {"GR320", "GR322"} <= set(runs)
    runs.clear()
    assert plain(check([str(path)]).diagnostics) == plain(first)
    assert runs == []


def test_who_only_compiles_pays_for_no_check_and_hides_none_from_who_checks(path: Path, runs: list[str]) -> None:
    found = find(path)
    assert isinstance(found, tuple)
    assert compile_place(found[0]).diagnostics == () and runs == []
    assert {each.code for each in check([str(path)]).diagnostics} == {"GR320", "GR322"}
    assert compile_place(found[0]).diagnostics == ()


def test_nothing_is_said_of_what_cannot_be_changed_or_may_be_used_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "base.terrain").write_text(TEXT, encoding="utf-8")
    own = tmp_path / "own.terrain"
    own.write_text('use "base.terrain"\nMud: no effect\n', encoding="utf-8")
    assert [each.code for each in check([str(own)]).diagnostics] == ["GR322"]


def test_a_ruleset_with_an_error_is_mended_first(path: Path, runs: list[str]) -> None:
    path.write_text(TEXT + "Mud: costt x2\n", encoding="utf-8")
    assert [each.code for each in check([str(path)]).diagnostics] == ["GR110"]
    assert runs == []
