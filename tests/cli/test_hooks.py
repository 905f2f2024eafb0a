"""The hooks for pre-commit and the workflows in docs/ci.md do what they say, as their runners would do it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.docs.fences import fences

TOP = Path(__file__).parents[2]
HOOKS: list[dict[str, Any]] = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
IDS = {hook["id"]: hook for hook in HOOKS}
PAGE = [fence for fence in fences(TOP / "docs" / "ci.md") if fence.words[0] == "yaml"]
WORKFLOWS = [yaml.safe_load(fence.text) for fence in PAGE if fence.words == ("yaml", "workflow")]
STEPS = [step for flow in WORKFLOWS for job in flow["jobs"].values() for step in job["steps"]]
COMMANDS = sorted({step["run"] for step in STEPS if step.get("run", "").startswith("groundrules")})

#: What pre-commit's own documentation lists for a hook; the first four must be there.
_TEXT, _FLAG = {"type": "string", "minLength": 1}, {"type": "boolean"}
_HOOK = {
    "type": "object",
    "required": ["id", "name", "entry", "language"],
    "additionalProperties": False,
    "properties": {
        **dict.fromkeys(("id", "name", "entry", "description", "files"), _TEXT),
        "language": {"const": "python"},
        **dict.fromkeys(("pass_filenames", "require_serial"), _FLAG),
    },
}

#: A step of a workflow uses an action or runs a command, not both.
_STEP = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"name": _TEXT, "if": _TEXT, "uses": {"type": "string", "pattern": "^[\\w-]+(/[\\w-]+)+@v\\d+$"},
                   "run": _TEXT, "with": {"type": "object"}},
    "oneOf": [{"required": ["uses"]}, {"required": ["run"]}],
}  # fmt: skip

SCENARIOS = "rules: club.terrain\nscenarios:\n  - {name: a move, track: [2 Marsh], expect: {cost: COST}}\n"

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="runners have a POSIX shell")


def repository(folder: Path, rules: str, cost: int = 4) -> Path:
    """A repository with a project in it."""
    for name, text in {
        "groundrules.toml": "",
        "club.terrain": rules,
        "moves.yaml": SCENARIOS.replace("COST", str(cost)),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(command: str, folder: Path, *names: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command line with file names behind it, with our own `groundrules` on the path."""
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    env = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(folder / ".cache"), **more}
    line = " ".join([command, *map(shlex.quote, names)])
    return subprocess.run(line, shell=True, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)


def hook(id_: str, folder: Path, changed: list[str]) -> subprocess.CompletedProcess[str] | None:
    """What pre-commit runs for a change of some files; nothing where the hook is not about them."""
    one = IDS[id_]
    fitting = [name for name in changed if re.search(one["files"], name)]
    return run(one["entry"], folder, *(fitting if one.get("pass_filenames", True) else ())) if fitting else None


def code(done: subprocess.CompletedProcess[str] | None) -> int:
    """The exit code of a hook that ran."""
    assert done is not None
    return done.returncode


def test_the_hooks_are_as_pre_commit_wants_them() -> None:
    jsonschema.validate(HOOKS, {"type": "array", "items": _HOOK, "minItems": 1})
    assert len(IDS) == len(HOOKS)
    for one in HOOKS:
        re.compile(one["files"])


def test_the_configuration_in_the_page_names_our_hooks() -> None:
    (text,) = [fence.text for fence in PAGE if fence.words == ("yaml", "pre-commit")]
    (repo,) = yaml.safe_load(text)["repos"]
    assert {each["id"] for each in repo["hooks"]} == set(IDS)


def test_a_good_project_passes_every_hook(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh: cost x2\n")
    before = (folder / "club.terrain").read_bytes()
    for id_ in IDS:
        assert code(hook(id_, folder, ["club.terrain"])) == 0
    assert (folder / "club.terrain").read_bytes() == before


def test_what_is_wrong_stops_the_commit(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh: costt x2\n")
    done = hook("groundrules-check", folder, ["groundrules.toml"])
    assert code(done) == 1 and done is not None and "GR110" in done.stdout


def test_a_scenario_that_fails_stops_the_commit(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh: cost x2\n", cost=5)
    assert code(hook("groundrules-test", folder, ["moves.yaml"])) == 1


def test_the_plain_form_is_written_and_seen_as_a_change(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh:cost x2\n")
    assert code(hook("groundrules-fmt", folder, ["club.terrain", "README.txt"])) == 0
    assert (folder / "club.terrain").read_text(encoding="utf-8") == "Marsh: cost x2\n"


def test_other_files_wake_no_hook(tmp_path: Path) -> None:
    assert [hook(id_, tmp_path, ["cards/a.html", "terrain.txt", "my-groundrules.toml"]) for id_ in IDS] == [None] * 3


def test_the_workflows_are_as_the_runner_wants_them() -> None:
    assert WORKFLOWS
    for flow in WORKFLOWS:
        assert set(flow) == {"name", True, "jobs"}  # YAML 1.1 reads `on` as a truth
        for job in flow["jobs"].values():
            assert set(job) == {"runs-on", "permissions", "steps"}
    for step in STEPS:
        jsonschema.validate(step, _STEP)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_a_workflow_runs(command: str, tmp_path: Path) -> None:
    good = repository(tmp_path, "Marsh: cost x2\n")
    assert run(command, good, GITHUB_WORKSPACE=str(good)).returncode == 0
    bad = repository(tmp_path, "Marsh:  cost x3\nMarsh on enter: stop\nMarhs: cost x3\n")
    assert run(command, bad, GITHUB_WORKSPACE=str(bad)).returncode == (0 if "sarif" in command else 1)


def test_a_pull_request_is_annotated_at_its_lines(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh: cost x2\nMarhs: cost x2\n", cost=9)
    lines = [
        line
        for command in COMMANDS
        if "github" in command
        for line in run(command, folder, GITHUB_WORKSPACE=str(folder)).stdout.splitlines()
        if line.startswith("::")
    ]
    assert [line.split(",")[:2] for line in sorted(lines)] == [
        ["::error file=moves.yaml", "line=3"],
        ["::warning file=club.terrain", "line=2"],
    ]


def test_code_scanning_gets_its_file(tmp_path: Path) -> None:
    folder = repository(tmp_path, "Marsh: cost x2\nMarhs: cost x2\n")
    (command,) = [command for command in COMMANDS if "sarif" in command]
    run(command, folder, GITHUB_WORKSPACE=str(folder))
    (upload,) = [step for step in STEPS if "upload-sarif" in step.get("uses", "")]
    (result,) = json.loads((folder / upload["with"]["sarif_file"]).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "club.terrain"
