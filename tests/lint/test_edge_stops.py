"""What GR362 says is so: played, nobody gets in, and what its help offers lets them in."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lint.support import found

from groundrules.project.testing import test_file as played

SCENARIO = """\
rules: pit.terrain
table:
  pit: {terrain: Mire, rect: [4, 0, 8, 6]}
scenarios:
  - name: three moves into it
    model: {base: 1}
    path: [[0, 3], [6, 3]]
    expect: {legal: true, ends_at: [3.5, 3]}
    then:
      - {path: [[3.5, 3], [6, 3]], expect: {legal: true, ends_at: [SECOND, 3]}}
      - {turn: next, path: [[SECOND, 3], [6, 3]], expect: {legal: true, ends_at: [SECOND, 3]}}
"""


def passed(folder: Path, rules: str, second: float) -> bool:
    """Whether the second move, and the first one of the next turn, end as stated."""
    (folder / "pit.terrain").write_text(rules, encoding="utf-8")
    (folder / "moves.yaml").write_text(SCENARIO.replace("SECOND", str(second)), encoding="utf-8")
    tested = played(folder / "moves.yaml", "moves.yaml")
    assert tested is not None and tested.findings == ()
    return tested.failed == 0


@pytest.mark.parametrize("halt", ["stop", "end move", "end activation"])
def test_who_is_stopped_on_entering_never_gets_in(tmp_path: Path, halt: str) -> None:
    rules = f"Mire on enter: {halt}\nMire: cost x2\n"
    assert [each.code for each in found(rules)] == ["GR362"]
    assert passed(tmp_path, rules, 3.5)


def test_once_per_turn_lets_in_who_comes_again(tmp_path: Path) -> None:
    rules = "Mire on enter once per turn: stop\nMire: cost x2\n"
    assert found(rules) == ()
    assert passed(tmp_path, rules, 6)
