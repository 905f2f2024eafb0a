"""A band with the same name twice; two bands may well share a name."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.context import Context
from groundrules.syntax import ast
from groundrules.syntax.walk import find


def check(context: Context) -> Iterator[Diagnostic]:
    """`12 Critical, Critical`."""
    for unit in context.units:
        for band in find(unit.file, ast.Band):
            if len(band.names) > 1 and len({name.key for name in band.names}) < len(band.names):
                yield finding(
                    "GR272", band.names[-1].span, f"this band is called `{band.names[-1].text}` twice",
                    help="write the name once",
                )  # fmt: skip
