"""The user's own cache folder: results that can be made again at any time.

Nothing here ever fails: where no folder is ours and safe, nothing is kept and nothing is
found. A file counts only when it and the folder belong to this user and nobody else may
write to them, so that what is read back is what this user's programs wrote. A file is
written beside its place and renamed, so that a reader sees all of it or none; its first
line is a hash of the rest, so that what anything else has written there is not read.

``GROUNDRULES_CACHE`` names another folder; empty, it turns the cache off.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Callable

#: Files beyond this many are taken away, the oldest first, when another is written.
MOST_FILES = 400

_LARGEST = 64 * 1024 * 1024
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_VARIABLE = "GROUNDRULES_CACHE"


def folder() -> str | None:
    """The path of the cache folder, made if need be; ``None`` where none is ours and safe."""
    place = _wanted()
    if not place:
        return None
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        return place if _is_ours(os.lstat(place), stat.S_ISDIR) else None
    except OSError:
        return None


def load(name: str) -> bytes | None:
    """The bytes that were kept under a name (a plain file name), or ``None``."""
    place = folder()
    if place is None:
        return None
    try:
        handle = os.open(os.path.join(place, name), os.O_RDONLY | _CAREFULLY | _BINARY)
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            if not _is_ours(found, stat.S_ISREG) or found.st_size > _LARGEST:
                return None
            mark, _, data = file.read().partition(b"\n")
            return data if mark == _mark(data) else None
    except OSError:
        return None


def store(name: str, data: bytes) -> bool:
    """Keep bytes under a name (a plain file name); whether that was possible."""
    place = folder()
    if place is None or len(data) > _LARGEST:
        return False
    beside = os.path.join(place, f".{name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_mark(data) + b"\n" + data)
            os.replace(beside, os.path.join(place, name))
        except BaseException:
            os.unlink(beside)
            raise
        _take_away_the_oldest(place)
    except OSError:
        return False
    return True


_BINARY = getattr(os, "O_BINARY", 0)
#: No link is followed, and a pipe is not waited for.
_CAREFULLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def _mark(data: bytes) -> bytes:
    """The first line of a file: what tells that the rest is whole."""
    return hashlib.sha256(data).hexdigest().encode()


def _wanted() -> str | None:
    named = os.environ.get(_VARIABLE)
    if named is not None:
        return os.path.abspath(named) if named else None
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "groundrules") if os.path.isabs(base) else None


def _is_ours(found: os.stat_result, kind: Callable[[int], bool]) -> bool:
    if not kind(found.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # Windows: the folder lies in the user's own profile
        return True
    return bool(found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_MAY_WRITE)


def _take_away_the_oldest(place: str) -> None:
    with os.scandir(place) as entries:
        files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
    if len(files) > MOST_FILES:
        files.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime)
        for entry in files[: len(files) - MOST_FILES // 2]:
            os.unlink(entry.path)
