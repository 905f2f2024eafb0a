"""What names and kinds cannot tell: whether the rules go together.

One check a file, one function: from the compiled ruleset and its text to findings. A check
says nothing of a rule about which something was said before (``Context.broken``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from groundrules.diagnostics import Diagnostic
from groundrules.meaning.checks import (
    bands,
    cells,
    circles,
    connectives,
    counted,
    dead,
    diagonals,
    dice,
    empty,
    entering,
    events,
    loops,
    moves,
    negative,
    overlap,
    repeated,
    shares,
    silence,
    thrown,
    typos,
    unbrought,
    unnamed,
    upright,
)
from groundrules.meaning.checks.ties import ties
from groundrules.meaning.checks.units import Units
from groundrules.meaning.context import Check, Context
from groundrules.meaning.precedence import Conflict
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk

#: Checks of the compiled ruleset, in the order in which they run.
CHECKS: tuple[Check, ...] = (
    circles.check,
    loops.check,
    events.check,
    moves.check,
    counted.check,
    upright.check,
    entering.check,
    thrown.check,
    unbrought.check,
    dice.check,
    bands.check,
    negative.check,
    overlap.check,
    dead.check,
    silence.check,
    unnamed.check,
    typos.check,
)

#: Checks of the text as it was written: each is shown every node of its class.
LOOKS: tuple[tuple[type[ex.Node], Callable[[Context, Any], Iterator[Diagnostic]]], ...] = (
    (ast.Rule, empty.check),
    (ru.Either, connectives.check),
    (ast.Band, repeated.check),
    (ru.Share, shares.check),
    (ru.CostPlus, cells.check),
    (ast.Grid, diagonals.check),
)


def run_checks(context: Context, conflicts: Iterable[Conflict] = ()) -> list[Diagnostic]:
    """All findings of all checks, and the ties that precedence found (``precedence.resolve``)."""
    found = list(_looked(context))
    found += [finding for check in CHECKS for finding in check(context)]
    found.extend(ties(context, conflicts))
    return found


def _looked(context: Context) -> Iterator[Diagnostic]:
    """One walk through the text for all checks that need it."""
    units = Units(context)
    looks: dict[type, list[Callable[[Context, Any], Iterator[Diagnostic]]]] = defaultdict(list)
    for kind, look in LOOKS:
        looks[kind].append(look)
    for kind in Units.KINDS:
        looks.setdefault(kind, [])
    for unit in context.units:
        for node in walk(unit.file):
            wanted = looks.get(type(node))
            if wanted is None:
                continue
            for look in wanted:
                yield from look(context, node)
            units.look(node)
    yield from units.found
