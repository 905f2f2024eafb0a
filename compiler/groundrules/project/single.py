"""Writing one file that a person named: first beside its place, then in one step into it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from groundrules.project.writing import Unwritable


def write_text(path: Path, text: str) -> None:
    """Make ``text`` (as UTF-8, with line feeds) the content of the file; the old one stays until it is whole.

    A link is followed, the permissions of an old file are kept. Raises
    :class:`~groundrules.project.writing.Unwritable` with the reason.
    """
    target = Path(os.path.realpath(path))
    waiting: str | None = None
    try:
        handle, waiting = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
        os.chmod(waiting, os.stat(target).st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(waiting, target)
        waiting = None
    except OSError as problem:
        raise Unwritable(f"{path} cannot be written: {problem.strerror or problem}") from problem
    finally:
        if waiting is not None:
            with contextlib.suppress(OSError):
                os.unlink(waiting)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
