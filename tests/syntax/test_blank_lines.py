"""Many blank lines behind a mistake, whatever ends a line: told like one, and in no time to speak of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MISTAKES = ('Woods: cost x2, ref "p. 3"', "model\n    traits: Flying\nWoods, Flying: cost x2", "Woods: cost x2 > dark")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", MISTAKES)
def test_blank_lines_cost_nothing(text: str, end: str, tmp_path: Path) -> None:
    """What tries every way of splitting the ends of lines takes longer than anybody waits from some 30 on."""
    told = []
    for blank in (1, 3_000):
        path = tmp_path / f"{blank}.terrain"
        written = text + "\n" * blank + "Marsh: cost x2\n"
        path.write_bytes(written.replace("\n", end).encode())
        run = subprocess.run(
            [sys.executable, "-m", "groundrules", "check", "--format", "short", path.name],
            cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        told.append(run.stdout.replace(path.name, "FILE"))
    assert told[0] == told[1] != ""
