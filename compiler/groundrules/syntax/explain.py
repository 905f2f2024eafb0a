"""What a refused line is told: one mistake, its place, its cause, and how to mend it.

Known slips come first, each with words of its own (:mod:`groundrules.syntax.slips`); what
none of them knows is told by the smallest change that makes the line good, and where there
is no such change, by what could have stood there.
"""

from __future__ import annotations

from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic, Edit, Fix, finding
from groundrules.syntax.messages import of_repair, unexpected
from groundrules.syntax.repair import best_repair
from groundrules.syntax.slip import Slip
from groundrules.syntax.slips import SLIPS
from groundrules.syntax.tokens import Token
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import Words


@dataclass(frozen=True, slots=True)
class Explained:
    """A finding, and the tokens with which reading goes on, if there is a way.

    ``sure`` tells that these are what the finding's fix makes of the line. ``renames`` is the
    key of a name that the fix mends wherever it stands in the text.
    """

    finding: Diagnostic
    tokens: list[Token] | None
    sure: bool
    renames: str = ""


class Explainer:
    """Explains refused lines, in the words of one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def explain(self, trial: Trial) -> Explained:
        """The finding for a refused line."""
        for slip in SLIPS:
            found = slip(trial, self.words)
            if found is not None:
                return self._explained(trial, found)
        repair = best_repair(trial, self.words)
        if repair is None:
            return self._explained(trial, unexpected(trial, self.words))
        return self._explained(trial, of_repair(trial, repair, self.words))

    def _explained(self, trial: Trial, slip: Slip) -> Explained:
        tokens = trial.would_fit(slip.changes) if slip.changes else None
        fix = None
        if slip.title is not None and (tokens is not None or not slip.changes):
            edits = tuple(Edit(trial.source.span(c.start, c.end), c.text) for c in slip.changes) + slip.edits
            fix = Fix(slip.title, edits, slip.choice)
        told = finding(slip.code, slip.span, slip.message, help=slip.help, fix=fix)
        return Explained(told, tokens, fix is not None, slip.renames if fix is not None else "")
