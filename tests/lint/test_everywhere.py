"""The checks over every text of rules in the repository: none makes them fail, and what is found has its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lint.support import Missing

from groundrules.codes import CODES
from groundrules.lint import findings
from groundrules.meaning import compile_ruleset
from groundrules.project import bundled
from groundrules.source import Source

ROOT = Path(__file__).parents[2]
FOLDERS = sorted({path.parent for path in (ROOT / "tests").rglob("*.terrain")})


def load(target: str, using: Source) -> Source | Missing:
    """Bundled rulesets, and nothing else."""
    path = bundled.path(target)
    return Source(f"bundled:{target}", path.read_text(encoding="utf-8")) if path.is_file() else Missing()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_checks_end_and_point_at_the_text(folder: Path) -> None:
    for path in sorted(folder.glob("*.terrain")):
        ends_and_points(path)


def ends_and_points(path: Path) -> None:
    """The checks over one file."""
    source = Source(path.name, path.read_text(encoding="utf-8", errors="replace"))
    said, found = findings(compile_ruleset(source, path.stem, load), lambda text: text is source)
    assert found == () or not any(each.is_error for each in said)
    for each in found:
        assert each.code in CODES and each.code.startswith("GR3"), path.name
        assert each.span.source is source and 0 <= each.span.start < each.span.end <= len(source.text), path.name
