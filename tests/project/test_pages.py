"""The pages about files and projects: what they avoid is found, what they prefer is clean."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from groundrules.codes import CODES

PAGES = Path(__file__).parents[2] / "docs" / "diagnostics"
#: What checking, building, formatting and embedding say of files.
RUN = sorted(code for code in CODES if "GR600" < code < "GR700")
OURS = [*RUN, "GR901"]

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="a POSIX shell")


def page(code: str) -> str:
    """The text of a page."""
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def run(code: str, heading: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Write the files under a heading and run the commands there, as a person would."""
    under = ""
    commands = "set -e\n"
    for token in MarkdownIt("commonmark").parse(page(code)):
        if token.type == "inline":
            under = token.content
        if token.type == "fence" and under == heading:
            kind, *name = token.info.split()
            if name:
                path = folder / name[0]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(token.content, encoding="utf-8")
            else:
                assert kind == "sh"
                commands += token.content
    environment = {**os.environ, "PATH": os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))}
    return subprocess.run(
        ["sh", "-c", commands], cwd=folder, capture_output=True, encoding="utf-8", env=environment, check=False
    )


@pytest.mark.parametrize("code", OURS)
def test_every_code_has_its_page(code: str) -> None:
    assert page(code).startswith(f"# {code}: {CODES[code].title}\n")


@pytest.mark.parametrize("code", RUN)
def test_what_a_page_avoids_is_found_and_nothing_else(code: str, tmp_path: Path) -> None:
    if code == "GR607" and hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root may read everything")
    ran = run(code, "Avoid", tmp_path)
    severity = CODES[code].severity
    assert ran.returncode == 1, ran.stderr
    assert re.findall(r"^(error|warning|hint)\[(GR\d+)\]", ran.stdout, re.MULTILINE) == [(severity, code)]
    # As docs/diagnostics/STYLE.md asks of every finding.
    message = re.search(r"\[GR\d+\]: (.*)$", ran.stdout, re.MULTILINE)
    remedy = re.search(r"^  = help: (.*)$", ran.stdout, re.MULTILINE)
    assert message is not None and remedy is not None
    for text in (message[1], remedy[1]):
        assert text[0] == "`" or not text[0].isupper()
        assert text[-1] not in ".!:;," and text.count("`") % 2 == 0 and len(text) <= 200


@pytest.mark.parametrize("code", RUN)
def test_what_a_page_prefers_is_clean(code: str, tmp_path: Path) -> None:
    ran = run(code, "Prefer", tmp_path)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
