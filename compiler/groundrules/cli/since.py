"""The work of ``groundrules build --changed-since``: only the cards that say something else than before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from groundrules.cli import entry
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_error, standard_output, visible
from groundrules.project.building import Build, build
from groundrules.project.checking import check
from groundrules.project.differing import Compared, changed_cards
from groundrules.project.rendering import CardProblem, Wanted
from groundrules.project.revisions import NoRevision

#: Shows what came of a build; the answer is the exit code.
Tell = Callable[[Build, str, bool], int]


def build_changed(old: str, sources: Sequence[str], folder: str, wanted: Wanted, tell: Tell, everything: bool) -> int:
    """Make the cards that are new or changed since ``old``; the answer is the exit code."""
    output, progress = standard_output(), standard_error()
    report = check(sources)
    if report.has_errors:
        render(output, "text", report.diagnostics, report.shown, everything)
        progress.line(f"nothing was written to {visible(folder)}")
        return entry.FOUND
    outcomes = {each.place.name: each for each in report.outcomes if each.rules is not None}
    try:
        changed = changed_cards(old, outcomes)
    except NoRevision as problem:
        progress.line(f"groundrules: {visible(str(problem))}")
        return entry.MISUSE
    except CardProblem as problem:
        render(output, "text", (problem.diagnostic,), lambda source: source.name)
        return entry.FOUND
    if isinstance(changed, Compared):
        assert changed.report is not None
        render(output, "text", changed.report.diagnostics, changed.report.shown, everything)
        progress.line(f"{visible(changed.side or '')} has errors: nothing was written to {visible(folder)}")
        return entry.FOUND
    code = entry.WELL
    for name, cards in changed.items():
        result = build((outcomes[name].place.shown,), folder, replace(wanted, only=cards))
        code = max(code, tell(result, folder, everything))
    if not changed:
        progress.line(f"no card says anything else than in {visible(old)}")
    return code
