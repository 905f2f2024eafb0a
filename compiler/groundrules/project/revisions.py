"""Rules as they stood at a revision: ``HEAD~1:path``, read through ``git`` and laid out in a folder of their own.

Git is run by its name with a list of arguments, never through a shell; what a person wrote
is never taken for an option of it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from tempfile import TemporaryDirectory

from groundrules.limits import FILE_BYTES
from groundrules.project.playing import ENDINGS
from groundrules.project.roots import SETTINGS, SUFFIXES, NothingThere, nearest_file

#: What of a revision is laid out: rules, pages, settings, scenarios, templates.
_ENDINGS = (*SUFFIXES, *ENDINGS, SETTINGS, ".j2", ".json", ".geojson")

#: Git as it is asked: what a repository lacks (one that was cloned in part) is never fetched, by no protocol.
_AT_HOME = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0"}

_MISSING = (
    "this repository was cloned in part and lacks files of the revision, and nothing is fetched here: "
    "run `git fetch --refetch --no-filter` first"
)


class NoRevision(Exception):
    """A revision that cannot be had, and why."""


@dataclass(frozen=True, slots=True)
class Version:
    """Where one version of the rules lies: ``path`` to read, ``shown`` as the person wrote it, ``folder`` if made."""

    path: str
    shown: str
    folder: Path | None = None


@contextmanager
def version(named: str) -> Iterator[Version]:
    """A path as it is, or ``REVISION:PATH`` laid out in a folder that is gone afterwards.

    Raises :class:`NothingThere` for a path where nothing is, and :class:`NoRevision`.
    """
    revision, colon, path = named.partition(":")
    if os.path.lexists(named) or not colon or len(revision) == 1:  # `C:\\rules` is no revision
        if not os.path.lexists(named):
            where = Path(os.path.abspath(named))
            raise NothingThere(named, nearest_file(where))
        yield Version(named, named)
        return
    with TemporaryDirectory(prefix="groundrules-") as folder:
        laid = _laid_out(revision, path, Path(os.path.realpath(folder)))
        yield Version(os.fspath(laid), named, Path(os.path.realpath(folder)))


def _laid_out(revision: str, path: str, folder: Path) -> Path:
    """The folder of a path at a revision, with what its rules may reach; the path inside it."""
    if not revision or revision.startswith("-"):
        raise NoRevision(f"`{revision}` is no revision: write `REVISION:PATH`, such as `HEAD~1:rules`")
    top = Path(_git("rev-parse", "--show-toplevel").decode().strip())
    inside = os.path.relpath(os.path.realpath(path or "."), os.path.realpath(top)).replace(os.sep, "/")
    if inside == ".." or inside.startswith("../"):
        raise NoRevision(f"`{path}` lies outside the repository")
    commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", missing=(
        f"the repository has no revision `{revision}`"
    )).decode().strip()  # fmt: skip
    listed = _git("ls-tree", "-r", "-z", "--full-tree", commit).decode("utf-8", "surrogateescape").split("\0")
    files: dict[str, str] = {}  # name -> its object
    for entry in listed:
        head, _, name = entry.partition("\t")
        if head.startswith("100") and name.endswith(_ENDINGS) and "\\" not in name:  # plain files, no links
            files[name] = head.split()[2]
    if inside != "." and not any(name == inside or name.startswith(f"{inside}/") for name in files):
        raise NoRevision(f"at `{revision}` there is no file or folder of rules `{path}`")
    root = _root(inside, files)
    wanted = {name: blob for name, blob in files.items() if name.startswith(root) or name.split("/")[-1] == SETTINGS}
    asked = "".join(f"{blob}\n" for blob in wanted.values()).encode()
    told = _git("cat-file", "--batch-check=%(objectsize)", given=asked).decode().splitlines()
    for (name, blob), size in zip(wanted.items(), told, strict=True):
        _lay_out(folder, name, blob, size)
    return folder / inside


def _lay_out(folder: Path, name: str, blob: str, size: str) -> None:
    """Write one file of a tree below a folder: a tree made by hand can hold any name."""
    target = folder / name
    if any(part in ("", ".", "..") or "\0" in part or PureWindowsPath(part).drive for part in name.split("/")):
        raise NoRevision(f"the revision holds a file `{name}`, which no folder can hold")
    try:
        if not Path(os.path.realpath(target)).is_relative_to(folder):
            raise NoRevision(f"the revision holds a file `{name}`, which lies outside of its folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        if not size.isdigit():
            raise NoRevision(_MISSING)
        if int(size) > FILE_BYTES:  # it is refused where it is read, so its bytes are not needed
            with open(target, "wb") as file:
                file.truncate(FILE_BYTES + 1)
        else:
            target.write_bytes(_git("cat-file", "blob", blob))
    except (OSError, ValueError) as problem:
        told = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        shown = name if len(name) <= 100 else f"{name[:100]}…"
        raise NoRevision(f"the file `{shown}` of the revision cannot be laid out: {told.lower()}") from None


def _root(inside: str, files: Collection[str]) -> str:
    """Where the project of a path begins, with a slash behind it; the folder of a lone file."""
    held = set(files)
    parts = [] if inside == "." else inside.split("/")
    is_file = inside in held
    for count in range(len(parts) - is_file, -1, -1):
        above = "".join(f"{part}/" for part in parts[:count])
        if f"{above}{SETTINGS}" in held:
            return above
    own = parts[:-1] if is_file else parts
    return "".join(f"{part}/" for part in own)


def _git(*arguments: str, missing: str | None = None, given: bytes = b"") -> bytes:
    """What git answers; raises :class:`NoRevision` where it refuses, with ``missing`` as the reason."""
    try:
        done = subprocess.run(
            ["git", *arguments], input=given, capture_output=True, check=False, env=os.environ | _AT_HOME
        )
    except OSError:
        raise NoRevision("`git` cannot be run: name files or folders instead of revisions") from None
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = told[-1].removeprefix("fatal: ") if told else "git refuses"
        if "not a git repository" in reason:
            reason = "this folder is in no git repository, so nothing has revisions here"
        if "promisor" in reason or "lazy fetching disabled" in reason:
            raise NoRevision(_MISSING)
        raise NoRevision(missing or reason)
    return done.stdout
