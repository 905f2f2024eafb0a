"""What is installed is whole: the wheel alone, in an empty environment, from an empty folder.

Built from ``git archive``, since a left-over ``build/`` would bring deleted files back, and
without the network: the new environment gets copies of the dependencies that the wheel
declares, and of nothing else.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]

#: What must lie inside the package beside its modules, by the folder in the repository.
DATA = {
    "groundrules": (
        "compiler/groundrules",
        ("py.typed", "*.json", "*.j2", "*.yaml", "*.txt", "*.woff2", "*.md", "*.toml", "*.terrain"),
    ),
    "groundrules/grammar": ("grammar", ("*.lark",)),
    "groundrules/rules_src": ("rules_src", ("*.terrain", "scenarios/*.yaml")),
    "groundrules/diagnostic_pages": ("docs/diagnostics", ("GR*.md",)),
    "groundrules/pages": ("docs", ("how-do-i-say.md",)),
}


def called(*argv: str | os.PathLike[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A process without our variables and without any output on failure being lost."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GROUNDRULES"))}
    environment["GROUNDRULES_CACHE"] = os.fspath(folder.parent / "cache")
    return subprocess.run(
        [os.fspath(each) for each in argv],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=300,
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The committed files, and nothing that lies about."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=TOP, capture_output=True, check=False)
    if archive.returncode != 0:
        pytest.skip("not a git repository")
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        if hasattr(tarfile, "data_filter"):
            files.extraction_filter = tarfile.data_filter
        files.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the committed files."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"import setuptools.build_meta as backend; print(backend.build_wheel({os.fspath(folder)!r}))"
    built = called(sys.executable, "-c", build, folder=source)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


def needed(name: str) -> Iterator[importlib.metadata.Distribution]:
    """A distribution and all that it needs, without extras."""
    found = importlib.metadata.distribution(name)
    yield found
    for requirement in found.requires or ():
        if "extra ==" not in requirement:
            match = re.match(r"[\w.-]+", requirement)
            assert match is not None
            yield from needed(match[0])


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the wheel and its declared dependencies only."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = called(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder)
    site = Path(where.stdout.strip())
    with zipfile.ZipFile(wheel) as files:
        files.extractall(site)
        (metadata,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        declared = re.findall(r"^Requires-Dist: ([\w.-]+)(?!.*extra ==)", files.read(metadata).decode(), re.MULTILINE)
    assert sorted(declared) == ["click", "jinja2", "lark", "markdown-it-py", "pyyaml"]
    for name in declared:
        for distribution in needed(name):
            for file in distribution.files or ():
                if ".." not in file.parts and "__pycache__" not in file.parts:
                    (site / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(os.fspath(file.locate()), site / file)
    return python


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An empty folder to stand in."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def test_every_module_can_be_imported(python: Path, source: Path, empty: Path) -> None:
    top = source / "compiler"
    modules = [".".join(path.relative_to(top).with_suffix("").parts) for path in top.rglob("*.py")]
    modules = [name.removesuffix(".__init__") for name in modules if not name.endswith("__main__")]
    script = (
        "import groundrules, importlib, sys; print(groundrules.__file__, *map(importlib.import_module, sys.argv[1:]))"
    )
    ran = called(python, "-c", script, *sorted(modules), folder=empty)
    assert ran.returncode == 0, ran.stderr
    assert "site-packages" in ran.stdout


def test_every_data_file_is_inside(wheel: Path, source: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        inside = set(files.namelist())
    wanted = {
        f"{package}/{path.relative_to(source / folder).as_posix()}"
        for package, (folder, patterns) in DATA.items()
        for pattern in patterns
        for path in (source / folder).rglob(pattern)
    }
    assert wanted - inside == set()
    assert any(name.endswith(".lark") for name in inside)


def test_the_wheel_is_the_same_wherever_and_whenever_it_is_built(source: Path, tmp_path: Path) -> None:
    digests = set()
    for number in range(2):
        folder = tmp_path / f"{number}" / ("deeper" * number) / "source"
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("build", "*.egg-info"))
        for path in folder.rglob("*"):
            os.utime(path, (1_700_000_000 + number * 86_400,) * 2)
        build = (
            "import os; os.environ['SOURCE_DATE_EPOCH'] = '1700000000'; "
            "import setuptools.build_meta as backend; print(backend.build_wheel('made'))"
        )
        built = called(sys.executable, "-c", build, folder=folder)
        assert built.returncode == 0, built.stderr
        (path,) = (folder / "made").glob("*.whl")
        digests.add(hashlib.sha256(path.read_bytes()).hexdigest())
    assert len(digests) == 1


def test_nothing_else_is_inside(wheel: Path, source: Path) -> None:
    settings = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {package.replace(".", "/") for package in settings["packages"]}
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            assert ".dist-info/" in name or any(name.startswith(f"{folder}/") for folder in folders), name
            assert not name.startswith("groundrules/tests")


def test_it_answers(python: Path, empty: Path) -> None:
    helped = called(python, "-m", "groundrules", "--help", folder=empty)
    assert helped.returncode == 0
    assert helped.stdout.startswith("Usage: groundrules")
    assert called(python, "-m", "groundrules", "explain", "GR601", folder=empty).stdout.startswith("# GR601")
    said = called(python, "-m", "groundrules", "explain", "half", "speed", folder=empty).stdout
    assert said.startswith("Models move through woods at half speed.\n\n    Woods: cost x2\n")


def test_it_checks_and_builds(python: Path, empty: Path) -> None:
    (empty / "my woods.terrain").write_text("Difficult: cost x2\nDangerous on enter: RiskyRoll\n", encoding="utf-8")
    checked = called(python, "-m", "groundrules", "check", "--format", "json", ".", folder=empty)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert [each["severity"] for each in json.loads(checked.stdout)["diagnostics"]] == ["warning"]
    built = called(python, "-m", "groundrules", "build", ".", "-o", "cards", folder=empty)
    assert built.returncode == 0, built.stdout + built.stderr
    made = {path.relative_to(empty / "cards").as_posix() for path in (empty / "cards").rglob("*") if path.is_file()}
    assert {f"my-woods/{name}" for name in ("ruleset.json", "index.md", "quick-reference.md", "manifest.json")} <= made
    assert {"my-woods/cards/terrain-difficult.md", "my-woods/cards/terrain-dangerous.md"} <= made


def test_bundled_rulesets_are_reached(python: Path, empty: Path, source: Path) -> None:
    names = sorted(path.parent.name for path in (source / "rules_src").glob("*/*.terrain"))
    for name in dict.fromkeys(names):
        (empty / f"my-{name}.terrain").write_text(f'use "{name}"\n', encoding="utf-8")
    ran = called(python, "-m", "groundrules", "check", "--format", "short", ".", folder=empty)
    assert "GR609" not in ran.stdout
    assert ran.returncode == 0, ran.stdout + ran.stderr
