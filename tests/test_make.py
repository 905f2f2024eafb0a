"""Setting up on a bare machine: what is missing is named, what is half-made goes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
NAMES = ("python3", "python", "python3.11", "python3.12", "python3.13", "python3.14")

pytestmark = pytest.mark.skipif(shutil.which("make") is None or os.name == "nt", reason="make on a POSIX system")

OLD = """#!/bin/sh
case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac
"""

#: A Python whose ``venv`` is missing, as Debian ships it: half an environment and an error.
BARE = """#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin"; echo "ensurepip is not available" ; exit 1 ;;
  "--version ") echo Python 3.11.2 ;;
esac
"""

#: A Python that makes an environment whose Python only notes what it is asked to do.
WHOLE = """#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin"; cd "$3/bin"; printf '#!/bin/sh\\necho "$@" >> asked\\n' > python; chmod +x python ;;
esac
"""


def make(folder: Path, script: str, goal: str = "setup") -> subprocess.CompletedProcess[str]:
    """Run make where every Python is the given script."""
    binaries = folder / "binaries"
    binaries.mkdir(exist_ok=True)
    for name in NAMES:
        (binaries / name).write_text(script, encoding="utf-8")
        (binaries / name).chmod(0o755)
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy2(TOP / name, folder / name)
    path = f"{binaries}{os.pathsep}/usr/bin{os.pathsep}/bin"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", goal], cwd=folder, capture_output=True, text=True, check=False, env={**environment, "PATH": path}
    )


def test_an_old_python_is_refused_by_name(tmp_path: Path) -> None:
    ran = make(tmp_path, OLD)
    assert ran.returncode != 0
    assert "groundrules needs Python 3.11 or later; found: Python 3.9.2" in ran.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_missing_venv_is_named_and_nothing_half_made_stays(tmp_path: Path) -> None:
    ran = make(tmp_path, BARE)
    assert ran.returncode != 0
    assert "Python 3.11.2 cannot make a virtual environment: install its package python3-venv" in ran.stderr
    assert "ensurepip is not available" in ran.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "Makefile",
        "binaries",
        "constraints.txt",
        "pyproject.toml",
    ]


def test_a_half_made_environment_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "left-over").touch()
    ran = make(tmp_path, WHOLE)
    assert ran.returncode == 0, ran.stderr
    assert not (tmp_path / ".venv" / "left-over").exists()
    assert "-c constraints.txt -e .[dev]" in (tmp_path / "asked").read_text(encoding="utf-8")


@pytest.mark.parametrize(("goal", "asked"), [("test", "-m pytest"), ("build", "-m groundrules build rules_src")])
def test_each_goal_sets_up_by_itself_and_once(tmp_path: Path, goal: str, asked: str) -> None:
    for _ in range(2):
        assert make(tmp_path, WHOLE, goal).returncode == 0
    lines = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert sum("-m pip install" in line for line in lines) == 1
    assert sum(line.startswith(asked) for line in lines) == 2


def test_an_environment_that_works_is_kept(tmp_path: Path) -> None:
    make(tmp_path, WHOLE)
    (tmp_path / ".venv" / "left-over").touch()
    os.utime(tmp_path / ".venv" / "ready", (0, 0))
    assert make(tmp_path, WHOLE).returncode == 0
    assert (tmp_path / ".venv" / "left-over").exists()


def test_the_continuous_integration_runs_the_tests_and_nothing_else() -> None:
    lines = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [
        "set -eu",
        'cd "$(dirname "$0")/.."',
        "exec make test",
    ]
    assert os.access(TOP / ".ci" / "run", os.X_OK)


def test_what_is_installed_is_fixed() -> None:
    lines = (TOP / "constraints.txt").read_text(encoding="utf-8").splitlines()
    fixed = {line.split("==")[0].lower().replace("_", "-") for line in lines if not line.startswith("#")}
    assert {"lark", "jinja2", "pyyaml", "markdown-it-py", "click", "pytest", "ruff", "mypy", "setuptools"} <= fixed
    assert all("==" in line and "/" not in line for line in lines if not line.startswith("#"))
    assert sys.version_info >= (3, 11)
