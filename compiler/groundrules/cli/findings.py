"""The work of ``groundrules check``, without what reads a command line."""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.cli import entry
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.project.checking import Report, check
from groundrules.project.projects import BrokenSettings, sound_project_here
from groundrules.project.roots import NothingThere


def check_paths(paths: Sequence[str], strict: bool, form: str = "text", everything: bool = False) -> int:
    """Write the findings about the rulesets at some paths; the answer is the exit code."""
    try:
        report = tell(paths, form, everything)
    except BrokenSettings as problem:
        return broken(problem, form)
    wrong = bool(report.diagnostics) if strict or report.strict else report.has_errors
    return entry.FOUND if wrong else entry.WELL


def tell(paths: Sequence[str], form: str, everything: bool) -> Report:
    """Write the findings about the rulesets at some paths.

    Raises :class:`~groundrules.project.projects.BrokenSettings`.
    """
    report = check(paths or sources_here())
    render(standard_output(), form, report.diagnostics, report.shown, everything)
    return report


def sources_here() -> tuple[str, ...]:
    """What is worked on when nothing is named: the sources of the project, or the folder one is in.

    Raises :class:`~groundrules.project.projects.BrokenSettings`.
    """
    project = sound_project_here()
    return (".",) if project is None else project.sources


def broken(problem: BrokenSettings, form: str = "text") -> int:
    """Say what is wrong with the settings of a project; the answer is the exit code."""
    render(standard_output(), form, problem.diagnostics, lambda source: problem.shown)
    return entry.FOUND


def nothing_there(problem: NothingThere) -> int:
    """Say that a path of the command line leads to nothing; the answer is the exit code."""
    hint = f"; did you mean `{visible(problem.suggestion)}`?" if problem.suggestion else ""
    standard_error().line(f"groundrules: {visible(str(problem))}{hint}")
    return entry.MISUSE
