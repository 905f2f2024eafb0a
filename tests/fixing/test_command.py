"""``groundrules check --fix`` and ``--diff``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WRONG = "Woods; cost x2\nMarsh: forbid enter, end\n"
RIGHT = "Woods: cost x2\nMarsh: forbid enter and end\n"


def check(folder: Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "groundrules", "check", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, env=environment, check=False)


def put(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_what_can_be_mended_is_and_the_rest_is_told(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", WRONG + "Pit on enter: Fall Roll, cost 1\n")
    ran = check(tmp_path, "--fix", "w.terrain")
    assert path.read_text() == RIGHT + "Pit on enter: Fall Roll, cost 1\n"
    assert ran.returncode == 1
    assert b"w.terrain:3:" in ran.stdout and b"w.terrain:1:" not in ran.stdout
    assert b"2 fixes" in ran.stderr


def test_when_all_is_mended_all_is_well(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", WRONG)
    ran = check(tmp_path, "--fix", "--strict", ".")
    assert (ran.returncode, ran.stdout, path.read_text()) == (0, b"", RIGHT)
    assert check(tmp_path, "--fix", "w.terrain").stderr == b""


@pytest.mark.skipif(shutil.which("patch") is None, reason="no patch")
def test_the_diff_does_what_fix_does_and_writes_nothing(tmp_path: Path) -> None:
    path = put(tmp_path / "rules" / "w" / "w.terrain", WRONG.replace("\n", "\r\n"))
    ran = check(tmp_path, "--fix", "--diff", "rules")
    assert ran.returncode == 1 and path.read_bytes().decode() == WRONG.replace("\n", "\r\n")
    assert ran.stdout == check(tmp_path, "--diff", "rules").stdout
    subprocess.run(["patch", "--binary", "-p0"], cwd=tmp_path, input=ran.stdout, check=True, capture_output=True)
    assert path.read_bytes().decode() == RIGHT.replace("\n", "\r\n")


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", b"\xef\xbb\xbf" + WRONG.encode())
    assert check(tmp_path, "--fix", "w.terrain").returncode == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + RIGHT.encode()


def test_what_is_left_can_be_read_by_programs(tmp_path: Path) -> None:
    put(tmp_path / "w.terrain", WRONG)
    ran = check(tmp_path, "--fix", "--format", "json", "w.terrain")
    assert ran.returncode == 0 and json.loads(ran.stdout)["diagnostics"] == []


def test_a_file_without_fixes_is_not_touched(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", RIGHT)
    os.utime(path, (1, 1))
    assert check(tmp_path, "--fix", "w.terrain").returncode == 0
    assert path.stat().st_mtime == 1
