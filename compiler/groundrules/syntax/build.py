"""From the parser's tree to the AST.

:func:`build` takes a finished tree; :func:`reducers` gives a parser the same makers, one
for each grammar rule, so that it needs no tree at all. Nothing here raises for what an
author wrote: a number that cannot be, a half die, become findings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from groundrules.diagnostics import Diagnostic, in_order
from groundrules.source import Source, Span
from groundrules.syntax import ast, build_declarations, build_effects, build_expr, build_items, build_when
from groundrules.syntax.build_parts import MAKERS, Maker, MakerFunction, Value, Values

#: The modules whose import fills the table of makers.
ROOMS = (build_expr, build_when, build_effects, build_items, build_declarations)


def build(tree: Any, source: Source) -> tuple[ast.File, list[Diagnostic]]:
    """The AST of a parse tree, with what was found wrong in making it.

    ``tree`` has ``data`` (a rule or alias of the grammar) and ``children`` (trees and all
    tokens, layout too); a child that is ``None`` or a node without children is left out.
    """
    make = Maker(source)
    order = [tree]
    for each in order:  # grows while it runs: parents before children, without recursion
        order.extend(child for child in each.children or () if hasattr(child, "children"))
    values: dict[int, Value] = {}
    for each in reversed(order):
        children = [values[id(c)] if hasattr(c, "children") else c for c in each.children or ()]
        values[id(each)] = reduce(make, str(each.data), [c for c in children if c is not None])
    made = values[id(tree)]
    if not isinstance(made, ast.File):
        made = ast.File(span=Span(source, 0, 0), items=())
    return made, list(in_order(make.diagnostics))


def reduce(make: Maker, rule: str, children: Values) -> Value:
    """The value of one rule; ``None`` for a rule that got nothing."""
    if not children and rule != "start":
        return None
    return MAKERS[rule](make, children)


def reducers(make: Maker) -> dict[str, Callable[[Values], Value]]:
    """Rule or alias to a function of its values: what a parser calls when it reduces.

    The functions want every token and the values of the rules inside, helpers flattened;
    the value of ``start`` is the :class:`~groundrules.syntax.ast.File`.
    """

    def bound(function: MakerFunction) -> Callable[[Values], Value]:
        return partial(function, make)

    return {rule: bound(function) for rule, function in MAKERS.items()}
