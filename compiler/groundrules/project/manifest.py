"""The list of what a build wrote into a folder, so that the next build knows what is its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

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
    return {path: str(files[path]) for path in files if isinstance(path, str) and _is_plain(path)}


def _is_plain(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path and "\0" not in path
