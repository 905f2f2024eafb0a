"""The work of ``groundrules check --fix`` and ``--diff``."""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.cli import entry
from groundrules.cli.diffs import show_diff
from groundrules.cli.findings import sources_here
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.diagnostics import finding
from groundrules.project.checking import Report
from groundrules.project.fixing import fix
from groundrules.project.writing import Unwritable
from groundrules.source import Source


def fix_paths(paths: Sequence[str], strict: bool, form: str, everything: bool, choose: bool) -> int:
    """Mend the rulesets at some paths and write what is left to say of them; the answer is the exit code."""
    done = fix(paths or sources_here(), choose)
    progress = standard_error()
    found = list(done.after.diagnostics)
    unwritten = []
    for each in done.files:
        shown = visible(each.shown)
        try:
            each.write()
        except Unwritable as problem:
            where = Source(each.shown, "").span(0, 0)
            help_text = "give yourself the right to write it and its folder"
            unwritten.append(finding("GR614", where, f"`{shown}` is not written: {problem}", help=help_text))
        else:
            progress.line(f"mended {shown}")
    if done.made:
        progress.line(f"{_fixes(done.made)} made")
    _tell_choices(done.after, choose)
    render(standard_output(), form, [*found, *unwritten], done.after.shown, everything)
    return entry.FOUND if unwritten or _is_wrong(done.after, strict) else entry.WELL


def show_fixes(paths: Sequence[str], strict: bool, choose: bool) -> int:
    """Show what fixes would change in the rulesets at some paths; the answer is that of a check."""
    done = fix(paths or sources_here(), choose)
    output = standard_output()
    for each in done.files:
        show_diff(output, each.before, each.after, each.shown)
    left = len(done.after.diagnostics)
    kept = f"{left} {'finding is' if left == 1 else 'findings are'} left"
    standard_error().line(f"{_fixes(done.made)}; after that {kept}")
    _tell_choices(done.after, choose)
    return entry.FOUND if _is_wrong(done.before, strict) else entry.WELL


def _tell_choices(left: Report, choose: bool) -> None:
    """How many findings could be mended in several ways, and how to see one of them."""
    open_ = sum(each.fix is not None and each.fix.choice for each in left.diagnostics)
    if open_ and not choose:
        what = "1 finding leaves a choice" if open_ == 1 else f"{open_} findings leave a choice"
        standard_error().line(f"{what}: write what you mean, or see what `--diff --choose` would write")


def _fixes(number: int) -> str:
    return f"{number} {'fix' if number == 1 else 'fixes'}"


def _is_wrong(report: Report, strict: bool) -> bool:
    return bool(report.diagnostics) if strict or report.strict else report.has_errors
