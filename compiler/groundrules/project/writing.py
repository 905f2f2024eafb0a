"""Writing a whole output at once: afterwards all of it is there, or the old one is.

Everything is first written beside its place. The old files are kept until the last new
one stands; a failure puts them back, and so does the next run after a process that was
killed. A reader of a single file sees the old or the new one and never a part.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from groundrules.limits import FILE_BYTES
from groundrules.project import manifest

#: The folder, inside the output, in which one run prepares its work; gone when it ends.
WORK = ".groundrules-build"

_JOURNAL = "journal.json"
_OURS = re.compile(r"[0-9]+\.(new|old)|journal\.json(\.new)?")
_FOREIGN = f"`{WORK}` in it is not what a build leaves behind; move it away"


class Unwritable(Exception):
    """The output cannot be written, and why; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one run changed: paths below the output, sorted."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]


def publish(out: Path, files: Mapping[str, bytes], obsolete: Collection[str] = ()) -> Written:
    """Make ``files`` the content of their paths below ``out`` and take ``obsolete`` away.

    Paths have forward slashes. A file that is already as it should be is not touched.
    Raises :class:`Unwritable`; whatever is raised, the old output is whole.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        with _alone(out) as work:
            change = _prepare(out, work, files, obsolete)
            _carry_out(out, work, change)
        for path in change.removed:
            _drop_empty(out, path)
    except OSError as problem:
        raise Unwritable(_reason(problem, out)) from problem
    return Written(change.changed, change.removed)


@dataclass(slots=True)
class _Change:
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    #: Target, whether it existed, the SHA-256 of what is put there if anything is; as numbered in the work folder.
    steps: list[tuple[str, bool, str | None]] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)


def _prepare(out: Path, work: Path, files: Mapping[str, bytes], obsolete: Collection[str]) -> _Change:
    change = _Change(
        tuple(sorted(path for path, data in files.items() if not _is_already(_inside(out, path), data))),
        tuple(sorted(path for path in obsolete if path not in files and os.path.lexists(_inside(out, path)))),
    )
    for path in (*change.changed, *change.removed):
        number = len(change.steps)
        target = out / path
        digest = None
        if path in files:
            (work / f"{number}.new").write_bytes(files[path])
            digest = hashlib.sha256(files[path]).hexdigest()
        existed = os.path.lexists(target)
        if existed:
            _keep(target, work / f"{number}.old")
        change.steps.append((path, existed, digest))
    return change


def _carry_out(out: Path, work: Path, change: _Change) -> None:
    """Swap the files; the journal stands for as long as the output is neither old nor new."""
    if not change.steps:
        return
    journal = work / _JOURNAL
    beside = work / f"{_JOURNAL}.new"
    beside.write_text(json.dumps(change.steps), encoding="utf-8")
    os.replace(beside, journal)
    try:
        for number, (path, _, _) in enumerate(change.steps):
            target = out / path
            if path in change.removed:
                target.unlink()
            else:
                _make_folder(target.parent, change.folders)
                os.replace(work / f"{number}.new", target)
        journal.unlink()
    except BaseException:
        _put_back(out, work)
        for folder in reversed(change.folders):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _put_back(out: Path, work: Path) -> None:
    """Undo what an unfinished run did, after its journal; without one there is nothing to undo.

    What is not as that run wrote it, somebody else wrote: it stays.
    """
    journal = work / _JOURNAL
    if not os.path.lexists(journal):
        return
    for number, (path, existed, digest) in enumerate(_steps(journal)):
        target = _inside(out, path)
        if os.path.lexists(target) and (digest is None or manifest.sha256(target) != digest):
            continue
        if not existed:
            target.unlink(missing_ok=True)
        elif os.path.lexists(work / f"{number}.old"):
            os.replace(work / f"{number}.old", target)
    journal.unlink()


def _steps(journal: Path) -> list[tuple[str, bool, str | None]]:
    """What a journal says; one that no run of ours left is refused."""
    _plain_file(journal)
    data = journal.read_bytes() if journal.stat().st_size <= FILE_BYTES else b""
    try:
        steps = json.loads(data)
    except (ValueError, RecursionError):
        steps = None
    if not isinstance(steps, list):
        raise Unwritable(_FOREIGN)
    known: list[tuple[str, bool, str | None]] = []
    for step in steps:
        match step:
            case [str(path), bool(existed), str() | None as digest] if manifest.is_plain(path):
                known.append((path, existed, digest))
            case _:
                raise Unwritable(_FOREIGN)
    return known


def _inside(out: Path, path: str) -> Path:
    """The path below the output; a link that leads elsewhere is refused."""
    target = out / path
    if not Path(os.path.realpath(target.parent)).is_relative_to(os.path.realpath(out)):
        raise Unwritable(f"`{path}` lies behind a link that leads out of the output")
    if target.is_dir() and not target.is_symlink():
        raise Unwritable(f"`{path}` is a folder, where a file must stand")
    return target


def _is_already(target: Path, data: bytes) -> bool:
    try:
        return not target.is_symlink() and target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def _keep(target: Path, kept: Path) -> None:
    try:
        os.link(target, kept, follow_symlinks=False)
    except (OSError, NotImplementedError):  # a file system without links
        shutil.copy2(target, kept, follow_symlinks=False)


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir()
        made.append(each)


def _drop_empty(out: Path, path: str) -> None:
    folder = (out / path).parent
    while folder != out:
        try:
            folder.rmdir()
        except OSError:  # something still lies in it
            return
        folder = folder.parent


@contextlib.contextmanager
def _alone(out: Path) -> Iterator[Path]:
    """The work folder, while no other run writes to the same output."""
    work = out / WORK
    with contextlib.suppress(FileExistsError):
        work.mkdir()
    found = os.lstat(work)
    if not stat.S_ISDIR(found.st_mode) or getattr(found, "st_reparse_tag", False):  # a link, or a junction of Windows
        raise Unwritable(_FOREIGN)
    with os.fdopen(_open_lock(work / "lock"), "wb") as lock:
        if not _lock(lock.fileno()):
            raise Unwritable("another `groundrules build` is writing there")
        try:
            _put_back(out, work)
            _empty(work)
            yield work
        finally:
            _take_away(work)
            if os.name == "nt":  # where an open file cannot be taken away
                lock.close()
                _take_away(work)


def _open_lock(path: Path) -> int:
    """The lock, opened; it is never a link or a pipe, and what it may hold stays."""
    if os.path.lexists(path):
        _plain_file(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o666)


def _plain_file(path: Path) -> None:
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise Unwritable(_FOREIGN)


def _empty(work: Path) -> None:
    """Take away what a run of ours puts into a work folder, but for its lock; nothing else."""
    for entry in list(work.iterdir()):
        if _OURS.fullmatch(entry.name):
            entry.unlink()


def _take_away(work: Path) -> None:
    """The work folder goes, unless a journal in it is still needed or it holds what is not ours."""
    if not os.path.lexists(work / _JOURNAL):
        with contextlib.suppress(OSError):
            _empty(work)
            (work / "lock").unlink(missing_ok=True)
            work.rmdir()


def _lock(handle: int) -> bool:
    """Take the lock of an open file; the system lets go of it when the process ends."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # Windows only
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _reason(problem: OSError, out: Path) -> str:
    why = (os.strerror(problem.errno) if problem.errno else str(problem)).lower()
    name = problem.filename
    if not isinstance(name, str) or WORK in name:
        return why
    with contextlib.suppress(ValueError):
        name = os.path.relpath(name, out).replace(os.sep, "/")
    return why if name == "." else f"`{name}`: {why}"
