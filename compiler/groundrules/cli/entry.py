"""Where the command ``groundrules`` begins, and what holds whatever happens after.

``--help`` and ``--version`` are answered from committed texts before anything else is
imported; ``make snapshots`` writes them, and a test compares them with what click says.
"""

from __future__ import annotations

import errno
import os
import sys

import groundrules

#: What the exit code says: all well, findings, a wrong command line, a fault of ours.
WELL, FOUND, MISUSE, FAULT = 0, 1, 2, 70

_INTERRUPTED = 130

#: What a full disk and a stream that was closed are called.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)

WINDOWS = os.name == "nt"

#: The commands, in the order in which they are shown.
COMMANDS = (
    "new",
    "check",
    "fmt",
    "build",
    "embed",
    "test",
    "diff",
    "run",
    "try",
    "table",
    "odds",
    "show",
    "explain",
    "cheatsheet",
    "completion",
)

#: The file of a command whose name no module can have.
MODULES = {"try": "track"}

HELP_FOLDER = os.path.join(os.path.dirname(__file__), "help")


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the answer is the exit code. No exception leaves this function."""
    given = sys.argv[1:] if argv is None else argv
    if WINDOWS:
        given = _on_windows(given)
    try:
        code = _answer(given)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as problem:  # the one place where a fault of ours may end
        if _nobody_reads(problem):
            _close_stdout()
            return FOUND
        if isinstance(problem, OSError) and problem.filename is None and problem.errno in _NO_ROOM:
            _close_stdout()
            return _say(f"the output cannot be written: {(problem.strerror or str(problem)).lower()}")
        from groundrules.cli.fault import report

        report(problem, given)
        return FAULT
    return code


def committed_text(argv: list[str]) -> str | None:
    """The answer to ``--version``, ``--help`` and ``COMMAND --help``; ``None`` for all else."""
    if argv == ["--version"]:
        return f"groundrules {groundrules.__version__}\n"
    if argv == ["--help"]:
        name = "groundrules"
    elif len(argv) == 2 and argv[1] == "--help" and argv[0] in COMMANDS:
        name = argv[0]
    else:
        return None
    try:
        with open(os.path.join(HELP_FOLDER, f"{name}.txt"), encoding="ascii") as file:
            return file.read()
    except OSError:
        return None


def _answer(argv: list[str]) -> int:
    text = committed_text(argv)
    if text is not None:
        if sys.stdout is None:
            return _say("the output is closed")
        sys.stdout.write(text)
        return WELL
    plain = plain_check(argv)
    if plain is not None:
        from groundrules.cli.findings import check_paths, nothing_there
        from groundrules.project.roots import NothingThere

        try:
            return check_paths(*plain)
        except NothingThere as problem:
            return nothing_there(problem)
    from groundrules.cli.main import run

    return run(argv)


def plain_check(argv: list[str]) -> tuple[list[str], bool] | None:
    """Paths and strictness of ``check [--strict] [PATH]...``; ``None`` for any other command line.

    What editors and hooks run all day needs no parser, and click takes as long to import
    as all the rest of it.
    """
    if argv[:1] != ["check"]:
        return None
    paths = [each for each in argv[1:] if each != "--strict"]
    if any(each.startswith("-") or not each for each in paths):
        return None
    return paths, "--strict" in argv


def _say(words: str) -> int:
    """One line to a person, where there is a way to them; the exit code."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"groundrules: {words}\n")
    except OSError:
        pass
    return MISUSE


def _nobody_reads(problem: Exception) -> bool:
    """Whether the reader of a pipe has gone; Windows calls that an invalid argument."""
    return isinstance(problem, BrokenPipeError) or (
        WINDOWS and isinstance(problem, OSError) and problem.errno == errno.EINVAL and problem.filename is None
    )


def _on_windows(argv: list[str]) -> list[str]:
    """What the shells of Windows leave to programs: `*.md` is made the files that there are."""
    if sys.stdout is not None and sys.stdout.isatty():
        _understand_colours()
    if not any(sign in word for word in argv for sign in "*?"):
        return argv
    from glob import glob

    found: list[str] = []
    for word in argv:
        here = sorted(glob(word)) if any(sign in word for sign in "*?") else []
        found += here or [word]
    return found


def _understand_colours() -> None:
    try:
        __import__("colorama").just_fix_windows_console()  # it comes with click, there
    except ImportError:
        return


def _close_stdout() -> None:
    """Nobody reads any more: let the interpreter's last flush go nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
