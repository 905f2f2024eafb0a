"""Every ruleset that the documentation shows as an example checks clean, and every step of the guide runs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.fences import Fence, fences, pages

from groundrules.project.checking import check

ALL = [fence for page in pages() for fence in fences(page)]
EXAMPLES = [f for f in ALL if f.words[:2] == ("terrain", "example")]
WALKS = sorted({f.page for f in ALL if f.words[:1] == ("console",)})


def run(args: list[str], folder: Path) -> str:
    """What a command of ours prints, findings and progress together."""
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(folder / ".cache")}
    done = subprocess.run(
        [sys.executable, "-m", *args],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("fence", EXAMPLES, ids=str)
def test_example_checks_clean(fence: Fence, tmp_path: Path) -> None:
    path = tmp_path / "example.terrain"
    path.write_text(fence.text, encoding="utf-8")
    assert [f"{each.code} {each.message}" for each in check([str(path)]).diagnostics] == []


@pytest.mark.parametrize("page", WALKS)
def test_walk_runs_as_printed(page: str, tmp_path: Path) -> None:
    """Files are written and commands run in the order of the page; what is printed is what the page shows.

    A fence ``NAME file=PATH`` writes a file, ``NAME is=PATH`` shows one that was made, ``NAME card=PATH`` a card
    without the comment in its head, ``console`` holds ``$ command`` lines with their output below; ``…`` alone
    on a line stands for any lines.
    """
    for fence in (f for f in ALL if f.page == page):
        target = next((w.removeprefix("file=") for w in fence.words if w.startswith("file=")), None)
        if target is not None:
            (tmp_path / target).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / target).write_text(fence.text, encoding="utf-8")
        made = next((w.removeprefix("is=") for w in fence.words if w.startswith("is=")), None)
        if made is not None:
            assert (tmp_path / made).read_text(encoding="utf-8") == fence.text, str(fence)
        card = next((w.removeprefix("card=") for w in fence.words if w.startswith("card=")), None)
        if card is not None:
            assert (tmp_path / card).read_text(encoding="utf-8").partition("-->\n\n")[2] == fence.text, str(fence)
        if fence.words[:1] == ("console",):
            for command, expected in commands(fence.text):
                assert_matches(run(shlex.split(command), tmp_path), expected, f"{fence}: $ {command}")


def commands(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console fence, each with the lines it prints."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def assert_matches(printed: str, expected: list[str], where: str) -> None:
    """Line by line, blanks at line ends and outer blank lines apart; ``…`` skips lines."""
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    parts: list[list[str]] = [[]]
    for line in [e.rstrip() for e in expected]:
        if line == "…":
            parts.append([])
        else:
            parts[-1].append(line)
    at = 0
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if number == 0:
            assert lines[: len(part)] == part, f"{where}\n{printed}"
            at = len(part)
        elif last and part:
            assert lines[-len(part) :] == part and len(lines) - len(part) >= at, f"{where}\n{printed}"
            at = len(lines)
        else:
            at = next((i + len(part) for i in range(at, len(lines) + 1) if lines[i : i + len(part)] == part), -1)
            assert at >= 0, f"{where}: {part}\n{printed}"
            at = len(lines) if last else at
    assert at == len(lines), f"{where}\n{printed}"
