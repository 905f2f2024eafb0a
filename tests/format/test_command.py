"""``groundrules fmt``: what it writes, what it leaves alone, what it says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UGLY = "Woods for Vehicle on enter:cost ×2 # slow\n"
PLAIN = "Woods on enter for Vehicle: cost x2  # slow\n"


def fmt(folder: Path, *args: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "groundrules", "fmt", *args]
    return subprocess.run(command, cwd=folder, input=given, capture_output=True, env=environment, check=False)


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_file_is_written_in_place(tmp_path: Path) -> None:
    path = put(tmp_path / "woods.terrain", UGLY)
    path.chmod(0o640)
    ran = fmt(tmp_path, "woods.terrain")
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert path.read_bytes().decode() == PLAIN
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["woods.terrain"]
    assert b"woods.terrain" in ran.stderr
    assert fmt(tmp_path, "woods.terrain").stderr == b""


def test_in_a_folder_every_terrain_file_is_written(tmp_path: Path) -> None:
    here = [put(tmp_path / name, UGLY) for name in ("a.terrain", "rules/b/c.terrain")]
    left = [put(tmp_path / name, UGLY) for name in (".hidden/a.terrain", "notes.txt")]
    page = put(tmp_path / "README.md", f"```terrain\n{UGLY}```\n")
    assert fmt(tmp_path).returncode == 0
    assert [path.read_text() for path in here] == [PLAIN, PLAIN]
    assert [path.read_text() for path in left] == [UGLY, UGLY]
    assert UGLY in page.read_text()


def test_check_writes_nothing_and_says_which(tmp_path: Path) -> None:
    put(tmp_path / "ugly.terrain", UGLY)
    put(tmp_path / "plain.terrain", PLAIN)
    ran = fmt(tmp_path, "--check", ".")
    assert ran.returncode == 1
    assert b"ugly.terrain" in ran.stdout and b"plain.terrain" not in ran.stdout
    assert (tmp_path / "ugly.terrain").read_text() == UGLY
    assert fmt(tmp_path, "--check", "plain.terrain").returncode == 0


@pytest.mark.skipif(shutil.which("patch") is None, reason="no patch")
@pytest.mark.parametrize("text", [UGLY, UGLY.rstrip("\n"), UGLY.replace("\n", "\r\n"), f"A:\n\tstop # 1\n\n\n{UGLY}"])
def test_the_diff_is_one_that_patch_understands(text: str, tmp_path: Path) -> None:
    path = put(tmp_path / "ugly.terrain", text)
    ran = fmt(tmp_path, "--diff", "ugly.terrain")
    assert ran.returncode == 0 and path.read_bytes().decode() == text
    subprocess.run(["patch", "--binary", "-p0"], cwd=tmp_path, input=ran.stdout, check=True, capture_output=True)
    patched = path.read_bytes()
    path.write_bytes(text.encode())
    fmt(tmp_path, "ugly.terrain")
    assert path.read_bytes() == patched != text.encode()


def test_the_standard_input_goes_to_the_standard_output(tmp_path: Path) -> None:
    ran = fmt(tmp_path, "-", given=UGLY.encode())
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (0, PLAIN, b"")
    assert fmt(tmp_path, "--check", "-", given=UGLY.encode()).returncode == 1
    assert fmt(tmp_path, "--check", "-", given=PLAIN.encode()).returncode == 0
    wrong = fmt(tmp_path, "-", given=b"Woods: costt x2\n")
    assert (wrong.returncode, wrong.stdout) == (1, b"")
    assert b"GR110" in wrong.stderr


def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", b"\xef\xbb\xbf" + (UGLY * 2).replace("\n", "\r\n").encode())
    assert fmt(tmp_path, "w.terrain").returncode == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + (PLAIN * 2).replace("\n", "\r\n").encode()


def test_utf_16_becomes_utf_8_and_says_so(tmp_path: Path) -> None:
    path = put(tmp_path / "w.terrain", PLAIN.encode("utf-16"))
    assert fmt(tmp_path, "--check", "w.terrain").returncode == 1
    ran = fmt(tmp_path, "w.terrain")
    assert ran.returncode == 0 and b"UTF-8" in ran.stderr
    assert path.read_bytes() == PLAIN.encode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Woods:  costt x2\n", "GR110"),
        ("Woods:\n  # fmt: off\n  for Vehicle:\n    cost x3\n  # fmt: on\n    forbid end\n", "GR618"),
        (b"Woods\xff", "GR603"),
    ],
)
def test_what_cannot_be_written_safely_is_left_alone(text: str | bytes, code: str, tmp_path: Path) -> None:
    path = put(tmp_path / "bad.terrain", text)
    other = put(tmp_path / "ugly.terrain", UGLY)
    before = path.read_bytes()
    ran = fmt(tmp_path, ".")
    assert ran.returncode == 1
    assert f"[{code}]" in ran.stdout.decode()
    assert path.read_bytes() == before
    assert other.read_text() == PLAIN


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = put(tmp_path / "real" / "w.terrain", UGLY)
    link = tmp_path / "w.terrain"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("no links here")
    assert fmt(tmp_path, "w.terrain").returncode == 0
    assert link.is_symlink() and real.read_text() == PLAIN


def test_a_path_that_leads_nowhere_is_a_wrong_command_line(tmp_path: Path) -> None:
    assert fmt(tmp_path, "none.terrain").returncode == 2
