"""Shares that no unit, base or facing can have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, choice, finding, replace
from groundrules.meaning.context import Context
from groundrules.syntax import ast_rules as ru


def check(context: Context, share: ru.Share) -> Iterator[Diagnostic]:
    """Only models of a unit are counted; of a base or a facing, 1 is all there is."""
    number = share.quantifier.number
    if number is None:
        return
    too_much = number.value > 1 or (share.quantifier.kind == "over" and number.value == 1)
    if share.of != "unit" and too_much:
        turned = _turned_round(share.quantifier)
        yield finding(
            "GR269", share.quantifier.span, f"no {share.of} can have such a share",
            help=f"the whole of it is `all of {share.of}`; half of it is `1/2`"
            + ("" if turned is None else f"; turned round it is {turned.title.removeprefix('write ')}"),
            fix=choice(turned),
        )  # fmt: skip
    elif share.of == "unit" and number.value > 1 and number.value.denominator != 1:
        yield finding(
            "GR269", share.quantifier.span, "models are counted in whole numbers",
            help="write a share, such as `1/2`, or a whole number of models",
        )  # fmt: skip


def _turned_round(quantifier: ru.Quantifier) -> Fix | None:
    """``3/2`` as ``2/3``: its numbers stand in the wrong order."""
    found = re.search(r"(\d+)/(\d+)\Z", quantifier.span.text)
    if found is None or int(found[1]) <= int(found[2]):
        return None
    start = quantifier.span.start + found.start()
    written = f"{found[2]}/{found[1]}"
    return replace(f"write `{written}`", quantifier.span.source.span(start, quantifier.span.end), written)
