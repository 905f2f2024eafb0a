"""What names and kinds cannot tell: whether the rules go together.

One check a file, one function: from the compiled ruleset and its text to findings. A check
says nothing of a rule about which something was said before (``Context.broken``).
"""

from __future__ import annotations

from collections.abc import Iterable

from groundrules.diagnostics import Diagnostic
from groundrules.meaning.checks import (
    bands,
    circles,
    connectives,
    counted,
    dead,
    dice,
    entering,
    events,
    grid,
    loops,
    moves,
    negative,
    overlap,
    repeated,
    shares,
    silence,
    typos,
    units,
    unnamed,
    upright,
)
from groundrules.meaning.checks.ties import ties
from groundrules.meaning.context import Check, Context
from groundrules.meaning.precedence import Conflict

CHECKS: tuple[Check, ...] = (
    connectives.check,
    repeated.check,
    units.check,
    shares.check,
    grid.cells,
    grid.diagonals,
    circles.check,
    loops.check,
    events.check,
    moves.check,
    counted.check,
    upright.check,
    entering.check,
    dice.check,
    bands.check,
    negative.check,
    overlap.check,
    dead.check,
    silence.check,
    unnamed.check,
    typos.check,
)


def run_checks(context: Context, conflicts: Iterable[Conflict] = ()) -> list[Diagnostic]:
    """All findings of all checks, and the ties that precedence found (``precedence.resolve``)."""
    found = [finding for check in CHECKS for finding in check(context)]
    found.extend(ties(context, conflicts))
    return found
