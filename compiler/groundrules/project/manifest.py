"""The list of what a build wrote into a folder, so that the next build knows what is its own."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from groundrules.project.reading import Unreadable, read_bytes

#: The file, and the format that this version writes.
NAME = "manifest.json"
FORMAT = "groundrules-manifest/1"


def make(name: str, version: str, files: Mapping[str, bytes], kept: Mapping[str, str] | None = None) -> bytes:
    """The manifest of one ruleset: its name, what made it, and each file with its SHA-256.

    ``kept`` are files of earlier builds that stay, with the SHA-256 that they were listed with.
    """
    listed = {**(kept or {}), **{path: hashlib.sha256(data).hexdigest() for path, data in files.items()}}
    content = {
        "format": FORMAT,
        "ruleset": name,
        "groundrules": version,
        "files": {path: listed[path] for path in sorted(listed)},
    }
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def listed(folder: Path, name: str = NAME) -> frozenset[str]:
    """What the manifest of that name in a folder lists, itself among it; nothing where it is not ours.

    Only plain paths below the folder count, whatever else a manifest may say.
    """
    files = entries(folder, name)
    return frozenset() if files is None else frozenset((*files, name))


def entries(folder: Path, name: str = NAME) -> dict[str, str] | None:
    """Each file that the manifest of that name lists, with its SHA-256; ``None`` where it is not ours."""
    if os.path.islink(folder / name):  # a build writes none
        return None
    data = read_bytes(folder / name, name)
    if isinstance(data, Unreadable):
        return None
    try:
        content = json.loads(data)
        if content["format"] != FORMAT:
            return None
        files = dict(content["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return {path: str(files[path]) for path in files if isinstance(path, str) and is_plain(path)}


def unchanged(folder: Path, but: Collection[str], name: str = NAME) -> frozenset[str]:
    """What the manifest of that name lists, is not among ``but``, and still is as it was written.

    Whatever else lies at a path, or whatever a forged list says, is not ours to take away.
    """
    listed = (entries(folder, name) or {}).items()
    return frozenset(path for path, digest in listed if path not in but and _is_as_written(folder, path, digest))


def _is_as_written(folder: Path, path: str, digest: str) -> bool:
    if not Path(os.path.realpath((folder / path).parent)).is_relative_to(os.path.realpath(folder)):
        return False  # behind a link: not looked at
    return digest in (sha256(folder / path), sha256(folder / path, plain_lines=True))


def sha256(path: Path, *, plain_lines: bool = False) -> str | None:
    """The SHA-256 of a plain file, or ``None``; with ``plain_lines`` as if lines ended in no carriage return."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return hashlib.sha256(data.replace(b"\r\n", b"\n") if plain_lines else data).hexdigest()


def is_plain(path: str) -> bool:
    """Whether this is a path below a folder, the same on every machine."""
    parts = PurePosixPath(path).parts
    return (
        bool(parts)
        and not path.startswith("/")
        and ".." not in parts
        and "\\" not in path
        and "\0" not in path
        and not PureWindowsPath(path).drive
    )
