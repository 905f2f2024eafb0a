"""Doing something again whenever a file changes: modification times are looked at, on every system alike."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from groundrules.cli.terminal import Output, standard_error, standard_output, visible
from groundrules.limits import FOLDER_DEPTH
from groundrules.project.roots import NothingThere

#: Seconds between two looks.
INTERVAL = 0.4
#: The screen empty and the cursor at its top; what was printed before can still be scrolled to.
_CLEAR = "\x1b[2J\x1b[H"
_ENDINGS = (".terrain", ".yaml", ".yml", ".md", ".toml", ".json", ".j2")

#: When each file was last changed, and how large it is.
Looked = Mapping[str, tuple[int, int]]


def look(named: Iterable[str | os.PathLike[str]], apart: Collection[str] = ()) -> Looked:
    """The files at some paths that rules and scenarios are made of.

    Of a folder: all below it but what lies in one of the folders ``apart`` (absolute paths).
    Of a file, there or not: what lies beside it, since it may `use` that, but nothing below,
    which may be somebody's whole disk.
    """
    found: dict[str, tuple[int, int]] = {}
    for top, deepest in {_top(each) for each in named}:
        for place, folders, files in os.walk(top):
            depth = len(Path(place).relative_to(top).parts)
            folders[:] = [
                name
                for name in folders
                if name[0] != "." and depth < deepest and os.path.join(place, name) not in apart
            ]
            for name in files:
                path = os.path.join(place, name)
                if name.endswith(_ENDINGS) and name[0] != ".":
                    _note(found, path)
    return found


def _top(named: str | os.PathLike[str]) -> tuple[Path, int]:
    """The folder to look through for a path, and how many folders deep."""
    path = Path(os.path.abspath(named))
    return (path, FOLDER_DEPTH) if path.is_dir() else (path.parent, 0)


def _note(found: dict[str, tuple[int, int]], path: str) -> None:
    try:
        status = os.stat(path)
    except OSError:
        return  # gone between the listing and the look: as if it had not been listed
    found[path] = (status.st_mtime_ns, status.st_size)


def changed(before: Looked, after: Looked) -> list[str]:
    """The files that came, went or changed between two looks."""
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def watch(
    work: Callable[[], Iterable[str | os.PathLike[str]]],
    pause: Callable[[float], object] = time.sleep,
    rounds: int | None = None,
    apart: Iterable[str] = (),
) -> None:
    """Do the work, which names the paths it hangs on, and again after each change; until interrupted.

    ``apart``: folders that the work itself writes, whose changes mean nothing. ``rounds``: at
    most so many looks, for tests. Raises
    :class:`~groundrules.project.roots.NothingThere` only where a path is missing from the
    start; a file that goes away later is told and waited for. Ctrl-C ends it, which is no fault.
    """
    progress = standard_error()
    outside = [os.path.abspath(each) for each in apart]
    with suppress(KeyboardInterrupt):
        watched = list(work())
        before = look(watched, outside)
        _wait(progress)
        while rounds is None or rounds > 0:
            rounds = None if rounds is None else rounds - 1
            pause(INTERVAL)
            after = look(watched, outside)
            names = changed(before, after)
            if not names:
                continue
            _announce(progress, names)
            try:
                watched = list(work())
            except NothingThere as problem:
                progress.line(f"{visible(str(problem))} any more")
            _wait(progress)
            # A change that came during the work is seen at the next look.
            before = {**look(watched, outside), **after}
        return
    progress.line()


def _wait(progress: Output) -> None:
    standard_output().flush()
    progress.line("waiting for a change; Ctrl-C ends it")


def _announce(progress: Output, names: list[str]) -> None:
    """What changed, below a line that parts this report from the one before; on a terminal at its top."""
    shown = ", ".join(visible(os.path.basename(name)) for name in names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    if progress.is_terminal and progress.colour:
        progress.write(_CLEAR)
    progress.line(progress.paint(f"--- {shown}{more} changed", "quiet"))
