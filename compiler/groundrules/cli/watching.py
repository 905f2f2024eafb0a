"""Doing something again whenever a file changes: modification times are looked at, on every system alike."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from groundrules.cli.terminal import standard_error, visible
from groundrules.limits import FOLDER_DEPTH

#: Seconds between two looks.
INTERVAL = 0.4
_ENDINGS = (".terrain", ".yaml", ".yml", ".md", ".toml", ".json", ".j2")

#: When each file was last changed, and how large it is.
Looked = Mapping[str, tuple[int, int]]


def look(named: Iterable[str | os.PathLike[str]]) -> Looked:
    """The files at some paths that rules and scenarios are made of; of a file, its whole folder."""
    found: dict[str, tuple[int, int]] = {}
    for each in named:
        folder = Path(os.path.abspath(each))
        for place, folders, files in os.walk(folder if folder.is_dir() else folder.parent):
            depth = len(Path(place).relative_to(folder if folder.is_dir() else folder.parent).parts)
            folders[:] = [name for name in folders if name[0] != "." and depth < FOLDER_DEPTH]
            for name in files:
                path = os.path.join(place, name)
                if name.endswith(_ENDINGS) and name[0] != ".":
                    _note(found, path)
    return found


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
) -> None:
    """Do the work, which names the paths it hangs on, and again after each change; until interrupted.

    ``rounds``: at most so many looks, for tests.
    """
    progress = standard_error()
    watched = list(work())
    before = look(watched)
    progress.line("waiting for a change; Ctrl-C ends it")
    while rounds is None or rounds > 0:
        rounds = None if rounds is None else rounds - 1
        pause(INTERVAL)
        after = look(watched)
        names = changed(before, after)
        if not names:
            continue
        progress.line(f"{', '.join(visible(os.path.basename(name)) for name in names[:3])} changed")
        watched = list(work())
        # A change that came during the work is seen at the next look.
        before = {**look(watched), **after}
