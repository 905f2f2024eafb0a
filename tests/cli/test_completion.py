"""The Tab key, as bash itself asks, and the other shells by what their scripts send."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from groundrules.cli import entry
from groundrules.cli.completing import VARIABLE
from groundrules.cli.completion import SHELLS
from groundrules.cli.main import commands
from groundrules.codes import CODES
from groundrules.project import bundled

BASH = shutil.which("bash")

#: What is typed (the last word is not finished) and what bash then has to offer.
ASKED: list[tuple[list[str], list[str]]] = [
    ([""], list(entry.COMMANDS)),
    (["ch"], [name for name in entry.COMMANDS if name.startswith("ch")]),
    (["check", "--fo"], ["--format"]),
    (["check", "--format", "sh"], ["short"]),
    (["odds", "trench"], ["trench-crusade"]),
    (["odds", "clu"], ["club.terrain"]),
    (["odds", "club.terrain", "--roll", "bog"], ["BogTest"]),
]

#: The same, without a process for each.
MORE: list[tuple[list[str], list[str]]] = [
    (["zz"], []),
    (["che", "--x"], []),
    (["show", "t"], ["tokens"]),
    (["new", "club", "--from", ""], list(bundled.names())),
    (["odds", "broken.terrain", "--roll", ""], []),
    (["odds", "missing.terrain", "--roll", ""], []),
    (["explain", "gr90"], [code for code in CODES if code.startswith("GR90")]),
]

SCRIPT = """\
eval "$(groundrules completion bash)"
while IFS= read -r line; do
    IFS='|' read -r -a words <<< "$line|end"
    unset 'words[-1]'
    COMP_WORDS=(groundrules "${words[@]}"); COMP_CWORD=${#words[@]}; COMPREPLY=()
    _groundrules_completion groundrules
    (IFS='|'; echo "${COMPREPLY[*]}")
done
complete -p groundrules
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A search path on which our command is found, from wherever these tests run."""
    command = tmp_path / "bin" / "groundrules"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m groundrules "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return f"{command.parent}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "club.terrain").write_text("roll Bog Test: d6\n    1: stop\n    2+: no effect\n", encoding="utf-8")
    (folder / "broken.terrain").write_text("roll: d6\n", encoding="utf-8")
    return folder


@pytest.mark.skipif(BASH is None, reason="bash is not here")
def test_bash_has_what_fits(path: str, folder: Path) -> None:
    assert BASH is not None
    ran = subprocess.run(
        [BASH, "--norc", "-c", SCRIPT],
        input="".join("|".join(words) + "\n" for words, _ in ASKED),
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    *answers, registered = ran.stdout.splitlines()
    assert dict(zip(map(str, ASKED), answers, strict=True)) == {str(each): "|".join(each[1]) for each in ASKED}
    assert registered == "complete -o nosort -F _groundrules_completion groundrules"
    assert ran.stderr == ""


def offered(words: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the script of bash is told: the kind of each word and the word."""
    for name, value in {VARIABLE: "bash_complete", "COMP_WORDS": " ".join(["groundrules", *words])}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    return BashComplete(commands, {}, "groundrules", VARIABLE).complete().splitlines()


def test_what_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for words, expected in [*ASKED, *MORE]:
        assert offered(words, monkeypatch) == [f"plain,{word}" for word in expected], words


def test_files_are_left_to_bash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of the kind `file` makes the script ask bash for its own names."""
    monkeypatch.chdir(folder)
    for words in (["check", "x"], ["odds", "no-such"], ["embed", ""], ["run", "s"], ["table", ""], ["fmt", "./"]):
        assert [each.split(",")[0] for each in offered(words, monkeypatch)] == ["file"], words
    assert offered(["build", "x.terrain", "-o", ""], monkeypatch) == ["dir,"]


def answered(shell: str, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    typed = " ".join(["groundrules", *words])
    current = words[-1] if shell == "fish" else str(len(words))
    return subprocess.run(
        [sys.executable, "-m", "groundrules"],
        cwd=folder,
        env={**os.environ, VARIABLE: f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": current},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_answered(shell: str, folder: Path) -> None:
    ran = answered(shell, ["expl"], folder)
    assert (ran.returncode, ran.stderr) == (entry.WELL, "")
    assert "explain" in ran.stdout and "check" not in ran.stdout
    if shell in ("zsh", "fish"):
        assert "Explain" in ran.stdout  # what it does, from the committed help


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["completion", shell]) == entry.WELL
    script = capsys.readouterr().out
    assert VARIABLE in script and f"{shell}_complete" in script and "%(" not in script


def test_a_shell_that_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["completion", "tcsh"]) == entry.MISUSE
    assert "bash" in capsys.readouterr().err


def test_no_command_is_imported_for_their_names(folder: Path) -> None:
    script = (
        "import sys; from groundrules.cli.entry import main; main([]); "
        "print(sorted(m for m in sys.modules if m.startswith('groundrules.')), file=sys.stderr)"
    )
    environment = {VARIABLE: "bash_complete", "COMP_WORDS": "groundrules ", "COMP_CWORD": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
    )
    assert "check" in ran.stdout
    assert "groundrules.meaning" not in ran.stderr and "groundrules.cli.build" not in ran.stderr
