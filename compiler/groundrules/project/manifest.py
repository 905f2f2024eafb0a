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


def make(name: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """The manifest of one ruleset: its name, what made it, and each file with its SHA-256."""
    content = {
        "format": FORMAT,
        "ruleset": name,
        "groundrules": version,
        "files": {path: hashlib.sha256(files[path]).hexdigest() for path in sorted(files)},
    }
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def listed(folder: Path, name: str = NAME) -> frozenset[str]:
    """What the manifest of that name in a folder lists, itself among it; nothing where it is not ours.

    Only plain paths below the folder count, whatever else a manifest may say.
    """
    data = read_bytes(folder / name, name)
    if isinstance(data, Unreadable):
        return frozenset()
    try:
        content = json.loads(data)
        if content["format"] != FORMAT:
            return frozenset()
        files = [path for path in content["files"] if isinstance(path, str) and _is_plain(path)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return frozenset()
    return frozenset((*files, name))


def _is_plain(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path and "\0" not in path
