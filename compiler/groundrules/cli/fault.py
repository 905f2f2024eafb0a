"""A fault of ours: named, with what to report, and never a traceback."""

from __future__ import annotations

import os
import platform
import sys
from types import TracebackType

import groundrules
from groundrules.cli.terminal import Output, visible

#: How many of our own calls are named, the innermost first.
_CALLS = 6


def report(problem: BaseException, argv: list[str]) -> None:
    """Say on standard error what went wrong and what a person should send us."""
    words = visible(" ".join(str(problem).split()))
    name = type(problem).__name__ + (f": {words[:300]}" if words else "")
    output = Output(sys.stderr)
    output.line("error[GR901]: this is a fault of groundrules, not of your rules")
    output.line(f"  what:    {name}")
    output.line(f"  where:   {' < '.join(_places(problem.__traceback__)) or 'unknown'}")
    output.line(f"  command: groundrules {visible(' '.join(argv))[:300]}")
    output.line(f"  version: groundrules {groundrules.__version__}, Python {platform.python_version()}, {sys.platform}")
    output.line("  = help: please report these lines together with the file; `groundrules explain GR901` says more")


def _places(trace: TracebackType | None) -> list[str]:
    """``room/file.py:line`` of our own calls, the innermost first."""
    top = os.path.dirname(os.path.abspath(groundrules.__file__))
    found = []
    while trace is not None:
        path = os.path.abspath(trace.tb_frame.f_code.co_filename)
        if path.startswith(top + os.sep):
            name = os.path.relpath(path, top).replace(os.sep, "/")
            found.append(f"{name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[::-1][:_CALLS]
