"""What SECURITY.md promises of files and the network, seen by an audit hook; and of builds that are killed."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from groundrules.cli import entry
from groundrules.project.writing import WORK

RULES = Path(__file__).parents[1] / "rules_src" / "trench-crusade"
#: Moments at which a build is killed.
KILLS = int(os.environ.get("GROUNDRULES_KILLS", "30"))

HOOKED = """
import json, os, sys
seen = []
def hook(event, args):
    if event.startswith("socket.") or event in ("urllib.Request", "ftplib.connect", "smtplib.connect"):
        seen.append(["network", event, ""])
    elif event == "open" and isinstance(args[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(args[0]))
        flags = args[2] if isinstance(args[2], int) else 0
        seen.append(["write" if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) else "read", event, path])
    elif event in ("os.rename", "os.link", "os.symlink"):
        seen.append(["write", event, os.path.realpath(os.fsdecode(args[1]))])
    elif event in ("os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod", "shutil.rmtree"):
        if isinstance(args[0], (str, bytes, os.PathLike)):
            seen.append(["write", event, os.path.realpath(os.fsdecode(args[0]))])
    elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        seen.append(["process", event, ""])
sys.addaudithook(hook)
from groundrules.cli import entry
code = entry.main(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    json.dump([code, seen], file)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that also asks for what lies outside of it."""
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret.terrain").write_text("Secret: cost x2\n", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (project / "groundrules.toml").write_text('[cards]\nphrases = "../phrases.yaml"\n', encoding="utf-8")
    (tmp_path / "phrases.yaml").write_text("{}\n", encoding="utf-8")
    (project / "good.terrain").write_text('use "trench-crusade"\nWoods: cost x2\n', encoding="utf-8")
    (project / "bad.terrain").write_text('use "../secret.terrain"\nWoods: cost x2\n', encoding="utf-8")
    (project / "scenarios").mkdir()
    (project / "scenarios" / "bad.yaml").write_text(
        "use: ../../secret.terrain\nscenarios:\n  - name: out\n    track: 2 Open\n    expect: {legal: true}\n",
        encoding="utf-8",
    )
    return project


def watched(project: Path, *argv: str) -> list[list[str]]:
    """What a command touched."""
    told, cache = project.parent / "told.json", project.parent / "cache"
    environment = {**os.environ, "GROUNDRULES_CACHE": os.fspath(cache), "HOME": os.fspath(project.parent / "home")}
    ran = subprocess.run(
        [sys.executable, "-B", "-c", HOOKED, os.fspath(told), *argv],
        cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert told.exists(), ran.stderr
    code, seen = json.loads(told.read_text(encoding="utf-8"))
    assert code in (entry.WELL, entry.FOUND), ran.stderr
    return [each for each in seen if each[2] != os.path.realpath(told)]


@pytest.mark.parametrize(
    "argv",
    [
        ("check", "."),
        ("build", ".", "-o", "out"),
        ("test", "."),
        ("odds", "good.terrain"),
        ("try", "good.terrain", "2 Open, 2 Woods", "Speed=6"),
        ("show", "ast", "good.terrain"),
    ],
    ids=lambda argv: argv[0],
)
def test_nothing_is_touched_outside_the_project(project: Path, argv: tuple[str, ...]) -> None:
    seen = watched(project, *argv)
    assert seen
    assert not [each for each in seen if each[0] in ("network", "process")]
    top = Path(os.path.realpath(project.parent))
    out, cache = top / "project" / "out", top / "cache"
    for kind, event, path in seen:
        if kind == "write" and path != os.devnull:
            assert Path(path).is_relative_to(out) or Path(path).is_relative_to(cache), (event, path)
        if kind == "read" and Path(path).is_relative_to(top):
            inside = Path(path).is_relative_to(top / "project") or Path(path).is_relative_to(cache)
            assert inside, (event, path)


def test_what_the_page_names_is_there() -> None:
    top = Path(__file__).parents[1]
    named = re.findall(r"(?:tests|docs)/[\w/.]+\w", (top / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [name for name in named if not (top / name).exists()] == []


def version(folder: Path, number: int) -> Path:
    """A ruleset in one of two versions, with enough cards to be in the middle of writing them."""
    folder.mkdir(exist_ok=True)
    path = folder / "rules.terrain"
    names = (
        "Woods",
        "Marsh",
        "Rubble",
        "Thicket",
        "Orchard",
        "Quarry",
        "Dunes",
        "Heath",
        "Scree",
        "Ford",
        "Bog",
        "Lava",
    )
    grounds = "".join(f"{name}: cost x{number + 2}\n" for name in names)
    path.write_text(f"overlap worst\n{grounds}", encoding="utf-8")
    return path


def pages(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and WORK not in path.parts
    }


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is copied, and killed by a signal")
def test_a_build_that_is_killed_leaves_no_half_file(tmp_path: Path) -> None:
    """A process that has built once is copied and killed while it builds the other version."""
    script = textwrap.dedent(
        """
        import os, signal, sys, time
        from groundrules.cli import entry
        told = os.fdopen(os.dup(2), "w")
        sys.stdout = sys.stderr = open(os.devnull, "w")
        first, second, out = sys.argv[1:4]
        entry.main(["build", first, "-o", out])
        print("ready", file=told, flush=True)
        for line in sys.stdin:
            which, wait = line.split()
            child = os.fork()
            if child == 0:
                entry.main(["build", (first, second)[int(which)], "-o", out])
                os._exit(0)
            time.sleep(float(wait))
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            print("killed" if os.WIFSIGNALED(status) else "done", file=told, flush=True)
        """
    )
    sources = [version(tmp_path / name, number) for number, name in enumerate(("a", "b"))]
    expected: list[dict[str, bytes]] = []
    for number, path in enumerate(sources):
        assert entry.main(["build", os.fspath(path), "-o", os.fspath(tmp_path / f"whole{number}")]) == entry.WELL
        expected.append(pages(tmp_path / f"whole{number}"))
    begun = time.perf_counter()
    entry.main(["build", os.fspath(sources[1]), "-o", os.fspath(tmp_path / "timed")])
    usual = time.perf_counter() - begun
    out = tmp_path / "out"
    moments = random.Random(7)
    ended = {"killed": 0, "done": 0}
    with subprocess.Popen(
        [sys.executable, "-c", script, *map(os.fspath, sources), os.fspath(out)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        for number in range(KILLS):
            process.stdin.write(f"{(number + 1) % 2} {moments.uniform(0, 1.1 * usual)}\n")
            process.stdin.flush()
            ended[process.stderr.readline().strip()] += 1
            for name, data in pages(out).items():
                assert data in [each[name] for each in expected if name in each], name
    assert ended["killed"] > KILLS // 4
    for number, source in enumerate(sources):
        assert entry.main(["build", os.fspath(source), "-o", os.fspath(out)]) == entry.WELL
        assert pages(out) == expected[number]
        assert not (out / WORK).exists()
