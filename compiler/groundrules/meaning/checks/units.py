"""Lengths where a number stands, and numbers that lack their unit."""

from __future__ import annotations

import re

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, replace
from groundrules.meaning.checks.dimensions import Dimension, Dimensions
from groundrules.meaning.context import Context
from groundrules.meaning.quantities import LENGTHS
from groundrules.quantity import GLUED, plain
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.walk import walk


class Units:
    """Looks at nodes that need a dimension, and keeps what it finds; one finding for one number."""

    #: What :meth:`look` is to be shown.
    KINDS: tuple[type[ex.Node], ...] = (
        ru.Limit, ru.StopAfter, ru.BlockSight, ast.Allowance, ru.Compare, ru.Change, ru.CostTimes, ru.CostFloor,
        ru.CostPlus, ru.CostEnter, ru.CostRate,
    )  # fmt: skip

    def __init__(self, context: Context) -> None:
        self.found: list[Diagnostic] = []
        self.unit = context.ruleset.settings.distance
        self.dimensions = Dimensions(context.table, self.tell)
        self._told: set[tuple[str, int]] = set()

    def tell(self, node: ex.Expr, why: str) -> None:
        """Report an operand that does not go with the rest."""
        place = (node.span.source.name, node.span.start)
        if place in self._told:
            return
        if why == "unit":
            self._no_unit(node, place)
            return
        self._told.add(place)
        if why == "levels":
            what, help = "levels and lengths", "write both in levels, or both as lengths"
        else:
            what, help = "a length and a number", "write both as lengths, or both without unit"
        message = f"{what} cannot be added or compared"
        fix = choice(self._bare(node)) if why == "mixed" else None
        if fix is not None:
            help += f": `{_number_of(node)}`"
        self.found.append(finding("GR262", node.span, message, help=help, fix=fix))

    def _bare(self, node: ex.Expr) -> Fix | None:
        """A written length without its unit, beside what is declared as a number."""
        number = _number_of(node)
        return None if number is None else replace(f"write `{number}`", node.span, number)

    def _no_unit(self, node: ex.Expr, place: tuple[str, int]) -> None:
        # Cells, levels and points are counted; inches and the like are not.
        if self.unit not in GLUED or not isinstance(node, ex.Num):
            return
        self._told.add(place)
        written = plain(node.quantity.value, self.unit)
        self.found.append(
            finding(
                "GR263", node.span, f"a length needs its unit, and `{node.span.text}` has none",
                help=f"write `{written}`",
                fix=replace("write the unit", node.span.source.span(node.span.end, node.span.end), GLUED[self.unit]),
            )
        )  # fmt: skip

    def look(self, node: ex.Node) -> None:
        """What a node asks of the expressions in it."""
        match node:
            case ru.Limit(value=value) | ru.StopAfter(distance=value):
                self._length(value)
            case ru.BlockSight(beyond=value) if value is not None:
                self._length(value)
            case ast.Allowance(maximum=maximum, minimum=minimum):
                self._length(maximum)
                if minimum is not None:
                    self._length(minimum)
            case ru.Compare(left=left, right=right):
                self.dimensions.meet(left, self.dimensions.of(left), right, self.dimensions.of(right))
            case ru.Change():
                self._change(node)
            case ru.CostTimes(factor=value):
                self._number(value, "a factor is a number", "write `x2` or another number without unit")
            case ru.CostFloor(least=value):
                self._number(value, "the least cost of a unit of distance is a number", "write it without its unit")
            case ru.CostPlus(amount=value, per=None):
                self._number(
                    value, "what each unit of distance costs more is a number",
                    "write `cost +1` for one more each, or `cost 1\" to enter` for once",
                )  # fmt: skip
            case ru.CostEnter(amount=value) | ru.CostRate(rate=value):
                self.dimensions.of(value)

    def _length(self, node: ex.Expr) -> None:
        if self.dimensions.of(node) == "bare":
            self.tell(node, "unit")

    def _number(self, node: ex.Expr, message: str, help: str) -> None:
        if self.dimensions.of(node) != "length" or not _written_length(node):
            return
        place = (node.span.source.name, node.span.start)
        if place not in self._told:
            self._told.add(place)
            self.found.append(finding("GR262", node.span, message, help=help))

    def _change(self, node: ru.Change) -> None:
        name = node.target if isinstance(node.target, ex.Name) else node.target.name
        target = self.dimensions.of(ex.Ref(span=name.span, name=name))
        if node.op == "times" and node.value is not None:
            self._number(node.value, "a factor is a number", "write it without its unit")
            return
        # What a kind of piece has by itself may go without: `Height is 7`.
        for value in (node.value, node.bound):
            if value is not None and node.op in ("plus", "minus", "set"):
                self._fits(target, value)

    def _fits(self, target: Dimension | None, value: ex.Expr) -> None:
        own = self.dimensions.of(value)
        if target == "length" and own == "bare":
            self.tell(value, "unit")
        elif target == "number" and own == "length" and _written_length(value):
            self.tell(value, "mixed")


def _number_of(node: ex.Expr) -> str | None:
    """The number of a written length, as it is written."""
    if not isinstance(node, ex.Num) or node.quantity.unit not in LENGTHS:
        return None
    found = re.match(r"\d+(?:\.\d+|/\d+)?", node.span.text)
    return None if found is None else found[0]


def _written_length(node: ex.Expr) -> bool:
    """Whether a length is written out in an expression, unit and all."""
    return any(isinstance(each, ex.Num) and each.quantity.unit in LENGTHS for each in walk(node))
