"""Where a project begins and which rulesets it holds.

The root of a file is the nearest folder upwards with a ``groundrules.toml``, else the
folder of the file (or the folder) that a person named. A ruleset is a file; in a folder it
is ``NAME/NAME.terrain``, and the other files there are reached by ``use``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundrules.limits import FILE_BYTES, FOLDER_DEPTH

SUFFIX = ".terrain"
#: A Markdown file is a ruleset, too, where a person or a `use` names it: what its fences hold.
PAGE_SUFFIX = ".md"
SUFFIXES = (SUFFIX, PAGE_SUFFIX)
SETTINGS = "groundrules.toml"
#: The folder beside a ruleset whose examples stand on its cards.
SCENARIOS = "scenarios"

_FENCE = re.compile(rb"(```|~~~)terrain[ \t]*[\r\n]")

#: Folders that are never looked into for rulesets.
_SKIPPED = frozenset({"__pycache__", "node_modules", "build", "dist"})


@dataclass(frozen=True, slots=True)
class Place:
    """One ruleset on the disk: its file, the root of its project, and what it is called.

    ``path`` is absolute, links not resolved; ``root`` is resolved. ``name`` is the file's
    own, without its ending. ``shown`` is the path as the person would write it; ``is_found`` says
    that a search came upon it and nobody named it.
    """

    path: Path
    root: Path
    name: str
    shown: str
    is_found: bool = False

    @property
    def source_name(self) -> str:
        """The path from the root, with forward slashes: the same on every machine."""
        return source_name(self.path, self.root)


class NothingThere(Exception):
    """A path that a person named on the command line and that does not exist."""

    def __init__(self, path: str, suggestion: str | None) -> None:
        super().__init__(f"there is no file or folder `{path}`")
        self.path = path
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class NoRuleset:
    """A folder in which there is no ruleset, and the files that nearly are one."""

    shown: str
    strays: tuple[str, ...]


def root_of(folder: Path) -> Path:
    """The root for what lies in ``folder``: upwards to its settings, else the folder itself."""
    start = Path(os.path.realpath(folder))
    for candidate in (start, *start.parents):
        if os.path.isfile(os.path.join(candidate, SETTINGS)):
            return candidate
    return start


def source_name(path: Path, root: Path) -> str:
    """What a file is called in messages and compiled rules: its path from the root."""
    name = path.name
    for candidate in (path, Path(os.path.realpath(path))):
        if candidate.is_relative_to(root):
            name = candidate.relative_to(root).as_posix()
            break
    return as_text(name)


def as_text(name: str) -> str:
    """A name of a file as text, with escapes for bytes that are none."""
    return name.encode("utf-8", "backslashreplace").decode()


def find(named: str | os.PathLike[str]) -> tuple[Place, ...] | NoRuleset:
    """The rulesets at a path that a person named, in the order of their paths.

    Raises :class:`NothingThere` when nothing exists at the path.
    """
    shown = os.fspath(named)
    path = Path(os.path.abspath(shown))
    if not os.path.lexists(path):
        raise NothingThere(shown, nearest_file(path))
    if not os.path.isdir(path):
        return (Place(path, root_of(path.parent), as_text(path.stem), shown),)
    root = root_of(path)
    return tuple(_in_folder(path, root, shown)) or NoRuleset(shown, tuple(_strays(path, shown)))


def _in_folder(folder: Path, root: Path, shown: str) -> Iterator[Place]:
    own = folder / f"{folder.resolve().name}{SUFFIX}"
    files = [own] if os.path.isfile(own) else [folder / name for name in _terrain_files(folder)]
    for path in files:
        yield Place(path, root, as_text(path.stem), _join(shown, path.name), is_found=True)
    for below in _folders(folder, FOLDER_DEPTH):
        path = below / f"{below.name}{SUFFIX}"
        if os.path.isfile(path):
            yield Place(
                path, root, as_text(below.name), _join(shown, path.relative_to(folder).as_posix()), is_found=True
            )


def _terrain_files(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX) and not name.startswith("."))
    except OSError:
        return []


def _folders(folder: Path, deepest: int) -> Iterator[Path]:
    """Every folder below, parents first; links to folders are not followed, so none is endless."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(
                entry.name
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and entry.name[0] != "." and entry.name not in _SKIPPED
            )
    except OSError:
        return
    for name in names:
        yield folder / name
        if deepest > 1:
            yield from _folders(folder / name, deepest - 1)


def terrain_files(folder: Path, shown: str) -> Iterator[tuple[Path, str]]:
    """All terrain files below a folder, rulesets or not, with their paths as the person would write them."""
    for each in (folder, *_folders(folder, FOLDER_DEPTH)):
        for name in _terrain_files(each):
            yield each / name, _join(shown, (each / name).relative_to(folder).as_posix())


def _strays(folder: Path, shown: str) -> Iterator[str]:
    for below in _folders(folder, FOLDER_DEPTH):
        for name in _terrain_files(below):
            yield _join(shown, (below / name).relative_to(folder).as_posix())
    for each in (folder, *_folders(folder, FOLDER_DEPTH)):
        for name in _pages(each):
            yield _join(shown, (each / name).relative_to(folder).as_posix())


def pages_below(folder: Path, pattern: re.Pattern[bytes]) -> Iterator[Path]:
    """The Markdown files in a folder and below it in which a pattern is found, those of a folder before those below."""
    for each in (folder, *_folders(folder, FOLDER_DEPTH)):
        yield from (each / name for name in _pages(each, pattern))


def _pages(folder: Path, pattern: re.Pattern[bytes] = _FENCE) -> Iterator[str]:
    """The Markdown files in a folder that seem to hold rules, or something else."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(PAGE_SUFFIX) and name[0] != ".")
    except OSError:
        return
    for name in names:
        real = os.path.realpath(folder / name)
        if not os.path.isfile(real):  # a pipe would never end
            continue
        if not Path(real).is_relative_to(root_of(folder)):  # a link that leads out of the project
            continue
        try:
            with open(folder / name, "rb") as file:
                if pattern.search(file.read(FILE_BYTES)):
                    yield name
        except OSError:
            continue


def from_here(path: str | os.PathLike[str], start: str | os.PathLike[str] = os.curdir) -> str:
    """The path as it is written in ``start``; the whole path where none leads there: on another drive of Windows."""
    try:
        return os.path.relpath(path, start)
    except ValueError:
        return os.path.abspath(path)


def _join(shown: str, rest: str) -> str:
    return rest if shown in ("", ".") else f"{shown.rstrip('/' + os.sep)}/{rest}"


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The one of the names that a person most likely meant, if any is close."""
    import difflib  # rarely needed, and slow to import

    candidates = list(names)
    lower = {name.casefold(): name for name in candidates}
    if word.casefold() in lower:
        return lower[word.casefold()]
    close = difflib.get_close_matches(word[:200], candidates[:2000], n=1, cutoff=0.7)
    return close[0] if close else None


def nearest_file(path: Path) -> str | None:
    """The name of the file or folder beside ``path`` that its name most resembles."""
    try:
        names = sorted(os.listdir(path.parent))
    except (OSError, ValueError):
        return None
    return path.name if path.name in names else nearest(path.name, names)
