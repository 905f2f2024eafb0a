"""The house's own rules, read from the source: floors, imports, packages, names of machines."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PACKAGE = TOP / "compiler" / "groundrules"

#: Which floor a room stands on; a room imports only from floors below its own.
FLOORS = {
    "codes": 1, "diagnostics": 1, "limits": 1, "naming": 1, "quantity": 1, "source": 1, "usercache": 1,
    "ruleset": 2, "syntax": 2, "verdict": 2,
    "ground": 3, "meaning": 3,
    "engine": 4,
    "odds": 5,
    "scenarios": 6,
    "cards": 7,
    "compare": 8, "lint": 8,
    "project": 9,
    "ide": 10,
    "cli": 11, "lsp": 11, "play": 11,
    "api_stated": 10, "api_answers": 11, "api_reading": 11, "api_rolls": 12, "api_ruleset": 13, "api": 14,
    "__main__": 15,
}  # fmt: skip

#: Plain data at the bottom may build on one another; a cycle among them is caught by importing them.
NEIGHBOURS = {
    ("diagnostics", "codes"), ("diagnostics", "source"), ("verdict", "ruleset"),
}  # fmt: skip

MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(module: str) -> str | None:
    """The room a dotted module name belongs to; ``None`` for the package itself and for others."""
    parts = module.split(".")
    return parts[1] if parts[0] == "groundrules" and len(parts) > 1 else None


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file, relative imports resolved."""
    here = ("groundrules", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(here[: len(here) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            if module == "groundrules":
                yield from (f"groundrules.{alias.name}" for alias in node.names)
            else:
                yield module


def name_of(path: Path) -> str:
    """A module file as the ids of the tests show it."""
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_room_imports_only_from_below(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if room == "__init__":
        # The library, and only once somebody asks for a name of it.
        assert set(imported(path)) == {"groundrules.api"}
        return
    assert room in FLOORS, f"{room} stands on no floor: add it to FLOORS and to the table of the house"
    for module in imported(path):
        other = room_of(module)
        if other is None or other == room or other.startswith("__"):
            continue
        below = FLOORS[other] < FLOORS[room] or (room, other) in NEIGHBOURS
        assert below, f"{name_of(path)} (floor {FLOORS[room]}) imports {module} (floor {FLOORS[other]})"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_syntax_knows_lark(path: Path) -> None:
    uses_lark = any(module.split(".")[0] == "lark" for module in imported(path))
    assert not uses_lark or path.is_relative_to(PACKAGE / "syntax")


def test_the_packages_are_the_folders() -> None:
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    places = {name: TOP / folder for name, folder in settings["package-dir"].items()}
    found = {
        ".".join((name, *init.parent.relative_to(place).parts))
        for name, place in places.items()
        for init in place.rglob("__init__.py")
        # A folder inside another that is a package of its own counts once, as that.
        if init.parent == place or init.parent not in places.values()
    }
    assert sorted(settings["packages"]) == sorted(found)


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in MODULES}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def tracked() -> list[Path]:
    """The files of the repository, or all that lie in its folders where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [TOP / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in TOP.rglob("*") if path.is_file() and ".venv" not in path.parts]


def test_no_file_names_a_machine_or_its_neighbours() -> None:
    # Written in parts, so that this file is not a finding of its own.
    forbidden = re.compile("|".join(("[.][.]/" + "shared", "/" + r"work/\w", "/" + r"home/\w", "/" + r"root/\w")))
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        found += [f"{path.relative_to(TOP)}: {hit[0]}" for hit in [forbidden.search(text)] if hit]
    assert found == []
