"""Open ground that costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.mending import place_of
from groundrules.naming import name_key
from groundrules.ruleset import CostAll, CostEnter, CostPlus, CostTimes, Effect, Num
from groundrules.syntax import ast_rules as ru

#: Names by which nearly every game calls the ground on which nothing stands in the way.
_OPEN = frozenset(
    name_key(name).casefold()
    for name in ("Open", "Open Ground", "Open Terrain", "Clear", "Clear Ground", "Clear Terrain")
)

_COSTS = (ru.CostTimes, ru.CostPlus, ru.CostEnter, ru.CostAll)


def check(context: Context) -> Iterator[Diagnostic]:
    """`Open Ground: cost x2`: a name that readers take for ground that costs nothing."""
    for said in context.said:
        if said.rule is None or not _dear(said.effect):
            continue
        for subject in said.rule.subjects:
            if subject.term.kind == "terrain" and name_key(subject.term.name).casefold() in _OPEN:
                yield finding(
                    "GR322", place_of(context.meaning, said.rule, said.effect, *_COSTS),
                    f"`{subject.term.name}` costs here, and readers take it for ground that costs nothing",
                    help=f"write `{subject.term.name}: no effect`, or give this ground another name",
                )  # fmt: skip


def _dear(effect: Effect) -> bool:
    """Whether an effect makes ground dearer than ground without any rule."""
    match effect:
        case CostTimes(factor=factor):
            return not isinstance(factor, Num) or factor.value > 1
        case CostPlus(amount=amount) | CostEnter(amount=amount):
            return not isinstance(amount, Num) or amount.value > Fraction(0)
        case CostAll():
            return True
    return False
