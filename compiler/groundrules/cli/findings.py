"""The work of ``groundrules check``, without what reads a command line."""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.cli import entry
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output
from groundrules.project.checking import Report, check
from groundrules.project.roots import NothingThere


def check_paths(paths: Sequence[str], strict: bool, form: str = "text", everything: bool = False) -> int:
    """Write the findings about the rulesets at some paths; the answer is the exit code."""
    report = tell(paths, form, everything)
    wrong = bool(report.diagnostics) if strict else report.has_errors
    return entry.FOUND if wrong else entry.WELL


def tell(paths: Sequence[str], form: str, everything: bool) -> Report:
    """Write the findings about the rulesets at some paths."""
    report = check(paths or (".",))
    render(standard_output(), form, report.diagnostics, report.shown, everything)
    return report


def nothing_there(problem: NothingThere) -> int:
    """Say that a path of the command line leads to nothing; the answer is the exit code."""
    hint = f"; did you mean `{problem.suggestion}`?" if problem.suggestion else ""
    standard_error().line(f"groundrules: {problem}{hint}")
    return entry.MISUSE
